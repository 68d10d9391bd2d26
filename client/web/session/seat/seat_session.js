/**
 * A seat, as whoever sits there knows it: which messages it answers by itself, and what is left to decide.  The twin of
 * client/net/seat_session.py.
 *
 * No sockets, no clock, no drawing: `hear` takes what the server says and gives back events; what is to be said
 * waits until somebody with a connection takes it (`drain`).  After a lost connection `returning` gives the request to
 * begin with, and everything that was not acknowledged is said again, in its order and with its numbers: so no answer
 * is lost, and none is given twice.
 *
 * It does by itself: the toss, but no second one after its share was shown (toss.js); the countersignatures under its own
 * answers, after a look into its own record; the receipts; an answer that was refused because something had happened
 * meanwhile, if the question is still the same.
 */

import {_} from "../../base/language/words.js";
import {HEARS} from "./hearing.js";
import {sign} from "../storage/identity.js";
import * as record from "../storage/evidence_log.js";
import {ordered, plain, RESIGNS} from "../crypto/signing.js";
import {goOn} from "./toss.js";
import * as tosses from "../storage/toss_log.js";
import {UserError} from "../../base/language/user_error.js";

export const OF_AIR = /^(2a|[3689]|1[01235]|2[0-5](\.\d)?|3[23])$/u; // §26.2; ironbottom/windows.py

export class SeatSession {
  /** `token` is that of a seat that was taken before; `known` what was known of it then: {game, number, settled}. */
  constructor({me, server, table, numbers, place = 0, token = "", secret = "", known = {}, number = 0}) {
    this.me = me;
    this.server = server;
    this.table = table;
    this.numbers = numbers;
    this.place = place;
    this.token = token;
    this.secret = secret;
    this.partner = false; // §26: we share the side of who took this seat
    /** @type {Page.Known} */
    this.known = {game: "", number: 0, settled: 0, ...known};
    this.game = this.known.game;
    this.number = number; // of the last update whose events were heard
    /** @type {?Wire.Table} the last message about the table */
    this.state = null;
    /** @type {?Wire.Update} */
    this.update = null;
    /** @type {Wire.StandingOrder[]} */
    this.orders = [];
    /** @type {?Wire.Offers} what one player has offered the other */
    this.offers = null;
    /** @type {any[]} */
    this.outbox = [];
    /** @type {Map<number, Page.Owed>} */
    this.owed = new Map(); // seq -> {request, done, failed}: said, and not yet acknowledged
    /** @type {?Wire.Seated} null: we are about to take our seat */
    this.seated = null;
    this.fresh = false; // nothing came yet since we sat down
    this.asked = {seq: 0, have: 0}; // the number of our resume, and the update from which on it asked
    /** @type {?Page.Sent} the answer that is under way */
    this.sent = null;
    /** @type {?Page.Sent} an answer that is perhaps to be given again; with `refused`, why it was not taken */
    this.again = null;
    this.veiled = false; // the last update was told without its question
    this.taken = false; // our last answer was taken, and the update that shows it has not come yet
    this.forget();
    /** @type {?Wire.Toss} */
    this.toss = null;
    this.brokenOff = ""; // the game whose toss waits until who sits here decides
    this.stepped = new Map(); // the steps of tosses that are done, and the numbers of their requests; see toss.js
    this.chat = new Set(); // the numbers of the lines that were heard
    numbers.beyond(this.known.settled);
  }

  /** Nothing is signed yet in this game. */
  forget() {
    this.begun = false; // an update of it was shown
    this.signed = 0;
    /** @type {any[]} */
    this.unsigned = []; // [update, answer], in the order in which they were taken
    this.signing = null; // the digests under the signature that is under way
    this.toSign = ""; // the head that is to be signed
  }

  /** Whether this is a player's seat, and not one of who looks on. */
  get plays() {
    return this.token !== "";
  }

  /** Whether an answer of ours is under way: until its effect is seen, nothing can be answered. */
  get busy() {
    return this.sent !== null || this.again !== null || this.taken;
  }

  /** What is to be answered now, by us. */
  get question() {
    const question = this.busy ? null : this.update?.view.question ?? null;
    const shared = this.state?.partners?.[this.place];
    return !shared || !question || (OF_AIR.test(question.window) === (shared.commands === "air")) === this.partner ? question : null;
  }

  /** A message of this table, or the answer to a request of ours.  Raises UserError where there is no way on. */
  hear(message) {
    return HEARS[message.type]?.call(this, message) ?? [];
  }

  /** What is to be said now. */
  drain() {
    return this.seated === null ? [] : this.outbox.splice(0);
  }

  /** The request to begin with on a new connection. */
  returning() {
    this.seated = null;
    const seq = this.numbers.next();
    this.asked = {seq, have: this.number};
    if (this.plays) return {type: "resume", seq, table: this.table, token: this.token, have: this.number};
    return {type: "watch", seq, table: this.table, secret: this.secret};
  }

  // What whoever sits here wants.  Each gives back a promise, which is kept when the server has written it down.

  /** `asked`: whether anybody was asked for it; else nobody hears that an order of ours was quicker. */
  answer(answer, asked = true) {
    const question = this.question;
    if (question === null) return Promise.reject(new UserError(_("There is nothing to answer now.")));
    return new Promise((done, failed) => this.give({question, answer: plain(answer), asked, done, failed}));
  }

  give({question, answer, asked, done, failed}) {
    const update = this.update?.number ?? 0;
    record.gave(this.game, update, answer);
    const {seq} = this.say({type: "reply", update, answer});
    this.sent = {seq, update, question, answer, asked, done, failed};
  }

  advise(answer, language) {
    return this.say({type: "advise", update: this.update?.number ?? 0, language, answer: answer === null ? null : plain(answer)}).promise;
  }

  resign() {
    record.gave(this.game, this.number, RESIGNS);
    return this.say({type: "resign"}).promise;
  }

  speak({text = "", phrase: chosen = 0}) {
    return this.say({type: "say", text, phrase: chosen}).promise;
  }

  mute(muted) {
    return this.say({type: "mute", muted}).promise;
  }

  order(orders) {
    const make = (seq) => ({orders, signature: sign(this.me, "orders", ...ordered(this.game, seq, orders))});
    return this.say({type: "orders"}, make).promise;
  }

  /** Go along with another toss, though the one before came to nothing after our share was shown. */
  tossAgain() {
    goOn(this);
    return Promise.resolve();
  }

  rematch() {
    tosses.again(this.server, this.table, this.game);
    return this.say({type: "rematch"}).promise;
  }

  leave() {
    return this.say({type: "leave"}).promise;
  }

  /** Any request of a seat that was not foreseen here. */
  ask(request) {
    return this.say(request).promise;
  }

  say(words, more = (_seq) => ({})) {
    const seq = this.numbers.next();
    const request = {seq, table: this.table, ...words, ...more(seq)};
    const entry = /** @type {Page.Owed} */ ({request, seq});
    entry.promise = new Promise((done, failed) => Object.assign(entry, {done, failed}));
    entry.promise.catch(() => {}); // whoever waits for it hears of it; where nobody does, it is no fault of the page
    this.owed.set(seq, entry);
    this.outbox.push(request);
    return entry;
  }

  /** There is no way on: whoever waits hears why. */
  end(error) {
    for (const {failed} of this.owed.values()) failed(error);
    this.sent?.failed(error);
    this.again?.failed(error);
  }
}

/**
 * A seat, as whoever sits there knows it: which messages it answers by itself, and what is left to decide.  The twin of
 * client/net/seat_session.py.
 *
 * No sockets, no clock, no drawing: `hear` takes what the server says and gives back what is news; what is to be said
 * waits until somebody with a connection takes it (`drain`).  After a lost connection `returning` gives the request to
 * begin with, and everything that was not acknowledged is said again, in its order and with its numbers: so no answer
 * is lost, and none is given twice.
 *
 * It does by itself: the toss, but no second one after its share was shown (toss.js); the countersignatures under its own
 * answers, after a look into its own record; the receipts; an answer that was refused because something had happened
 * meanwhile, if the question is still the same.
 */

import {_} from "../words.js";
import {acknowledged, countersign} from "./countersigning.js";
import {sign} from "./keys.js";
import * as record from "./record.js";
import {eventsShown, viewShown} from "./shown.js";
import {ordered, plain, RESIGNS} from "./signing.js";
import {commit, goOn, reveal} from "./toss.js";
import * as tosses from "./tosses.js";
import {refusal, Trouble} from "./trouble.js";

const LASTING = ["reply", "resign", "orders", "commit", "reveal", "rematch"]; // what a server never forgets to have done
const AGAIN = ["stale", "sign"]; // codes of a refusal after which the same answer may be given again

export class Seat {
  /** `token` is that of a seat that was taken before; `known` what was known of it then: {game, number, settled}. */
  constructor({me, server, table, numbers, place = 0, token = "", secret = "", known = {}, number = 0}) {
    Object.assign(this, {me, server, table, numbers, place, token, secret});
    this.known = {game: "", number: 0, settled: 0, ...known};
    this.game = this.known.game;
    this.number = number; // of the last update whose events were heard
    this.state = null; // the last message about the table
    this.update = null;
    this.orders = [];
    this.outbox = [];
    this.owed = new Map(); // seq -> {request, done, failed}: said, and not yet acknowledged
    this.seated = null; // null: we are about to take our seat
    this.fresh = false; // nothing came yet since we sat down
    this.asked = {seq: 0, have: 0}; // the number of our resume, and the update from which on it asked
    this.sent = null; // the answer that is under way: {seq, update, question, answer, done, failed}
    this.again = null; // an answer that is perhaps to be given again; with `refused`, why it was not taken
    this.veiled = false; // the last update was told without its question
    this.taken = false; // our last answer was taken, and the update that shows it has not come yet
    this.forget();
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

  /** What is to be answered now. */
  get question() {
    return this.busy ? null : this.update?.view.question ?? null;
  }

  /** A message of this table, or the answer to a request of ours.  Raises Trouble where there is no way on. */
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

  answer(answer) {
    const question = this.question;
    if (question === null) return Promise.reject(new Trouble(_("There is nothing to answer now.")));
    return new Promise((done, failed) => this.give({question, answer: plain(answer), done, failed}));
  }

  give({question, answer, done, failed}) {
    const update = this.update.number;
    record.gave(this.game, update, answer);
    const {seq} = this.say({type: "reply", update, answer});
    this.sent = {seq, update, question, answer, done, failed};
  }

  resign() {
    record.gave(this.game, this.number, RESIGNS);
    return this.say({type: "resign"}).promise;
  }

  speak({text = "", phrase = 0}) {
    return this.say({type: "say", text, phrase}).promise;
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

  say(words, more = () => ({})) {
    const seq = this.numbers.next();
    const request = {seq, table: this.table, ...words, ...more(seq)};
    const entry = {request, seq};
    entry.promise = new Promise((done, failed) => Object.assign(entry, {done, failed}));
    entry.promise.catch(() => {}); // whoever waits for it hears of it; where nobody does, it is no fault of the page
    this.owed.set(seq, entry);
    this.outbox.push(request);
    return entry;
  }

  /** There is no way on: whoever waits hears why. */
  end(trouble) {
    for (const {failed} of this.owed.values()) failed(trouble);
    this.sent?.failed(trouble);
    this.again?.failed(trouble);
  }
}

/** We sit: what was carried out before is done, what was not is said again. */
function hearSeated(seated) {
  if (seated.last < this.known.settled) throw lostHistory();
  [this.seated, this.fresh] = [seated, true];
  [this.place, this.token, this.secret] = [seated.place, seated.token, seated.secret || this.secret];
  if (!this.plays) this.number = Math.min(this.number, seated.number); // all is told again from the deal on
  this.numbers.beyond(seated.last);
  this.orders = seated.orders ?? [];
  this.forget();
  [this.signed, this.unsigned] = [seated.signed, [...(seated.unsigned ?? [])]];
  if (this.sent !== null && this.sent.seq <= seated.last) {
    [this.again, this.sent] = [this.sent, null]; // the number of the update will tell whether it was taken
  }
  const before = [...this.owed.values()].sort((one, other) => one.seq - other.seq);
  const kept = before.filter(({request, seq}) => seq > seated.last && request.type !== "countersign");
  for (const one of before) if (one.seq <= seated.last) one.done();
  this.owed = new Map(kept.map((one) => [one.seq, one]));
  this.outbox = kept.map(({request}) => request);
  return [{news: "seated", seated}];
}

function hearTable(table) {
  const news = [];
  const {seated, fresh} = this;
  this.fresh = false;
  if (table.game && table.game !== this.game) {
    news.push(...begin.call(this, table.game));
    if (fresh && this.plays && this.asked.have) { // we asked for updates of a game that is no longer played
      this.outbox.unshift(this.returning());
      this.seated = seated;
    }
  } else if (fresh && this.plays && seated !== null && seated.number < Math.max(this.known.number, this.number)) {
    throw lostHistory();
  }
  const before = this.state;
  this.state = table;
  if (table.status === "tossing" && this.toss?.game === this.game) news.push(...commit(this, this.toss)); // where that could not be written down
  news.push({news: "table", table, before});
  return news;
}

/** Another game than before. */
function begin(game) {
  const before = Math.max(this.number, this.known.number);
  this.game = game;
  this.known = {...this.known, game, number: 0};
  if (before === 0) return []; // nothing was played yet
  this.sent?.failed(new Trouble(_("Another game has begun.")));
  this.again?.failed(new Trouble(_("Another game has begun.")));
  [this.number, this.update, this.sent, this.again, this.taken] = [0, null, null, null, false];
  this.forget();
  return [{news: "game", game}];
}

/** The toss is under way; perhaps it is that of another game than before. */
function hearToss(toss) {
  const news = toss.game === this.game ? [] : begin.call(this, toss.game);
  return [...news, ...commit(this, toss)];
}

function hearTossed(tossed) {
  reveal(this, tossed);
}

function hearUpdate(update) {
  if (this.plays && update.number < (this.update?.number ?? -1)) return [];
  if (this.plays && update.number > this.number + 1 && this.asked.have !== this.number) {
    askAgain.call(this);
    return [];
  }
  const fresh = update.number > this.number || !this.plays;
  const answered = this.update?.number ?? 0;
  [this.number, this.update] = [Math.max(this.number, update.number), update];
  this.known = {...this.known, number: this.number};
  if (update.number > answered) this.taken = false;
  keepShown.call(this, update, fresh);
  const news = giveAgain.call(this, update);
  if (update.sign) {
    this.toSign = update.head;
    countersign(this);
  }
  if (!fresh && this.sent !== null) return news;
  return [...news, changed.call(this, fresh ? update.events : [])];
}

/** What we are shown stands in our own record, whatever a server says of it later. */
function keepShown({number, events, view}, fresh) {
  if (!this.plays) return;
  const {game, place, server, table} = this;
  if (!this.begun || view.outcome) tosses.shown(server, table, {game, place, over: Boolean(view.outcome)});
  this.begun = true;
  keepLine.call(this, () => [number, fresh ? eventsShown(game, number, events) : null, viewShown(game, number, view)]);
}

function keepLine(told) {
  record.shown(this.game, this.place, told, () => tosses.steps(this.server, this.table));
}

/** The table as it is now; while an answer of ours is under way, without the question. */
function changed(events) {
  const {number, given, view, clocks} = this.update;
  const open = this.question === view.question;
  this.veiled = !open;
  return {news: "changed", number, given, view: open ? view : {...view, question: null}, events, clocks: bySide.call(this, clocks)};
}

/** Clocks of places 0 and 1, as those of the US and Japan. */
function bySide(clocks) {
  if (!clocks || this.state?.seats[0].side !== 1) return clocks ?? null;
  return [clocks[1], clocks[0]];
}

/** Something is missing between two updates: ask for it. */
function askAgain() {
  const {seated} = this;
  this.outbox.push(this.returning());
  this.seated = seated;
}

/** An answer that was not taken is given again, if the question is still the same. */
function giveAgain(update) {
  const {again} = this;
  this.again = null;
  if (again === null) return [];
  if (!again.refused && again.update !== update.number) { // it was taken after all
    again.done();
    return [];
  }
  if (JSON.stringify(update.view.question) === JSON.stringify(again.question)) {
    this.give(again);
    return [];
  }
  if (!again.refused) { // it was taken, and what came of it we know already
    again.done();
    return [];
  }
  return denied(again, again.refused);
}

function denied({failed}, refused) {
  failed(refusal(refused));
  return [{news: "denied", refused}];
}

function hearMissed({first, updates}) {
  const missed = updates.slice(Math.max(0, this.number + 1 - first));
  if (missed.length === 0) return [];
  const {game} = this;
  const from = this.number + 1;
  for (const [n, events] of missed.entries()) {
    keepLine.call(this, () => [from + n, eventsShown(game, from + n, events), null]);
  }
  this.number = first + updates.length - 1;
  return [{news: "past", updates: missed.map((events, n) => ({number: from + n, events}))}];
}

function hearOk({seq}) {
  const entry = this.owed.get(seq);
  if (entry === undefined) return [];
  this.owed.delete(seq);
  const {request} = entry;
  if (LASTING.includes(request.type)) this.known = {...this.known, settled: Math.max(this.known.settled, seq)};
  if (request.type === "resign") {
    record.gave(this.game, this.number, RESIGNS);
    this.unsigned.push([this.number, RESIGNS]);
  }
  if (request.type === "reply") this.unsigned.push([request.update, request.answer]);
  if (request.type === "orders") this.orders = request.orders;
  entry.done();
  if (this.sent?.seq !== seq) return [{news: "done"}];
  const {done} = this.sent;
  [this.taken, this.sent] = [true, null]; // an update follows, which shows what has become of it
  done();
  return [{news: "taken"}];
}

function hearRefused(refused) {
  if (refused.seq === this.asked.seq) return [{news: "gone", refused}];
  const entry = this.owed.get(refused.seq);
  if (entry === undefined) return []; // somebody else's
  this.owed.delete(refused.seq);
  const {request} = entry;
  entry.failed(refusal(refused));
  if (request.type === "reply") return replyRefused.call(this, refused);
  if (request.type === "commit" || request.type === "reveal") {
    const step = `${this.game} ${request.type}`;
    if (this.stepped.get(step) !== refused.seq) return []; // too late for a toss that is no more: the other seat was taken anew
    if (refused.code === "toss") throw refusal(refused);
    this.stepped.delete(step);
  } else if (request.type === "countersign") {
    this.signing = null;
  }
  return [];
}

function replyRefused(refused) {
  const {sent} = this;
  if (sent?.seq !== refused.seq) return [];
  this.sent = null;
  const news = [];
  if (!AGAIN.includes(refused.code)) {
    news.push(...denied(sent, refused));
  } else {
    this.again = {...sent, refused};
    if (this.update.number > sent.update) news.push(...giveAgain.call(this, this.update)); // what was quicker, we know already
  }
  return this.veiled && !this.busy ? [...news, changed.call(this, [])] : news;
}

function hearReceipt(receipt) {
  return acknowledged(this, receipt);
}

function hearSaid(said) {
  if (this.chat.has(said.n)) return [];
  this.chat.add(said.n);
  return [{news: "said", said}];
}

const HEARS = {
  seated: hearSeated, table: hearTable, toss: hearToss, tossed: hearTossed, update: hearUpdate, missed: hearMissed,
  ok: hearOk, refused: hearRefused, receipt: hearReceipt, said: hearSaid,
};

/** What a player's own knowledge shows to be missing at the server. */
function lostHistory() {
  return new Trouble(_("The server lost history: it has forgotten moves that it had acknowledged, as if an old copy of its data were put back.  This client goes no further with it; your receipts prove what was played."));
}

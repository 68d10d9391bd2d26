/**
 * What a seat makes of each message of its server (seat_session.js): what changes in what it knows, and the events that
 * follow for whoever sits there.
 *
 * Each function is called with the seat as `this` and with the message, and gives back a list of events; it raises UserError
 * where there is no way on.
 */

import {_} from "../../base/language/words.js";
import {acknowledged, countersign} from "./countersigning.js";
import * as record from "../storage/evidence_log.js";
import {eventsShown, viewShown} from "../crypto/shown.js";
import {RESIGNS} from "../crypto/signing.js";
import {commit, reveal} from "./toss.js";
import * as tosses from "../storage/toss_log.js";
import {refusal, UserError} from "../../base/language/user_error.js";
import {phrase} from "../../base/language/vocabulary.js";

// what a server never forgets to have done
const LASTING = [
    "reply", "resign", "orders", "commit", "reveal", "rematch", "invite-partner", "offer", "accept", "decline", "withdraw",
];
const AGAIN = ["stale", "sign"]; // codes of a refusal after which the same answer may be given again

/**
 * We sit: what was carried out before is done, what was not is said again.
 * @this {Page.Seat}
 * @param {Wire.Seated} seated
 */
function hearSeated(seated) {
  if (seated.last < this.known.settled) throw lostHistory();
  [this.seated, this.fresh] = [seated, true];
  [this.place, this.token, this.secret] = [seated.place, seated.token, seated.secret || this.secret];
  this.partner = seated.partner === true;
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
  return [{type: "seated", seated}];
}

/**
 * @this {Page.Seat}
 * @param {Wire.Table} table
 */
function hearTable(table) {
  const events = [];
  const {seated, fresh} = this;
  this.fresh = false;
  if (table.game && table.game !== this.game) {
    events.push(...begin.call(this, table.game));
    if (fresh && this.plays && this.asked.have) { // we asked for updates of a game that is no longer played
      this.outbox.unshift(this.returning());
      this.seated = seated;
    }
  } else if (fresh && this.plays && seated !== null && seated.number < Math.max(this.known.number, this.number)) {
    throw lostHistory();
  }
  const before = this.state;
  this.state = table;
  if (table.status === "tossing" && this.toss?.game === this.game) events.push(...commit(this, this.toss)); // where that could not be written down
  events.push({type: "table", table, before});
  return events;
}

/**
 * Another game than before.
 * @this {Page.Seat}
 * @param {string} game
 */
function begin(game) {
  const before = Math.max(this.number, this.known.number);
  this.game = game;
  this.known = {...this.known, game, number: 0};
  if (before === 0) return []; // nothing was played yet
  this.sent?.failed(new UserError(_("Another game has begun.")));
  this.again?.failed(new UserError(_("Another game has begun.")));
  [this.number, this.update, this.sent, this.again, this.taken, this.offers] = [0, null, null, null, false, null];
  this.forget();
  return [{type: "game", game}];
}

/**
 * The toss is under way; perhaps it is that of another game than before.
 * @this {Page.Seat}
 * @param {Wire.Toss} toss
 */
function hearToss(toss) {
  const events = toss.game === this.game ? [] : begin.call(this, toss.game);
  return [...events, ...commit(this, toss)];
}

/**
 * @this {Page.Seat}
 * @param {Wire.Tossed} tossed
 */
function hearTossed(tossed) {
  reveal(this, tossed);
}

/**
 * @this {Page.Seat}
 * @param {Wire.Update} update
 */
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
  const events = giveAgain.call(this, update);
  if (update.sign) {
    this.toSign = update.head;
    countersign(this);
  }
  if (!fresh && this.sent !== null) return events;
  return [...events, changed.call(this, fresh ? update.events : [])];
}

/**
 * What we are shown stands in our own record, whatever a server says of it later.
 * @this {Page.Seat}
 */
function keepShown(/** @type {Wire.Update} */ {number, events, view}, fresh) {
  if (!this.plays) return;
  const {game, place, server, table} = this;
  if (!this.begun || view.outcome) tosses.shown(server, table, {game, place, over: Boolean(view.outcome)});
  this.begun = true;
  keepLine.call(this, () => [number, fresh ? eventsShown(game, number, events) : null, viewShown(game, number, view)]);
}

/** @this {Page.Seat} */
function keepLine(told) {
  if (this.me.passing) return;
  record.shown(this.game, this.place, told, () => tosses.steps(this.server, this.table));
}

/**
 * The table as it is now; while an answer of ours is under way, without the question.
 * @this {Page.Seat}
 */
function changed(events) {
  const {number, given, view, clocks} = /** @type {Wire.Update} */ (this.update);
  const open = this.question === view.question;
  this.veiled = !open;
  return {type: "changed", number, given, view: open ? view : {...view, question: null}, events, clocks: bySide.call(this, clocks)};
}

/**
 * Clocks of places 0 and 1, as those of the US and Japan.
 * @this {Page.Seat}
 */
function bySide(clocks) {
  if (!clocks || this.state?.seats[0].side !== 1) return clocks ?? null;
  return [clocks[1], clocks[0]];
}

/**
 * Something is missing between two updates: ask for it.
 * @this {Page.Seat}
 */
function askAgain() {
  const {seated} = this;
  this.outbox.push(this.returning());
  this.seated = seated;
}

/**
 * An answer that was not taken is given again, if the question is still the same.
 * @this {Page.Seat}
 * @param {Wire.Update} update
 */
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
  if (!again.refused || !again.asked) { // it was taken, and what came of it we know already; or an order of ours was quicker
    again.done();
    return [];
  }
  return denied(again, again.refused);
}

function denied({failed}, refused) {
  failed(refusal(refused));
  return [{type: "denied", refused}];
}

/**
 * @this {Page.Seat}
 */
function hearMissed(/** @type {Wire.Missed} */ {first, updates}) {
  const missed = updates.slice(Math.max(0, this.number + 1 - first));
  if (missed.length === 0) return [];
  const {game} = this;
  const from = this.number + 1;
  for (const [n, events] of missed.entries()) {
    keepLine.call(this, () => [from + n, eventsShown(game, from + n, events), null]);
  }
  this.number = first + updates.length - 1;
  return [{type: "past", updates: missed.map((events, n) => ({number: from + n, events}))}];
}

/**
 * @this {Page.Seat}
 */
function hearOk(/** @type {Wire.Ok} */ {seq}) {
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
  if (this.sent?.seq !== seq) return [{type: "done"}];
  const {done} = this.sent;
  [this.taken, this.sent] = [true, null]; // an update follows, which shows what has become of it
  done();
  return [{type: "taken"}];
}

/**
 * @this {Page.Seat}
 * @param {Wire.Refused} refused
 */
function hearRefused(refused) {
  if (refused.seq === this.asked.seq) return [{type: "gone", refused}];
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

/**
 * @this {Page.Seat}
 * @param {Wire.Refused} refused
 */
function replyRefused(refused) {
  const {sent} = this;
  if (sent?.seq !== refused.seq) return [];
  this.sent = null;
  const events = [];
  if (!AGAIN.includes(refused.code)) {
    events.push(...denied(sent, refused));
  } else {
    const {update} = this;
    this.again = {...sent, refused};
    if (update !== null && update.number > sent.update) events.push(...giveAgain.call(this, update)); // what was quicker, we know already
  }
  return this.veiled && !this.busy ? [...events, changed.call(this, [])] : events;
}

/**
 * @this {Page.Seat}
 * @param {Wire.Receipt} receipt
 */
function hearReceipt(receipt) {
  return acknowledged(this, receipt);
}

/**
 * @this {Page.Seat}
 * @param {Wire.Said} said
 */
function hearSaid(said) {
  if (this.chat.has(said.n)) return [];
  this.chat.add(said.n);
  return [{type: "said", said}];
}

/**
 * Advice goes to who has asked for it; whether the question still stands is his affair.
 * @this {Page.Seat}
 * @param {Wire.Advice} advice
 */
function hearAdvice(advice) {
  const entry = this.owed.get(advice.seq);
  this.owed.delete(advice.seq);
  entry?.done(advice);
  return [];
}

/**
 * @this {Page.Seat}
 * @param {Wire.Offers} offers
 */
function hearOffers(offers) {
  this.offers = offers;
  return [{type: "offers"}];
}

export const HEARS = {
  seated: hearSeated, table: hearTable, toss: hearToss, tossed: hearTossed, update: hearUpdate, missed: hearMissed,
  ok: hearOk, refused: hearRefused, receipt: hearReceipt, said: hearSaid,
  advice: hearAdvice, offers: hearOffers, moved: (moved) => [{type: "moved", moved}],
};

/** What a player's own knowledge shows to be missing at the server. */
function lostHistory() {
  return new UserError(phrase("distrust.lost_history"));
}

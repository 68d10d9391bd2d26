/**
 * Everything that the page asks of its server.  Each function gives back a promise; where it is broken, the Error's
 * message is a sentence for people, and `code` and `rule` say more.
 */

import {change, state} from "../base/store.js";
import {_} from "../base/language/words.js";
import {drawn, toBase64} from "./crypto/bytes.js";
import {fileName, save, transcript} from "./net/downloads.js";
import {recall} from "./storage/history.js";
import * as kept from "../base/browser_storage.js";
import {fetched} from "../base/later.js";
import {ownKey} from "./storage/identity.js";
import {lines} from "./storage/evidence_log.js";
import {SeatSession} from "./seat/seat_session.js";
import {inOurWords} from "../base/language/server_messages.js";
import {elsewhere, sitting} from "./net/tabs.js";
import {clear, heard} from "./seat/session_events.js";
import {refusal, UserError} from "../base/language/user_error.js";
import {ask, begin, endpoint, client, readable} from "./net/server.js";
import {phrase} from "../base/language/vocabulary.js";

const GONE = ["no-table", "no-seat"]; // codes that say that a seat is lost
const PATIENCE = 2000; // milliseconds for the server to hear that we leave

/** @type {?SeatSession} */
let seat = null;
let following = false; // the list of tables is wanted
/** @type {?[(value?: any) => void, (why: Error) => void]} */
let arriving = null; // [done, failed] of who waits until a seat is taken again

// The connection

/** Connect, or wait until that is done; `now`: do not wait for the time of the next try. */
export function connect(now = false) {
  if (client === null || client.ended) {
    seat = null;
    begin({address: endpoint(), me: ownKey(), name: () => state.me.name || _("Guest"), told});
  } else if (now) {
    client.wake();
  }
  return quiet(client.open().then(() => {
    if (state.net.status !== "in") told({status: "in", text: "", again: null, code: ""});
  }));
}

/** @param {Page.Connection & {notice?: any}} heard */
function told({notice, ...net}) {
  if (notice?.type === "tables") change({lobby: notice.tables});
  else if (notice) change({told: notice.code === "restart" ? null : {code: notice.code, text: inOurWords(notice)}});
  else change({net});
  if (net.status === "in") arrivedAt(client);
  if (net.status === "ended") {
    sitting(null);
    arriving?.[1](client.ended);
    arriving = null;
  }
}

function arrivedAt({challenge, welcome}) {
  const {software, engine, key} = challenge;
  const {sets, notice = "", bots = []} = welcome;
  change({server: {software, engine, key, sets, notice, bots, readable: readable()}, me: {...state.me, shown: welcome.name}});
  if (following && seat === null) lobby(true);
}

/** The tables that are open to us, into `state.lobby`; `follow`: again whenever they change. */
export function lobby(follow = false) {
  following = follow;
  return quiet(ask({type: "lobby", follow}).then(({tables}) => tables));
}

/**
 * How tables stand, {table: summary}: those where we sit, or with its secret the one that a link leads to.  What is not there,
 * or not for us, is left out.
 */
export function glance(tables, secret = "") {
  return quiet(ask({type: "glance", tables, secret}).then((found) => Object.fromEntries(found.tables.map((one) => [one.line.table, one]))));
}

// Taking a seat

/** The seats that this browser has at this server's tables, games that go on first: {table, against, turn, over, at, ...}. */
export function keptSeats() {
  const {key} = state.server;
  return kept.keptSeats().filter((one) => !key || one.server === key);
}

/** Make a table, by `terms` as PROTOCOL.md has them, and sit down at it. */
export function create(terms) {
  return sit({type: "create", request: toBase64(drawn(16)), terms});
}

/** Make a table for a what-if, by the fields of `play-on` as PROTOCOL.md has them, and sit down at it. */
export function playOn(fields) {
  return sit({type: "play-on", request: toBase64(drawn(16)), ...fields});
}

/** Take the free seat of a table; `advice`, `special`: these terms of it were shown before. */
export function join(table, secret = "", side = "either", {advice = false, special = false} = {}) {
  return sit({type: "join", table, secret, side, request: toBase64(drawn(16)), advice, special, pace: special, cast: special});
}

/** Let a table wait for whoever fits, or sit down at one that does, by the fields of `post-challenge`; the page goes to no table. */
export function postChallenge(fields) {
  return quiet(posted({type: "post-challenge", request: toBase64(drawn(16)), ...fields}));
}

async function posted(words) {
  await connect();
  await client.renamed();
  const found = await ask(words), {table, place, token} = found;
  kept.keepSeat({table, place, token, server: client.challenge.key, secret: "", against: "", turn: 0, over: false, at: Date.now()});
  return found;
}

/** Take back a challenge of ours that nobody has taken up. */
export function takeBack(table) {
  return quiet(ask({type: "close-challenge", table}).then(() => kept.forgetSeat(table)));
}

/** Look on. */
export function watch(table, secret = "") {
  return sit({type: "watch", table, secret});
}

export function sit(words) {
  return quiet(taken(words));
}

async function taken(words) {
  await connect();
  await client.renamed();
  const seated = await ask(words);
  const {table, place, token, secret} = seated;
  sitDown({table, place, token, secret: secret || words.secret || ""}, seated);
  return state.seat;
}

/**
 * Take a seat again that was kept: one of `keptSeats()`, or its table; `wanted`: here, and nowhere else.  Without that a
 * page that was only opened once more says where the game is played, and leaves it there.
 */
export function resume(where, wanted = false) {
  const table = typeof where === "string" ? where : where.table;
  return quiet(takenAgain({table, ...(table === where ? {} : where), ...kept.keptSeat(table)}, wanted));
}

async function takenAgain(mine, wanted) {
  if (!mine.token && mine.table) {
    await connect();
    await (await fetched("../session/seat/cup_seats.js")).takeSeats().catch(() => {});
    mine = {...mine, ...kept.keptSeat(mine.table)};
  }
  if (!mine.token) throw new UserError(_("This browser has no seat at that table any more."), "no-seat");
  if (!wanted && state.seat?.table !== mine.table && await elsewhere(mine)) {
    const text = _("This game is played in another tab of this browser.");
    change({seat: mine, screen: "table", net: {status: "ended", text, again: null, code: "elsewhere"}});
    return state.seat;
  }
  await connect();
  if (mine.server && mine.server !== client.challenge.key) {
    throw new UserError(phrase("distrust.other_key_since"), "key");
  }
  const {game = "", number = 0, settled = 0} = mine;
  const updates = await recall(game);
  await new Promise((done, failed) => {
    arriving?.[0](); // who asked twice waits for the last
    arriving = [done, failed];
    sitDown({...mine, known: {game, number, settled}, updates}, null);
  });
  return state.seat;
}

/** From here on the page is at a table. */
function sitDown(where, seated) {
  clear();
  const {table, place, token, secret, known, updates = []} = where;
  const server = client.challenge.key;
  const now = new SeatSession({me: client.me, server, table, numbers: client.numbers, place, token, secret, known, number: updates.length});
  seat = now;
  change({seat: {table, place, token, secret, server}, screen: "table"});
  sitting({server, table, place});
  if (updates.length) hear(now, {type: "recalled", updates});
  client.take(now, (event) => hear(now, event), seated);
}

function hear(here, event) {
  if (here !== seat) return;
  if (event.type === "gone") {
    lose(refusal(event.refused));
    return;
  }
  if (event.type === "moved") {
    fetched("../session/seat/moved.js").then(({follow}) => follow(event.moved, here, resume), lose);
    return;
  }
  heard(seat, event);
  if (event.type !== "seated") return;
  arriving?.[0]();
  arriving = null;
  if (state.muted) here.mute(true).catch(() => {}); // a server that was restarted has forgotten it
}

/** Our seat is not given back to us. */
function lose(error) {
  const asked = arriving;
  if (GONE.includes(error.code)) kept.forgetSeat(seat?.table ?? "");
  if (asked === null) {
    client.stop(error);
    return;
  }
  arriving = null;
  getUp();
  asked[1](error);
}

function getUp() {
  client.drop();
  seat = null;
  sitting(null);
  clear();
  change({screen: "start"});
  if (following && client.in) lobby(true);
}

// At a table

/** Answer the question that is shown; `asked`: whether the reader was asked for it. */
export function reply(answer, {asked = true} = {}) {
  return quiet(answered(answer, asked));
}

async function answered(answer, asked) {
  change({sending: true, refused: null});
  try {
    await at((here) => {
      if (state.shown === null || sameQuestion(state.shown.view.question, here.question)) return here.answer(answer, asked);
      throw new UserError(phrase("server.stale"), "stale");
    });
  } finally {
    change({sending: seat?.busy ?? false});
  }
}

function sameQuestion(one, other) {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** What an adviser would answer, or what an answer would lose; nothing is answered by it. */
export function advise(answer, language) {
  return at((here) => here.advise(answer, language));
}

/** §11.4 */
export function resign() {
  return at((here) => here.resign());
}

/** Wish for another game, with sides swapped. */
export function rematch() {
  return at((here) => here.rematch());
}

/** Go along with another toss, though one came to nothing after our share was shown. */
export function tossAgain() {
  change({inDoubt: null});
  return at((here) => here.tossAgain());
}

/** Give the seat up, because a toss came to nothing. */
export async function leaveToss() {
  const table = seat?.table;
  await leave();
  if (table) kept.forgetSeat(table);
}

/** A line of chat, or a phrase by its number. */
export function say({text = "", phrase: chosen = 0}) {
  return at((here) => here.speak({text, phrase: chosen}));
}

/** Hear no more chat of others, or hear it again. */
export function mute(muted = true) {
  return quiet(at((here) => here.mute(muted)).then(() => change({muted})));
}

/** Standing orders, in place of those before: [{window, does, n}]. */
export function giveOrders(orders) {
  return at((here) => here.order(orders));
}

/** Let a bot of the server take the free seat. */
export function callBot(bot) {
  return at((here) => here.ask({type: "call", bot}));
}

/** Get up.  A game that has begun and is not over can be resumed. */
export function leave() {
  return quiet(left());
}

async function left() {
  const here = seat;
  if (here === null) return;
  const begun = Boolean(here.game) || here.known.number > 0;
  if (client.in) {
    const patience = new Promise((done) => setTimeout(done, PATIENCE));
    await Promise.race([at((one) => one.leave()).catch(() => {}), patience]);
  }
  if (seat !== here) return; // who asks twice has left already
  if (!begun) kept.forgetSeat(here.table);
  getUp();
}

/** Do something at our seat; what it has to say goes out at once. */
export function at(act) {
  return quiet(new Promise((done) => {
    if (seat === null || client.ended) throw new UserError(_("You sit at no table."), "no-seat");
    done(act(seat));
    client.flush();
  }));
}

// When the game is over

/** Scenes of the table's finished game from a number on, as many as fit into one message: {first, of, scenes}. */
export function scenes(first = 0, table = seat?.table) {
  return quiet(ask({type: "review", table, first}));
}

/** Scenes of the game that goes on at our table, where we look on and the players show both hands later. */
export function castScenes(game, first) {
  return quiet(ask({type: "cast", table: seat?.table, game, first}));
}

/** How far the review of a finished game is, or a piece of it. */
export function study({ table, language = "en", part = 0, curve = false }) {
  return quiet(ask({type: "study", table, language, part, curve}));
}

/** Save the transcript of the finished game; the name of the file. */
export function download(name = "") {
  return quiet(downloaded(name));
}

async function downloaded(name) {
  const {table, seats, game} = /** @type {Wire.Table} */ (state.table);
  const bytes = await transcript(table, game);
  const file = name || `${fileName(seats.map((one) => one.name), table)}.ibss`;
  save(file, bytes);
  return file;
}

/** Save our own record of the game: `ironbottom verify` finds it beside the transcript; the name of the file. */
export function downloadRecord(name = "") {
  const {table, seats, game} = /** @type {Wire.Table} */ (state.table);
  const file = name || `${fileName(seats.map((one) => one.name), table)}.record.jsonl`;
  save(file, lines(game));
  return file;
}

/** Whoever waits for a promise hears of its fault; where nobody does, the page has shown it already. */
function quiet(promise) {
  promise.catch(() => {});
  return promise;
}

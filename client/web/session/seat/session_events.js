/** What a seat hears becomes what the page knows: its events into `state`, and into what this browser keeps. */

import {arrived, forgetBeats, missed} from "./beats.js";
import {change, state} from "../../base/store.js";
import {byId, cards} from "../net/downloads.js";
import {remember} from "../storage/history.js";
import {keepSeat} from "../../base/browser_storage.js";
import {settle} from "../storage/evidence_log.js";
import {goesOn} from "../../text/phrases.js";

const NOTHING = {
  table: null, side: null, clocks: null, latest: null, shown: null, beat: null, log: [], past: null, staged: null,
  sending: false, passed: null, notAgain: {rules: [], heard: 0}, byItself: [], refused: null, chat: [], muted: false, orders: [], inDoubt: null, advice: null, offers: null,
};
const NEW_GAME = ["latest", "clocks", "shown", "beat", "log", "past", "staged", "sending", "passed", "notAgain", "byItself", "refused", "offers"];

let set = ""; // the name of the cards that the page has
let held = []; // what must wait until it has them
let unseen = []; // {number, events} that came without a table to look at
let remembered = 0; // the number of the last update that was told

/** A page that sits nowhere. */
export function clear() {
  [held, unseen, remembered] = [[], [], 0];
  forgetBeats();
  change({...NOTHING, seat: null});
}

/** Something has happened at a seat. */
export function heard(seat, event) {
  if (event.type === "table") hearTable(seat, event.table);
  else if (held.length || (needsCards(event) && state.set === null)) held.push([seat, event]);
  else TELLS[event.type]?.(seat, event);
  if (state.sending !== seat.busy) change({sending: seat.busy});
}

function needsCards({type}) {
  return ["changed", "past", "recalled"].includes(type);
}

/** Write down what is needed to come back to a seat. */
export function keepUp(seat) {
  const view = seat.update?.view;
  const other = seat.state?.seats[1 - seat.place];
  if (!seat.plays || seat.me.passing) return;
  keepSeat({
    table: seat.table, place: seat.place, token: seat.token, secret: seat.secret, server: seat.server, ...seat.known,
    against: other?.name ?? "", turn: view?.turn ?? 0, over: Boolean(view?.outcome) && !goesOn(seat.state?.terms), at: Date.now(),
    closed: seat.state?.terms.spectators === false, cards: seat.state?.terms.cards,
  });
}

function hearTable(seat, table) {
  const side = table.seats[seat.place]?.side ?? null;
  const clocks = clocksOf([0, 1].map((which) => table.seats.find((one) => one.side === which)?.left ?? null));
  change({table, side, clocks, seat: state.seat && {...state.seat, secret: seat.secret}});
  if (table.terms.cards !== set || state.set === null) fetchCards(table.terms.cards);
  keepUp(seat);
}

/** Milliseconds left to the US and Japan, and when that was so, by the page's own clock: the wall's may be put back. */
function clocksOf(left) {
  return {left, at: performance.now()};
}

async function fetchCards(name) {
  if (set === name && state.set === null) return; // it is on its way
  set = name;
  change({set: null});
  try {
    const found = await cards(name);
    if (set === name) change({set: found, cards: byId(found)});
  } catch (fault) {
    set = "";
    change({told: {code: "cards", text: fault.message}});
    return;
  }
  for (const [seat, event] of held.splice(0)) heard(seat, event);
}

function hearSeated(seat) {
  const {table, place, token, secret, server, partner} = seat;
  change({seat: {table, place, token, secret, server, partner}, orders: seat.orders});
  keepUp(seat);
}

/** Another game at the same table: the chat stays. */
function hearNewGame() {
  [unseen, remembered] = [[], 0];
  forgetBeats();
  change(Object.fromEntries(NEW_GAME.map((name) => [name, NOTHING[name]])));
}

function hearChanged(seat, {number, view, events, given, clocks}) {
  const update = {number, view, events, given};
  const before = unseen.splice(0).map((one) => ({...one, view}));
  const told = [...before, {number, events, view}];
  change({latest: update, log: logged(told), ...(clocks ? {clocks: clocksOf(clocks)} : {})});
  if (before.length) missed(before.flatMap((one) => one.events), view);
  arrived(update);
  keepUp(seat);
  if (seat.plays && !seat.me.passing) rememberAll(seat.game, told);
  if (view.outcome && seat.unsigned.length === 0) settle(seat.game);
}

/** Each update once: one that comes again tells nothing. */
function rememberAll(game, updates) {
  for (const one of updates) {
    if (one.number <= remembered) continue;
    remembered = one.number;
    remember(game, one);
  }
}

/** What we knew of the game before the page was loaded. */
function hearRecalled(_seat, {updates}) {
  for (const {events, view} of updates) missed(events, view);
  change({log: logged(updates)});
  remembered = updates.at(-1).number;
}

/** The log with what these updates told. */
function logged(updates) {
  const rows = updates.flatMap(({number, events, view}) => events.map((event) => ({number, event, view})));
  return rows.length ? [...state.log, ...rows] : state.log;
}

/** An answer is taken: nobody shall see its question again until the next update is drawn. */
function hearTaken() {
  const settled = (update) => update && {...update, view: {...update.view, question: null}};
  if (state.latest?.view.question) change({latest: settled(state.latest)});
  if (state.shown?.view.question) change({shown: settled(state.shown)});
}

function hearDenied(_seat, {refused: {text, rule, code}}) {
  change({refused: {text, rule, code}});
}

const TELLS = {
  seated: hearSeated,
  game: hearNewGame,
  changed: hearChanged,
  recalled: hearRecalled,
  past: (_seat, {updates}) => unseen.push(...updates),
  "in doubt": (_seat, {began, over}) => change({inDoubt: {began, over}}),
  taken: hearTaken,
  denied: hearDenied,
  offers: (seat) => change({offers: seat.offers}),
  done: (seat) => change({orders: seat.orders}),
  said: (_seat, {said}) => change({chat: [...state.chat, said].sort((one, other) => one.n - other.n)}), // lines of before may come late
  receipt: (seat) => {
    if (seat.update?.view.outcome && seat.unsigned.length === 0) settle(seat.game);
  },
};

/**
 * All tables at which this browser has a seat, and whose move it is there: asked of the server in one request, when the page
 * comes, when it is looked at again, and once a minute.
 */
import { change, state as current, watch } from "../../base/store.js";
import { clean } from "../../base/language/clean.js";
import { fetched } from "../../base/later.js";
import { _, fill } from "../../base/language/words.js";
import { goesOn } from "../../text/phrases.js";
import { glance, keptSeats, leave, resume } from "../api.js";

const AGAIN = 60_000; // milliseconds until all tables are asked after again
const SOON = 5_000; // and at the soonest
const MOST = 20; // tables in one request
const WISHED = 7 * 24 * 3600_000; // milliseconds in which the other player may still wish for another game

let last = -Infinity, before = "", timer = 0;

/** From now on. */
export function followTables() {
  setInterval(() => seatsOfCups().then(refresh, refresh), AGAIN);
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
  watch(({ screen, net }) => {
    const now = `${screen} ${net.status}`;
    if (now !== before && net.status === "in") refresh();
    before = now;
  });
}

/** Games of cups have tables that the server has made. */
const seatsOfCups = async () => (await fetched("../session/seat/cup_seats.js")).takeSeats();

/** Ask after them; where that was done a moment ago, in a while. */
export async function refresh() {
  clearTimeout(timer);
  const wait = last + SOON - performance.now(), names = tables();
  if (current.net.status !== "in" || !names.length) return;
  if (wait > 0) {
    timer = setTimeout(refresh, wait);
    return;
  }
  last = performance.now();
  const mine = await glance(names).catch(() => null); // an older server does not know: then the list says less
  if (!mine) return;
  const asking = myTables({ ...current, mine }).filter((one) => one.mine).map(({ table, name }) => ({ table, name }));
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  if (!same(mine, current.mine) || !same(asking, current.asking)) change({ mine, asking });
}

/** Those where something may have happened. */
function tables() {
  const recent = keptSeats().filter(({ over, at }) => !over || Date.now() - at < WISHED);
  return recent.slice(0, MOST).map(({ table }) => table);
}

/**
 * What is known of all tables, those where we are asked first: {table, name, turn, over, how, mine, ended, terms}, for
 * each seat that is kept.  `how`: a few words; `mine`: it is for us to do something.
 * @param {Page.State} state
 */
export function myTables(state) {
  const rows = keptSeats().map((seat) => row(state, seat));
  return rows.sort((one, other) => Number(other.mine) - Number(one.mine) || Number(one.over) - Number(other.over));
}

/** @param {Page.State} state */
function row(state, seat) {
  const about = state.mine?.[seat.table], here = state.seat?.table === seat.table && state.latest?.view;
  const name = clean(nameOf(seat, about), 24), turn = here ? here.turn : about?.turn || seat.turn || 0;
  const ended = here ? Boolean(here.outcome) : about ? about.line.status === "over" : Boolean(seat.over);
  const terms = here ? state.table?.terms : about?.line.terms, over = ended && !goesOn(terms);
  const [how, mine] = here ? moveHere(state, here, name) : move(seat, about, name);
  return { seat, table: seat.table, name, turn, over, how, mine, ended, terms };
}

/** Who sits there against us. */
function nameOf(seat, about) {
  if (seat.against || !about) return seat.against ?? "";
  return seat.place === 0 ? about.line.against : about.line.against && about.line.name;
}

/** At the table that is before us the page knows it itself. */
function moveHere(state, view, name) {
  const sides = view.waiting.map(([side]) => side);
  return view.outcome ? ["", false] : sides.includes(state.side) ? yours() : theirs(sides.length > 0, name);
}

/** In words, and whether it is for us to do something. */
function move(seat, about, name) {
  if (!about) return ["", false];
  const { line, asked = [], wishing = [] } = about;
  if (line.status === "over") {
    const wished = wishing.includes(1 - seat.place) && !wishing.includes(seat.place);
    return wished ? [fill(_("{name} wants a rematch."), { name }), true] : ["", false];
  }
  if (line.free !== null) return [_("waits for a player"), false];
  if (line.status === "tossing") return [_("The lot is drawn"), true];
  if (line.status === "paused") return [_("paused"), false];
  return asked.includes(seat.place) ? yours() : theirs(asked.length > 0, name);
}

const yours = () => [_("your move"), true];
const theirs = (some, name) => [some ? fill(_("{name} decides"), { name }) : "", false];

/**
 * The other tables at which we are asked, as was heard last: [{table, name}].
 * @param {Page.State} state
 */
export function askedElsewhere({ asking = [], seat, screen }) {
  return asking.filter(({ table }) => screen !== "table" || table !== seat?.table);
}

/** Get up here, and sit down there. */
export async function goToTable(table) {
  if (current.seat?.table !== table) await leave();
  await resume(table, true);
}

/**
 * Two people at one screen: their two seats at a table of this server, and which of them the page is at.
 *
 * A pair: {table, server, names, turn, due, again, seats: [{key, token, secret, seen}]}; `due` is the place of who sits down
 * next, -1 where that is to be asked of the server, `again` that both wish for another game, `seen` the last update that
 * the player of this seat was shown.  It holds secrets of seats, and nothing of what is seen from them.
 *
 * The page is loaded anew whenever the seat changes: nothing that it has heard at one of them is left then.  Where both
 * are connected at once, for the toss and to see whose turn it is, nothing of it is drawn or goes into the store.
 */
import { keep, kept } from "../../base/browser_storage.js";
import { HOTSEAT, remember } from "../../base/address.js";
import { UserError } from "../../base/language/user_error.js";
import { phrase } from "../../base/language/vocabulary.js";
import { change, state } from "../../base/store.js";
import { connect, leave, resume } from "../../session/api.js";
import { drawn, fromBase64, toBase64 } from "../../session/crypto/bytes.js";
import { ReconnectingClient } from "../../session/net/reconnecting_client.js";
import { client, endpoint } from "../../session/net/server.js";
import { SeatSession } from "../../session/seat/seat_session.js";
import { sitAs, pair as keyPair } from "../../session/storage/identity.js";
import { isSpecial } from "../../session/terms.js";
import "./words.js";

const NAME = "hotseat", MOST = 8; // pairs; the oldest goes first
const LOOK = 30, PATIENCE = 30_000; // milliseconds between two looks, and until a deal is given up
const FORCED = { window: "*", does: "pass-when-forced", n: 0 }; // what need not be asked needs nobody to sit down for it

/** All pairs that this browser keeps, the last first. */
export function pairs() {
  const found = kept(NAME, []);
  return Array.isArray(found) ? found.filter((one) => one?.server === state.server.key) : [];
}

/** The pair that is at this screen now. */
export const pairHere = () => pairs().find(({ here }) => here) ?? null;

export function keepPair(pair) {
  keep(NAME, [pair, ...kept(NAME, []).filter(({ table }) => table !== pair.table).map((one) => ({ ...one, here: false }))].slice(0, MOST));
}

/** Their game is over, and they have got up. */
export function forgetPair({ table }) {
  keep(NAME, kept(NAME, []).filter((one) => one.table !== table));
}

/** The page as if it had just been opened, at the pair: whatever it knew is gone. */
export function anew() {
  remember(HOTSEAT);
  location.reload();
}

/** Make the table of two, and let chance deal; `every`: each question is asked, also where one answer is legal. */
export async function make(names, terms, every) {
  const keys = [drawn(32), drawn(32)].map(toBase64), ways = keys.map((key, n) => way(key, names[n]));
  try {
    await Promise.all(ways.map((one) => one.open()));
    const first = await ways[0].ask({ type: "create", request: toBase64(drawn(16)), terms });
    const mine = sat(ways[0], first, first);
    const { table, secret } = first;
    const joining = { type: "join", table, secret, side: "either", request: toBase64(drawn(16)) };
    const second = await ways[1].ask({ ...joining, advice: terms.advice === true, special: isSpecial(terms) });
    const both = [mine, sat(ways[1], second, second)];
    await dealt(ways, both, "", every ? [] : [FORCED]);
    const seats = [first, second].map(({ token }, n) => ({ key: keys[n], token, secret, seen: 0 }));
    keepPair({ table, server: state.server.key, names: called(both[0]), turn: 0, due: asked(both[0]), again: false, here: true, seats });
  } finally {
    ways.forEach(close);
  }
}

/** Whose turn it is, where that is not known; and the other game that both wish for. */
export async function look(pair) {
  const ways = pair.seats.map(({ key }, n) => way(key, pair.names[n]));
  try {
    await Promise.all(ways.map((one) => one.open()));
    const both = pair.seats.map((seat, place) => sat(ways[place], { ...seat, table: pair.table, place }, null));
    await until(both, (one) => one.update !== null);
    const next = { ...pair, here: true, again: false };
    if (pair.again) {
      const { game } = both[0], given = both.map(({ orders }) => orders);
      both.forEach((one) => one.state?.seats[one.place].rematch || one.rematch());
      ways.forEach((one) => one.flush());
      await dealt(ways, both, game, given[0]);
      next.seats = pair.seats.map((seat) => ({ ...seat, seen: 0 }));
    }
    keepPair({ ...next, names: called(both[0]), due: asked(both[0]) });
  } finally {
    ways.forEach(close);
  }
}

function way(key, name) {
  const me = { ...keyPair(fromBase64(key)), passing: true };
  return new ReconnectingClient({ address: endpoint(), me, name: () => name, told: () => {} });
}

/** A session that nobody sees; with `seated` at a new seat. */
function sat(one, { table, place, token, secret }, seated) {
  const session = new SeatSession({ me: one.me, server: one.challenge.key, table, numbers: one.numbers, place, token, secret });
  one.take(session, () => {}, seated);
  return session;
}

function close(one) {
  if (one === null || one.ended) return;
  one.told = () => {};
  one.stop(new UserError("", "closed"));
}

/** Another game than `before` is dealt to both, and their standing orders are given. */
async function dealt(ways, both, before, orders) {
  await until(both, (one) => one.game !== before && one.update !== null && !one.update.view.outcome);
  if (!orders.length) return;
  const given = both.map((one) => one.order(orders));
  ways.forEach((one) => one.flush());
  await Promise.all(given);
}

async function until(both, done) {
  const late = performance.now() + PATIENCE;
  while (!both.every(done)) {
    if (both.some(({ brokenOff }) => brokenOff) || performance.now() > late) throw new UserError(phrase("hotseat.toss"), "toss");
    await new Promise((wake) => { setTimeout(wake, LOOK); });
  }
}

/** The place of who is asked, in what one of the seats knows; -1: the game is over. */
export function asked({ update, state: table }) {
  const sides = update.view.waiting.map(([side]) => side);
  return table.seats.findIndex(({ side }) => sides.includes(side));
}

/** What their server calls them: it tells two of one name apart. */
const called = ({ state: table }) => table.seats.map(({ name }) => name);

/** Let the player of a place sit down: until he gets up, the page is his. */
export async function sitDown(pair, place) {
  const { key, token, secret } = pair.seats[place];
  close(client);
  sitAs({ ...keyPair(fromBase64(key)), passing: true });
  change({ me: { ...state.me, name: pair.names[place] } });
  await connect();
  beside(client);
  await resume({ table: pair.table, place, token, secret, server: pair.server }, true);
}

/** The one who got up sits beside the other: nobody is away from a table at one screen. */
function beside(seated) {
  const { take } = seated, here = (table) => ({ ...table, seats: table.seats.map((seat) => ({ ...seat, here: true })) });
  seated.take = (session, hears, mine) => {
    take.call(seated, session, (event) => hears(event.type === "table" ? { ...event, table: here(event.table) } : event), mine);
  };
}

/** He gets up; the pair is kept as `next` says, and the page loaded anew. */
export async function getUp(pair, next) {
  const { latest, seat } = state, place = seat?.place ?? -1;
  const seats = pair.seats.map((one, n) => (n === place ? { ...one, seen: latest?.number ?? one.seen } : one));
  keepPair({ ...pair, turn: latest?.view.turn ?? pair.turn, seats, ...next });
  await leave();
  anew();
}

/**
 * Tabs of one browser know of each other: a seat has one connection, so that the tab that takes it ends the other's.
 *
 * Before a seat is taken again the others are asked whether somebody sits there already; whoever does is told, and
 * decides.
 */

const PATIENCE = 120; // milliseconds in which another tab would have answered

/** @type {any} */
const channel = globalThis.BroadcastChannel ? new BroadcastChannel("ironbottom") : null;
channel?.unref?.(); // in a program without a window it keeps nothing alive

let ours = ""; // the seat of this tab
/** @type {?{seat: string, answered: () => void}} */
let waiting = null; // {seat, answered}: whether somebody else is there

if (channel !== null) channel.onmessage = ({data}) => hear(data);

function hear({ask = "", here = ""}) {
  if (ask && ask === ours) channel.postMessage({here: ask});
  if (here && here === waiting?.seat) waiting.answered();
}

/** What names a seat among all tabs. */
function named({server, table, place}) {
  return `${server} ${table} ${place}`;
}

/** This tab sits there now; null: nowhere. */
export function sitting(seat) {
  ours = seat === null || seat.place < 0 ? "" : named(seat);
}

/** Whether another tab of this browser has that seat. */
export function elsewhere(seat) {
  if (channel === null) return Promise.resolve(false);
  return new Promise((done) => {
    waiting = {seat: named(seat), answered: () => done(true)};
    channel.postMessage({ask: named(seat)});
    setTimeout(() => done(false), PATIENCE);
  });
}

/** Lines that are greater than the table are scrolled to what is asked about or told of, if nothing of it is in sight. */
import {questionShown} from "./question/answering/asked.js";

const TOLD = ".lines .thing.now";
const ASKED = ".lines .thing.marked:not(.off)";

/** @type {any} */
let last = null; // the question or the event that was brought into sight

/**
 * Watches the state, after the table is drawn.
 * @param {Page.State} state
 */
export function bringInSight(state) {
  const about = state.beat?.event ?? questionShown(state);
  if (!about || about === last) return;
  last = about;
  requestAnimationFrame(() => show(state.beat ? TOLD : ASKED));
}

function show(selector) {
  const lines = document.querySelector(".lines");
  const all = [...document.querySelectorAll(selector)];
  if (!lines || !all.length || lines.closest("main")?.querySelector(".battle")) return;
  const frame = lines.getBoundingClientRect();
  if (all.some((one) => within(one.getBoundingClientRect(), frame))) return;
  all[0].scrollIntoView({block: "nearest", inline: "nearest"});
}

/** Half of it is enough to be found. */
function within({top, bottom, left, right}, frame) {
  const [high, wide] = [Math.min(bottom, frame.bottom) - Math.max(top, frame.top), Math.min(right, frame.right) - Math.max(left, frame.left)];
  return high * 2 > bottom - top && wide * 2 > right - left;
}

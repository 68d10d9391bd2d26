/** Lines and battle boards that are greater than their place are scrolled to what is asked about or told of, if nothing of it is in sight. */
import {questionShown} from "./question/answering/asked.js";

const LINES = {frame: ".lines", told: ".thing.now", asked: ".thing.marked:not(.off)"};
const BATTLE = {frame: ".battle-sea", told: null, asked: ".tile.marked:not(.off)"}; // what is told of there shows itself

/** @type {any} */
let last = null; // the question or the event that was brought into sight

/**
 * Watches the state, after the table is drawn.
 * @param {Page.State} state
 */
export function bringInSight(state) {
  const question = questionShown(state), about = state.beat?.event ?? question ?? state.coach?.halts;
  if (!about || about === last) return;
  last = about;
  requestAnimationFrame(() => show(state.beat || !question ? "told" : "asked"));
}

function show(what) {
  const place = document.querySelector(BATTLE.frame) ? BATTLE : LINES, around = document.querySelector(place.frame);
  if (!around || !place[what]) return;
  const all = [...around.querySelectorAll(place[what])];
  if (!all.length) return;
  const frame = around.getBoundingClientRect();
  if (all.some((one) => within(one.getBoundingClientRect(), frame))) return;
  all[0].scrollIntoView({block: "nearest", inline: "nearest"});
}

/** Half of it is enough to be found. */
function within({top, bottom, left, right}, frame) {
  const [high, wide] = [Math.min(bottom, frame.bottom) - Math.max(top, frame.top), Math.min(right, frame.right) - Math.max(left, frame.left)];
  return high * 2 > bottom - top && wide * 2 > right - left;
}

/** The whole table at one glance: six lines from the enemy's rear to one's own, the piles beside them, the hand below. */
import {h, memo} from "../../base/dom.js";
import {language} from "../../base/language/words.js";
import {drawnView, naming, sides} from "../../text/naming.js";
import {OWN_LINES, viewpoint} from "../../text/phrases.js";
import {arrows} from "./arrows.js";
import {evenWidths, measuring} from "./cards/even.js";
import {chart} from "./chart.js";
import {gliding} from "./glide.js";
import {hand} from "./hand.js";
import {line} from "./line.js";
import {piles} from "./piles.js";
import {markKey} from "./thing.js";
import {touched} from "./touched.js";

const NOTHING = new Map();

/**
 * `marks`: what the question does to the things, by their ids (table/question/answering/marks.js).
 * @param {Page.State} state
 */
export function table(state, marks = NOTHING) {
  const view = drawnView(state);
  if (!view) return h("div", {class: "table-top empty", key: "table"}, chart());
  const given = {view, marks, names: naming(state), cards: state.cards, now: touched(state), seats: state.table?.seats ?? [], battle: state.table?.terms?.battle};
  const [mine, theirs] = viewpoint(view.viewer);
  const found = lying(view);
  const across = [...OWN_LINES[theirs]].reverse().concat(OWN_LINES[mine]);
  const held = hand(given), {narrow, style} = evenWidths(found, marks, state);
  return h("div", {class: ["table-top", held ? "with-hand" : "no-hand"], key: "table"},
    chart(view.sections),
    h("i", {class: "unit", key: "unit", "aria-hidden": "true"}),
    h("div", {class: ["lines", narrow && "narrow"], key: "lines", ref: followed, style}, across.map((n) => {
      return memo(`l${n}`, deps(n, found[n], given), () => line(n, found[n], given));
    })),
    piles(theirs, "theirs", given), piles(mine, "mine", given),
    held,
    arrows(marks));
}

function followed(lines) {
  gliding(lines);
  measuring(lines);
}

/** What lies in each line: stacks with what is aboard of them, airplanes in the air. */
function lying(view) {
  const found = Array.from({length: 6}, () => ({stacks: /** @type {any[]} */ ([]), flying: /** @type {any[]} */ ([])}));
  for (const [side, half] of sides(view)) {
    const aboard = new Map();
    for (const a of half.airplanes) {
      if (a.host) aboard.set(a.host, [...(aboard.get(a.host) ?? []), a]);
      else if (a.line !== null) found[a.line].flying.push({a, side});
    }
    for (const row of [...half.bases, ...half.formations]) {
      found[row.line].stacks.push({row, side, airplanes: aboard.get(row.token) ?? []});
    }
  }
  found.forEach(({stacks}, n) => stacks.sort((one, other) => foreign(one, n) - foreign(other, n)));
  return found;
}

/** A line's owner lies first in it. */
function foreign({side}, n) {
  return side === (n <= 2 ? 0 : 1) ? 0 : 1;
}

/** All that a line is drawn from, as values that can be compared: views come new with each update. */
function deps(n, {stacks, flying}, {view, names, marks, cards, now}) {
  const tokens = [];
  for (const {row, airplanes} of stacks) tokens.push(row.token, ...airplanes.map((a) => a.token));
  for (const {a} of flying) tokens.push(a.token, a.origin);
  const marked = tokens.map((token) => `${markKey(marks.get(`t${token}`))}${names.token(token)}${now.has(token)}`).join();
  return [
    JSON.stringify([stacks, flying, view.line === n, view.target, view.viewer]), marked, markKey(marks.get(`l${n}`)),
    now.has(`l${n}`), cards, language(),
  ];
}

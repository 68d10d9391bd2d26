/** How wide the cards in the lines are: all of a kind alike, and as wide as the most crowded line allows. */
import {change} from "../../../base/store.js";
import {cardOf} from "../../../text/naming.js";
import {places} from "./figures.js";

/** What a kind of card needs at least and takes at most, in the units of style/board/table.css. */
const LIMITS = {formation: [102, 190], back: [54, 84], base: [104, 156]};
const NARROW = 139; // what is told of a ship stands below her on a card that is less wide
const KINDS = Object.keys(LIMITS), GAP = 6, STEPS = 6, SPARE = 2;
const PLACE = 32, NUMBER = 16; // what an airplane takes aboard, and its number beside it

/** The places beside a card, and how many airplanes on them have a number. */
export function laid({row, airplanes}, marks) {
  const open = "card" in row || (row.lead !== null && cardOf(row.lead));
  const shown = open ? airplanes : airplanes.filter((a) => marks.has(`t${a.token}`));
  const [host, escort] = ["card" in row ? row.card : row.lead, row.escort ?? null].map((id) => (id === null ? null : cardOf(id)));
  const numbered = shown.filter((a) => marks.has(`t${a.token}`)).length;
  return {shown, host, escort, places: Math.max(host ? places(host, escort).length : 0, shown.length), numbered};
}

/** How wide the field beside a card is: two places above each other. */
export function fieldWidth(n, numbered) {
  const columns = Math.ceil(n / 2);
  return columns ? columns * PLACE + Math.min(numbered, columns) * NUMBER + 10 : 0;
}

/** How wide the field of so many airplanes in the air is: two above each other, of more than four three and narrower ones. */
export function airWidth(flying) {
  if (!flying) return 0;
  return flying > 4 ? Math.ceil(flying / 3) * 119 + 8 : Math.ceil(flying / 2) * 153 + 8;
}

/**
 * The widths of this table, as its style has them, and whether ships are narrow; nothing as long as nobody knows the room.
 * @param {Page.State} state
 */
export function evenWidths(found, marks, state) {
  const {room, crowded} = state;
  if (!room) return {narrow: true, style: {}};
  const lines = found.map((line) => contents(line, marks)), widths = widthsAt(kept(lines, room, crowded));
  return {narrow: widths.formation < NARROW, style: Object.fromEntries(KINDS.map((kind) => [`--${kind}`, String(widths[kind])]))};
}

/** A line as a list of what it holds: its kind, and what it needs besides the card. */
function contents({stacks, flying}, marks) {
  const cards = stacks.map((stack) => {
    const {host, places: n, numbered} = laid(stack, marks);
    const kind = "card" in stack.row ? "base" : host ? "formation" : "back";
    return {kind, more: kind === "back" ? 0 : fieldWidth(n, numbered)};
  });
  return {cards, air: airWidth(flying.length)};
}

/**
 * No line gets more rows than it needs with the least widths; within them first all kinds grow alike, then one by one.
 * Each card: {kind, more: how wide the field beside it is}.
 */
export function evenly(lines, room) {
  return widthsAt(stepsOf(lines, room));
}

/** By how many steps each kind is wider than the least. */
function stepsOf(lines, room) {
  const fits = fitting(lines, room);
  let steps = KINDS.map(() => 0);
  for (const grown of [KINDS, ...KINDS.map((kind) => [kind])]) {
    const wider = (from) => from.map((step, n) => (grown.includes(KINDS[n]) ? step + 1 : step));
    while (Math.max(...wider(steps)) <= STEPS && fits(wider(steps))) steps = wider(steps);
  }
  return steps;
}

/** Whether no line takes more rows with such widths than it must. */
function fitting(lines, room) {
  const least = widthsAt(KINDS.map(() => 0)), rows = lines.map((line) => rowsOf(line, least, room));
  return (steps) => lines.every((line, n) => rowsOf(line, widthsAt(steps), room) <= rows[n]);
}

/** @type {{room: number, steps: number[]}} */
let before = {room: 0, steps: []};

/**
 * Widths stay as they were where they fit and little more is to be had: to change them lays out all cards anew.  On a
 * crowded board they are the best, for a wider card is lower.
 */
function kept(lines, room, crowded) {
  const best = stepsOf(lines, room), {steps} = before;
  const stay = !crowded && before.room === room && fitting(lines, room)(steps) && best.every((step, n) => step - steps[n] <= SPARE);
  if (!stay) before = {room, steps: best};
  return before.steps;
}

/** The widths are few: each other one makes the page lay out all cards anew. */
function widthsAt(steps) {
  return Object.fromEntries(KINDS.map((kind, n) => {
    const [least, most] = LIMITS[kind];
    return [kind, Math.floor(least + (most - least) * steps[n] / STEPS)];
  }));
}

/** Into how many rows a line is broken. */
function rowsOf({cards, air}, widths, room) {
  let rows = 1, used = 0;
  for (const {kind, more} of cards) {
    const wide = widths[kind] + more;
    if (used && used + GAP + wide > room - air) [rows, used] = [rows + 1, wide];
    else used += (used ? GAP : 0) + wide;
  }
  return rows;
}

/**
 * To be called with the element that holds the lines, once: it is told how much room their cards have, in units, and
 * whether they are too high for it.
 */
export function measuring(root) {
  const unit = root.parentElement.querySelector(".unit");
  const watcher = new ResizeObserver(() => {
    const name = root.querySelector(".line-name"), hundred = unit.offsetWidth;
    if (name && hundred) change({room: Math.floor((root.clientWidth - name.offsetWidth - 17) * 100 / hundred)});
  });
  for (const one of [root, unit]) watcher.observe(one);
  const high = new ResizeObserver(() => change({crowded: root.scrollHeight > root.clientHeight}));
  for (const one of [root, ...root.children]) high.observe(one);
}

/** Where everything of the battle board lies, in the units of its drawing: a sum of what is to be shown, and of who has just left. */
import { measure } from "../board/cards/fitted_text.js";

export const TILE = { width: 124, height: 138 };
export const GAP = 10;
const BADGE = 13, // between two rows of cards, where the marks of the lower row stand
  PAD = 10,
  FOOT = 16, // below the last row of cards: their dice lie there
  TITLE = 22,
  LABEL = TITLE + BADGE,
  MIDDLE = 44,
  MARGIN = 12;

/**
 * `narrow`: groups fill the width, in as many rows as it takes.
 * Places: {width, height, middle, boxes: [{box, side, x, y, width, height}], tiles: Map token -> {x, y}}.
 */
export function layout(halves, columns, narrow = false) {
  const rows = halves.map(({ boxes }) => rowsOfBoxes(boxes, columns, narrow));
  const width = 2 * MARGIN + Math.max(narrow ? columns * STEP : LEAST * STEP, ...rows.flat().map(rowWidth));
  const placed = { width, height: 0, boxes: [], tiles: new Map(), middle: 0 };
  let y = MARGIN;
  halves.forEach(({ side }, i) => {
    for (const row of rows[i]) y = layRow(placed, row, { side, top: y, narrow });
    if (i === 0) {
      placed.middle = y + MIDDLE / 2 - GAP / 2;
      y += MIDDLE - GAP;
    }
  });
  placed.height = y + MARGIN - GAP;
  return placed;
}

/** How many cards a group has room for: those in it, and the gaps of those who have left the battle while it is told. */
const sizeOf = ({ pieces, gaps = 0 }) => pieces.length + gaps;

/** The layout whose cards are largest on a board of this proportion (width to height). */
export function bestLayout(halves, proportion) {
  const all = [4, 5, 6, 7, 8, 9, 10].map((columns) => layout(halves, columns));
  const scale = ({ width, height }) => Math.min(proportion / width, 1 / height);
  return all.reduce((best, one) => (scale(one) > scale(best) * 1.01 ? one : best));
}

const STEP = TILE.width + GAP;
const LEAST = 4; // columns that a board is wide, so that few cards are not larger than a hand

/**
 * Groups side by side, as long as their cards find room in few rows; on a narrow page one below the other.  What stands
 * in a row is a stack of groups: of one with cards, or of all that are empty.
 */
function rowsOfBoxes(boxes, columns, narrow) {
  const shown = boxes.filter((box) => sizeOf(box) || box.task);
  if (!shown.length) return [];
  if (narrow) return packed(shown, columns);
  const sizes = shares(shown.map(sizeOf), columns);
  return [stacked(shown.map((box, i) => ({ boxes: [box], columns: sizes[i] })))];
}

/** Empty groups stand on each other where the first of them does. */
function stacked(row) {
  const bare = row.filter(isEmpty);
  if (bare.length < 2 || bare.length === row.length) return row;
  const all = { boxes: bare.flatMap(({ boxes }) => boxes), columns: 0 };
  return row.flatMap((one) => (isEmpty(one) ? (one === bare[0] ? [all] : []) : [one]));
}

/** On a narrow page boxes stand beside each other only where few cards are in them. */
function packed(boxes, columns) {
  const rows = [];
  let free = 0;
  for (const box of boxes) {
    const wanted = Math.min(columns, Math.max(1, sizeOf(box)));
    if (wanted > free) {
      rows.push([]);
      free = columns;
    }
    rows.at(-1).push({ boxes: [box], columns: sizeOf(box) ? wanted : 0 });
    free -= wanted;
  }
  return rows;
}

const EMPTY = 104; // an empty group is as wide as its title, or this
const LOW = 52; // and has at least so much room below it

const isEmpty = ({ boxes }) => boxes.every((box) => !sizeOf(box));

/** So many columns for each box: what it needs, or its share where there are not enough. */
function shares(needs, columns) {
  const all = needs.reduce((sum, n) => sum + n, 0);
  const sizes = needs.map((n) => (all <= columns ? n : Math.min(n, Math.max(1, Math.floor((columns * n) / all)))));
  for (let spare = Math.min(columns, all) - sizes.reduce((sum, n) => sum + n, 0); spare > 0; spare--) {
    const worst = needs.map((n, i) => (n ? n / sizes[i] : 0));
    sizes[worst.indexOf(Math.max(...worst))] += 1;
  }
  return sizes;
}

/** How wide the title of a group is, with the sign of its side. */
const titled = ({ label }) => 38 + measure(label, 13, 700);

/** What a stack of groups needs: its columns of tiles, and its titles. */
const needed = ({ boxes, columns }) =>
  Math.ceil(Math.max(columns ? columns * STEP + 2 * PAD - GAP : EMPTY, ...boxes.map(titled)));
const rowWidth = (row) => row.reduce((sum, one) => sum + needed(one), (row.length - 1) * GAP);

function layRow(placed, row, { side, top, narrow }) {
  const spare = placed.width - 2 * MARGIN - rowWidth(row);
  const lines = Math.max(...row.map(({ boxes, columns }) => Math.ceil(sizeOf(boxes[0]) / Math.max(1, columns))));
  const least = Math.max(...row.map(({ boxes }) => boxes.length * (TITLE + LOW + GAP) - GAP));
  const height = Math.max(least, lines ? LABEL + lines * (TILE.height + BADGE) - BADGE + FOOT : 0);
  let x = MARGIN + (narrow ? 0 : spare / 2);
  for (const one of row) {
    const wide = needed(one) + (narrow ? spare / row.length : 0), high = (height + GAP) / one.boxes.length;
    one.boxes.forEach((box, i) => {
      placed.boxes.push({ box, side, x, y: top + i * high, width: wide, height: high - GAP });
      layTiles(placed, box, { x, y: top + LABEL, width: wide, columns: one.columns });
    });
    x += wide + GAP;
  }
  return top + height + GAP;
}

function layTiles(placed, box, { x, y, width, columns }) {
  const left = x + (width - Math.min(columns, sizeOf(box)) * STEP + GAP) / 2;
  box.pieces.forEach((piece, i) => {
    placed.tiles.set(piece.token, {
      x: left + (i % columns) * STEP,
      y: y + Math.floor(i / columns) * (TILE.height + BADGE),
    });
  });
}

// Who leaves a battle while it is told leaves a gap: groups keep their size, and with it all other cards theirs.
let told = ""; // which battle
const homes = new Map(); // token -> the group that it was seen in last

/** The halves of a battle, each group with its gaps; where no beat plays there are none. */
export function withGaps({ key, halves }, playing) {
  if (!playing || key !== told) homes.clear();
  told = key;
  const there = new Set();
  for (const [box, side] of groups(halves)) {
    for (const { token } of box.pieces) {
      there.add(token);
      homes.set(token, nameOf(box, side));
    }
  }
  const left = [...homes].filter(([token]) => !there.has(token)).map(([, home]) => home);
  return halves.map((half) => ({ ...half, boxes: half.boxes.map((box) => {
    const gaps = left.filter((home) => home === nameOf(box, half.side)).length;
    return gaps ? { ...box, gaps } : box;
  }) }));
}

const groups = (halves) => halves.flatMap(({ side, boxes }) => boxes.map((box) => [box, side]));
const nameOf = (box, side) => `${side} ${box.task}`;

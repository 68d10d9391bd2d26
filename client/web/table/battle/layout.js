/** Where everything of the battle board lies, in the units of its drawing: a pure sum of what is to be shown. */

export const TILE = { width: 124, height: 118 };
export const GAP = 10;
const PAD = 10,
  LABEL = 24,
  MIDDLE = 62,
  MARGIN = 14;

/** Places: {width, height, middle, boxes: [{box, side, x, y, width, height}], tiles: Map token -> {x, y}}. */
export function layout(halves, columns) {
  const rows = halves.map(({ boxes }) => rowsOfBoxes(boxes, columns));
  const width = 2 * MARGIN + Math.max(4 * TILE.width, ...rows.flat().map(rowWidth));
  const placed = { width, height: 0, boxes: [], tiles: new Map(), middle: 0 };
  let y = MARGIN;
  halves.forEach(({ side }, i) => {
    for (const row of rows[i]) y = layRow(placed, row, side, y, width);
    if (i === 0) {
      placed.middle = y + MIDDLE / 2 - GAP / 2;
      y += MIDDLE - GAP;
    }
  });
  placed.height = y + MARGIN - GAP;
  return placed;
}

/** The layout whose cards are largest on a board of this proportion (width to height). */
export function bestLayout(halves, proportion) {
  const all = [4, 5, 6, 7, 8, 9, 10].map((columns) => layout(halves, columns));
  const scale = ({ width, height }) => Math.min(proportion / width, 1 / height);
  return all.reduce((best, one) => (scale(one) > scale(best) * 1.01 ? one : best));
}

/** Boxes side by side as long as their cards find room in few rows; on a narrow page one below the other. */
function rowsOfBoxes(boxes, columns) {
  const shown = boxes.filter((box) => box.pieces.length || box.task);
  if (columns < 4) return packed(shown, columns);
  const sizes = shares(
    shown.map((box) => Math.max(1, box.pieces.length)),
    columns,
  );
  return shown.length ? [shown.map((box, i) => ({ box, columns: sizes[i] }))] : [];
}

/** On a narrow page boxes stand beside each other only where few cards are in them. */
function packed(boxes, columns) {
  const rows = [];
  let free = 0;
  for (const box of boxes) {
    const wanted = Math.min(columns, Math.max(1, box.pieces.length));
    if (wanted > free) {
      rows.push([]);
      free = columns;
    }
    rows.at(-1).push({ box, columns: wanted });
    free -= wanted;
  }
  return rows;
}

const EMPTY = 0.78; // of a column: an empty box is narrow
const LOW = 0.4; // of a tile: a row of empty boxes is low

/** So many columns for each box: what it needs, or its share where there are not enough. */
function shares(needs, columns) {
  const all = needs.reduce((sum, n) => sum + n, 0);
  const sizes = needs.map((n) => (all <= columns ? n : Math.max(1, Math.floor((columns * n) / all))));
  for (let spare = Math.min(columns, all) - sizes.reduce((sum, n) => sum + n, 0); spare > 0; spare--) {
    const worst = needs.map((n, i) => n / sizes[i]);
    sizes[worst.indexOf(Math.max(...worst))] += 1;
  }
  return sizes;
}

/** What a box needs: its columns of tiles; an empty one is narrow. */
const needed = ({ box, columns }) => (box.pieces.length ? columns : EMPTY) * (TILE.width + GAP) + 2 * PAD - GAP;
const rowWidth = (row) => row.reduce((sum, one) => sum + needed(one), (row.length - 1) * GAP);

function layRow(placed, row, side, top, width) {
  const spare = width - 2 * MARGIN - rowWidth(row);
  const share = ({ box, columns }) => (box.pieces.length || row.length === 1 ? columns : EMPTY);
  const shared = row.reduce((sum, one) => sum + share(one), 0);
  const lines = Math.max(LOW, ...row.map(({ box, columns }) => Math.ceil(box.pieces.length / columns)));
  const height = LABEL + lines * (TILE.height + GAP) - GAP + PAD;
  let x = MARGIN;
  for (const one of row) {
    const { box, columns } = one;
    const wide = needed(one) + (spare * share(one)) / shared;
    placed.boxes.push({ box, side, x, y: top, width: wide, height });
    layTiles(placed, box.pieces, { x, y: top + LABEL, width: wide, columns });
    x += wide + GAP;
  }
  return top + height + GAP;
}

function layTiles(placed, pieces, { x, y, width, columns }) {
  const wanted = Math.min(columns, pieces.length),
    step = TILE.width + GAP;
  const left = x + (width - (wanted - 1) * step - TILE.width) / 2;
  pieces.forEach((piece, i) => {
    placed.tiles.set(piece.token, {
      x: left + (i % columns) * step,
      y: y + Math.floor(i / columns) * (TILE.height + GAP),
    });
  });
}

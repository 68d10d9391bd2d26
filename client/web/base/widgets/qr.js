/**
 * A text as a QR code (ISO/IEC 18004), versions 1 to 10 with the lowest level of correction: what a link or an invite
 * needs on a screen.  `modules` is pure; `qrCode` draws it.
 */
import { h, s } from "../dom.js";

// For each version from 1: codewords for correction in each block, and how many data codewords each block has.
/** @type {[number, number[]][]} */
const BLOCKS = [
  [7, [19]], [10, [34]], [15, [55]], [20, [80]], [26, [108]], [18, [68, 68]], [20, [78, 78]], [24, [97, 97]],
  [30, [116, 116]], [18, [68, 68, 69, 69]],
];
const CENTRES = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
const PLAIN = /^[0-9A-Z $%*+\-./:]*$/u; // letters of which two take eleven bits
const LOW = 1; // the level of correction L, as the format says it
const PADS = [0xec, 0x11];
const QUIET = 4; // light modules around the code

const MASKS = [
  (x, y) => (x + y) % 2, (_x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2, (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** The code, with its words for who cannot see it. */
export function qrCode(text, label) {
  const rows = modules(text);
  if (!rows) return null;
  const size = rows.length + 2 * QUIET;
  const dark = rows.flatMap((row, y) => row.map((on, x) => (on ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : ""))).join("");
  return h("figure", { class: "qr", key: "qr" },
    s("svg", { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
      s("rect", { width: size, height: size, fill: "#fff" }), s("path", { d: dark, fill: "#000" })),
    h("figcaption", {}, label));
}

/** Rows of modules, true for dark; null for a text that is too long. */
export function modules(text) {
  const version = BLOCKS.findIndex((_block, n) => bitsOf(text, n + 1).length <= 8 * room(n + 1)) + 1;
  if (version === 0) return null;
  const base = patterns(version), words = interleaved(version, padded(bitsOf(text, version), room(version)));
  const codes = MASKS.map((_mask, n) => masked(base, words, version, n));
  return codes.reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
}

const room = (version) => BLOCKS[version - 1][1].reduce((sum, n) => sum + n, 0);

// The text as bits

function number(value, length) {
  return Array.from({ length }, (_none, i) => (value >> (length - 1 - i)) & 1);
}

/** Mode, length and letters. */
function bitsOf(text, version) {
  const long = version > 9;
  if (PLAIN.test(text)) {
    const pairs = text.match(/..?/gu) ?? [];
    return [...number(2, 4), ...number(text.length, long ? 11 : 9), ...pairs.flatMap(pairBits)];
  }
  const bytes = [...new TextEncoder().encode(text)];
  return [...number(4, 4), ...number(bytes.length, long ? 16 : 8), ...bytes.flatMap((byte) => number(byte, 8))];
}

function pairBits(pair) {
  const [one, other] = [...pair].map((letter) => LETTERS.indexOf(letter));
  return other === undefined ? number(one, 6) : number(45 * one + other, 11);
}

/** As codewords, filled up to their number. */
function padded(bits, length) {
  const ended = [...bits, ...Array(Math.min(4, 8 * length - bits.length)).fill(0)];
  while (ended.length % 8) ended.push(0);
  const words = [];
  for (let i = 0; i < ended.length; i += 8) words.push(ended.slice(i, i + 8).reduce((sum, bit) => 2 * sum + bit, 0));
  for (let i = 0; words.length < length; i++) words.push(PADS[i % 2]);
  return words;
}

// Correction: Reed and Solomon, over the field of 256 with the polynomial 0x11d

const POWERS = [1];
while (POWERS.length < 255) POWERS.push(times2(POWERS.at(-1)));

function times2(value) {
  return value < 128 ? 2 * value : (2 * value) ^ 0x11d;
}

function product(one, other) {
  return one && other ? POWERS[(POWERS.indexOf(one) + POWERS.indexOf(other)) % 255] : 0;
}

function generator(degree) {
  let made = [1];
  for (let n = 0; n < degree; n++) {
    const raised = [...made, 0];
    made.forEach((factor, i) => { raised[i + 1] ^= product(factor, POWERS[n]); });
    made = raised;
  }
  return made;
}

function correction(words, degree) {
  const factors = generator(degree), rest = [...words, ...Array(degree).fill(0)];
  for (let i = 0; i < words.length; i++) {
    const lead = rest[i];
    factors.forEach((factor, j) => { rest[i + j] ^= product(factor, lead); });
  }
  return rest.slice(words.length);
}

/** The words of all blocks: the first of each, the second of each; then those that correct them. */
function interleaved(version, words) {
  const [degree, sizes] = BLOCKS[version - 1];
  let from = 0;
  const blocks = sizes.map((size) => words.slice(from, (from += size)));
  return [...zipped(blocks), ...zipped(blocks.map((block) => correction(block, degree)))];
}

function zipped(rows) {
  const most = Math.max(...rows.map((row) => row.length));
  return Array.from({ length: most }, (_none, i) => rows.map((row) => row[i])).flat().filter((one) => one !== undefined);
}

// The square: null where the text goes

/** What every code of a version has; the places of format and version are taken, and still light. */
function patterns(version) {
  const size = 17 + 4 * version, rows = Array.from({ length: size }, () => Array(size).fill(null));
  for (const [x, y] of [[0, 0], [size - 7, 0], [0, size - 7]]) finder(rows, x, y);
  for (let i = 8; i < size - 8; i++) rows[6][i] = rows[i][6] = i % 2 === 0;
  for (const x of CENTRES[version - 1]) for (const y of CENTRES[version - 1]) aligner(rows, x, y);
  for (const [x, y] of formatPlaces(size).flat()) rows[y][x] = false;
  rows[size - 8][8] = true;
  if (version > 6) versionBits(version).forEach((bit, i) => {
    const [a, b] = [Math.floor(i / 3), size - 11 + (i % 3)];
    rows[a][b] = rows[b][a] = bit === 1;
  });
  return rows;
}

function finder(rows, left, top) {
  for (let y = -1; y < 8; y++) {
    for (let x = -1; x < 8; x++) {
      const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3)), row = rows[top + y];
      if (row && left + x >= 0 && left + x < rows.length) row[left + x] = ring !== 2 && ring !== 4;
    }
  }
}

function aligner(rows, centreX, centreY) {
  const { length } = rows;
  const corner = [[6, 6], [6, length - 7], [length - 7, 6]].some(([x, y]) => x === centreX && y === centreY);
  if (corner) return;
  for (let y = -2; y < 3; y++) {
    for (let x = -2; x < 3; x++) rows[centreY + y][centreX + x] = Math.max(Math.abs(x), Math.abs(y)) !== 1;
  }
}

/** Where each bit of the format stands, the highest first: around the first corner, and along the two others. */
function formatPlaces(size) {
  const first = [[0, 8], [1, 8], [2, 8], [3, 8], [4, 8], [5, 8], [7, 8], [8, 8], [8, 7], [8, 5], [8, 4], [8, 3], [8, 2],
    [8, 1], [8, 0]];
  const along = Array.from({ length: 15 }, (_none, i) => (i < 7 ? [8, size - 1 - i] : [size - 15 + i, 8]));
  return [first, along];
}

/** A number, and the rest of its division by a polynomial behind it. */
function withRest(value, length, polynomial, degree) {
  let rest = value << degree;
  for (let bit = length + degree - 1; bit >= degree; bit--) if ((rest >> bit) & 1) rest ^= polynomial << (bit - degree);
  return (value << degree) | rest;
}

const versionBits = (version) => number(withRest(version, 6, 0x1f25, 12), 18).reverse();
const formatBits = (mask) => number(withRest(8 * LOW + mask, 5, 0x537, 10) ^ 0x5412, 15);

/** The whole code with one of the masks. */
function masked(base, words, version, mask) {
  const rows = base.map((row) => [...row]), size = rows.length;
  const bits = words.flatMap((word) => number(word, 8));
  let next = 0;
  for (const [x, y] of path(size)) {
    if (base[y][x] === null) rows[y][x] = ((bits[next++] ?? 0) === 1) !== (MASKS[mask](x, y) === 0);
  }
  const format = formatBits(mask);
  for (const places of formatPlaces(size)) places.forEach(([x, y], i) => { rows[y][x] = format[i] === 1; });
  return rows;
}

/** All places in the order in which the text fills them: up and down in columns of two, from the right. */
function* path(size) {
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5; // the column of the timing pattern
    for (let i = 0; i < size; i++) {
      const y = up ? size - 1 - i : i;
      yield [right, y];
      yield [right - 1, y];
    }
    up = !up;
  }
}

// Which mask is the best to read

function penalty(rows) {
  const columns = rows.map((_row, x) => rows.map((row) => row[x]));
  const dark = rows.flat().filter(Boolean).length / rows.length ** 2;
  const lines = [...rows, ...columns].reduce((sum, line) => sum + runs(line) + finders(line), 0);
  return lines + squares(rows) + 10 * Math.floor(Math.abs(100 * dark - 50) / 5);
}

/** Five and more alike in a row. */
function runs(line) {
  let sum = 0, length = 0;
  line.forEach((one, i) => {
    length = one === line[i - 1] ? length + 1 : 1;
    if (length === 5) sum += 3;
    else if (length > 5) sum += 1;
  });
  return sum;
}

/** What looks like the corner of a code. */
function finders(line) {
  const text = line.map(Number).join("");
  return 40 * [...text.matchAll(/(?=00001011101|10111010000)/gu)].length;
}

function squares(rows) {
  let sum = 0;
  for (let y = 1; y < rows.length; y++) {
    for (let x = 1; x < rows.length; x++) {
      if (new Set([rows[y][x], rows[y - 1][x], rows[y][x - 1], rows[y - 1][x - 1]]).size === 1) sum += 3;
    }
  }
  return sum;
}

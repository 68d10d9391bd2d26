/**
 * What stands for an update that was shown: the twin of ironbottom/wire/shown.py.
 *
 * Events and view are written as MessagePack in one way only: tables with their keys in ascending order, whole numbers
 * as integers in their shortest form, all others as floats of 64 bits.
 */

import {big, fromBase64, toBase64, toHex, utf8} from "./bytes.js";
import {sha256} from "./sha.js";
import {hashed} from "./signing.js";

const SIZE = 16; // bytes of a digest
const PROSE = new Set(["english", "japanese", "sources", "date", "clear", "decisive", "version"]); // of a battle
const ENOUGH = 1 << 14; // bytes that most tables fit into

let room = new Uint8Array(ENOUGH);
let at = 0;

/** What stands for the events of an update, as text. */
export function eventsShown(game, nth, events) {
  return digest("events", game, nth, events);
}

/** What stands for the table of an update, with its question, as text. */
export function viewShown(game, nth, view) {
  return digest("view", game, nth, view);
}

function digest(purpose, game, nth, value) {
  return toBase64(hashed(purpose, fromBase64(game), big(nth, 8), canonical(value)).subarray(0, SIZE));
}

/** The fingerprint of the set with this one, as these terms have it played; the twin of `mark` in ironbottom/variant.py. */
export function mark(base, {options, battle}) {
  const figures = battle ? figuresOf(battle) : null;
  return toHex(sha256(canonical([base, options ?? [], figures])));
}

/** All of a battle that the rules read; what only battles of campaigns have is left out where it is empty. */
function figuresOf({whole, campaign, ...battle}) {
  const found = Object.fromEntries(Object.entries(battle).filter(([field]) => !PROSE.has(field)));
  const [us, jp] = [battle.us, battle.jp].map(({held, ...side}) => (held?.length ? {...side, held} : side));
  return {...found, us, jp, ...(whole ? {whole} : {}), ...(campaign ? {campaign} : {})};
}

/** A part of a message in the one way in which it can be written. */
export function canonical(value) {
  at = 0;
  write(value);
  return room.slice(0, at);
}

function write(value) {
  if (value === null) byte(0xc0);
  else if (value === false || value === true) byte(value ? 0xc3 : 0xc2);
  else if (typeof value === "number") number(value);
  else if (typeof value === "string") text(value);
  else if (Array.isArray(value)) list(value);
  else table(value);
}

function list(values) {
  head(values.length, 0x90, 0xdc);
  for (const value of values) write(value);
}

function table(value) {
  const keys = Object.keys(value).sort();
  head(keys.length, 0x80, 0xde);
  for (const key of keys) {
    text(key);
    write(value[key]);
  }
}

function byte(value) {
  if (at === room.length) {
    const larger = new Uint8Array(2 * room.length);
    larger.set(room);
    room = larger;
  }
  room[at++] = value;
}

function bytes(value, size) {
  for (let shift = 8 * (size - 1); shift >= 0; shift -= 8) byte(Math.floor(value / 2 ** shift) & 0xff);
}

function head(length, few, many) {
  if (length < 16) byte(few | length);
  else sized(length, many);
}

/** A length in two bytes or, behind the next sign, in four. */
function sized(length, sign) {
  byte(length < 0x10000 ? sign : sign + 1);
  bytes(length, length < 0x10000 ? 2 : 4);
}

function number(n) {
  if (!Number.isSafeInteger(n)) float(n);
  else if (n >= 0) natural(n);
  else if (n >= -32) byte(n & 0xff);
  else negative(n);
}

function natural(n) {
  if (n < 0x80) byte(n);
  else if (n < 0x100) part(0xcc, n, 1);
  else if (n < 0x10000) part(0xcd, n, 2);
  else if (n < 0x100000000) part(0xce, n, 4);
  else part(0xcf, n, 8);
}

function negative(n) {
  if (n >= -0x80) part(0xd0, n, 1);
  else if (n >= -0x8000) part(0xd1, n, 2);
  else if (n >= -0x80000000) part(0xd2, n, 4);
  else part(0xd3, n, 8);
}

function part(sign, n, size) {
  byte(sign);
  bytes(n, size);
}

function float(n) {
  byte(0xcb);
  for (const one of new Uint8Array(new Float64Array([n]).buffer).reverse()) byte(one);
}

function text(letters) {
  for (let i = 0; i < letters.length; i++) if (letters.charCodeAt(i) > 0x7f) return encoded(utf8(letters));
  long(letters.length);
  for (let i = 0; i < letters.length; i++) byte(letters.charCodeAt(i));
}

function encoded(letters) {
  long(letters.length);
  for (const one of letters) byte(one);
}

function long(length) {
  if (length < 32) byte(0xa0 | length);
  else if (length < 0x100) part(0xd9, length, 1);
  else sized(length, 0xda);
}

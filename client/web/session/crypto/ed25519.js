/**
 * Ed25519 (RFC 8032): signatures by which a server knows who plays.
 *
 * Ours and not the browser's, for the reasons in sha.js: it must work without https, and at once.  It takes no care to
 * take equally long for every key; somebody who could measure that sits in this browser already.
 */

import {joined} from "./bytes.js";
import {sha512} from "./sha.js";

const P = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const D = mod(-121665n * inverse(121666n));
const ROOT = power(2n, (P - 1n) / 4n); // a square root of -1
const LOW = (1n << 255n) - 1n;

/** Points are [X, Y, Z, T] with x = X/Z, y = Y/Z, xy = T/Z. */
const NOTHING = [0n, 1n, 1n, 0n];
const BASE = decoded(bytesOf(mod(4n * inverse(5n))));

function mod(a, by = P) {
  const rest = a % by;
  return rest < 0n ? rest + by : rest;
}

function power(base, exponent) {
  let result = 1n;
  for (let square = mod(base), rest = exponent; rest > 0n; rest >>= 1n, square = square * square % P) {
    if (rest & 1n) result = result * square % P;
  }
  return result;
}

function inverse(a) {
  return power(a, P - 2n);
}

/**
 * RFC 8032, 5.1.4
 * @param {bigint[]} one
 * @param {bigint[]} other
 */
function add([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const a = (y1 - x1) * (y2 - x2) % P;
  const b = (y1 + x1) * (y2 + x2) % P;
  const c = 2n * t1 * t2 % P * D % P;
  const d = 2n * z1 * z2 % P;
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

/** @param {bigint[]} point */
function double([x, y, z]) {
  const a = x * x % P;
  const b = y * y % P;
  const c = 2n * z * z % P;
  const h = a + b;
  const e = h - (x + y) * (x + y) % P;
  const g = a - b;
  const f = c + g;
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

/** 0 to 15 times a point. */
function small(point) {
  const multiples = [NOTHING, point];
  for (let n = 2; n < 16; n++) multiples.push(add(multiples[n - 1], point));
  return multiples;
}

function times(point, factor) {
  const multiples = small(point);
  let sum = NOTHING;
  for (let shift = 252n; shift >= 0n; shift -= 4n) {
    sum = double(double(double(double(sum))));
    sum = add(sum, multiples[Number((factor >> shift) & 15n)]);
  }
  return sum;
}

/** @type {?bigint[][][]} */
let rows = null; // small multiples of the base point times 1, 16, 256, ...

function timesBase(factor) {
  if (rows === null) {
    rows = [];
    for (let n = 0, point = BASE; n < 64; n++, point = add(rows[n - 1][15], rows[n - 1][1])) rows.push(small(point));
  }
  return rows.reduce((sum, row, n) => add(sum, row[Number((factor >> BigInt(4 * n)) & 15n)]), NOTHING);
}

/** Bytes as a number, the smallest first. */
function numberOf(bytes) {
  let number = 0n;
  for (let at = bytes.length - 1; at >= 0; at--) number = (number << 8n) | BigInt(bytes[at]);
  return number;
}

function bytesOf(number) {
  return Uint8Array.from({length: 32}, (_one, at) => Number((number >> BigInt(8 * at)) & 255n));
}

/** @param {bigint[]} point */
function encoded([x, y, z]) {
  const under = inverse(z);
  return bytesOf(mod(y * under) | (mod(x * under) & 1n) << 255n);
}

/** The point that is written so; null: none is (RFC 8032, 5.1.3). */
function decoded(bytes) {
  const number = numberOf(bytes);
  const y = number & LOW;
  if (y >= P) return null;
  const u = mod(y * y - 1n);
  const v = mod(D * y * y + 1n);
  let x = mod(u * v ** 3n * power(u * v ** 7n, (P - 5n) / 8n));
  if (mod(v * x * x) === mod(-u)) x = mod(x * ROOT);
  else if (mod(v * x * x) !== u) return null;
  const odd = number >> 255n;
  if (x === 0n && odd) return null;
  if ((x & 1n) !== odd) x = mod(-x);
  return [x, y, 1n, mod(x * y)];
}

function scalar(...parts) {
  return numberOf(sha512(joined(...parts))) % ORDER;
}

/** The secret number of a key, and what its signatures are drawn from. */
function expanded(secret) {
  const hash = sha512(secret);
  hash[0] &= 248;
  hash[31] = (hash[31] & 127) | 64;
  return {number: numberOf(hash.subarray(0, 32)), prefix: hash.subarray(32)};
}

/** The public key, 32 bytes, of a secret one of 32 bytes. */
export function publicKey(secret) {
  return encoded(timesBase(expanded(secret).number));
}

/** A signature of 64 bytes. */
export function sign(secret, own, message) {
  const {number: a, prefix} = expanded(secret);
  const r = scalar(prefix, message);
  const point = encoded(timesBase(r));
  return joined(point, bytesOf((r + scalar(point, own, message) * a) % ORDER));
}

/** Whether the owner of a public key has signed a message.  A key of small order is nobody's: everybody could sign. */
export function verify(key, signature, message) {
  if (key.length !== 32 || signature.length !== 64) return false;
  const a = decoded(key);
  const s = numberOf(signature.subarray(32));
  if (a === null || s >= ORDER || isNothing(double(double(double(a))))) return false;
  const k = scalar(signature.subarray(0, 32), key, message);
  const minus = [mod(-a[0]), a[1], a[2], mod(-a[3])];
  const point = encoded(add(timesBase(s), times(minus, k)));
  return point.every((byte, at) => byte === signature[at]);
}

/** @param {bigint[]} point */
function isNothing([x, y, z]) {
  return x === 0n && y === z;
}

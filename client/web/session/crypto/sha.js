/**
 * SHA-256 and SHA-512 (FIPS 180-4).
 *
 * The browser has both, but only where the page came over https or from this computer, and only as promises: a page
 * that came over a LAN must do without, and whoever answers a server must not answer in another order than he decided.
 * What is hashed here is short.
 */

import {big, joined} from "./bytes.js";

/** The first primes, from whose roots both functions take their constants. */
function primes(count) {
  const found = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
}

/** The first 64 bits behind the point of the square (2) or cube (3) root of a number. */
function rootBits(number, power) {
  const wanted = BigInt(number) << BigInt(64 * power);
  let low = 0n;
  let high = 1n << 72n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** BigInt(power) <= wanted) low = middle;
    else high = middle;
  }
  return BigInt.asUintN(64, low);
}

const ROUNDS = primes(80).map((prime) => rootBits(prime, 3));
const BEGIN = primes(8).map((prime) => rootBits(prime, 2));
const K256 = Uint32Array.from(ROUNDS.slice(0, 64), (bits) => Number(bits >> 32n));
const H256 = Uint32Array.from(BEGIN, (bits) => Number(bits >> 32n));
const K512 = halves(ROUNDS);
const H512 = halves(BEGIN);

/** Numbers of 64 bits as pairs of 32, the greater half first. */
function halves(numbers) {
  return Uint32Array.from(numbers.flatMap((bits) => [Number(bits >> 32n), Number(bits & 0xffffffffn)]));
}

/** The message, a single bit, and its length at the end of a whole block. */
function padded(message, block) {
  const rest = (message.length + 1 + block / 8) % block;
  const zeros = new Uint8Array(rest ? block - rest : 0);
  return joined(message, Uint8Array.of(0x80), zeros, big(message.length * 8, block / 8));
}

function written(words) {
  const bytes = new Uint8Array(words.length * 4);
  const view = new DataView(bytes.buffer);
  words.forEach((word, at) => view.setUint32(at * 4, word));
  return bytes;
}

const turned = (x, n) => (x >>> n) | (x << (32 - n));

export function sha256(message) {
  const data = padded(message, 64);
  const view = new DataView(data.buffer);
  const hash = Uint32Array.from(H256);
  const w = new Uint32Array(64);
  for (let at = 0; at < data.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const low = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const high = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + low + w[i - 7] + high;
    }
    block256(hash, w);
  }
  return written(hash);
}

function block256(hash, w) {
  let [a, b, c, d, e, f, g, h] = hash;
  for (let i = 0; i < 64; i++) {
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + K256[i] + w[i];
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    hash[i] += word;
  });
}

/** The halves of a number of 64 bits, turned right: `high` says which half is wanted. */
const turnedHalf = (high, low, n) => (n < 32 ? (high >>> n) | (low << (32 - n)) : turnedHalf(low, high, n - 32));

/**
 * @param {number[]} halves
 * @param {number[]} turns
 * @param {boolean} shifted
 */
function mixed([high, low], [one, two, three], shifted) {
  const last = shifted ? high >>> three : turnedHalf(high, low, three);
  const lastLow = shifted ? (low >>> three) | (high << (32 - three)) : turnedHalf(low, high, three);
  return [
    turnedHalf(high, low, one) ^ turnedHalf(high, low, two) ^ last,
    turnedHalf(low, high, one) ^ turnedHalf(low, high, two) ^ lastLow,
  ];
}

/** The sum of pairs of 32 bits. */
function sum(...pairs) {
  let high = 0;
  let low = 0;
  for (const [one, other] of pairs) {
    high += one >>> 0;
    low += other >>> 0;
  }
  return [(high + Math.floor(low / 0x100000000)) >>> 0, low >>> 0];
}

const pair = (words, i) => [words[2 * i], words[2 * i + 1]];

export function sha512(message) {
  const data = padded(message, 128);
  const view = new DataView(data.buffer);
  const hash = Uint32Array.from(H512);
  const w = new Uint32Array(160);
  for (let at = 0; at < data.length; at += 128) {
    for (let i = 0; i < 32; i++) w[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 80; i++) {
      const low = mixed(pair(w, i - 15), [1, 8, 7], true);
      const high = mixed(pair(w, i - 2), [19, 61, 6], true);
      w.set(sum(pair(w, i - 16), low, pair(w, i - 7), high), 2 * i);
    }
    block512(hash, w);
  }
  return written(hash);
}

function block512(hash, w) {
  let [a, b, c, d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => pair(hash, i));
  for (let i = 0; i < 80; i++) {
    const chosen = [(e[0] & f[0]) ^ (~e[0] & g[0]), (e[1] & f[1]) ^ (~e[1] & g[1])];
    const most = [0, 1].map((k) => (a[k] & b[k]) ^ (a[k] & c[k]) ^ (b[k] & c[k]));
    const one = sum(h, mixed(e, [14, 18, 41], false), chosen, pair(K512, i), pair(w, i));
    const two = sum(mixed(a, [28, 34, 39], false), most);
    [h, g, f, e, d, c, b, a] = [g, f, e, sum(d, one), c, b, a, sum(one, two)];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => hash.set(sum(pair(hash, i), word), 2 * i));
}

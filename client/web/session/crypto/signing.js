/** What is signed over the wire: the twin of ironbottom/wire/signing.py and of what ironbottom/keys.py frames. */

import {big, fromBase64, joined, toBase64, utf8} from "./bytes.js";
import {sha256} from "./sha.js";

export const DIGEST = 16; // bytes of an answer's digest
export const RESIGNS = "resign"; // stands for the answer of a resignation

/** What is signed or hashed: the purpose, then each part behind its length, so that no two lists look alike. */
export function framed(purpose, ...parts) {
  return joined(utf8(`ironbottom ${purpose}\n`), ...parts.flatMap((part) => [big(part.length, 4), part]));
}

export function hashed(purpose, ...parts) {
  return sha256(framed(purpose, ...parts));
}

/** What binds a party to its share before it is shown. */
export function commitment(game, share) {
  return hashed("share", fromBase64(game), share);
}

/** What names a game: who plays it where, by which rules, with which cards, after which tosses in vain; from a `toss`. */
export function gameId(server, {table, number: nth, engine, cards, players, thrown, partners}) {
  const parts = [fromBase64(server), ...players.map(fromBase64), utf8(table), big(nth, 4), utf8(engine), utf8(cards)];
  if (thrown.length > 0) parts.push(hashed("tosses", ...thrown.map(inVain)));
  if (partners) parts.push(hashed("partners", ...partners.map((one) => (one ? joined(fromBase64(one.key), utf8(one.commands)) : []))));
  return toBase64(hashed("game", ...parts));
}

function inVain({game, commitment: bound, players}) {
  const parts = [game, bound, ...players.map((one) => one.commitment), ...players.map((one) => one.share)];
  return hashed("thrown", ...parts.map(fromBase64));
}

/** What stands for an answer under a signature. */
export function digest(game, update, answer) {
  return hashed("answer", fromBase64(game), big(update, 8), packed(plain(answer))).subarray(0, DIGEST);
}

/** The parts of a signature under standing orders; the number of the request keeps old ones from coming back. */
export function ordered(game, seq, orders) {
  return [fromBase64(game), big(seq, 8), packed(orders.map(orderRow))];
}

/** What an order leaves out is left out here as well. */
function orderRow({window, does, n, turn, cards}) {
  return turn || cards ? [window, does, n, turn ?? "", cards ?? []] : [window, does, n];
}

/** The parts of a countersignature. */
export function countersigned(game, last, first, digests) {
  return [fromBase64(game), fromBase64(last), big(first, 8), digests];
}

/**
 * An answer as it travels.  A word of digits is a key that was said back as JSON gave it: it means the number, and is
 * sent as one, so that both ends sign the same.
 */
export function plain(answer) {
  if (Array.isArray(answer)) return answer.map(plain);
  if (answer instanceof Map) return plain(Object.fromEntries(answer));
  if (typeof answer === "object") {
    return Object.fromEntries(Object.entries(answer).map(([key, value]) => [Number(key), plain(value)]));
  }
  return typeof answer === "string" && /^[0-9]+$/.test(answer) ? Number(answer) : answer;
}

/** MessagePack, as much of it as answers and orders need: everything in its shortest form, tables sorted by number. */
export function packed(thing) {
  if (typeof thing === "number") return number(thing);
  if (typeof thing === "string") return text(utf8(thing));
  if (Array.isArray(thing)) return joined(head(thing.length, 0x90, 0xdc), ...thing.map(packed));
  const keys = Object.keys(thing).map(Number).sort((one, other) => one - other);
  return joined(head(keys.length, 0x80, 0xde), ...keys.flatMap((key) => [number(key), packed(thing[key])]));
}

function number(n) {
  if (n < 0x80) return big(n, 1);
  if (n < 0x100) return joined([0xcc], big(n, 1));
  return n < 0x10000 ? joined([0xcd], big(n, 2)) : joined([0xce], big(n, 4));
}

function text(bytes) {
  if (bytes.length < 32) return joined([0xa0 | bytes.length], bytes);
  return bytes.length < 0x100 ? joined([0xd9, bytes.length], bytes) : joined([0xda], big(bytes.length, 2), bytes);
}

function head(length, few, many) {
  return length < 16 ? Uint8Array.of(few | length) : joined([many], big(length, 2));
}

/** The letters by which people know a key: as ironbottom/keys.py makes them. */
import { sha256 } from "./sha.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** @param {Uint8Array} key */
export function fingerprint(key) {
  const bits = [...sha256(key).subarray(0, 10)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => LETTERS[parseInt(five, 2)]).join("");
  return (letters.match(/.{4}/g) ?? []).join("-");
}

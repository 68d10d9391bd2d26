/**
 * A key on its way to another device, and codes on paper: the twin of ironbottom/wire/naming.py and of what
 * client/cli/own_key.py seals.
 *
 * The ciphers are the browser's own, which it has on an encrypted page or one of this computer alone: over plain HTTP
 * whoever is on the network could change this page, and so no key is carried there.
 */
import { drawn, equal, joined, toBase64, utf8 } from "./bytes.js";
import { hashed } from "./signing.js";

export const CODE = 8; // bytes of a carrying code: as many words
const ROUNDS = 300_000, SALT = utf8("ironbottom carry 1"), NONCE = new Uint8Array(12); // a sealing key is used once
const CARRIED = 3072; // bytes that a box holds
const OPENED = 64 * 1024; // bytes at most of what was sealed, unpacked
const PAPER = 15, CHECK = 5; // bytes of a printed code, and of what checks it
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const ALIKE = { 0: "O", 1: "I", 8: "B" };

/** Whether this page may carry keys. */
export const able = () => Boolean(globalThis.crypto?.subtle && globalThis.CompressionStream);

/** What follows from a carrying code: the box, and the key that seals what it holds. */
export async function carrying(code) {
  const { subtle } = crypto, base = await subtle.importKey("raw", code, "PBKDF2", false, ["deriveBits"]);
  const made = new Uint8Array(await subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt: SALT, iterations: ROUNDS }, base, 256));
  const key = await subtle.importKey("raw", hashed("seal", made), "AES-GCM", false, ["encrypt", "decrypt"]);
  return { box: toBase64(hashed("box", made).subarray(0, 16)), key };
}

/** What only the code opens, with as many seats as have room, the first ones; `server` is its public key. */
export async function sealed(whole, key, server) {
  for (let n = whole.seats.length; n >= 0; n--) {
    const text = utf8(JSON.stringify({ ...whole, seats: whole.seats.slice(0, n) }));
    const packed = await through(text, new CompressionStream("deflate"));
    const data = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv: NONCE, additionalData: server }, key, packed));
    if (data.length <= CARRIED) return data;
  }
  throw new RangeError("a key and a name always have room");
}

/** The same, back.  Raises an Error for what was not sealed with this key. */
export async function opened(data, key, server) {
  const packed = await crypto.subtle.decrypt({ name: "AES-GCM", iv: NONCE, additionalData: server }, key, data);
  return JSON.parse(new TextDecoder().decode(await through(new Uint8Array(packed), new DecompressionStream("deflate"))));
}

async function through(bytes, stream) {
  const parts = [], reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return joined(...parts);
    size += value.length;
    if (size > OPENED) throw new RangeError("too much was sealed");
    parts.push(value);
  }
}

/** A new code to be printed, in eight groups of four letters. */
export function printedCode(bytes = drawn(PAPER)) {
  const bits = [...joined(bytes, hashed("paper", bytes).subarray(0, CHECK))].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => LETTERS[parseInt(five, 2)]).join("");
  return (letters.match(/.{4}/g) ?? []).join("-");
}

/** The secret key that follows from a printed code, however it was typed; null: a letter of it is wrong or missing. */
export function printedSecret(text) {
  const letters = text.toUpperCase().replace(/[^A-Z0-9]/g, "").replace(/[018]/g, (letter) => ALIKE[letter]);
  if (letters.length !== 32 || /[^A-Z2-7]/.test(letters)) return null;
  const bits = [...letters].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const whole = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => parseInt(byte, 2));
  const code = whole.subarray(0, PAPER);
  return equal(hashed("paper", code).subarray(0, CHECK), whole.subarray(PAPER)) ? hashed("recovery", code) : null;
}

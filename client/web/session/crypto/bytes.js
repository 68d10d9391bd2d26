/** Bytes and how they are written: base64 in messages, UTF-8 for texts, big-endian for numbers that are signed. */

const encoder = new TextEncoder();

export function utf8(text) {
  return encoder.encode(text);
}

/** Parts, one behind the other. */
export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A whole number in so many bytes, the greatest first.  Exact up to 2^53. */
export function big(number, size) {
  const bytes = new Uint8Array(size);
  for (let at = size - 1, rest = number; at >= 0; at--, rest = Math.floor(rest / 256)) bytes[at] = rest % 256;
  return bytes;
}

export function toBase64(bytes) {
  let letters = "";
  for (let at = 0; at < bytes.length; at += 8192) letters += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(letters);
}

/** Base64 as it stands in messages or, with - and _ and without padding, in links.  Raises an Error for what is none. */
export function fromBase64(text) {
  const letters = atob(text.replace(/-/g, "+").replace(/_/g, "/").replace(/=+$/, ""));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function equal(one, other) {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** Bytes that nobody can guess. */
export function drawn(size) {
  return crypto.getRandomValues(new Uint8Array(size));
}

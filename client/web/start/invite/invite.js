/**
 * Invites as strings: the twin of ironbottom/wire/invite.py, where the form is told.
 *
 * Only what a page can use is read: the table and the secret.  A page writes an invite only where its server has told
 * it the pin of its TLS key.
 */
import { phrase } from "../../base/language/vocabulary.js";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const ALIKE = { 0: "O", 1: "I", 8: "B" };
const BETWEEN = /[\s\-‐‑‒–—_.,]+/gu;
const VERSION = 1, NATIVE_TLS = 1, PARTNER = 2, HEAD = 5, HEAD_LETTERS = 8, CHECKSUM = 4, SECRET = 16, PIN = 16;
const TABLE = /^[A-Za-z0-9_-]{1,16}$/;

/** The CRC-32 that zip files have. */
function crc32(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/** The table, secret and pin of an invite; an Error with one sentence for a text that is none. */
export function read(text) {
  const [letters, named] = lettersOf(text);
  const size = sizeOf(letters, named), wanted = Math.ceil(((HEAD + size) * 8) / 5);
  if (letters.length < wanted) {
    throw new Error(phrase("invite.cut_off_at", { there: letters.length, wanted }));
  }
  const whole = decoded(letters);
  if (letters.length > wanted || whole.length !== HEAD + size || !sumIsRight(whole)) throw new Error(typo());
  return {...parts(whole.slice(HEAD, -CHECKSUM)), partner: Boolean(whole[1] & PARTNER)};
}

/** How many bytes follow the head; `named` is the version of the prefix, 0 where that is missing. */
function sizeOf(letters, named) {
  if (named && letters.length < HEAD_LETTERS) {
    throw new Error(phrase("invite.cut_off"));
  }
  const head = decoded(letters.slice(0, HEAD_LETTERS));
  if (head.length < HEAD || checkOf(head) !== head[4]) {
    throw new Error(named > VERSION ? tooNew() : named ? typo() : noInvite());
  }
  if (head[0] > VERSION || head[1] & ~(NATIVE_TLS | PARTNER)) throw new Error(tooNew());
  if (head[0] !== VERSION || (named !== 0 && named !== VERSION)) throw new Error(typo());
  return head[2] * 256 + head[3];
}

function tooNew() {
  return phrase("invite.newer");
}

function noInvite() {
  return phrase("invite.none");
}

function typo() {
  return phrase("invite.typo");
}

/** The letters behind the prefix, and the prefix's version; 0 where it is missing. */
function lettersOf(text) {
  const plain = text.replace(BETWEEN, "").toUpperCase().replace(/^IRONBOTTOM:\/\//u, "").replace(/^JOIN\//u,
    "").replace(/\/+$/u, "");
  const named = /^IB([1-9])/u.exec(plain);
  const letters = (named ? plain.slice(3) : plain).replace(/[018]/gu, (digit) => ALIKE[digit]);
  return [letters, named ? Number(named[1]) : 0];
}

function decoded(letters) {
  const bytes = [];
  let bits = 0, value = 0;
  for (const letter of letters) {
    const five = ALPHABET.indexOf(letter);
    if (five < 0) return [];
    value = ((value << 5) | five) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((value >> bits) & 0xff);
    }
  }
  return bytes;
}

function checkOf(head) {
  return head[0] ^ head[1] ^ head[2] ^ head[3] ^ 0x5a;
}

function sumIsRight(whole) {
  const said = whole.slice(-CHECKSUM).reduce((sum, byte) => sum * 256 + byte, 0);
  return crc32(whole.slice(0, -CHECKSUM)) === said;
}

function parts(body) {
  const table = String.fromCharCode(...body.slice(1, 1 + body[0]));
  const behind = 1 + body[0];
  if (!TABLE.test(table) || body.length < behind + SECRET + PIN) throw new Error(typo());
  return {
    table,
    secret: Uint8Array.from(body.slice(behind, behind + SECRET)),
    pin: Uint8Array.from(body.slice(behind + SECRET, behind + SECRET + PIN)),
  };
}

/** The invite to a table of this server, as a string; `secret` and `pin` are bytes, addresses [host, port] by name. */
export function write(table, secret, pin, addresses, partner = false) {
  const name = [...new TextEncoder().encode(table)];
  const body = [name.length, ...name, ...secret, ...pin, addresses.length, ...addresses.flatMap(addressBytes)];
  const size = body.length + CHECKSUM;
  const head = [VERSION, NATIVE_TLS | (partner ? PARTNER : 0), size >> 8, size & 0xff];
  const bytes = [...head, checkOf(head), ...body];
  const sum = crc32(bytes);
  return `IB${VERSION}-` + encoded([...bytes, sum >>> 24, (sum >>> 16) & 0xff, (sum >>> 8) & 0xff, sum & 0xff]);
}

/** The same as a link: in capitals throughout, which makes a smaller QR code. */
export const link = (invite) => `IRONBOTTOM://JOIN/${invite}`;

function addressBytes([host, port]) {
  if (host.includes(":")) return [6, ...sixteen(host), port >> 8, port & 0xff];
  const four = host.match(/^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/u);
  const name = [...new TextEncoder().encode(host)];
  const bytes = four ? [4, ...four.slice(1).map(Number)] : [0, name.length, ...name];
  return [...bytes, port >> 8, port & 0xff];
}

/** The bytes of an IPv6 address. */
function sixteen(host) {
  const [head, tail] = host.split("::").map((half) => (half ? half.split(":").map((group) => parseInt(group,
    16)) : []));
  const groups = tail === undefined ? head : [...head, ...Array(8 - head.length - tail.length).fill(0), ...tail];
  return groups.flatMap((group) => [group >> 8, group & 0xff]);
}

function encoded(bytes) {
  let letters = "", bits = 0, value = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      letters += ALPHABET[(value >> bits) & 31];
    }
  }
  if (bits) letters += ALPHABET[(value << (5 - bits)) & 31];
  return (letters.match(/.{1,5}/gu) ?? []).join("-");
}

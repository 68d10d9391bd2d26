/**
 * What a player keeps of a game in his own hands: the tosses, his answers, what he was shown, and the server's receipts.
 * With it he notices when a server says something else later: the twin of client/storage/evidence_log.py.
 *
 * It is read again each time, because another tab may have played on with the same seat.  What was shown is kept in
 * pieces, so that little is written for each update.
 */

import {drawn, fromBase64, toBase64} from "../crypto/bytes.js";
import {forget, keep, kept} from "../../base/browser_storage.js";
import {DIGEST, digest} from "../crypto/signing.js";
import {UserError} from "../../base/language/user_error.js";
import {phrase} from "../../base/language/vocabulary.js";

const SHARE = 32;
const PIECE = 64; // updates in one piece
const MOST = 20; // games of which is kept what was shown; the oldest goes first
const GAMES = "shown"; // their names
const LATEST = 1000; // milliseconds until it is written down at the latest

const waiting = []; // what was shown, and is still to be written down

function read(game) {
  return {server: "", share: "", gave: [], receipts: [], ...kept(`own.${game}`, {})};
}

function write(game, record) {
  keep(`own.${game}`, record);
}

/**
 * Our share of a toss: drawn once, and the same ever after.  Raises UserError if the server binds itself anew.  `said` is
 * what it begins with, where something is said by it.
 */
export function share(game, server, said = []) {
  let record = read(game);
  if (!record.share) {
    record = {...record, server, share: toBase64(Uint8Array.of(...said, ...drawn(SHARE - said.length)))};
    write(game, record);
  }
  if (record.server !== server) {
    throw new UserError(phrase("distrust.redrawn_toss"));
  }
  return fromBase64(record.share);
}

/** Note an answer that is about to be sent. */
export function gave(game, update, answer) {
  const record = read(game);
  const mark = toBase64(digest(game, update, answer));
  if (!record.gave.includes(mark)) write(game, {...record, gave: [...record.gave, mark]});
}

/** Whether each of these answers was ours. */
export function allGiven(game, digests) {
  const ours = new Set(read(game).gave);
  for (let at = 0; at < digests.length; at += DIGEST) {
    if (!ours.has(toBase64(digests.subarray(at, at + DIGEST)))) return false;
  }
  return true;
}

/** Keep the server's signature under a head that we signed. */
export function receipt({game, head, signature}) {
  const record = read(game);
  write(game, {...record, receipts: [...record.receipts, {game, head, signature}]});
}

/**
 * Keep what an update of a game showed: `told()` is [number, events, view], `steps()` the tosses of its table.  It is
 * written down when the page has nothing else to do, or is about to go: nobody waits for it.
 */
export function shown(game, place, told, steps) {
  waiting.push({game, place, told, steps});
  if (waiting.length > 1) return;
  if ("requestIdleCallback" in globalThis) requestIdleCallback(writeDown, {timeout: LATEST});
  else setTimeout(writeDown);
}

/** Write down what waits. */
function writeDown() {
  for (const {game, place, told, steps} of waiting.splice(0)) {
    const known = kept(`shown.${game}`) ?? begin(game, {place, pieces: 1}, steps());
    const name = `shown.${game}.${known.pieces}`;
    const piece = [...kept(name, []), told()];
    keep(name, piece);
    if (piece.length === PIECE) keep(`shown.${game}`, {...known, pieces: known.pieces + 1});
  }
}

globalThis.addEventListener?.("pagehide", writeDown);

/** Another game: of many the oldest goes. */
function begin(game, known, steps) {
  const games = [...kept(GAMES, []).filter((one) => one !== game), game];
  for (const old of games.splice(0, Math.max(0, games.length - MOST))) drop(old);
  keep(GAMES, games);
  keep(`shown.${game}`, known);
  keep(`shown.${game}.tosses`, steps);
  return known;
}

function drop(game) {
  const {pieces = 0} = kept(`shown.${game}`, {});
  for (let n = 1; n <= pieces; n++) forget(`shown.${game}.${n}`);
  forget(`shown.${game}.tosses`);
  forget(`shown.${game}`);
}

/** Everything that `ironbottom verify --record` wants to know of a game, as the lines of its file. */
export function lines(game) {
  writeDown();
  const {place = 0, pieces = 0} = kept(`shown.${game}`, {});
  const steps = kept(`shown.${game}.tosses`, []);
  const updates = Array.from({length: pieces}, (_one, n) => kept(`shown.${game}.${n + 1}`, [])).flat();
  const told = updates.map(([number, events, view]) => ({type: "shown", number, events, view}));
  const all = [...steps, {type: "began", game, place}, ...told, ...read(game).receipts];
  return all.map((one) => `${JSON.stringify(one)}\n`).join("");
}

/** The game is over: the receipts stay, the rest goes. */
export function settle(game) {
  const {receipts: stay} = read(game);
  if (stay.length) write(game, {receipts: stay});
  else forget(`own.${game}`);
}

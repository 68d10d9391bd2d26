/**
 * What a player keeps of a game in his own hands: his share of the toss, his answers, and the server's receipts.  With
 * it he notices when a server says something else later: the twin of client/own_record.py.
 *
 * It is read again each time, because another tab may have played on with the same seat.
 */

import {_} from "../words.js";
import {drawn, fromBase64, toBase64} from "./bytes.js";
import {forget, keep, kept} from "./kept.js";
import {DIGEST, digest} from "./signing.js";
import {Trouble} from "./trouble.js";

const SHARE = 32;

function read(game) {
  return {server: "", share: "", gave: [], receipts: [], ...kept(`own.${game}`, {})};
}

function write(game, record) {
  keep(`own.${game}`, record);
}

/** Our share of a toss: drawn once, and the same ever after.  Raises Trouble if the server binds itself anew. */
export function share(game, server) {
  let record = read(game);
  if (!record.share) {
    record = {...record, server, share: toBase64(drawn(SHARE))};
    write(game, record);
  }
  if (record.server !== server) {
    throw new Trouble(_("The server has drawn its part of the toss again, after it had bound itself: that is no fair toss, and this client goes no further with it."));
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

/** The receipts of a game, as lines of the file that `ironbottom verify --receipts` reads. */
export function receipts(game) {
  return read(game).receipts.map((one) => `${JSON.stringify(one)}\n`).join("");
}

/** The game is over: the receipts stay, the rest goes. */
export function settle(game) {
  const {receipts: stay} = read(game);
  if (stay.length) write(game, {receipts: stay});
  else forget(`own.${game}`);
}

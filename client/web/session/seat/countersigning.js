/** How a seat signs its own answers, after a look into its own record, and what the server's receipts must be. */

import {fromBase64, joined, toBase64} from "../crypto/bytes.js";
import {sign, signed} from "../storage/identity.js";
import * as record from "../storage/evidence_log.js";
import {countersigned, digest, DIGEST} from "../crypto/signing.js";
import {UserError} from "../../base/language/user_error.js";
import {phrase} from "../../base/language/vocabulary.js";

const MOST = 64; // answers under one signature

/** Sign the seat's own answers since the last time, and the head over everything that was played. */
export function countersign(seat) {
  if (!seat.plays || seat.signing !== null || seat.unsigned.length === 0) return;
  const {toSign: head, signed: first} = seat;
  seat.toSign = "";
  const digests = joined(...seat.unsigned.slice(0, MOST).map(([update, answer]) => digest(seat.game, update, answer)));
  if (!record.allGiven(seat.game, digests)) {
    throw new UserError(phrase("distrust.not_my_answer"));
  }
  seat.signing = digests;
  const signature = sign(seat.me, "countersign", ...countersigned(seat.game, head, first, digests));
  seat.say({type: "countersign", head, first, digests: toBase64(digests), signature});
}

/** What follows from a receipt: it is kept, and what has come meanwhile is signed. */
export function acknowledged(seat, receipt) {
  const entry = seat.owed.get(receipt.seq);
  if (entry?.request.type !== "countersign") return [];
  seat.owed.delete(receipt.seq);
  const {head, digests} = entry.request;
  const parts = [fromBase64(seat.game), fromBase64(head)];
  if (receipt.head !== head || !signed(seat.server, receipt.signature, "receipt", ...parts)) {
    throw new UserError(phrase("distrust.bad_receipt"));
  }
  record.receipt({game: seat.game, head, signature: receipt.signature});
  const n = fromBase64(digests).length / DIGEST;
  seat.signed += n;
  seat.unsigned = seat.unsigned.slice(n);
  seat.signing = null;
  entry.done();
  if (seat.toSign) countersign(seat);
  return [{type: "receipt"}];
}

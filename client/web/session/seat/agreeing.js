/** What a seat signs to agree with the other player: with the head of the chain that it was told last. */

import {big, fromBase64, utf8} from "../crypto/bytes.js";
import {sign} from "../storage/identity.js";

/** The parts of a signature under an offer, or under its acceptance; the twin of `agreed` in ironbottom/wire/signing.py. */
export function agreed(game, n, what, head) {
  return [fromBase64(game), big(n, 8), utf8(what), fromBase64(head)];
}

/** Offer the other player something. */
export function offer(seat, what) {
  const n = (seat.offers?.last ?? 0) + 1, head = seat.update?.head ?? "";
  return seat.ask({type: "offer", what, n, head, signature: sign(seat.me, "offer", ...agreed(seat.game, n, what, head))});
}

/** Accept what the other player offers, or decline it; our own offer is withdrawn. */
export function replyToOffer(seat, accept) {
  const {n = 0, what = "", place = -1} = seat.offers?.standing ?? {}, head = seat.update?.head ?? "";
  if (!accept) return seat.ask({type: place === seat.place ? "withdraw" : "decline", n});
  return seat.ask({type: "accept", n, head, signature: sign(seat.me, "accept", ...agreed(seat.game, n, what, head))});
}

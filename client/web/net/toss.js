/** A player's part in the toss: to be bound to a share before the others are seen, and then to show it. */

import {_} from "../words.js";
import {fromBase64, toBase64} from "./bytes.js";
import {sign} from "./keys.js";
import {share} from "./record.js";
import {commitment} from "./signing.js";
import {Trouble} from "./trouble.js";

/** The server is bound to its share: now we bind ourselves to ours. */
export function commit(seat, toss) {
  seat.toss = toss;
  const {game} = toss;
  const own = commitment(game, share(game, toss.commitment));
  step(seat, "commit", () => ({
    commitment: toBase64(own),
    signature: sign(seat.me, "commit", fromBase64(game), fromBase64(toss.commitment), own),
  }));
}

/** Everybody is bound: now we show our share.  Raises Trouble where the toss was another one than ours. */
export function reveal(seat, {game, commitments}) {
  const {toss} = seat;
  if (toss?.game !== game) return;
  const own = share(game, toss.commitment);
  if (commitments[0] !== toss.commitment || commitments[1 + seat.place] !== toBase64(commitment(game, own))) {
    throw new Trouble(_("The server says that the toss was another one than this client took part in: that is no fair toss, and this client goes no further with it."));
  }
  step(seat, "reveal", () => ({
    share: toBase64(own),
    signature: sign(seat.me, "reveal", fromBase64(game), ...commitments.map(fromBase64)),
  }));
}

/** Each step is done once; one that was not written down is done again. */
function step(seat, type, make) {
  const done = `${seat.game} ${type}`;
  if (seat.stepped.has(done)) return;
  seat.stepped.set(done, seat.say({type}, make).seq);
}

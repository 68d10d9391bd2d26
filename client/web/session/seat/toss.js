/**
 * A player's part in the toss: to be bound to a share before the others are seen, and then to show it, once.  The twin
 * of client/net/toss.py.
 *
 * Whoever sees the shares can work out the deal.  So a toss that comes to nothing after ours was shown is never followed
 * by another one unasked: who sits here decides, and a server that hides it is left.
 */

import {fromBase64, toBase64, utf8} from "../crypto/bytes.js";
import {sign, signed} from "../storage/identity.js";
import {share} from "../storage/evidence_log.js";
import {mark} from "../crypto/shown.js";
import {commitment, gameId} from "../crypto/signing.js";
import {attempts, broken, note, steps} from "../storage/toss_log.js";
import {kept} from "../../base/browser_storage.js";
import {state} from "../../base/store.js";
import {UserError} from "../../base/language/user_error.js";
import {phrase} from "../../base/language/vocabulary.js";

const USUAL_BID = 3; // VP, of who says nothing; ironbottom/options.py

/** The server is bound to its share: now we bind ourselves to ours, if we go along; what follows from it. */
export function commit(seat, toss) {
  seat.toss = toss;
  boundFairly(seat, toss);
  if (seat.partner) return []; // §26.3: who took the seat tosses for both
  const {game} = toss;
  const drawn = share(drawnFor(seat, game), toss.commitment, bid(seat));
  note(seat.server, seat.table, toss);
  const others = broken(attempts(steps(seat.server, seat.table)), game);
  for (const attempt of others) admitted(attempt, toss);
  if (!others.every(({wentOn}) => wentOn)) {
    if (seat.brokenOff === game) return []; // that is said already
    seat.brokenOff = game;
    const [began, over] = [others.some((one) => one.began && !one.over), others.every((one) => one.over)];
    return [{type: "in doubt", began, over}];
  }
  seat.brokenOff = "";
  const own = commitment(game, drawn);
  const signature = sign(seat.me, "commit", fromBase64(game), fromBase64(toss.commitment), own);
  note(seat.server, seat.table, {type: "bound", game, commitment: toBase64(own), signature});
  step(seat, "commit", () => ({commitment: toBase64(own), signature}));
  return [];
}

/** The server's signature is under a toss that names us, the rules, and what was tossed at this table in vain. */
function boundFairly(seat, toss) {
  if (!toss.signature) {
    throw new UserError(phrase("distrust.unsigned_toss"));
  }
  const parts = [fromBase64(toss.game), fromBase64(toss.commitment)];
  const partners = toss.partners ?? [null, null];
  const ours = (seat.partner ? partners[seat.place]?.key : toss.players[seat.place]) === seat.me.text;
  if (!ours || gameId(seat.server, toss) !== toss.game || !signed(seat.server, toss.signature, "toss", ...parts)) {
    throw anotherToss();
  }
  if (!vouched(seat, toss, partners)) throw anotherToss();
  if (!agreed(seat, toss)) throw new UserError(phrase("distrust.other_terms"));
}

/** §26.3  Partners are where the terms have them, and who took the seat has invited each of them. */
function vouched(seat, toss, partners) {
  const keys = [...toss.players, ...partners.map((one, n) => one?.key ?? n)], where = [fromBase64(seat.server), utf8(toss.table)];
  return new Set(keys).size === keys.length && partners.every((one, place) => {
    if (!one === Boolean(seat.state?.terms.teams?.includes(place))) return false;
    return !one || signed(toss.players[place], one.invited, "partner", ...where, fromBase64(one.invitation), utf8(one.commands))
      && signed(one.invitation, one.joined, "joins", ...where, fromBase64(one.key));
  });
}

/** Whether the cards of the toss are those of the terms that we were shown. */
function agreed(seat, toss) {
  const terms = seat.state?.terms, base = terms && new Map(state.server?.sets ?? []).get(terms.cards);
  return base === undefined || !(terms.options?.length || terms.battle) || toss.cards === mark(base, terms);
}

/** By what our share is kept: two at one screen have each his own. */
const drawnFor = ({me, place}, game) => (me.passing ? game + place : game);

/** §23.18  Where sides are bid for, our share begins with our bid: nobody knows it before he is bound to his own. */
function bid(seat) {
  return seat.state?.terms.options?.includes("bid") ? [kept("bid", USUAL_BID)] : [];
}

/** What came to nothing stands in the next toss.  Of a game that was shown to be over it need not be said. */
function admitted({toss, over}, next) {
  if (over || next.thrown.some((one) => one.game === toss.game && one.commitment === toss.commitment)) return;
  throw new UserError(phrase("distrust.hidden_toss"));
}

/** Everybody is bound: now we show our share.  Raises UserError where the toss was another one than ours. */
export function reveal(seat, tossed) {
  const {toss, place} = seat;
  const {game, commitments} = tossed;
  if (toss?.game !== game || seat.brokenOff || seat.partner) return;
  const own = share(drawnFor(seat, game), toss.commitment);
  if (commitments[0] !== toss.commitment || commitments[1 + place] !== toBase64(commitment(game, own))) throw anotherToss();
  const before = attempts(steps(seat.server, seat.table)).get(game)?.tossed;
  if (before && String(before.commitments) !== String(commitments)) throw anotherToss(); // somebody may have seen our share
  const bytes = [game, ...commitments].map(fromBase64);
  const other = 1 - place;
  const theirs = [bytes[0], bytes[1], bytes[2 + other]];
  if (!signed(seat.server, tossed.signature ?? "", "tossed", ...bytes)
    || !signed(toss.players[other], tossed.committed?.[other] ?? "", "commit", ...theirs)) throw anotherToss();
  const said = {share: toBase64(own), signature: sign(seat.me, "reveal", ...bytes)};
  note(seat.server, seat.table, tossed);
  note(seat.server, seat.table, {type: "revealed", game, ...said});
  step(seat, "reveal", () => said);
}

/** Who sits here knows why the toss came to nothing, and wants another. */
export function goOn(seat) {
  const {toss} = seat;
  if (!seat.brokenOff) return;
  for (const one of broken(attempts(steps(seat.server, seat.table)), toss.game)) {
    note(seat.server, seat.table, {type: "went-on", game: one.toss.game});
  }
  commit(seat, toss);
}

/** Each step is done once; one that was not written down is done again. */
function step(seat, type, make) {
  const done = `${seat.game} ${type}`;
  if (seat.stepped.has(done)) return;
  seat.stepped.set(done, seat.say({type}, make).seq);
}

function anotherToss() {
  return new UserError(phrase("distrust.other_toss"));
}

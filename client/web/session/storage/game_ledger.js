/**
 * The figures of our finished games, one row for each, in the order in which they ended: they stay when the games
 * themselves are gone from this browser and from the server.
 *
 * A row: {game, table, at, side, against, bot, set, won, reason, points: [ours, theirs], turns, fleet: {formations, front,
 * behind}, cards: [{card, hits, finds, points}], dice: [ours, theirs], skill}; `dice` are {dice, hits, expected}, `options`
 * (§23), `battle`, `practice` and `shared` (§26) are there where the table had any; `skill` is null until the game was reviewed here, then {luck, sections: {name: {decisions, loss}}}.
 */
import {keep, kept} from "../../base/browser_storage.js";

const NAME = "games";
const MOST = 500; // rows; the oldest goes first

/** A draw is half a game won. */
export const scored = ({won, reason}) => (reason === "agreed" ? 0.5 : Number(won));

/** All of them. */
export function ledger() {
  const rows = kept(NAME, []);
  return Array.isArray(rows) ? rows.filter(sound) : [];
}

/** Whether a row is one that this page can add up. */
function sound(row) {
  const {game, side, points, fleet, cards, dice} = row ?? {};
  return typeof game === "string" && [0, 1].includes(side) && [points, fleet?.front, fleet?.behind, cards].every(Array.isArray)
    && Array.isArray(dice) && dice.length === 2;
}

/** Add a game; one that stands there already stays as it is. */
export function enter(row) {
  const rows = ledger();
  if (!rows.some(({game}) => game === row.game)) keep(NAME, [...rows, row].slice(-MOST));
}

/** What the review of a table's game has found; of a game that does not stand there, nothing. */
export function enterSkill(table, skillOf) {
  const rows = ledger(), at = rows.findLastIndex((row) => row.table === table);
  if (at >= 0) keep(NAME, rows.with(at, {...rows[at], skill: skillOf(rows[at].side)}));
}

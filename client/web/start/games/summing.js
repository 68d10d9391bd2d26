/** The sums over rows of the ledger, which come in the order of time; the twin of client/cli/statistics/summing.py. */

import { scored } from "../../session/storage/game_ledger.js";

const STEPS = 8, FEW = 5; // groups of games over time, and the least that are in one

/** Sections of a review, in the order of a turn. */
const SECTIONS = ["setup", "cards", "deployment", "search", "submarines", "action", "air", "sea", "landing", "events"];

/** Those that are wanted: {side, opponent}; empty: all. */
export function wantedOf(rows, { side = "", opponent = "" }) {
  return rows.filter((one) => (side === "" || one.side === Number(side)) && (!opponent || one.against === opponent));
}

/** All of it. */
export function summed(rows) {
  return {
    score: score(rows), sides: wonBy(rows, ({ side }) => side), opponents: wonBy(rows, ({ against }) => against).sort(byGames),
    reasons: wonBy(rows, ({ reason }) => reason), steps: steps(rows), sections: sections(rows), luck: luck(rows),
    fronts: wonBy(rows.filter(hasFleet), ({ fleet }) => fleet.formations).sort(([one], [other]) => one - other),
    ships: ships(rows), cards: cards(rows),
  };
}

const score = (rows) => ({ games: rows.length, won: rows.reduce((sum, one) => sum + scored(one), 0) });
const byGames = ([, one], [, other]) => other.games - one.games;
const hasFleet = ({ fleet }) => fleet.front.length + fleet.behind.length > 0;
const add = (numbers) => numbers.reduce((sum, n) => sum + n, 0);

/**
 * Results by whatever a row has.
 * @returns {[any, {games: number, won: number}][]}
 */
function wonBy(rows, key) {
  const found = new Map();
  for (const one of rows) found.set(key(one), [...found.get(key(one)) ?? [], one]);
  return [...found].map(([name, some]) => [name, score(some)]);
}

/** Equal groups of games in a row; the last may be smaller. */
function steps(rows) {
  const size = Math.max(FEW, Math.ceil(rows.length / STEPS));
  return Array.from({ length: Math.ceil(rows.length / size) }, (_one, n) => step(n * size, rows.slice(n * size, (n + 1) * size)));
}

function step(first, rows) {
  const every = sections(rows).map(([, one]) => one), decisions = add(every.map((one) => one.decisions));
  return { first: first + 1, last: first + rows.length, ...score(rows), mean: decisions ? add(every.map(({ loss }) => loss)) / decisions : null };
}

/** Decisions and what they gave away, by kind, over reviewed games. */
function sections(rows) {
  const found = {};
  for (const [name, { decisions, loss }] of rows.flatMap(({ skill }) => Object.entries(skill?.sections ?? {}))) {
    const was = found[name] ?? { decisions: 0, loss: 0 };
    found[name] = { decisions: was.decisions + decisions, loss: was.loss + loss };
  }
  return SECTIONS.filter((name) => name in found).map((name) => [name, found[name]]);
}

/** Dice of all games, and chance of every kind in reviewed ones. */
function luck(rows) {
  const thrown = (which) => ({
    hits: add(rows.map((one) => one.dice[which].hits)), expected: add(rows.map((one) => one.dice[which].expected)),
  });
  const skills = rows.map(({ skill }) => skill).filter(Boolean);
  return { own: thrown(0), other: thrown(1), reviewed: skills.length, chance: add(skills.map((one) => one.luck)) };
}

/** Where each ship stood at first, and how it went, the most frequent first: [card, "front" or "behind", {games, won}]. */
function ships(rows) {
  const stood = rows.flatMap(({ fleet, won, reason }) => ["front", "behind"]
    .flatMap((where) => fleet[where].map((card) => ({ card, where, won, reason }))));
  return wonBy(stood, ({ card, where }) => `${where} ${card}`).sort(byGames)
    .map(([key, its]) => [key.slice(key.indexOf(" ") + 1), key.slice(0, key.indexOf(" ")), its]);
}

/** All cards that did anything, who brought most points first: [{card, games, won, hits, finds, points}]. */
function cards(rows) {
  const did = rows.flatMap((row) => row.cards.map((one) => ({ ...one, won: row.won, reason: row.reason })));
  const found = new Map();
  for (const one of did) found.set(one.card, [...found.get(one.card) ?? [], one]);
  const sums = [...found].map(([card, some]) => ({
    card, ...score(some), hits: add(some.map(({ hits }) => hits)), finds: add(some.map(({ finds }) => finds)),
    points: add(some.map(({ points }) => points)),
  }));
  return sums.sort((one, other) => other.points - one.points || other.hits - one.hits || other.finds - one.finds);
}

/**
 * How strong a player is, by his finished games: the model of Bradley and Terry with the strengths of the bots as known,
 * and the side as a parameter.  Twin of client/cli/statistics/rating.py and ironbottom/strength.py.
 */
import {TABLES} from "../../base/language/vocabulary.js";
import {chance, rulesLead} from "./handicap.js";

const LEAST = 8; // games: fewer tell too little
const EQUAL = 20; // games between equals that are taken as seen
const POINTS = 400 / Math.LN10, Z = 1.959963984540054;
const NEAR = 1e-7, STEPS = 50, LONGEST = 2; // when a search is at its end, when it is given up, its longest step
const TELL_NOTHING = ["bid", "open-table"];

/** By all rows of the ledger that tell of it: {own, people: [[name, rating], ...]}, the most games first. */
export function strength(rows) {
  const told = rows.filter(tells), bots = told.filter((row) => row.bot && TABLES.rung_elo[row.against] !== undefined);
  const people = new Map();
  for (const row of told.filter(({bot}) => !bot)) people.set(row.against, [...people.get(row.against) ?? [], row]);
  return {
    own: rating(bots.map((row) => rated(row, Number(TABLES.rung_elo[row.against])))),
    people: [...people].sort(([, one], [, other]) => other.length - one.length).map(([name, its]) => [name, rating(its.map((row) => rated(row, 0)))]),
  };
}
import {scored} from "../../session/storage/game_ledger.js";

/** Whether a game tells of strength; rows of an earlier page do not say what they were played by. */
function tells({options = [], battle = false, practice = false, shared = false}) {
  return !battle && !practice && !shared && !options.some((said) => TELL_NOTHING.includes(said.split(":")[0]));
}

const rated = (row, other) => ({other, us: row.side === 0, score: scored(row), given: rulesLead(row.options ?? [])});

/** Of one player, against others whose strengths are known: {games, missing, estimate: {points, low, high} or null}. */
export function rating(games) {
  const found = {games: games.length, missing: Math.max(0, LEAST - games.length), estimate: null};
  if (games.length < LEAST) return found;
  const cells = [...cellsOf(games), {row: [0, 1], won: EQUAL / 2, games: EQUAL, known: 0}];
  const best = fitted(cells, [games.reduce((sum, {other}) => sum + other, 0) / games.length / POINTS, 0], false);
  if (!best) return found;
  const won = games.reduce((sum, {score}) => sum + score, 0);
  const end = (open, reach) => (open ? inPoints(bound(cells, best, reach)) : null);
  return {...found, estimate: {points: POINTS * best.at[0], low: end(won > 0, -Z), high: end(won < games.length, Z)}};
}

const inPoints = (end) => (end === null ? null : POINTS * end);

/** Games of one kind together. */
function cellsOf(games) {
  const found = new Map();
  for (const {other, us, score, given} of games) {
    const kind = `${other} ${us} ${given}`, known = (given + (us ? -other : other)) / POINTS;
    const cell = found.get(kind) ?? {row: [us ? 1 : -1, 1], won: 0, games: 0, known};
    found.set(kind, {...cell, won: cell.won + (us ? score : 1 - score), games: cell.games + 1});
  }
  return [...found.values()];
}

/** Strength and side that make the games likeliest, the likelihood penalised by Jeffreys and Firth; null: too few. */
function fitted(cells, start, held) {
  let at = start;
  for (let n = 1; ; n++) {
    const {inverse, chances, determinant} = information(cells, at);
    if (!(determinant > 0)) return null;
    const step = stepFrom(cells, chances, inverse, held), longest = Math.max(...step.map(Math.abs));
    if (longest < NEAR || n === STEPS) return {at, inverse, height: height(cells, chances) + Math.log(determinant) / 2};
    const shorter = Math.min(1, LONGEST / longest);
    at = at.map((value, one) => value + shorter * step[one]);
  }
}

/**
 * Fisher's, turned round, and the chance of the US in each cell.
 * @returns {{chances: number[], determinant: number, inverse: any}}
 */
function information(cells, at) {
  let [a, b, c] = [0, 0, 0];
  const chances = cells.map(({row: [x, y], games, known}) => {
    const p = chance(known + x * at[0] + y * at[1]), worth = games * p * (1 - p);
    [a, b, c] = [a + x * x * worth, b + x * y * worth, c + y * y * worth];
    return p;
  });
  const determinant = a * c - b * b;
  return {chances, determinant, inverse: [[c / determinant, -b / determinant], [-b / determinant, a / determinant]]};
}

/** Newton's next step; `held`: the strength stays where it is. */
function stepFrom(cells, chances, [[a, b], [, c]], held) {
  let [first, second] = [0, 0];
  cells.forEach(({row: [x, y], won, games}, n) => {
    const p = chances[n], spread = x * x * a + 2 * x * y * b + y * y * c;
    const pull = won - games * p * (1 - (1 - p) * spread * (0.5 - p));
    [first, second] = [first + x * pull, second + y * pull];
  });
  if (held) return [0, c * second - ((b * second) / a) * b];
  return [a * first + b * second, b * first + c * second];
}

const logOf = (p) => Math.log(Math.max(p, 1e-300));
const height = (cells, chances) => cells.reduce((sum, {won, games}, n) => sum + won * logOf(chances[n]) + (games - won) * logOf(1 - chances[n]), 0);

/** Where the signed root of the likelihood ratio of the strength is so large: one end of its interval. */
function bound(cells, best, reach) {
  let at = best.at[0], last = best, value = 0, step = reach * Math.sqrt(best.inverse[0][0]);
  for (let n = 0; n < STEPS; n++) {
    const found = fitted(cells, [at + step, last.at[1]], true);
    if (!found) return null;
    [last, at] = [found, at + step];
    const before = value;
    value = Math.sign(reach) * Math.sqrt(Math.max(0, 2 * (best.height - found.height)));
    if (Math.abs(value - reach) < 1e-4 || value === before) return at;
    step *= Math.max(-2, Math.min(2, (reach - value) / (value - before)));
  }
  return at;
}

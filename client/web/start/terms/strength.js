/** How strong a player is, in words.  Twin of client/cli/statistics/strength_words.py. */
import {h} from "../../base/dom.js";
import {clean} from "../../base/language/clean.js";
import {TABLES, phrase} from "../../base/language/vocabulary.js";
import {_, counted} from "../../base/language/words.js";
import "./even_words.js";
import {winChance} from "./handicap.js";
import {strength} from "./rating.js";

const TEN = 10; // games of an example

/** The section of "My games". */
export function yourStrength(rows) {
  const found = strength(rows), people = found.people.map(([name, one]) => person(clean(name, 24), one));
  const how = found.own.estimate && _("“Make it even for us”, below “More options” of a new game, goes by it.");
  return h("section", {key: "strength", "aria-labelledby": "strength-title"},
    h("h2", {id: "strength-title"}, phrase("strength.title")),
    [...ownLines(found.own), ...people, how].filter(Boolean).map((text, n) => h("p", {key: n}, text)));
}

/** In points, between which bots that is, and in games that would be won. */
export function ownLines({games: n, missing, estimate}) {
  const games = inWords(n);
  if (!estimate) return [phrase("strength.few", {games, more: missing})];
  const {points} = estimate, [low, high] = [estimate.low, estimate.high].map((end) => (end === null ? null : Math.round(end)));
  const scale = phrase("strength.points");
  if (high === null) return [phrase("strength.least", {low, games}), scale];
  if (low === null) return [phrase("strength.most", {high, games}), scale];
  return [phrase("strength.figure", {points: Math.round(points), low, high, games}), ...amongBots(points), scale];
}

function amongBots(points) {
  const rungs = Object.entries(TABLES.rung_elo).map(([name, elo]) => ({name, elo: Number(elo)}));
  const above = rungs.find(({elo}) => elo > points), below = rungs.findLast(({elo}) => elo <= points);
  const near = rungs.reduce((one, other) => (Math.abs(other.elo - points) < Math.abs(one.elo - points) ? other : one));
  return [
    below && above && phrase("strength.between", {low: below.name, low_elo: below.elo, high: above.name, high_elo: above.elo}),
    below && !above && phrase("strength.above", {low: below.name, low_elo: below.elo}),
    phrase("strength.chance", {...near, n: Math.round(TEN * winChance(0, points - near.elo, []))}),
  ].filter(Boolean);
}

/** How he compares with somebody he has played. */
function person(name, {games: n, missing, estimate}) {
  const games = inWords(n);
  if (!estimate) return phrase("strength.people_few", {name, games, more: missing});
  const {points, low, high} = estimate;
  const sentence = phrase(`strength.${points >= 0 ? "stronger" : "weaker"}`, {points: Math.abs(Math.round(points)), name, games});
  return low === null || high === null ? sentence : phrase("strength.sure", {sentence, low: Math.round(low), high: Math.round(high), name});
}

const inWords = (n) => counted("{n} game", "{n} games", n);

/** Two players made even, in words, with the sentences that nothing needs before; twin of client/text/rules/even_words.py. */
import {bring} from "../../base/language/bring.js";
import {phrase} from "../../base/language/vocabulary.js";
import {fill} from "../../base/language/words.js";
import {optionName} from "../../text/table_rules.js";
import {fair, percent, ruleWorth} from "./handicap.js";

await bring("even");

export const MOST_POINTS = 3000; // between two players, and of one

/** Which rules, what each is worth, and what it comes to, for who plays this side and is so many points the stronger. */
export function evenedLines(side, points, {words}) {
  const rules = words.map(ruleLine).join(phrase("rows.inside")), wins = percent(side, points, words);
  const even = fair(wins), first = rules ? phrase(even ? "even.rules" : "even.nearest", {rules}) : phrase("even.none");
  return [first, phrase(even ? "even.comes_to" : "even.not_even", {n: wins})];
}

/** A rule and what it is worth. */
const ruleLine = (said) => phrase("even.rule", {name: optionName(said), percent: fill("{n:+.1f}", {n: 100 * ruleWorth(said)})});

/** How often he wins by rules that were chosen by hand. */
export const chanceLine = (side, points, words) => phrase("even.now", {n: percent(side, points, words)});

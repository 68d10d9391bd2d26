/**
 * Even for us: optional rules by which a stronger and a weaker player win about as often.  Twin of
 * client/text/rules/handicap.py; evened.json, which lies beside this, is the table of both.
 *
 * Strengths are Elo points; what a rule moves is taken as log-odds, and adds to them.
 */
import {RULES} from "../../base/language/later_words.js";

/** {step, worths: {word: part of 1}, rows: {lead of the US: [words, per cent for the US]}} */
const table = await (await fetch(new URL("evened.json", import.meta.url))).json();
const FAIR = [45, 55], PER_POINT = Math.LN10 / 400;

const moved = (worth) => Math.log((0.5 + worth) / (0.5 - worth));
const ruleOf = (said) => said.split(":")[0];
const figureOf = (said) => Number(said.split(":")[1]);

/** Of log-odds. */
export const chance = (odds) => (odds >= 0 ? 1 / (1 + Math.exp(-odds)) : 1 - 1 / (1 + Math.exp(odds)));

/** For who plays this side (0 is the US) and is so many points the stronger: {words, us}. */
export function handicap(side, points) {
  const lead = side === 0 ? points : -points, far = Math.max(...Object.keys(table.rows).map(Number));
  const [words, us] = table.rows[Math.max(-far, Math.min(far, table.step * evenly(lead / table.step)))];
  return {words, us};
}

/** A half goes to the even number, as Python has it. */
function evenly(n) {
  const near = Math.round(n);
  return Math.abs(n % 1) === 0.5 && near % 2 !== 0 ? near - 1 : near;
}

/** By how much more often the US wins with a rule between equals, a part of 1; 0 where nothing is certain. */
export function ruleWorth(said) {
  const rule = RULES.find(({word}) => word === ruleOf(said));
  if (!rule?.most || said in table.worths) return table.worths[said] ?? 0;
  const none = [0, 0], points = [none, ...Object.entries(table.worths).filter(([one]) => ruleOf(one) === rule.word).map(([one, worth]) => [figureOf(one), moved(worth)])];
  points.sort(([one], [other]) => one - other);
  const typed = said.split(":")[1] ?? "", n = Math.min(/^\d{1,3}$/u.test(typed) ? Number(typed) : rule.usual, (points.at(-1) ?? none)[0]);
  const at = points.findIndex(([figure]) => figure >= n), [high, above] = points[at];
  if (n === high) return chance(above) - 0.5;
  const [low, below] = points[at - 1];
  return chance(below + ((above - below) * (n - low)) / (high - low)) - 0.5;
}

/** What rules give the US, in points. */
export const rulesLead = (words) => words.reduce((sum, said) => sum + moved(ruleWorth(said)), 0) / PER_POINT;

/** How often he wins with these rules, a part of 1. */
export function winChance(side, points, words) {
  const given = rulesLead(words);
  return chance((points + (side === 0 ? given : -given)) * PER_POINT);
}

/** How many of 100 games that is. */
export const percent = (side, points, words) => Math.floor(100 * winChance(side, points, words) + 0.5);

/** Whether that is an even game. */
export const fair = (wins) => FAIR[0] <= wins && wins <= FAIR[1];

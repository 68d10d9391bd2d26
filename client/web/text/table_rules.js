/**
 * §23, §24  What a table is played by besides the rules, in words: its optional rules and its battle.
 *
 * Twin of client/text/rules/table_rules.py.  It is fetched when there is something to say; a battle may
 * come from anybody, and is cleaned where it is drawn.
 */
import {agreed} from "../base/language/clock_words.js";
import {bring} from "../base/language/bring.js";
import {TABLES, amount, clean, own, phrase, word} from "../base/language/vocabulary.js";
import {RULES} from "../base/language/later_words.js";
import {_, fill, language} from "../base/language/words.js";
import {standingOf} from "./campaigns.js";
import {sideName} from "./phrases.js";

await bring("teams");

export {RULES};
const BY_WORD = new Map(RULES.map((rule) => [rule.word, rule]));
const TITLE = 80, TEXT = 6000;

/** An optional rule without its figure. */
export const ruleOf = (said) => said.split(":")[0];

/** What the terms of a table say: {words, battle}; those of the battle come first. */
export function ofTerms(terms) {
  const battle = terms?.battle ?? null, mine = battle?.options ?? [];
  const others = (terms?.options ?? []).filter((said) => !mine.map(ruleOf).includes(ruleOf(said)));
  return {
    words: [...mine, ...others], battle, teams: terms?.teams ?? [], ...(terms?.pace ? {pace: terms.pace} : {}),
    ...(terms?.rated ? {rated: true} : {}), ...(terms?.cast ? {cast: terms.cast} : {}),
  };
}

/** An optional rule by its name, with its figure: "Fuel 24". */
export function optionName(said) {
  const rule = BY_WORD.get(ruleOf(said));
  if (!rule) return clean(said, TITLE);
  const name = _(TABLES[rule.word].name);
  return rule.most ? `${name} ${figure(said, rule)}` : name;
}

/** What it says. */
export function optionText(said) {
  const rule = BY_WORD.get(ruleOf(said));
  return rule ? fill(_(TABLES[rule.word].text), {n: figure(said, rule)}) : phrase("special.unknown", {name: clean(said, TITLE)});
}

/** Name, paragraph, whom it helps, and what it says. */
export function optionLine(said) {
  const rule = BY_WORD.get(ruleOf(said));
  if (!rule) return optionText(said);
  return phrase("special.rule", {name: optionName(said), rule: rule.rule, helps: word("helps", rule.helps), text: optionText(said)});
}

function figure(said, rule) {
  return clean(said.split(":")[1] ?? "", TITLE) || String(rule.usual || "");
}

/** What it was measured to be worth; nothing, where nobody has measured it. */
export function worth(said) {
  const measured = own(ruleOf(said), "worth");
  if (!measured) return "";
  const [us, error] = measured.map((part) => (100 * part).toFixed(1));
  return phrase("special.worth", {percent: Number(us) < 0 ? us : `+${us}`, error});
}

/** The texts of a battle in the reader's language. */
const told = (battle) => (language() === "ja" ? battle.japanese : battle.english);

/** What a battle is called. */
export const title = (battle) => clean(told(battle).title, TITLE);

/** For a list of tables: "battle: Cape Esperance", "optional rules: Long Lance, Fuel 24". */
export function inBrief({words, battle, teams = [], pace = null, rated = false, cast = 0}) {
  const names = words.map(optionName).join(phrase("rows.inside"));
  return [battle && phrase("special.battle", {title: title(battle)}), words.length && phrase("special.options", {names}),
    teams.length && phrase("team.brief"), pace && agreed(pace), cast && phrase("cast.brief", {turns: amount("turns", cast)}), rated && phrase("special.rated")].filter(Boolean);
}

/** What is shown to whoever sits down: title, introduction and length of the battle, the optional rules. */
export function introduced({words, battle, teams = [], pace = null, rated = false, cast = 0}) {
  const lines = [...(pace ? [phrase("pace.agree"), agreed(pace)] : []), ...(battle ? begun(battle) : []), ...ruled(words), ...shared(teams),
    ...shown(cast), ...(rated ? [phrase("special.rated")] : [])];
  return lines.length ? lines : [phrase("special.none")];
}

/** Everything that there is to tell in a game; what happened in history only when it is over. */
export function whole({words, battle, cast = 0}, view) {
  if (!battle || battle.whole) return introduced({words, battle, cast});
  const over = view?.outcome ? [judged(battle, view.outcome), ...history(battle)] : [];
  return [...headed(battle), length(battle), ...(view ? turnsLeft(battle, view) : []), ...conditions(battle), ...standingOf(battle), ...ruled(words), ...shown(cast), ...over];
}

/** Who looks on sees both hands, and how late. */
const shown = (cast) => (cast ? [phrase("cast.about", {turns: amount("turns", cast)})] : []);

/** §26  Whose side two commanders share, and what that means. */
function shared(teams) {
  if (!teams.length) return [];
  return [phrase(`team.shared_${teams.length > 1 ? "both" : ["first", "second"][teams[0]]}`), phrase("team.about")];
}

/** A whole game of a campaign has no last turn, and the introduction of its campaign (§25). */
function begun(battle) {
  return [...(battle.whole ? [] : [...headed(battle), length(battle)]), ...standingOf(battle)];
}

function headed(battle) {
  return [phrase("special.headed", {title: title(battle), date: clean(battle.date, TITLE)}), ...paragraphs(told(battle).introduction)];
}

function length(battle) {
  return phrase("special.length", {turns: amount("turns", battle.turns), side: sideName(battle.first)});
}

function ruled(words) {
  return words.length ? [phrase("special.ruled"), ...words.map((said) => `- ${optionLine(said)}`)] : [];
}

/** How far it has come. */
function turnsLeft(battle, {turn, outcome}) {
  if (!turn || outcome) return [];
  const left = battle.turns - turn;
  return [left > 0 ? phrase("special.left", {turns: amount("turns", left)}) : phrase("special.last")];
}

/** §24.3 to §24.7: decks, what counts, points from the start, who wins on equal points, levels. */
function conditions(battle) {
  const counted = (battle.scores ?? []).map(([what, points]) => phrase("special.each", {what: word("scores", what), points}));
  const leads = [battle.us, battle.jp].map(({lead = 0}, side) => lead && phrase("special.lead", {side: sideName(side), points: lead}));
  return [
    !battle.decks && phrase("special.no_decks"),
    counted.length && phrase("special.counts", {what: counted.join(phrase("rows.between"))}),
    ...leads,
    phrase("special.ties", {side: sideName(battle.ties ?? 1)}),
    phrase("special.levels", levels(battle)),
  ].filter(Boolean);
}

const levels = ({clear = 4, decisive = 10}) => ({clear, decisive});

/** §24.7  How great the victory is, and what it is beside history, in one line. */
export function judged(battle, {winner, reason, points}) {
  if (winner === null) return phrase("seat.drawn");
  const loser = 1 - winner, margin = points[winner] - points[loser], {clear, decisive} = levels(battle);
  const level = phrase(`levels.${margin >= decisive ? "decisive" : margin >= clear ? "clear" : "marginal"}`, {title: title(battle)});
  if (margin > 0 && reason !== "resigned") return phrase("judged.better", {level, side: sideName(winner), points: margin});
  const why = own("lost_by", reason);
  if (why) return phrase("judged.ended", {level, why: fill(_(why), {loser: sideName(loser)})});
  return phrase("judged.equal", {level, side: sideName(winner)});
}

/** What happened, and which works say so. */
function history(battle) {
  const works = (battle.sources ?? []).map((work) => clean(work, 200)).join(phrase("rows.between"));
  const story = paragraphs(told(battle).history);
  return [...(story.length ? [phrase("special.history"), ...story] : []), ...(works ? [phrase("special.sources", {works})] : [])];
}

function paragraphs(text) {
  return String(text ?? "").split("\n\n").map((part) => clean(part.replace(/\s+/gu, " ").trim(), TEXT)).filter(Boolean);
}

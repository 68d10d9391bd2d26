/** The odds that come with a question, as numbers and small bars; the twin of client/text/question/odds.py. */
import {h} from "../../../base/dom.js";
import {_, fill} from "../../../base/language/words.js";
import {sameValue} from "../staging/things.js";
import {own, phrase, TABLES} from "../../../base/language/vocabulary.js";

/** Whole per cent; never 0 or 100 for what is not certain. */
function percent(chance) {
  if (chance > 0 && chance < 0.005) return phrase("chance.under");
  if (chance > 0.995 && chance < 1) return phrase("chance.over");
  return phrase("chance.percent", {n: Math.round(100 * chance)});
}

/** The chances of a card with a value; null: it has only one. */
function chancesOf(question, card, value) {
  return question.odds.filter((one) => one.card === card && sameValue(one.value, value));
}

/** The chances that a row of the menu shows, and those of one of its options. */
export function rowChances(question, row) {
  return row.kind === "token" ? chancesOf(question, row.value, null) : [];
}

export function optionChances(question, row, option) {
  if (row.kind === "card") return question.odds.filter((one) => sameValue(one.value, [row.value, option.value]));
  return option.value === null ? [] : chancesOf(question, row.value, option.value);
}

/** Chances that belong to no row: of what the whole question is about. */
export function otherChances(question) {
  const {shape} = question;
  return shape.type === "choose" ? question.odds.filter((one) => !shape.options.includes(one.card)) : [];
}

/** The parts of a chance: [kind, chance, what it is the chance of]. */
function partsOf(question, chance) {
  const blind = question.step === "submarines.play" && chance.kill === null;
  const reading = blind ? TABLES.odds.blind : own("odds", question.step) ?? TABLES.odds.other;
  return ["success", "kill", "loss"].filter((kind) => chance[kind] !== null && reading[kind])
    .map((kind) => [kind, chance[kind], _(reading[kind])]);
}

/** One chance in words: "62 % hit, 10 % sunk; 1.3 hits expected". */
function oddsText(question, chance) {
  const parts = partsOf(question, chance).map(([, part, what]) => fill(_("{percent} {what}"), {percent: percent(part), what}));
  const text = parts.join(phrase("rows.inside"));
  if (!chance.hits) return text;
  return phrase("chance.with_hits", {odds: text, hits: chance.hits.toFixed(1)});
}

/** Chances as small bars with their numbers. */
export function bars(question, chances) {
  if (!chances.length) return null;
  return h("span", {class: "odds-bars", key: "odds"}, chances.map((chance, i) => h("span", {
    class: "chances", key: i, title: oddsText(question, chance),
  }, partsOf(question, chance).map((part) => oneBar(...part)))));
}

function oneBar(kind, chance, what) {
  return h("span", {class: ["chance", kind], key: kind},
    h("span", {class: "bar", "aria-hidden": "true", style: {"--part": String(chance)}}),
    h("span", {class: "percent"}, percent(chance)), " ", h("span", {class: "what"}, what));
}

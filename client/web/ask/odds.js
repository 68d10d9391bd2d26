/** The odds that come with a question, as numbers and small bars; the twin of client/text/question/odds.py. */
import {h} from "../dom.js";
import {_, fill, N_} from "../words.js";
import {sameValue} from "./things.js";

const DOWN = {success: N_("shot down"), loss: N_("itself lost")};
const STRIKE = {success: N_("hit"), kill: N_("finished"), loss: N_("itself lost")};
const GUNS = {success: N_("hit"), kill: N_("sunk")};
const SHORE = {success: N_("hit"), kill: N_("base silenced"), loss: N_("itself lost")};
const ARMY = {success: N_("hit"), kill: N_("base taken"), loss: N_("itself lost")};

/** What the numbers of a chance mean in one kind of decision. */
const READINGS = {
  "reconnaissance.search": {success: N_("something found, if nobody meets it")},
  "search-rounds.aim": DOWN,
  "submarines.play": {success: N_("found and hit"), kill: N_("sunk"), loss: N_("itself lost")},
  "air-control.aim": DOWN,
  "intercept-combat.aim": DOWN,
  "air-attack.declare": STRIKE,
  "attacks.choose": STRIKE,
  "strike.go_on": STRIKE,
  "sea-rounds.check": {success: N_("withdrawn")},
  "sea-rounds.aim": GUNS,
  "bombardment.choose": SHORE,
  "barrage.go_on": SHORE,
  "going-ashore.name": {...ARMY, loss: N_("itself lost off the base")},
  "land-combat.choose": ARMY,
};
const OTHER = {success: N_("success"), kill: N_("finished"), loss: N_("itself lost")};
const FOUND_ONLY = N_("found"); // by a submarine that does not know its target

/** Whole per cent; never 0 or 100 for what is not certain. */
function percent(chance) {
  if (chance > 0 && chance < 0.005) return _("under 1 %");
  if (chance > 0.995 && chance < 1) return _("over 99 %");
  return fill(_("{n} %"), {n: Math.round(100 * chance)});
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
  const reading = READINGS[question.step] ?? OTHER;
  const blind = question.step === "submarines.play" && chance.kill === null;
  const parts = [["success", chance.success, blind ? FOUND_ONLY : reading.success],
    ["kill", chance.kill, reading.kill], ["loss", chance.loss, reading.loss]];
  return parts.filter(([, part, what]) => part !== null && what).map(([kind, part, what]) => [kind, part, _(what)]);
}

/** One chance in words: "62 % hit, 10 % sunk; 1.3 hits expected". */
function oddsText(question, chance) {
  const parts = partsOf(question, chance).map(([, part, what]) => fill(_("{percent} {what}"), {percent: percent(part), what}));
  const text = parts.join(_(", "));
  if (!chance.hits) return text;
  return fill(_("{odds}; {hits} hits expected"), {odds: text, hits: chance.hits.toFixed(1)});
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

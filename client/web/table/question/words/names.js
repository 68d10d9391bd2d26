/** What the parts of a menu are called. */
import {cardOf} from "../../../text/naming.js";
import {lineName, meaning, taskName} from "../../../text/phrases.js";
import {_} from "../../../base/language/words.js";
import {clean, phrase, word} from "../../../base/language/vocabulary.js";

const AT_SEA = "landing-phase"; // where tasks are those of ships
const RULING = / \(R-[^)]*\)|（R-[^）]*）/gu; // in a prompt: for programmers
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** What a verb does, in a sentence; the verb itself where a newer engine has more of them. */
export const verbText = (verb) => word("verbs", verb);

/** The prompt as people read it; it comes in English and stands in the catalogues. */
export function promptText(question) {
  return _(clean(question.prompt)).replace(RULING, "");
}

/** A row of the menu. */
export function rowName(question, names, row) {
  return valueName(question, names, row.kind, row.value);
}

/** What a row may be given. */
export function optionName(question, names, option) {
  return valueName(question, names, option.kind, option.value);
}

/** A value by its kind. */
function valueName(question, names, kind, value) {
  if (kind === "lost") return phrase("asked.lost");
  if (kind === "verb") return names.word(value);
  if (Array.isArray(value)) {
    return phrase("asked.aim", {mode: word("modes", value[0]), target: names.token(value[1])});
  }
  if (kind === "token") return names.token(value);
  if (kind === "line") return lineName(value);
  if (kind === "amount") return String(value);
  return kind === "card" && cardOf(value) ? names.card(value) : wordName(question, String(value));
}

function wordName(question, said) {
  const {shape, step} = question;
  if (shape.type === "assign" && shape.of === "task" && said !== "withdraw") {
    return taskName(said, step.startsWith(AT_SEA));
  }
  return meaning(step, said);
}

/** The name of anything on the page, also of what is not asked about. */
export function thingName(question, names, thing) {
  if (thing.startsWith("t")) return names.token(Number(thing.slice(1)));
  if (thing.startsWith("l")) return lineName(Number(thing.slice(1)));
  if (thing.startsWith("n")) return thing.slice(1);
  if (thing.startsWith("c:")) return names.card(thing.slice(2, thing.lastIndexOf(":")));
  return thing === "w:lost" ? phrase("asked.lost") : wordName(question, thing.slice(2));
}

/** a to z for the first values; what comes behind has no key of its own. */
export const letterOf = (n) => (n >= 0 && n < LETTERS.length ? LETTERS[n] : "");

/** A name without the ships in brackets behind it, for where it stands many times. */
export const brief = (text) => text.replace(/ \([^()]*\)/gu, "");

/** The first letter large. */
export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** What the parts of a menu are called. */
import {cardOf} from "../say/naming.js";
import {MODES, clean, lineName, meaning, phrase, taskName} from "../say/wording.js";
import {_, fill, N_} from "../words.js";

const AT_SEA = "landing-phase"; // where tasks are those of ships
const RULING = / \(R-[^)]*\)|（R-[^）]*）/gu; // in a prompt: for programmers
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

const VERBS = {
  move: N_("move a formation to a line"),
  pair: N_("attach an escort to a leader"),
  part: N_("disband a pair; a number behind it is the damage that the leader takes"),
  reveal: N_("turn an unseen formation detected"),
  deploy: N_("put an airplane from the hand on an icon"),
  shift: N_("move an airplane to another host"),
  swap: N_("let two airplanes change places"),
  recall: N_("take an airplane that was deployed just now back into the hand"),
  discard: N_("discard an airplane from the table"),
  transports: N_("play a card as transports"),
  express: N_("run transports with an unseen escort (Tokyo Express)"),
  submarine: N_("send a submarine against a formation"),
  done: N_("end the segment"),
  undo: N_("take the last step back"),
};

/** What a verb does, in a sentence; the verb itself where a newer engine has more of them. */
export const verbText = (verb) => phrase(VERBS, verb);

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
  if (kind === "lost") return _("lost");
  if (kind === "verb") return names.word(value);
  if (Array.isArray(value)) {
    return fill(_("{mode} {target}"), {mode: phrase(MODES, value[0]), target: names.token(value[1])});
  }
  if (kind === "token") return names.token(value);
  if (kind === "line") return lineName(value);
  if (kind === "amount") return String(value);
  return kind === "card" && cardOf(value) ? names.card(value) : wordName(question, String(value));
}

function wordName(question, word) {
  const {shape, step} = question;
  if (shape.type === "assign" && shape.of === "task" && word !== "withdraw") {
    return taskName(word, step.startsWith(AT_SEA));
  }
  return meaning(step, word);
}

/** The name of anything on the page, also of what is not asked about. */
export function thingName(question, names, thing) {
  if (thing.startsWith("t")) return names.token(Number(thing.slice(1)));
  if (thing.startsWith("l")) return lineName(Number(thing.slice(1)));
  if (thing.startsWith("n")) return thing.slice(1);
  if (thing.startsWith("c:")) return names.card(thing.slice(2, thing.lastIndexOf(":")));
  return thing === "w:lost" ? _("lost") : wordName(question, thing.slice(2));
}

/** a to z for the first values; what comes behind has no key of its own. */
export const letterOf = (n) => (n >= 0 && n < LETTERS.length ? LETTERS[n] : "");

/** A name without the ships in brackets behind it, for where it stands many times. */
export const brief = (text) => text.replace(/ \([^()]*\)/gu, "");

/** The first letter large. */
export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

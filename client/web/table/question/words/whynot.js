/** Why something cannot be done, as far as the shape of the question tells; in its words (ironbottom/questions.py). */
import {listed} from "../../../text/phrases.js";
import {optionName, rowName, thingName} from "./names.js";
import {leftOut, valuesNow} from "../staging/staging.js";
import {silent, untold} from "../staging/unsaid.js";
import {phrase} from "../../../base/language/vocabulary.js";

const MOST = 6; // values that are named

/** The last touch that did nothing: {text, rule}; null where there is none. */
export function faultText(staged, names) {
  const {fault, question} = staged;
  if (!fault) return null;
  return {text: TEXTS[fault.why](question, names, fault, staged), rule: question.rule};
}

/** Why what is staged is no answer yet; "" where it is one, or where none is awaited. */
export function missing(staged, names) {
  const {question: {shape}, picked, play} = staged;
  if (play !== null || shape.type === "move") return "";
  if (shape.type === "choose") return staged.chosen === null ? phrase("refused.choose_first") : "";
  if (shape.type === "pick" && (picked.length < shape.least || picked.length > shape.most)) {
    return phrase("refused.so_many", {number: between(shape), found: picked.length});
  }
  if (silent(staged)) return nothingSaid(staged);
  if (shape.type === "pick") return "";
  const open = untold(staged, valuesNow(staged));
  if (open) return stillOpen(staged, names, open);
  const row = leftOut(staged);
  if (!row) return "";
  const card = rowName(staged.question, names, row);
  return phrase("refused.left_out", {card});
}

/** Nothing was said yet: what could be. */
function nothingSaid({question}) {
  const {shape} = question;
  if (shape.type === "pick") return phrase("refused.pick_first");
  const values = Object.values(shape.choices);
  if (values.some((one) => one.includes?.("stay"))) return phrase("refused.send_first");
  if (shape.type === "place") return phrase("refused.place_first");
  return values.every((one) => one.length === 1) ? phrase("refused.order_first")
    : phrase("refused.give_first");
}

/** A card that must be told something. */
function stillOpen({question}, names, row) {
  const card = rowName(question, names, row);
  if (question.shape.type === "place") {
    return phrase("refused.no_place", {card});
  }
  const values = listed(row.options.slice(0, MOST).map((option) => optionName(question, names, option)));
  return phrase("refused.no_value", {key: card, values});
}

/** Why a thing is not a target of a row. */
export function notFor(question, names, row, thing) {
  const card = rowName(question, names, row), value = thingName(question, names, thing);
  const all = row.options.filter((option) => option.kind !== "lost" && option.kind !== "verb");
  const alike = all.filter((option) => option.thing[0] === thing[0]); // lines for a line, cards for a card
  const options = alike.length ? alike : all;
  if (!options.length) return phrase("refused.nowhere", {card});
  const shown = [...new Set(options.map((option) => optionName(question, names, option)))];
  const values = listed(shown.slice(0, MOST)) + (shown.length > MOST ? phrase("refused.and_more") : "");
  return phrase("refused.not_for", {key: card, value, values});
}

const TEXTS = {
  open: (question, names, _fault, staged) => phrase("refused.not_yet", {why: missing(staged, names)}),
  "not-for": (question, names, {row, thing}) => notFor(question, names, row, thing),
  "not-asked": (question, names, {thing}) => {
    return phrase("refused.not_asked", {card: thingName(question, names, thing)});
  },
  "no-room": (question, names, {row, thing}) => {
    const card = rowName(question, names, row), place = thingName(question, names, thing);
    return phrase("refused.no_room", {place, card});
  },
  full: (question) => {
    const {shape} = question;
    return phrase("refused.so_many", {number: between(shape), found: shape.most + 1});
  },
};

const between = ({least, most}) => (least === most ? String(least) : phrase("refused.between", {least, most}));

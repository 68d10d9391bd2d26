/** Why something cannot be done, as far as the shape of the question tells; in its words (ironbottom/questions.py). */
import {listed} from "../say/wording.js";
import {_, fill} from "../words.js";
import {optionName, rowName, thingName} from "./named.js";
import {leftOut, valuesNow} from "./staging.js";
import {silent, untold} from "./unsaid.js";

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
  if (shape.type === "choose") return staged.chosen === null ? _("choose one of the answers first") : "";
  if (shape.type === "pick" && (picked.length < shape.least || picked.length > shape.most)) {
    return fill(_("pick {number}, not {found}"), {number: between(shape), found: picked.length});
  }
  if (silent(staged)) return nothingSaid(staged);
  if (shape.type === "pick") return "";
  const open = untold(staged, valuesNow(staged));
  if (open) return stillOpen(staged, names, open);
  const row = leftOut(staged);
  if (!row) return "";
  const card = rowName(staged.question, names, row);
  return fill(_("{card} may not be left out while a place in its range has room (R-26)"), {card});
}

/** Nothing was said yet: what could be. */
function nothingSaid({question}) {
  const {shape} = question;
  if (shape.type === "pick") return _("pick one or more, or say that it is none of them");
  const values = Object.values(shape.choices);
  if (values.some((one) => one.includes?.("stay"))) return _("say who goes where, or that all stay");
  if (shape.type === "place") return _("say who is lost: not all find a place");
  return values.every((one) => one.length === 1) ? _("change their order, or say that it may stand")
    : _("say what each card gets");
}

/** A card that must be told something. */
function stillOpen({question}, names, row) {
  const card = rowName(question, names, row);
  if (question.shape.type === "place") {
    return fill(_("{card} finds no place: say that it is lost, or send another elsewhere"), {card});
  }
  const values = listed(row.options.slice(0, MOST).map((option) => optionName(question, names, option)));
  return fill(_("{key} has no value; choose one of {values}"), {key: card, values});
}

/** Why a thing is not a target of a row. */
export function notFor(question, names, row, thing) {
  const card = rowName(question, names, row), value = thingName(question, names, thing);
  const all = row.options.filter((option) => option.kind !== "lost" && option.kind !== "verb");
  const alike = all.filter((option) => option.thing[0] === thing[0]); // lines for a line, cards for a card
  const options = alike.length ? alike : all;
  if (!options.length) return fill(_("{card} can go nowhere here"), {card});
  const shown = [...new Set(options.map((option) => optionName(question, names, option)))];
  const values = listed(shown.slice(0, MOST)) + (shown.length > MOST ? _(", ...") : "");
  return fill(_("{key} cannot be given {value}; choose one of {values}"), {key: card, value, values});
}

const TEXTS = {
  open: (question, names, _fault, staged) => fill(_("Not yet: {why}."), {why: missing(staged, names)}),
  "not-for": (question, names, {row, thing}) => notFor(question, names, row, thing),
  "not-asked": (question, names, {thing}) => {
    return fill(_("{card} is not among the answers"), {card: thingName(question, names, thing)});
  },
  "no-room": (question, names, {row, thing}) => {
    const card = rowName(question, names, row), place = thingName(question, names, thing);
    return fill(_("{place} has no room left for {card}"), {place, card});
  },
  full: (question) => {
    const {shape} = question;
    return fill(_("pick {number}, not {found}"), {number: between(shape), found: shape.most + 1});
  },
};

const between = ({least, most}) => (least === most ? String(least) : fill(_("{least} to {most}"), {least, most}));

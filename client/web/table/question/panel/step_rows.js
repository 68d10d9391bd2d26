/** The rows of a segment that is played step by step: each thing, and what can be done with it. */
import {h} from "../../../base/dom.js";
import {give, hold} from "../answering/acting.js";
import {rowsInOrder} from "../answering/asked.js";
import {brief, capital, letterOf, optionName, rowName, verbText} from "../words/names.js";
import {noteOf} from "../words/notes.js";
import {bars, optionChances} from "../words/odds.js";
import {key, named, row, rowButton} from "./row.js";
import {phrase} from "../../../base/language/vocabulary.js";

// Steps here can be taken back one by one: so they may lie open, where they are few, and be taken with one click.
const TAKEN_BACK = ["first-deployment.place", "ships.step", "airplanes.step"];
const FEW = 60; // steps of all rows together

/**
 * A row for each thing; the one that is held shows its steps, with what they mean.
 * @param {Page.State} state
 */
export function stepRows(state, staged, names) {
  const rows = rowsInOrder(state, staged.question);
  if (!rows.length) return h("p", {class: "count", key: "none"}, phrase("steps.none_left"));
  const all = TAKEN_BACK.includes(staged.question.step) && rows.reduce((n, one) => n + one.options.length, 0) <= FEW;
  return h("ol", {class: ["rows", "move", all && "open"], key: "rows", "aria-labelledby": "panel-title"},
    rows.map((one, i) => oneRow(staged, names, one, String(i + 1), all)));
}

function oneRow(staged, names, one, number, all) {
  const {question} = staged, held = staged.held === one.id;
  const verbs = [...new Set(one.options.map((option) => option.verb))];
  return row({id: one.id, classes: [held && "held"]},
    rowButton({id: one.id, number, expanded: held, click: () => hold(held ? null : one.id)},
      named(rowName(question, names, one), held || !all ? noteOf(question, names, one.kind, one.value) : ""),
      !held && !all && h("span", {class: "now", key: "now"}, verbs.map((verb) => names.word(verb)).join(" · "))),
    held && verbs.map((verb) => ofVerb(staged, names, one, verb)),
    !held && all && h("div", {class: "options", key: "open"}, verbs.map((verb) => inFewWords(staged, names, one, verb))));
}

/** The same in few words, and without the letters: they mean the row that is held. */
function inFewWords(staged, names, one, verb) {
  const options = one.options.filter((option) => option.verb === verb), word = capital(names.word(verb));
  const alone = options.length === 1 && options[0].kind === "verb";
  return h("span", {class: "verb-open", role: "group", key: verb, "aria-label": verbText(verb)},
    !alone && h("span", {class: "verb-text"}, word),
    options.map((option) => h("button", {
      type: "button", class: ["option", `kind-${option.kind}`], key: option.thing, on: {click: () => give(one, option)},
    }, h("bdi", {class: "name"}, alone ? word : capital(brief(optionName(staged.question, names, option)))))));
}

/** What one verb can be done with. */
function ofVerb(staged, names, one, verb) {
  const {question} = staged, options = one.options.filter((option) => option.verb === verb);
  return h("div", {class: ["options", "verb"], role: "group", key: verb, "aria-label": verbText(verb)},
    h("p", {class: "verb-text", key: "text"}, capital(verbText(verb))),
    options.map((option) => {
      const letter = letterOf(one.options.indexOf(option));
      return h("button", {
        type: "button", class: ["option", `kind-${option.kind}`], key: option.thing, "data-letter": letter,
        on: {click: () => give(one, option)},
      }, key(letter), h("bdi", {class: "name"}, capital(optionName(question, names, option))),
      option.kind === "token" && h("span", {class: "remark"}, noteOf(question, names, "token", option.value)),
      bars(question, optionChances(question, one, option)));
    }));
}

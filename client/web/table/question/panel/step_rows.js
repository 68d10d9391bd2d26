/** The rows of a segment that is played step by step: each thing, and what can be done with it. */
import {h} from "../../../base/dom.js";
import {give, hold} from "../answering/acting.js";
import {rowsInOrder} from "../answering/asked.js";
import {capital, letterOf, optionName, rowName, verbText} from "../words/names.js";
import {noteOf} from "../words/notes.js";
import {bars, optionChances} from "../words/odds.js";
import {key, named, row, rowButton} from "./row.js";
import {phrase} from "../../../base/language/vocabulary.js";

/**
 * A row for each thing; the one that is held shows its steps.
 * @param {Page.State} state
 */
export function stepRows(state, staged, names) {
  const rows = rowsInOrder(state, staged.question);
  if (!rows.length) return h("p", {class: "count", key: "none"}, phrase("steps.none_left"));
  return h("ol", {class: "rows move", key: "rows", "aria-labelledby": "panel-title"},
    rows.map((one, i) => oneRow(staged, names, one, String(i + 1))));
}

function oneRow(staged, names, one, number) {
  const {question} = staged, held = staged.held === one.id;
  const verbs = [...new Set(one.options.map((option) => option.verb))];
  return row({id: one.id, classes: [held && "held"]},
    rowButton({id: one.id, number, expanded: held, click: () => hold(held ? null : one.id)},
      named(rowName(question, names, one), noteOf(question, names, one.kind, one.value)),
      !held && h("span", {class: "now", key: "now"}, verbs.map((verb) => names.word(verb)).join(" · "))),
    held && verbs.map((verb) => ofVerb(staged, names, one, verb)));
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

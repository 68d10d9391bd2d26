/** The rows of a question that is answered by giving each card something: a line, a task, a target, a place, a turn. */
import {h} from "../../../base/dom.js";
import {_, fill} from "../../../base/language/words.js";
import {give, giveAll, giveNow, hold, move, say} from "../answering/acting.js";
import {rowsInOrder} from "../answering/asked.js";
import {letterFor} from "../answering/marks.js";
import {LOST, menuOf} from "../staging/menu.js";
import {brief, capital, letterOf, optionName, rowName} from "../words/names.js";
import {noteOf} from "../words/notes.js";
import {bars, optionChances, rowChances} from "../words/odds.js";
import {giver, key, named, row, rowButton, shifters} from "./row.js";
import {complete, give as giving, giveAll as givingAll, rowOf, saying, valuesNow} from "../staging/staging.js";
import {sameValue} from "../staging/things.js";

const SMALL = 30; // options of all rows together that are all shown at once

/**
 * A row for each card, with what it is given now; the one that is held shows all that it may be given.
 * @param {Page.State} state
 */
export function givenRows(state, staged, names) {
  const {question} = staged, {shape} = question;
  const rows = rowsInOrder(state, question);
  const shown = shape.type === "order" ? staged.order.map((value) => rowOf(staged, `t${value}`)) : rows;
  const all = rows.reduce((n, one) => n + one.options.length, 0) <= SMALL;
  const values = valuesNow(staged);
  const part = {staged, names, values, all};
  return [
    shape.type === "order" && rows.length > 1 && h("p", {class: "count", key: "turns"}, _("They act in this order:")),
    h("ol", {class: ["rows", shape.type], key: "rows", "aria-labelledby": "panel-title"},
      rows.length > 1 && forAll(staged, names),
      shown.map((one) => oneRow(part, one, String(rows.indexOf(one) + 1))),
      shape.type === "order" && rows.every((one) => one.options.length === 1) && rows.length > 1 && standsRow(staged)),
  ];
}

/** Where only the order is open: that it may stand has to be said. */
function standsRow(staged) {
  const pressed = staged.said && staged.play === null;
  return row({id: "none", thing: null, classes: ["none", pressed && "pressed"]},
    rowButton({id: "none", number: "0", pressed, click: say}, named(_("In this order"), "")),
    giver(_("In this order"), () => giveNow(saying)));
}

/** What several cards may be given, for all of them at once. */
function forAll(staged, names) {
  const {rows, values} = menuOf(staged.question);
  const shared = values.filter((value) => value.value !== LOST && rows.filter((one) => {
    return one.options.some((option) => sameValue(option.value, value.value));
  }).length > 1);
  if (!shared.length || rows.every((one) => one.options.length < 2)) return null;
  return h("li", {class: "row all", key: "all"},
    h("span", {class: "row-button", key: "name"}, key("0"), named(_("All that can"), "")),
    h("div", {class: "options", role: "group", key: "options", "aria-label": _("All that can")},
      shared.map((value) => {
        const name = optionName(staged.question, names, value), button = allButton(value, letterOf(values.indexOf(value)), name);
        return withGiver(staged, button, name, (now) => givingAll(now, value.value));
      })));
}

function allButton(value, letter, name) {
  return h("button", {
    type: "button", class: "option", key: value.thing + String(value.value), "data-all": letter,
    on: {click: () => giveAll(value.value)},
  }, key(letter), h("bdi", {class: "name"}, capital(brief(name))));
}

/** A button for what makes the answer whole, beside one that gives it at once. */
function withGiver(staged, button, name, make) {
  if (complete(make(staged)) === null) return button;
  return h("span", {class: "giving", key: button.key}, button, giver(capital(brief(name)), () => giveNow(make)));
}

function oneRow({staged, names, values, all}, one, number) {
  const {question} = staged, held = staged.held === one.id, name = rowName(question, names, one);
  const now = one.options.find((option) => sameValue(option.value, values[one.value]));
  const told = one.value in staged.given && staged.play === null;
  const open = held || all;
  return row({id: one.id, classes: [held && "held", told && "told"]},
    rowButton({
      id: one.id, number, expanded: all ? undefined : open, pressed: all ? held : undefined,
      click: () => hold(held ? null : one.id),
    },
      turn(staged, one),
      named(name, noteOf(question, names, one.kind, one.value)),
      !open && now && h("span", {class: "now", key: "now"}, "→ ", h("bdi", {}, brief(optionName(question, names, now)))),
      now?.kind !== "word" && bars(question, rowChances(question, one))),
    turnButtons(staged, one, name),
    open && options(staged, names, one, now),
    !open && now && bars(question, optionChances(question, one, now)));
}

/** When a card acts. */
function turn(staged, one) {
  if (staged.question.shape.type !== "order") return null;
  return h("span", {class: "turn", key: "turn"}, `${staged.order.indexOf(one.value) + 1}.`);
}

function turnButtons(staged, one, name) {
  if (staged.question.shape.type !== "order" || staged.order.length < 2) return null;
  const i = staged.order.indexOf(one.value);
  const texts = {earlier: fill(_("{card} earlier"), {card: name}), later: fill(_("{card} later"), {card: name})};
  return shifters(texts, i > 0 && (() => move(one.value, i - 1)),
    i < staged.order.length - 1 && (() => move(one.value, i + 1)));
}

/** All that a card may be given; of one that is alone each is an answer. */
function options(staged, names, one, now) {
  const {question} = staged, name = rowName(question, names, one);
  const alone = menuOf(question).rows.length === 1 && question.shape.type !== "place";
  return h("div", {class: "options", role: "group", key: "options", "aria-label": name}, one.options.map((option) => {
    const pressed = option === now, letter = letterFor(question, one, option), called = optionName(question, names, option);
    const button = h("button", {
      type: "button", class: ["option", `kind-${option.kind}`], key: option.thing + String(option.value), "data-letter": letter,
      "aria-pressed": String(pressed), on: {click: () => give(one, option)},
    }, key(letter), h("span", {class: "tick", "aria-hidden": "true"}, pressed ? "✓" : ""),
    h("bdi", {class: "name"}, capital(brief(called))),
    h("span", {class: "remark"}, optionNote(question, names, option)),
    bars(question, chancesWith(question, one, option, now)));
    return alone ? withGiver(staged, button, called, (before) => giving(before, one, option)) : button;
  }));
}

/** The chances of an option; those of the row stand here for as long as the card is told to do nothing. */
function chancesWith(question, one, option, now) {
  const own = optionChances(question, one, option);
  return now?.kind === "word" && option.kind !== "word" ? [...own, ...rowChances(question, one)] : own;
}

/** What is to be known of a target; not of a line or a word, which are known. */
function optionNote(question, names, option) {
  const token = Array.isArray(option.value) ? option.value[1] : option.value;
  return option.kind === "token" ? noteOf(question, names, "token", token) : "";
}

/** The rows of a question that is answered by choosing one thing, or by picking some. */
import {h} from "../../../base/dom.js";
import {_, fill} from "../../../base/language/words.js";
import {giveNow, move, say, touch} from "../answering/acting.js";
import {rowsInOrder} from "../answering/asked.js";
import {capital, rowName} from "../words/names.js";
import {noteOf} from "../words/notes.js";
import {bars, rowChances} from "../words/odds.js";
import {giver, key, named, row, rowButton, shifters} from "./row.js";
import {isEmpty} from "../staging/menu.js";
import {rowOf, saying, touch as touching} from "../staging/staging.js";
import {sameValue} from "../staging/things.js";
import {phrase} from "../../../base/language/vocabulary.js";

/**
 * One row for each answer, or for each thing that may be picked.
 * @param {Page.State} state
 */
export function plainRows(state, staged, names) {
  const {question} = staged, {shape} = question;
  const rows = rowsInOrder(state, question);
  const picks = shape.type === "pick";
  return [
    picks && rows.length > 0 && h("p", {class: "count", key: "count", role: "status"}, countText(staged)),
    h("ol", {class: ["rows", shape.type], key: "rows", "aria-labelledby": "panel-title"},
      rows.map((one, i) => oneRow(staged, names, one, String(i + 1))),
      picks && shape.least === 0 && rows.length > 0 && noneRow(staged)),
    picks && piled(shape) && pile(staged, names),
  ];
}

/** Whether the order of what is picked counts: where so many must go on a pile. */
const piled = (shape) => shape.least === shape.most && shape.most > 1;

function countText(staged) {
  const {shape} = staged.question, n = staged.picked.length;
  if (shape.least === shape.most) return phrase("steps.picked", {n, most: shape.most});
  return phrase("steps.picked_between", {n, least: shape.least, most: shape.most});
}

/** That none is picked is an answer too, and has to be said. */
function noneRow(staged) {
  const pressed = staged.said && staged.picked.length === 0 && staged.play === null;
  return row({id: "none", thing: null, classes: ["none", pressed && "pressed"]},
    rowButton({id: "none", number: "0", pressed, click: say},
      h("span", {class: "tick pick", key: "tick", "aria-hidden": "true"}, pressed ? "✓" : ""), named(_("None of them"), "")),
    giver(_("None of them"), () => giveNow(saying)));
}

/** Whether one row is a whole answer. */
const single = ({question}) => !isEmpty(question)
  && (question.shape.type === "choose" || (question.shape.least === 1 && question.shape.most === 1));

function oneRow(staged, names, one, number) {
  const {question} = staged;
  const pressed = staged.play === null && (staged.chosen === one.id || staged.picked.includes(one.id));
  const usual = question.harmless && question.shape.type === "choose" && question.shape.options.length > 1
    && sameValue(one.value, question.default);
  const name = rowName(question, names, one);
  return row({id: one.id, classes: [pressed && "pressed"]},
    rowButton({id: one.id, number, pressed, click: () => touch(one.id)},
      h("span", {class: ["tick", question.shape.type], key: "tick", "aria-hidden": "true"}, pressed ? "✓" : ""),
      named(one.kind === "word" ? capital(name) : name, noteOf(question, names, one.kind, one.value)),
      usual && h("span", {class: "usual", key: "usual"}, _("(default)")),
      bars(question, rowChances(question, one))),
    single(staged) && giver(name, () => giveNow((now) => (pressed ? now : touching(now, one.id)))));
}

/** What was picked, in the order in which it goes on the pile. */
function pile(staged, names) {
  if (staged.picked.length < 2) return null;
  const last = staged.picked.length - 1;
  return h("div", {class: "pile", key: "pile"},
    h("p", {id: "pile-title"}, _("They go on the pile in this order, the last on top:")),
    h("ol", {class: "sequence", "aria-labelledby": "pile-title"}, staged.picked.map((id, i) => {
      const name = rowName(staged.question, names, rowOf(staged, id));
      const texts = {earlier: fill(_("{card} earlier"), {card: name}), later: fill(_("{card} later"), {card: name})};
      return h("li", {key: id, "data-sequence": id}, key(String(i + 1)), named(name, ""),
        shifters(texts, i > 0 && (() => move(id, i - 1)), i < last && (() => move(id, i + 1))));
    })));
}

/** Event cards of the hand that may be played before the question is answered. */
import {h} from "../../../base/dom.js";
import {_} from "../../../base/language/words.js";
import {giveNow, play} from "../answering/acting.js";
import {rowsInOrder} from "../answering/asked.js";
import {menuOf} from "../staging/menu.js";
import {playNote} from "../words/notes.js";
import {playing} from "../staging/staging.js";
import {giver, named, row, rowButton} from "./row.js";

/**
 * The cards, numbered on behind the rows of the question.
 * @param {Page.State} state
 */
export function plays(state, staged, names) {
  const cards = menuOf(staged.question).plays;
  if (!cards.length) return null;
  const before = rowsInOrder(state, staged.question).length;
  return h("div", {class: "plays", key: "plays"},
    h("h3", {id: "plays-title"}, _("Cards that you may play first")),
    h("ol", {class: "rows", "aria-labelledby": "plays-title"}, cards.map((one, i) => {
      const pressed = staged.play === one.value, number = String(before + i + 1);
      return row({id: `play ${one.value}`, thing: one.id, classes: ["play", pressed && "pressed"]},
        rowButton({id: `play ${one.value}`, number, pressed, click: () => play(one.value)},
          h("span", {class: "tick choose", key: "tick", "aria-hidden": "true"}, pressed ? "✓" : ""),
          named(names.card(one.value), playNote(one.value))),
        giver(names.card(one.value), () => giveNow((now) => (pressed ? now : playing(now, one.value)))));
    })));
}

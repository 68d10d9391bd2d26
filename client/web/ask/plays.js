/** Event cards of the hand that may be played before the question is answered. */
import {h} from "../dom.js";
import {_} from "../words.js";
import {play} from "./acting.js";
import {rowsInOrder} from "./asked.js";
import {menuOf} from "./menu.js";
import {playNote} from "./notes.js";
import {named, row, rowButton} from "./row.js";

/** The cards, numbered on behind the rows of the question. */
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
          named(names.card(one.value), playNote(one.value))));
    })));
}

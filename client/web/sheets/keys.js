/** All keys of the page. */
import { KEYS as ASKED } from "../table/question/input/keys.js";
import { h } from "../base/dom.js";
import { TABLES } from "../base/language/vocabulary.js";
import { _, N_ } from "../base/language/words.js";
import { sheet } from "../base/widgets/sheet.js";

/** Keys of the shell; what the question itself listens to stands in table/question/input/keys.js. */
const KEYS = [
  ["?", N_("this list")],
  ["Shift R", N_("the rule of the question; else the rulebook")],
  ["Shift I", TABLES.advice.title],
  ["Shift B", N_("the rules of this table: optional rules and battle")],
  ["Shift Y", N_("offer a draw, a pause, a takeback")],
  ["Shift C", N_("all cards")],
  ["Shift O", N_("what your opponent sees")],
  ["Shift T", N_("go to the table")],
  ["Shift P", N_("go to the question")],
  ["Shift L", N_("the log")],
  ["Shift S", N_("the chat")],
];

/** Keys of a replay; shell/replay/keys.js listens to them. */
const REPLAYED = [
  ["← →", N_("one event back or on")],
  ["↑ ↓", N_("the decision before, the next decision")],
  ["Space", N_("play, hold")],
  ["t b", N_("the next turn, the turn before")],
  ["e", N_("whose eyes: the US, Japan, or both with all open")],
  ["+ -", N_("faster, slower")],
  ["Home End", N_("to the beginning, to the end")],
];

/** The sheet; what one can do now stands first. */
export function keys({ screen }) {
  const asked = list("asked", _("At the table"), ASKED), replayed = list("replayed", _("In a replay"), REPLAYED);
  return sheet("keys", _("Keys"), {},
    h("p", { key: "tab" }, _("Tab goes from one part to the next; everything that can be clicked can be reached and pressed with Enter.")),
    screen === "replay" ? [replayed, everywhere()] : [asked, everywhere(), replayed]);
}

function everywhere() {
  return list("everywhere", _("Everywhere"), KEYS);
}

function list(name, title, all) {
  return [h("h3", { key: `${name}-title` }, title), h("dl", { class: "keys", key: name },
    all.map(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, _(text))]))];
}

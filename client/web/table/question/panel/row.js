/** The parts that all rows of the panel have in common. */
import {h} from "../../../base/dom.js";
import {_, fill} from "../../../base/language/words.js";

/** A key that may be pressed, beside what it does. */
export const key = (text) => text && h("kbd", {class: "key", key: "key", "aria-hidden": "true"}, text);

/** A name, with what is to be known of it in small letters. */
export function named(name, note) {
  return h("span", {class: "named", key: "named"}, h("bdi", {class: "name"}, name), note && h("span", {class: "remark"}, note));
}

/**
 * The large button of a row.
 * @param {Page.RowButton} how
 */
export function rowButton({id, number, pressed, expanded, click, label}, ...children) {
  return h("button", {
    type: "button", class: "row-button", key: "button", "data-row": id, "aria-label": label,
    "aria-pressed": pressed === undefined ? null : String(pressed),
    "aria-expanded": expanded === undefined ? null : String(expanded),
    "aria-keyshortcuts": number.length === 1 ? number : null,
    on: {click},
  }, key(number), children);
}

/**
 * The frame of a row; it can be dragged, and things can be dropped on it.
 * @param {{id: string, thing?: ?string, classes?: (string | false | null)[]}} how
 * @param {any[]} children
 */
export function row({id, thing = id, classes = []}, ...children) {
  return h("li", {class: ["row", ...classes], key: id, "data-thing": thing, "data-in": "panel"}, children);
}

/** Beside a row that is a whole answer: give it at once. */
export function giver(name, click) {
  const label = fill(_("Give this answer now: {answer}"), {answer: name});
  return h("button", {type: "button", class: "quiet giver", key: "giver", tabindex: "-1", "aria-label": label, title: label, on: {click}},
    h("span", {class: "giver-word", "aria-hidden": "true"}, _("give now")));
}

/** What such a button does; only seen where there is one. */
export function giverHint() {
  return h("p", {class: "giver-hint", key: "hint"}, _("give now: that answer goes out at once, without Confirm."));
}

/** Buttons that put a row earlier or later. */
export function shifters(name, earlier, later) {
  return h("span", {class: "shifters", key: "shifters"},
    shifter("▲", `${name.earlier} (Alt+↑)`, name.earlier, earlier),
    shifter("▼", `${name.later} (Alt+↓)`, name.later, later));
}

function shifter(sign, title, label, click) {
  return h("button", {
    type: "button", class: "quiet", key: sign, disabled: !click, "aria-label": label, title, on: click ? {click} : {},
  }, sign);
}

/** A thing on the table that can be touched: its id for the pointer, its words for the ear, its mark for the eye. */
import {h} from "../../base/dom.js";
import {change} from "../../base/store.js";
import {markText} from "./labels.js";
import {markSign} from "./cards/shapes.js";

/**
 * `card`: the id of its face, where it may be read: shown large when a click has nothing else to do.  What the question
 * asks for is answered by whoever listens for data-thing (table/question/input/pointer.js); here is only what nobody asked for.
 * @param {string} id
 * @param {any} mark
 * @param {Page.Thing} how
 */
export function thing(id, mark, {className, text, card = null, now = false, style, key = id, ...rest}, ...children) {
  const usable = Boolean(mark) || card !== null;
  const marked = markText(mark);
  const name = marked ? `${text} – ${marked}` : text;
  return h("div", {
    key, class: ["thing", mark && `marked ${mark.state}`, now && "now", ...[className].flat()],
    "data-thing": id, "data-card": card,
    role: usable ? "button" : "img", tabindex: usable ? "0" : null,
    "aria-label": usable ? null : name, "aria-pressed": mark?.state === "chosen" ? "true" : null,
    "aria-disabled": mark?.state === "off" ? "true" : null, title: mark?.state === "off" && mark.why ? mark.why : card === null ? text : null, style,
    on: card === null ? {} : {click: () => look(card), keydown: (event) => enter(event, card, mark)}, ...rest,
  }, usable ? h("span", {key: "words", class: "unseen"}, name) : null, children, mark ? badge(mark) : null);
}

function look(card) {
  change({open: `card:${card}`});
}

/** With a mark it is for the question to say what Enter does (table/question/input/keys.js). */
function enter(event, card, mark) {
  if (mark) return;
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  look(card);
}

/** The sign of a mark, the key that does it, and what is staged for it. */
function badge(mark) {
  return [
    mark.label || mark.state
      ? h("span", {key: "badge", class: "badge", "aria-hidden": "true"}, mark.label ? h("kbd", mark.label) : null, markSign(mark.state))
      : null,
    mark.note ? h("span", {key: "note", class: "note", "aria-hidden": "true"}, mark.note) : null,
    mark.odds === undefined
      ? null
      : h("span", {key: "odds", class: "odds", "aria-hidden": "true"}, `${Math.round(mark.odds * 100)}%`),
  ];
}

/** Everything of a mark that can be seen, as one value to compare. */
export function markKey(mark) {
  return mark ? `${mark.state}|${mark.label ?? ""}|${mark.note ?? ""}|${mark.why ?? ""}|${mark.odds ?? ""}` : "";
}

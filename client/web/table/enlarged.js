/**
 * The card under the pointer or the focus, large, beside it: what is printed and what it can do now, a pair with its sum,
 * and the airplanes aboard.  It covers neither the card itself nor what is asked, and nothing can be done in it.
 */
import {draw, h, s} from "../base/dom.js";
import {state, watch} from "../base/store.js";
import {airplaneValues} from "../text/card_summary.js";
import {cardOf, halfOf, naming, printedName} from "../text/naming.js";
import {card as drawn} from "./board/cards/card.js";
import {figures, label, printed} from "./board/cards/figures.js";
import {SIGNED, ability} from "./board/cards/shapes.js";
import {airplane} from "./board/cards/silhouettes.js";

const REST = 380; // milliseconds that a pointer rests on a card before it is shown
const PRESS = 420; // and that a finger does
const FAR = 10, MARGIN = 10; // pixels

/** @type {any} */
let layer = null;
/** @type {?Element} */
let shown = null; // the element whose card is shown
let timer = 0;
/** @type {any} */
let finger = null; // {x, y}: a finger that rests, perhaps
let pressed = false; // the click at the end of a long press is none

/** Listen on the page from now on. */
export function bindEnlarged(root) {
  layer = document.createElement("div");
  layer.id = "enlarged";
  layer.setAttribute("aria-hidden", "true"); // whoever listens to the page has heard all of it
  document.body.append(layer);
  root.addEventListener("pointerover", over);
  root.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && putAway());
  root.addEventListener("pointerdown", down, true);
  root.addEventListener("click", afterPress, true);
  root.addEventListener("focusin", focused);
  root.addEventListener("scroll", putAway, true);
  addEventListener("pointermove", moved);
  addEventListener("pointerup", () => clearTimeout(finger && timer));
  addEventListener("keydown", key, true);
  watch(renewed);
}

/** Show the card of an element that stands for a thing on the table; nothing where its face may not be read. */
export function enlarge(element) {
  const about = element && state.open === "" ? subject(state, element.dataset.thing, element.dataset.card) : null;
  clearTimeout(timer);
  if (!about) return putAway();
  shown = element;
  draw(layer, sheet(about, element));
  return place(element);
}

/** Nothing is shown large any more. */
export function putAway() {
  clearTimeout(timer);
  if (shown === null) return;
  shown = null;
  draw(layer, null);
}

const thingOf = (target) => target.closest?.("[data-thing]:not([data-in])") ?? null;

function over(event) {
  if (event.pointerType !== "mouse" || event.buttons) return;
  const element = thingOf(event.target);
  if (element === shown && shown) return;
  clearTimeout(timer);
  if (!element) return putAway();
  timer = setTimeout(enlarge, shown ? REST / 4 : REST, element);
}

function down(event) {
  putAway();
  pressed = false;
  const element = thingOf(event.target);
  if (event.pointerType === "mouse" || !element) return;
  finger = {x: event.clientX, y: event.clientY};
  timer = setTimeout(() => {
    pressed = true;
    enlarge(element);
  }, PRESS);
}

function moved(event) {
  if (finger && Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > FAR) {
    finger = null;
    putAway();
  } else if (event.pointerType === "mouse" && event.buttons) putAway();
}

function afterPress(event) {
  if (!pressed) return;
  pressed = false;
  event.preventDefault();
  event.stopPropagation();
}

/** Who goes from card to card by keys sees each of them. */
function focused(event) {
  const element = thingOf(event.target);
  if (!event.target.matches(":focus-visible")) return; // the pointer has its own ways
  if (element === null || element !== event.target) return putAway();
  clearTimeout(timer);
  timer = setTimeout(enlarge, REST, element);
}

/** Shift Z: the card that has the focus, at once, or away with it; Escape puts it away too, and does what else it does. */
function key(event) {
  if (event.key === "Escape") putAway();
  if (event.key !== "Z" || event.ctrlKey || event.metaKey || event.target.closest?.("input, textarea, select")) return;
  event.preventDefault();
  const element = thingOf(document.activeElement) ?? root().querySelector("[data-thing]:hover");
  if (shown) putAway();
  else enlarge(element ?? byRow());
}

/** The thing of the row of the question that has the focus. */
function byRow() {
  const thing = /** @type {?HTMLElement} */ (document.activeElement?.closest(".row[data-thing]"))?.dataset.thing;
  return thing ? root().querySelector(`[data-thing="${CSS.escape(thing)}"]:not([data-in])`) : null;
}

const root = () => document.querySelector("main.table") ?? document.body;

/** What is drawn anew may be another thing, or lie elsewhere. */
function renewed() {
  if (shown && (!shown.isConnected || state.open !== "")) putAway();
}

/**
 * What is to be told of a thing: its cards, what it can do now, damage, airplanes aboard; null where it lies face down.
 * @param {Page.State} now
 */
export function subject(now, thing, shownCard = null) {
  const names = naming(now).names;
  const found = /^t\d+$/.test(thing) ? names?.rows.get(Number(thing.slice(1))) : null;
  if (!found) return plain(shownCard ?? /^c:(.+):\d+$/.exec(thing)?.[1]);
  const {row, side} = found, main = cardOf(row.lead ?? row.card);
  if (!main) return null;
  const escort = row.pair && row.escort !== null ? cardOf(row.escort) : null;
  const aboard = "host" in row ? [] : halfOf(names.view, side).airplanes.filter((a) => a.host === row.token && a.card !== null);
  return {main, escort, values: row.values ?? null, damage: row.damage ?? 0, aboard};
}

function plain(id) {
  const main = id && cardOf(id);
  return main ? {main, escort: null, values: null, damage: 0, aboard: []} : null;
}

function sheet({main, escort, values, damage, aboard}, element) {
  const said = element.querySelector(":scope > .unseen")?.textContent ?? element.getAttribute("aria-label") ?? "";
  return h("div", {class: ["enlarged", escort && "of-two"]},
    h("div", {class: "enlarged-cards"},
      drawn(main, escort ? {key: "main", size: "large"} : {key: "main", size: "large", values, damage}),
      escort ? drawn(escort, {key: "escort", size: "large"}) : null),
    escort && values ? together(main, escort, values) : null,
    aboard.length ? h("ul", {class: "enlarged-aboard"}, aboard.map((a) => aboardRow(a))) : null,
    said ? h("p", {class: "enlarged-said"}, said) : null);
}

/** §8.4  What a pair can do: each figure of the leader, what the escort adds, and what both have now. */
function together(main, escort, values) {
  const adds = new Map(figures(escort).map((row) => [row.field, row.added]));
  const rows = figures(main).filter(({field}) => SIGNED.includes(field));
  return h("table", {class: "enlarged-sum"}, rows.map((row) => h("tr", {key: row.field},
    h("td", {}, s("svg", {viewBox: "0 0 10 10"}, ability(row.field, 0, 0, 10))), h("td", {class: "what"}, label(row.field)),
    h("td", {}, printed(row.value)), h("td", {}, adds.get(row.field) || "·"),
    h("td", {class: "now"}, printed(row.field in values ? values[row.field] : row.value)))));
}

function aboardRow(a) {
  const card = cardOf(a.card);
  return h("li", {key: a.token},
    s("svg", {viewBox: "0 0 48 40"}, airplane(card, 24, 20, 1)), h("b", {}, printedName(card)), h("span", {}, airplaneValues(card)));
}

/** Beside the card, on the side where there is more room; within the table, so that what is asked stays in sight. */
function place(element) {
  const box = element.getBoundingClientRect(), frame = root().getBoundingClientRect(), sheetOf = layer.firstElementChild;
  const style = sheetOf.style, [left, right] = [box.left - frame.left, frame.right - box.right];
  style.setProperty("--room", `${Math.round(frame.height - 2 * MARGIN)}px`);
  style.setProperty("--across", `${Math.round(Math.max(left, right) - MARGIN)}px`);
  const {offsetWidth: wide, offsetHeight: high} = sheetOf;
  const beside = Math.max(left, right) >= wide + MARGIN;
  const x = !beside ? frame.left + (frame.width - wide) / 2 : right >= wide + MARGIN ? box.right + MARGIN : box.left - wide - MARGIN;
  const middle = box.top + box.height / 2 - high / 2, above = box.top - frame.top > frame.bottom - box.bottom;
  const y = beside ? middle : above ? frame.top + MARGIN : frame.bottom - high - MARGIN;
  const within = (at, from, to) => Math.round(Math.max(from, Math.min(at, to)));
  style.setProperty("--x", `${within(x, MARGIN, innerWidth - wide - MARGIN)}px`);
  style.setProperty("--y", `${within(y, frame.top + 2, innerHeight - high - 2)}px`);
}

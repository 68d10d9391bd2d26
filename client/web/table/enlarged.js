/**
 * The card under the pointer or the focus, large, beside it: what is printed and what it can do now, a pair with its sum,
 * and the airplanes aboard.  It covers neither the card itself nor what is asked, and nothing can be done in it.
 */
import {draw, h, s} from "../base/dom.js";
import {state, watch} from "../base/store.js";
import {airplaneValues} from "../text/card_summary.js";
import {cardOf, halfOf, naming, printedName} from "../text/naming.js";
import {wholeCard as drawn} from "./board/cards/card.js";
import {figures, label, printed} from "./board/cards/figures.js";
import {SIGNED, ability} from "./board/cards/shapes.js";
import {airplane} from "./board/cards/silhouettes.js";

const REST = 380; // milliseconds that a pointer rests on a card before it is shown
const PRESS = 420; // and that a finger does
const BLINK = 350; // milliseconds in which nobody can have seen and judged what has come by itself
const FAR = 10, MARGIN = 10; // pixels

/** @type {any} */
let layer = null;
/** @type {?Element} */
let shown = null; // the element whose card is shown
let timer = 0;
let came = -Infinity; // when a card was shown that nobody had asked for by a key
/** @type {any} */
let finger = null; // {x, y}: a finger that rests, perhaps
let mouse = {x: -1, y: -1}; // where it was last
let byKeys = false; // the focus or a key has asked last, not the pointer
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
  root.addEventListener("scroll", scrolled, true);
  addEventListener("pointermove", moved);
  addEventListener("pointerup", () => clearTimeout(finger && timer));
  addEventListener("keydown", askedByKey, true);
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

/** What is drawn anew under a mouse that rests is no wish of who goes on by keys. */
function over(event) {
  if (event.pointerType !== "mouse" || event.buttons) return;
  if (byKeys && !went(event)) return;
  byKeys = false;
  const element = thingOf(event.target);
  if (element === shown && shown) return;
  clearTimeout(timer);
  if (!element) return putAway();
  timer = setTimeout(byRest, shown ? REST / 4 : REST, element);
}

/** Whether the mouse is somewhere else by now. */
function went({clientX: x, clientY: y}) {
  const before = mouse;
  mouse = {x, y};
  return x !== before.x || y !== before.y;
}

function down(event) {
  putAway();
  [pressed, byKeys] = [false, false];
  const element = thingOf(event.target);
  if (event.pointerType === "mouse" || !element) return;
  finger = {x: event.clientX, y: event.clientY};
  timer = setTimeout(() => {
    pressed = true;
    enlarge(element);
  }, PRESS);
}

function moved(event) {
  if (event.pointerType === "mouse") went(event);
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

/** A list that lies elsewhere moves no card; to a card that has the focus the page scrolls by itself. */
function scrolled(event) {
  if (!shown || !event.target.contains(shown)) return;
  if (byKeys) place(shown);
  else putAway();
}

/** Who goes from card to card by keys sees each of them. */
function focused(event) {
  const element = thingOf(event.target);
  if (!event.target.matches(":focus-visible")) return; // the pointer has its own ways
  if (element === null || element !== event.target) return putAway();
  byKeys = true;
  clearTimeout(timer);
  timer = setTimeout(byRest, REST, element);
}

function byRest(element) {
  enlarge(element);
  came = performance.now();
}

/**
 * Shift Z: the card that has the focus, at once, or away with it; Escape puts it away too, and does what else it does.
 * Whoever asks for a card just as it comes by itself keeps it.
 */
export function askedByKey(event) {
  if (event.key === "Escape") putAway();
  if (event.key !== "Z" || event.ctrlKey || event.metaKey || event.target.closest?.("input, textarea, select")) return;
  event.preventDefault();
  byKeys = true;
  const element = thingOf(document.activeElement) ?? root().querySelector("[data-thing]:hover");
  if (!shown) enlarge(element ?? byRow());
  else if (performance.now() - came > BLINK) putAway();
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
      drawn(main, escort ? {key: "main"} : {key: "main", values, damage}),
      escort ? drawn(escort, {key: "escort"}) : null),
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

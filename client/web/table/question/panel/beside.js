/**
 * What stands beside a thing on the table, and nowhere else: why it cannot be done, and which of several things a gesture
 * means.  What may be given stands in the panel alone.  One small layer over the page.
 */
import {draw, h} from "../../../base/dom.js";
import {naming} from "../../../text/naming.js";
import {change, state as current} from "../../../base/store.js";
import {_} from "../../../base/language/words.js";
import {act, decide} from "../answering/acting.js";
import {stagedNow} from "../answering/asked.js";
import {ruleButton} from "./heading.js";
import {capital, optionName, rowName, verbText} from "../words/names.js";
import {bars, optionChances} from "../words/odds.js";
import {key} from "./row.js";
import {rowOf} from "../staging/staging.js";
import {alike, cardOfThing, tokenOfThing} from "../staging/things.js";
import {faultText} from "../words/whynot.js";
import {phrase} from "../../../base/language/vocabulary.js";

const MARGIN = 8;

/** @type {any} */
let layer = null;
/** @type {any} */
let anchor = null; // {thing, x, y}: what was touched on the table last, and where

/** The layer, which lies behind everything in the page's text. */
export function makeLayer() {
  layer = document.createElement("div");
  layer.id = "beside";
  document.body.append(layer);
}

/** What was touched on the table; null: it was in the panel. */
export function anchorAt(thing, x = null, y = null) {
  anchor = thing === null ? null : {thing, x, y};
}

/** Whether the last touch was on the table, so that a bubble there says what came of it. */
export const anchored = () => anchor !== null;

/**
 * Draw what is to stand there now.
 * @param {Page.State} state
 */
export function showBeside(state) {
  const bubble = anchor && state.open === "" ? bubbleOf(state) : null;
  draw(layer, bubble);
  if (bubble) place(layer.firstElementChild);
}

/** @param {Page.State} state */
function bubbleOf(state) {
  const staged = stagedNow(state);
  if (!staged) return null;
  const names = naming(state);
  if (staged.fork) return forkBubble(staged, names);
  return staged.fault ? faultBubble(staged, names) : null;
}

function faultBubble(staged, names) {
  const {text, rule} = /** @type {any} */ (faultText(staged, names));
  const card = faceOf(current, staged.fault.thing);
  return h("div", {class: "bubble fault", key: "fault", role: "alert"},
    h("span", {class: "sign", "aria-hidden": "true"}, "✕"), h("span", {}, text), " ", ruleButton(rule),
    card && h("button", {type: "button", class: "quiet", key: "card", on: {click: () => look(card)}}, _("Look at the card")),
    h("button", {type: "button", class: "quiet close", key: "close", "aria-label": _("Close"), on: {click: putAway}}, "×"));
}

function putAway() {
  act((staged) => ({...staged, fault: null, fork: null, held: null}));
}

/** One gesture may mean several things: which? */
function forkBubble(staged, names) {
  const {question, fork} = staged;
  return h("div", {class: "bubble fork", key: "fork", role: "group", "aria-label": phrase("steps.which"), ref: focusFirst},
    fork.ways.map((way, i) => h("button", {type: "button", class: "option", key: i, on: {click: () => decide(i)}},
      key(String(i + 1)), h("bdi", {class: "name"}, capital(wayText(staged, names, way))),
      way.option && bars(question, optionChances(question, way.row, way.option)))));
}

function focusFirst(element) {
  element.querySelector("button")?.focus({preventScroll: true});
}

function wayText(staged, names, way) {
  const {question} = staged;
  if (way.play) return phrase("asked.play", {card: names.card(way.play)});
  if (way.hold) {
    const row = rowOf(staged, way.hold);
    if (alike(way.hold, staged.fork.from)) return [...new Set(row.options.map((option) => verbText(option.verb)))].join(" · ");
    return phrase("steps.instead", {card: rowName(question, names, row)});
  }
  return stepText(question, names, way);
}

function stepText(question, names, {row, option}) {
  const thing = rowName(question, names, row), target = optionName(question, names, option);
  if (!option.verb) return target;
  if (option.verb === "swap") return phrase("steps.swap", {thing, target});
  const verb = names.word(option.verb);
  return phrase("steps.to_target", {verb, thing, target});
}

/** Near the thing, but inside of the window. */
function place(element) {
  const at = pointOf(anchor), {offsetWidth: wide, offsetHeight: high} = element;
  const x = Math.max(MARGIN, Math.min(at.x - wide / 2, innerWidth - wide - MARGIN));
  const below = at.bottom + MARGIN + high < innerHeight;
  const y = below ? at.bottom + MARGIN : Math.max(MARGIN, at.top - high - MARGIN);
  element.style.setProperty("--x", `${Math.round(x)}px`);
  element.style.setProperty("--y", `${Math.round(y)}px`);
}

function pointOf({thing, x, y}) {
  const element = elementOf(thing);
  const box = element?.getBoundingClientRect();
  if (x !== null && (!box || box.height > innerHeight / 3)) return {x, top: y, bottom: y};
  return box ? {x: x ?? box.left + box.width / 2, top: box.top, bottom: box.bottom} : {x: innerWidth / 2, top: 0, bottom: 0};
}

/** The element of a thing on the table; the battle board lies over the table, so the last one counts. */
function elementOf(thing) {
  const found = document.querySelectorAll(`[data-thing="${CSS.escape(thing)}"]:not([data-in])`);
  return [...found].filter((one) => !layer.contains(one)).at(-1) ?? null;
}

/**
 * The card of a thing, where its face may be read.
 * @param {Page.State} state
 */
export function faceOf(state, thing) {
  const card = cardOfThing(thing), token = tokenOfThing(thing);
  if (card !== null) return card;
  const row = token === null ? null : naming(state).names?.rows.get(token)?.row;
  return row?.lead ?? row?.card ?? null;
}

/** Open the sheet of a card. */
export function look(card) {
  change({open: `card:${card}`});
}

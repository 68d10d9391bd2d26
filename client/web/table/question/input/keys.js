/**
 * The question by keyboard.  Numbers are rows, letters what a row may be given, as on the panel and on the table; Enter
 * gives the answer, but a segment that is played step by step is never ended by it.  Keys that are not ours are left to
 * the rest of the page.
 */
import {skip} from "../../../session/seat/beats.js";
import {state, watch} from "../../../base/store.js";
import {N_} from "../../../base/language/words.js";
import * as acting from "../answering/acting.js";
import {rowsInOrder, stagedNow} from "../answering/asked.js";
import {anchorAt} from "../panel/beside.js";
import {goFrom, nextOf} from "./arrow_keys.js";
import {letterFor} from "../answering/marks.js";
import {gives, menuOf} from "../staging/menu.js";
import {touchAt, thingsAt} from "./pointer.js";
import {rowOf, valuesNow} from "../staging/staging.js";
import {sameValue} from "../staging/things.js";
import {TABLES} from "../../../base/language/vocabulary.js";

/** For the list of all keys. */
export const KEYS = [
  ["1 2 3 ...", N_("a row of the question; also the cards on the table have these numbers")],
  ["a b c ...", N_("what the row may be given; also the targets on the table have these letters")],
  ["0", TABLES.keys.for_all],
  ["↑ ↓", N_("from row to row; on the table from card to card")],
  ["← →", N_("what the row may be given; on the table from card to card")],
  ["Alt ↑ Alt ↓", TABLES.keys.order],
  ["Space", N_("take, pick or choose what has the focus")],
  ["Shift N", N_("to the buttons that say that the same is not to be asked again")],
  ["Enter", N_("give the answer that is marked, or say what is to be chosen; it never ends a segment that is played step by step")],
  ["Ctrl Enter", N_("give the answer, or end the segment")],
  ["Esc", TABLES.keys.put_down],
  ["⌫", TABLES.keys.undo],
  ["Shift F10", N_("look at the card that has the focus")],
  ["Shift Z", N_("the card that has the focus, large beside it")],
  [".", N_("show at once what happens")],
];

const SOON = 900; // milliseconds between two digits of one number
let typed = {text: "", at: 0};

/** Listen from now on; before the keys of the shell. */
export function bindKeys() {
  addEventListener("keydown", pressed);
  watch(keepFocus);
  watch(keepInSight);
}

function pressed(event) {
  if (event.defaultPrevented || event.metaKey || state.open !== "" || state.screen !== "table" || typing(event.target)) return;
  const done = showsBeats(event) || asked(event);
  if (done) event.preventDefault();
}

function typing(target) {
  return target.closest?.("input, textarea, select, [contenteditable], dialog") !== null;
}

function showsBeats(event) {
  if (!state.beat || (event.key !== "." && event.key !== "Escape")) return false;
  skip();
  return true;
}

/** Whether the key meant something to the question. */
function asked(event) {
  const staged = stagedNow(state);
  if (!staged) return goFrom(event);
  const {key} = event;
  if (event.altKey) return shift(event, staged);
  if (event.ctrlKey) return control(event, staged);
  if (key === "Escape") return back(staged);
  if (key === "Backspace") return undo();
  if (key === "Enter") return enter(event, staged);
  if (key === " ") return space(event);
  if (key === "N") return toNotAgain();
  if (/^[0-9]$/.test(key)) return digit(key, staged);
  if (/^[a-z]$/.test(key)) return letter(key, staged);
  return arrow(event, staged);
}

function undo() {
  acting.undo();
  return true;
}

/** The buttons for how long the same is not asked again; else what is not asked again now. */
function toNotAgain() {
  focusOn(document.querySelector(".not-again button") ? ".not-again button" : ".by-itself .chip");
  return true;
}

function control(event, staged) {
  if (event.key === "z") return undo();
  if (event.key !== "Enter" || event.repeat) return false;
  if (staged.question.shape.type === "move" && staged.play === null) acting.sayWord(menuOf(staged.question).words[0]);
  else acting.confirm();
  return true;
}

function back(staged) {
  if (!staged.fork && !staged.fault && staged.held === null && staged.before === null && !state.refused) return false;
  if (state.refused) acting.forgive();
  else acting.undo({sent: false});
  return true;
}

/** Enter on something does what a click does; on a row that is marked already, or elsewhere, it gives the answer. */
function enter(event, staged) {
  const {target} = event;
  if (onTable(target)) return touchFocused(target);
  const button = target.closest?.(".row-button");
  if (!button && target.closest?.("button, a, summary")) return false;
  if (event.repeat) return true;
  const stepwise = staged.question.shape.type === "move" && staged.play === null;
  if (button && (stepwise || !settled(staged, button.dataset.row))) return false;
  anchorAt(null);
  if (!stepwise) acting.confirm();
  return true;
}

/** Whether a row shows what the reader has decided, so that Enter on it can only mean: so be it. */
function settled(staged, id) {
  if (staged.question.shape.type === "choose") return staged.chosen === id || id === `play ${staged.play}`;
  return id === "none" ? staged.said : staged.before !== null;
}

function space(event) {
  return onTable(event.target) && touchFocused(event.target);
}

/** A thing on the table that is no button of the browser's own, which would click by itself. */
function onTable(target) {
  return Boolean(target.matches?.("[data-thing]:not([data-in])")) && target.localName !== "button";
}

function touchFocused(target) {
  return touchAt(thingsAt(target));
}

/** The digits of a number: of a row, or of a card that may be played. */
function digit(key, staged) {
  const now = performance.now();
  if (staged.fork) {
    acting.decide(Number(key) - 1);
    return true;
  }
  const rows = rowsInOrder(state, staged.question), {plays} = menuOf(staged.question), last = rows.length + plays.length;
  const text = now - typed.at < SOON && Number(typed.text + key) <= last ? typed.text + key : key;
  typed = {text, at: now};
  const n = Number(text);
  if (n > last) return true;
  anchorAt(null);
  if (n === 0) nought();
  else if (n > rows.length) number(plays[n - rows.length - 1].value, `play ${plays[n - rows.length - 1].value}`, last);
  else row(rows[n - 1], staged, last);
  return true;
}

/** The row that is for all, or that says that it is none of them. */
function nought() {
  /** @type {?HTMLElement} */
  const none = document.querySelector(".panel .row.none .row-button");
  if (none) none.click();
  focusOn(none ? ".panel .row.none .row-button" : ".row.all .option");
}

function number(card, id, last) {
  focusRow(id);
  if (last < 10) acting.play(card);
}

/** A row by its number: choose it, pick it, or hold it.  Where one digit may be the first of two it is only gone to. */
function row(one, staged, last) {
  const {type} = staged.question.shape;
  if (type === "choose") acting.touch(one.id);
  else if (type === "pick" && last < 10) acting.touch(one.id);
  else if (type !== "pick") acting.hold(one.id);
  focusRow(one.id);
}

/** A letter gives something to the row that is held, or that has the focus; in the row for all, to all. */
function letter(key, staged) {
  const focused = document.activeElement;
  const forAll = focused?.closest?.(".row.all")?.querySelector(`[data-all="${key}"]`);
  if (forAll instanceof HTMLElement) {
    forAll.click();
    return true;
  }
  const one = currentRow(staged);
  const option = one?.options.find((found) => letterFor(staged.question, one, found) === key);
  if (!option) return false;
  acting.give(one, option);
  return true;
}

/** The row that is meant where none is named. */
function currentRow(staged) {
  const held = rowOf(staged, staged.held);
  if (held) return held;
  const focused = document.activeElement?.closest?.("[data-thing]")?.getAttribute("data-thing");
  const rows = menuOf(staged.question).rows;
  return rowOf(staged, focused) ?? (rows.length === 1 ? rows[0] : null);
}

/** Alt with an arrow: earlier or later. */
function shift(event, staged) {
  const step = {ArrowUp: -1, ArrowDown: 1}[event.key];
  const {shape} = staged.question;
  if (!step || (shape.type !== "order" && shape.type !== "pick")) return false;
  const inSequence = document.activeElement?.closest?.("[data-sequence]")?.getAttribute("data-sequence");
  const one = inSequence ? rowOf(staged, inSequence) : currentRow(staged);
  if (!one) return false;
  const order = shape.type === "pick" ? staged.picked : staged.order, value = shape.type === "pick" ? one.id : one.value;
  acting.move(value, order.indexOf(value) + step);
  return true;
}

function arrow(event, staged) {
  const up = {ArrowUp: -1, ArrowDown: 1}[event.key], along = {ArrowLeft: -1, ArrowRight: 1}[event.key];
  if (!up && !along) return false;
  const {target} = event;
  if (!target.closest?.(".panel") && target !== document.body) return goFrom(event);
  if (up) return focusNext(target, up);
  const option = target.closest(".option");
  if (option) return nextOf([...option.closest(".options, .row").querySelectorAll(".option")], option, along);
  return cycle(target, staged, along);
}

/** From row to row; from among the options of one to the row beside it. */
function focusNext(target, step) {
  const rows = [...document.querySelectorAll(".panel .row-button[data-row]")];
  const mine = target.closest?.(".row")?.querySelector(".row-button") ?? null;
  return nextOf(rows, mine, step);
}

/** The next value for the row that has the focus. */
function cycle(target, staged, step) {
  const one = rowOf(staged, target.closest?.(".row")?.dataset.thing);
  if (!one || !gives(staged.question.shape)) return false;
  const now = one.options.findIndex((option) => sameValue(option.value, valuesNow(staged)[one.value]));
  const n = one.options.length;
  acting.give(one, one.options[now < 0 && step < 0 ? n - 1 : (now + step + n) % n]);
  return true;
}

function focusRow(id) {
  focusOn(`.panel .row-button[data-row="${CSS.escape(id)}"]`);
}

function focusOn(selector) {
  const element = document.querySelector(selector);
  element?.focus({preventScroll: true});
  element?.scrollIntoView({block: "nearest"});
}

let shown = null; // the row that was brought into sight

/** What is held on the table is in sight in the panel too. */
function keepInSight(now) {
  const held = stagedNow(now)?.held ?? null;
  if (held === shown) return;
  shown = held;
  if (held !== null) document.querySelector(`.panel .row[data-thing="${CSS.escape(held)}"]`)?.scrollIntoView({block: "nearest"});
}

/** @type {any} */
let last = {question: null, row: null, inPanel: false}; // where the focus was, for when its place is gone

/** A new question: who works with keys finds the focus at its row, or else at its head, and not nowhere. */
function keepFocus(now) {
  const active = document.activeElement;
  const question = stagedNow(now)?.question ?? null;
  if (active === document.body && last.inPanel && question && now.open === "") {
    /** @type {?HTMLElement} */
    const before = last.row && document.querySelector(`.panel .row-button[data-row="${CSS.escape(last.row)}"]`);
    const same = before && question.step === last.question?.step;
    (same ? before : document.getElementById("panel-title"))?.focus({preventScroll: true});
  }
  const inPanel = Boolean(document.activeElement?.closest?.(".panel"));
  const focused = document.activeElement?.closest?.(".row")?.querySelector(".row-button")?.getAttribute("data-row") ?? null;
  if (!question && !inPanel) return;
  const stays = inPanel || (active === document.body && last.inPanel);
  last = {question: question ?? last.question, row: focused ?? last.row, inPanel: stays};
}

/**
 * Mouse and finger on the table: click and click, or drag and drop.  Whatever is drawn with data-thing can be touched;
 * this module asks the staging what a touch means and knows nothing of the drawing.
 */
import {state, watch} from "../../../base/store.js";
import {act, clicking, drop, touch} from "../answering/acting.js";
import {stagedNow} from "../answering/asked.js";
import {anchorAt, faceOf, look, makeLayer, showBeside} from "../panel/beside.js";
import {endGhost, moveGhost, startGhost} from "./ghost.js";
import {menuOf} from "../staging/menu.js";
import {meetings, rowOf} from "../staging/staging.js";
import {alike} from "../staging/things.js";

const FAR = 6; // pixels that a mouse moves before it drags
const FAR_FINGER = 10;
const LONG = 220; // milliseconds that a finger rests before it lifts a card; before that it scrolls
const IN_PANEL = "[data-in=panel]";

/** @type {any} */
let pressed = null; // {id, thing, element, x, y, finger, timer, lifted}
let quiet = false; // the click at the end of a drag is none

/** Listen on the page from now on. */
export function bindPointer(root) {
  makeLayer();
  watch(showBeside);
  root.addEventListener("click", clicked, true);
  root.addEventListener("pointerdown", down);
  root.addEventListener("contextmenu", secondary);
  root.addEventListener("dragstart", (event) => event.preventDefault());
  addEventListener("pointermove", moved);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", cancel);
  addEventListener("touchmove", (event) => pressed?.lifted && event.preventDefault(), {passive: false});
  addEventListener("keydown", (event) => event.key === "Escape" && pressed?.lifted && (event.preventDefault(), cancel()), true);
}

/** The things under an element, the innermost first. */
export function thingsAt(element) {
  const found = [];
  for (let one = element?.closest?.("[data-thing]"); one; one = one.parentElement?.closest("[data-thing]")) {
    found.push(one.dataset.thing);
  }
  return found;
}

/** What a card that is let go there comes to: the things under it, and what one of them lies in (`data-on`). */
function placesAt(element) {
  const on = element.closest("[data-on]")?.dataset.on;
  return on ? [...thingsAt(element), on] : thingsAt(element);
}

/** A click, or Enter on a thing: what it touches.  Whether it meant something to the question. */
export function touchAt(things, x = null, y = null) {
  const staged = stagedNow(state);
  if (!staged) return false;
  const thing = meant(staged, things) ?? (staged.held === null ? null : things[0]);
  if (thing === null) act((now) => ({...now, fork: null, fault: null})); // an idle click
  anchorAt(thing, x, y);
  if (thing !== null) touch(thing);
  return thing !== null;
}

/** Which of the things that lie over each other is meant: the one that something can be done with. */
function meant(staged, things) {
  const {held} = staged;
  const fits = [
    (thing) => held !== null && meetings(staged, held, thing).length > 0,
    (thing) => rowOf(staged, thing) !== null || menuOf(staged.question).plays.some((play) => alike(play.id, thing)),
    (thing) => menuOf(staged.question).rows.some((row) => row.options.some((option) => alike(option.thing, thing))),
  ];
  for (const fit of fits) {
    const found = things.find(fit);
    if (found !== undefined) return found;
  }
  return null;
}

function clicked(event) {
  clicking(event.shiftKey);
  if (quiet) {
    quiet = false;
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  if (event.target.closest(IN_PANEL) || event.target.closest(".panel")) {
    anchorAt(null);
    return;
  }
  const things = thingsAt(event.target);
  if (!things.length || otherButton(event.target)) return;
  const byMouse = event.detail > 0;
  const took = touchAt(things, byMouse ? event.clientX : null, byMouse ? event.clientY : null);
  if (took) event.stopPropagation(); // else the table shows the card
}

/** A button of its own inside of a thing, or around it. */
function otherButton(target) {
  const button = target.closest("button, a, input, select, summary");
  return button !== null && !button.hasAttribute("data-thing");
}

/** The other button of the mouse: look at the card. */
function secondary(event) {
  const card = thingsAt(event.target).map((thing) => faceOf(state, thing)).find(Boolean);
  if (card || pressed?.finger) event.preventDefault(); // a long press lifts a card, and is no question for a menu
  if (card && !pressed?.finger) look(card);
}

function down(event) {
  quiet = false;
  const element = event.target.closest("[data-thing]");
  if (!element || event.button !== 0 || !event.isPrimary || !canDrag(element.dataset.thing)) return;
  if (event.target.closest(".options, .shifters")) return;
  const finger = event.pointerType !== "mouse";
  pressed = {id: event.pointerId, thing: element.dataset.thing, element, x: event.clientX, y: event.clientY, finger, lifted: false};
  if (finger) pressed.timer = setTimeout(lift, LONG);
}

function canDrag(thing) {
  const staged = stagedNow(state);
  if (!staged) return false;
  return rowOf(staged, thing) !== null || staged.question.about.some((token) => thing === `t${token}`);
}

function lift() {
  if (!pressed) return;
  pressed.lifted = true;
  getSelection()?.removeAllRanges();
  if (pressed.finger) navigator.vibrate?.(10);
  anchorAt(null);
  const staged = stagedNow(state), row = staged && rowOf(staged, pressed.thing);
  if (row && row.options.length) act((now) => ({...now, held: row.id, fork: null, fault: null}));
  startGhost(pressed);
}

function moved(event) {
  if (!pressed || event.pointerId !== pressed.id) return;
  const far = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y);
  if (!pressed.lifted) {
    if (far < (pressed.finger ? FAR_FINGER : FAR)) return;
    if (pressed.finger) forget(); // it scrolls
    else lift();
  }
  if (pressed?.lifted) moveGhost(event.clientX, event.clientY);
}

function up(event) {
  if (!pressed || event.pointerId !== pressed.id) return undefined;
  const {lifted, thing, element, x, y} = pressed;
  if (!lifted) return forget();
  const under = document.elementFromPoint(event.clientX, event.clientY);
  const still = Math.hypot(event.clientX - x, event.clientY - y) < FAR_FINGER;
  forget();
  quiet = true;
  setTimeout(() => { quiet = false; }, 50); // where no click follows
  if (!still) return dropAt(thing, element, under, event);
  putBack(); // a finger that rested on a card sees it large (table/enlarged.js)
  return undefined;
}

/** A card that was lifted lies where it lay. */
function putBack() {
  act((now) => ({...now, held: null}));
}

function dropAt(from, element, under, event) {
  const staged = stagedNow(state);
  if (!staged || !under || element.contains(under)) return putBack();
  const things = placesAt(under).filter((thing) => !alike(thing, from));
  if (!takes(staged.question.shape)) return drop(from, things.find((thing) => rowOf(staged, thing)) ?? null);
  if (!things.length) return putBack();
  const fits = (thing) => meetings(staged, from, thing).length > 0;
  const to = things.find(fits) ?? things.find((thing) => rowOf(staged, thing)) ?? things[0];
  const home = element.parentElement?.closest("[data-thing]")?.dataset.thing;
  if (to === home && !fits(to)) return putBack();
  anchorAt(to, event.clientX, event.clientY);
  return drop(from, to, things.filter((thing) => thing !== to && fits(thing)));
}

/** Whether things are brought together here; else a card is chosen or picked wherever it is put down. */
const takes = (shape) => shape.type !== "choose" && shape.type !== "pick";

function cancel() {
  if (!pressed) return;
  const {lifted} = pressed;
  forget();
  if (lifted) putBack();
}

function forget() {
  clearTimeout(pressed?.timer);
  pressed = null;
  endGhost();
}

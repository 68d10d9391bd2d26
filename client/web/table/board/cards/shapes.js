/** Small signs that are drawn again and again: abilities, nations, the kinds of airplane icon, sight, dice. */
import {s} from "../../../base/dom.js";
import {words} from "./fitted_text.js";

/** Each in a square of ten by ten. */
const ABILITY = {
  air: "M5 0 6 3 9 1.6 7 4.2 10 5 7 5.8 9 8.4 6 7 5 10 4 7 1 8.4 3 5.8 0 5 3 4.2 1 1.6 4 3Z",
  surface: "M0 6.6 1.8 3.6H4.6L5.6 4.5 9.7 2.3 10 3.6 6.4 5.4V6.6ZM.6 7.3H6.6V8.8H.6Z",
  torp: "M0 5Q.1 3.3 2 3.3H7.6L10 1.8V8.2L7.6 6.7H2Q.1 6.7 0 5Z",
  land: "M0 9.4 3.4 4.6 5.4 7.2 6.9 5.2 10 9.4ZM4.2 0H5.8V2L6.6 2.1 5 4.1 3.4 2.1 4.2 2Z",
  sub: "M0 6.9Q5 4.4 10 6.9 5 9.6 0 6.9ZM3.8 5.4V3.2H4.7V1H7.2V2H5.7V3.2H6.4V5.4Z",
  speed: "M0 1H2.4L5.6 5 2.4 9H0L3.2 5ZM4.4 1H6.8L10 5 6.8 9H4.4L7.6 5Z",
  airc: "M4.3 0H5.7V2.1A3 3 0 0 1 7.9 4.3H10V5.7H7.9A3 3 0 0 1 5.7 7.9V10H4.3V7.9A3 3 0 0 1 2.1 5.7H0V4.3H2.1"
    + "A3 3 0 0 1 4.3 2.1ZM5 3.4A1.6 1.6 0 1 0 5 6.6 1.6 1.6 0 1 0 5 3.4Z",
  bomb: "M5 10Q2.2 7.6 2.2 5 2.2 3.2 3.9 2.5L3 0H7L6.1 2.5Q7.8 3.2 7.8 5 7.8 7.6 5 10Z",
  recon: "M0 5Q5-1 10 5 5 11 0 5ZM5 3.1A1.9 1.9 0 1 0 5 6.9 1.9 1.9 0 1 0 5 3.1Z",
  range: "M0 5 2.8 2.2V4.2H7.2V2.2L10 5 7.2 7.8V5.8H2.8V7.8Z",
  army: "M1 6.6Q1 1.8 5 1.8T9 6.6ZM0 7.2H10V8.5H0Z",
  tb: "M0 5.8H10L8.6 9H1.2ZM2.6 5.2V3.2H5.2V5.2ZM5.8 4.4 8.8 2.6 9.2 3.5 6.3 5.2Z",
  guns: "M0 6.6 1.8 3.6H4.6L5.6 4.5 9.7 2.3 10 3.6 6.4 5.4V6.6ZM.6 7.3H6.6V8.8H.6Z",
  garrison: "M1 .8H9V4.6Q9 8.2 5 10 1 8.2 1 4.6ZM4.2 2.2V4H2.6V5.4H4.2V7.4H5.8V5.4H7.4V4H5.8V2.2Z",
  patrol: "M0 9.6V7.2H1L2.2 5.4 3.6 6.4 2.8 9.6ZM2.8 4.6 7.6 0Q9.6 2 10 4.8L4.2 6Z",
  repair: "M9.7 2.3 8 4 6.2 3.8 6 2 7.7.3Q5.4-.6 4.2 1.5 3.6 2.8 4.1 4L.4 7.7 2.3 9.6 6 5.9Q7.2 6.4 8.5 5.8 10.6 4.6 9.7 2.3Z",
  hp: "M0 4.4H2V2.2H5V.6H6.4V2.2H8V4.4H10L8.6 8.6H1.4Z",
};

/** What the fields of cards are drawn as. */
export const SIGNED = Object.keys(ABILITY);

export function ability(name, x, y, size, className = "sign") {
  return s("path", {
    class: className, d: ABILITY[name], "fill-rule": "evenodd", transform: `translate(${x} ${y}) scale(${size / 10})`,
  });
}

const STAR = "M0-1 .2245-.309 .9511-.309 .3633 .118 .5878 .809 0 .382-.5878 .809-.3633 .118-.9511-.309-.2245-.309Z";

/** The mark of a side: a star in a disc, or a sun in a ring.  Told apart without their colours. */
export function nation(side, x, y, r) {
  return s("g", {class: `nation ${sideClass(side)}`, transform: `translate(${x} ${y}) scale(${r})`},
    s("circle", {class: "nation-ground", r: 1}),
    side === 0
      ? s("path", {class: "nation-mark", d: STAR, transform: "scale(.92)"})
      : s("circle", {class: "nation-mark", r: 0.56}));
}

export function sideClass(side) {
  return side === 0 ? "us" : "jp";
}

/** A nation's mark as a little picture of its own, for text. */
export function nationSign(side) {
  return s("svg", {class: "nation-sign", viewBox: "-1.08 -1.08 2.16 2.16", "aria-hidden": "true"}, nation(side, 0, 0, 1));
}

/** §6.1  The kinds of icon have a form each: a deck, a square field, a ring, a lozenge; and their letter. */
const PLACE = {
  carrier: "M2 2.5H17L22.5 11 17 19.5H2Z",
  land: "M2.5 2.5H21.5V19.5H2.5Z",
  sea: "M12 1.2A9.8 9.8 0 1 1 12 20.8 9.8 9.8 0 1 1 12 1.2Z",
  flying: "M12 .4 23.4 11 12 21.6 .6 11Z",
};
export const LETTERS = {carrier: "C", land: "L", sea: "S", flying: "F"};

/** A place for an airplane, 24 by 22. */
export function place(kind, className) {
  return s("path", {class: className, d: PLACE[kind] ?? PLACE.land});
}

/** An empty place with its letter. */
export function emptyPlace(kind, x, y, scale = 1) {
  return s("g", {class: "slot", transform: `translate(${x} ${y}) scale(${scale})`},
    place(kind, "slot-form"),
    words("slot-letter", [kind === "carrier" ? 10.5 : 12, 15], 11, "middle 400", LETTERS[kind]));
}

/** An eye: open, closed, or open in dots, which means known although not seen. */
export function eye(sight, x, y, size) {
  const lid = "M.5 5Q5 .4 9.5 5";
  const parts = {
    open: [s("path", {class: "eye-line", d: "M.5 5Q5 .4 9.5 5 5 9.6.5 5Z"}), s("circle", {class: "eye-dot", cx: 5, cy: 5, r: 1.7})],
    closed: [s("path", {class: "eye-line", d: "M.5 4Q5 8.6 9.5 4M2.2 6 1.2 8M5 6.6V9M7.8 6 8.8 8"})],
    known: [s("path", {class: "eye-line dotted", d: `${lid}Q5 9.6.5 5Z`}), s("circle", {class: "eye-dot", cx: 5, cy: 5, r: 1.4})],
  };
  return s("g", {class: `eye ${sight}`, transform: `translate(${x} ${y}) scale(${size / 10})`}, parts[sight]);
}

/** A die, ten by ten, for "dice left". */
export function die(limited) {
  const six = [[2.8, 2.5], [2.8, 5], [2.8, 7.5], [7.2, 2.5], [7.2, 5], [7.2, 7.5]];
  const dots = limited ? six : [[2.8, 2.8], [7.2, 2.8], [5, 5], [2.8, 7.2], [7.2, 7.2]];
  return s("svg", {class: "die-sign", viewBox: "0 0 10 10", "aria-hidden": "true"},
    s("rect", {class: "die-body", x: 0.5, y: 0.5, width: 9, height: 9, rx: 2}),
    dots.map(([cx, cy]) => s("circle", {class: "die-dot", cx, cy, r: 1})));
}

/**
 * The corner sign of what can be done to a thing, so that colour is never the only sign.
 * @param {Page.State} state
 */
export function markSign(state) {
  const forms = {
    legal: s("path", {class: "mark-form", d: "M5 .4 9.6 5 5 9.6.4 5Z"}),
    chosen: s("path", {class: "mark-line", d: "M1.4 5.4 4 8.2 8.8 2"}),
    target: [s("circle", {class: "mark-line", cx: 5, cy: 5, r: 3.2}), s("path", {class: "mark-line", d: "M5 0V3M5 7V10M0 5H3M7 5H10"})],
    off: s("path", {class: "mark-line", d: "M2 2 8 8M8 2 2 8"}),
  };
  return s("svg", {class: "mark-sign", viewBox: "-.6 -.6 11.2 11.2", "aria-hidden": "true"}, forms[state] ?? null);
}

/**
 * The card as it lies in a line or is held in a hand.  Words and figures keep their size whatever room there is; where
 * there is more, the drawing grows (style/faces.css).  Everything that is printed is on the large card.
 */
import {h, s} from "../../../base/dom.js";
import {clean} from "../../../base/language/vocabulary.js";
import {printedName} from "../../../text/naming.js";
import {damageOf, figures, hitPoints, printed, shipType, sort, victory, weakened} from "./figures.js";
import {measure, shortName} from "./fitted_text.js";
import {SIGNED, ability, emptyPlace, eye, nation, sideClass} from "./shapes.js";
import {airplane, propeller, rose, silhouette} from "./silhouettes.js";

/**
 * A face.  Of a pair, `escort` is the second card: each figure stands above what the second adds, and above their sum.
 * @param {any} card
 * @param {Page.Face} how
 */
export function lyingFace(card, {key = "face", values = null, damage = 0, sight = "", half = "", escort = null} = {}) {
  const kind = sort(card);
  const shown = half && card[half] ? card[half] : card;
  const now = values ?? (kind === "base" ? weakened(card, damage) : null);
  return h("div", {
    key, class: ["face", kind, sideClass(card.side), sight, escort && "of-pair", half], "aria-hidden": "true",
  },
  band(shown, shipType(card)),
  escort ? band(escort, shipType(escort), "second") : null,
  kind === "airplane" ? inFlight(card) : afloat(card, {kind, half, sight, damage, values}),
  h("div", {key: "figures", class: "figures"}, escort ? both(card, escort, now) : alone(card, kind, now)));
}

/** Name and type; how long both are, in letters as high as they are wide, tells the style how narrow they must be. */
function band(shown, type, place = "first") {
  const name = shortName(printedName(shown)), style = {"--long": long(name), "--letters": String(name.length), "--type": long(type)};
  return h("div", {class: ["face-band", place], key: place, style},
    type ? h("span", {class: "face-type"}, type) : null, h("span", {class: "face-name"}, name));
}

const long = (text) => measure(text, 1, 700).toFixed(2);

/** An airplane from above, and the icon that it needs. */
function inFlight(card) {
  return h("div", {class: "face-state", key: "state"},
    s("svg", {class: "face-icon", viewBox: "0 0 24 22"}, emptyPlace(card.icon, 0, 0)),
    s("svg", {class: "face-art", viewBox: "0 0 48 40"}, airplane(card, 24, 20, 1)));
}

/** Sight, the outline over its hull in parts, HP or damage, victory points. */
function afloat(card, {kind, half, sight, damage, values}) {
  const event = kind === "event" && !half;
  const hp = hitPoints(values?.hp ? {values} : card), hits = Math.min(hp, damage), worth = half ? "" : victory(card);
  return h("div", {class: "face-state", key: "state"},
    sight ? s("svg", {class: "face-sign", viewBox: "0 0 10 10"}, eye(sight, 0, 0, 10)) : null,
    s("svg", {class: "face-art", viewBox: "0 0 124 37"}, event ? flash() : null, silhouette(card, 2, 0, 120, 36, half)),
    event ? null : hullBoxes(hp, hits),
    event ? null : h("b", {class: ["face-hp", hits > 0 && "hurt"]}, hits ? damageOf(hits, hp) : `${card.attached ? "+" : ""}${hp}`),
    !event && worth && worth !== "–" ? h("b", {class: ["face-vp", worth.length > 2 && "long"]}, clean(worth, 8)) : null);
}

function flash() {
  return s("path", {class: "event-flash", d: "M10 2H25L18 14H28L8 34 14 19H4Z"});
}

/** What is hit is crossed out. */
function hullBoxes(hp, hits) {
  const box = (n) => `M${n * 10 + 0.5} .5h9v7h-9Z`;
  const cross = (n) => `M${n * 10 + 1} 1l8 6m0-6l-8 6`;
  const parts = (from, to, form) => Array.from({length: Math.max(0, to - from)}, (_none, n) => form(from + n)).join("");
  return s("svg", {class: "hull-boxes", viewBox: `0 0 ${hp * 10} 8`},
    s("path", {class: "hp", d: parts(hits, hp, box)}),
    hits ? s("path", {class: "hp hit", d: parts(0, hits, box)}) : null,
    hits ? s("path", {class: "hp-cross", d: parts(0, hits, cross)}) : null);
}

/** Each figure below its sign; below it what the card adds as an escort (§8.4). */
function alone(card, kind, now) {
  const rows = figures(card).filter(({field, value}) => SIGNED.includes(field) && (kind !== "event" || value !== null));
  return rows.map((row) => figure(row, [
    figureNow(now && row.field in now ? now[row.field] : row.value, row.value),
    row.added ? h("small", {key: "added", class: "added"}, row.added) : null,
  ]));
}

/** §8.4  Of a pair: what the leader has, what the escort adds, and what both have now. */
function both(lead, escort, now) {
  const adds = new Map(figures(escort).map((row) => [row.field, row.added]));
  return figures(lead).filter(({field}) => SIGNED.includes(field)).map((row) => figure(row, [
    h("small", {key: "lead", class: "part"}, printed(row.value)),
    h("small", {key: "adds", class: "part"}, adds.get(row.field) || "·"),
    figureNow(now && row.field in now ? now[row.field] : row.value, row.value),
  ]));
}

function figure(row, parts) {
  return h("span", {key: row.field, class: ["figure-cell", row.value === null && "none"]},
    s("svg", {key: "sign", viewBox: "0 0 10 10"}, ability(row.field, 0, 0, 10)), parts);
}

/** A figure as it is now; what damage or an escort has changed is marked by its form too. */
function figureNow(is, was) {
  const change = is === was || was === null || is === null ? "" : is < was ? "less" : "more";
  return h("b", {key: "now", class: [change, printed(is) === "–" && "none"]}, printed(is));
}

/** A card so small that no word on it could be read: whose it is, and its picture. */
export function miniFace(card) {
  const air = sort(card) === "airplane";
  return h("span", {class: ["face", "mini", sideClass(card.side)], "aria-hidden": "true"}, h("span", {class: "mini-band"}),
    s("svg", {class: "face-art", viewBox: air ? "0 0 48 40" : "0 0 124 37"}, air ? airplane(card, 24, 20, 1) : silhouette(card, 2, 0, 120, 36)));
}

/**
 * The back of a card: a rose of the winds, or a propeller; its letter, and how many airplanes are aboard.
 * @param {Page.Back} how
 */
export function lyingBack({side, kind = "fleet", airplanes = 0, label = "", mini = false, key = "back"}) {
  return h("div", {key, class: ["face", "back", mini && "mini", kind, sideClass(side)], "aria-hidden": "true"},
    mini ? null : h("div", {class: "back-head"}, h("b", {class: "back-letter"}, label), s("svg", {class: "face-sign", viewBox: "-1.1 -1.1 2.2 2.2"}, nation(side, 0, 0, 1))),
    s("svg", {class: "back-art", viewBox: "-48 -48 96 96"}, kind === "air" ? propeller(0, 0, 44) : rose()),
    airplanes > 0 ? h("span", {class: "back-aboard"},
      s("svg", {viewBox: "0 0 48 40"}, airplane(null, 24, 20, 1)), h("b", `×${airplanes}`)) : null);
}

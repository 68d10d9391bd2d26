/** The card as it stands in a battle: 150 by 100, with what is decided by there, in letters that can be read from afar. */
import {s} from "../../../base/dom.js";
import {printedName} from "../../../text/naming.js";
import {damageOf, figures, hitPoints, printed, shipType, sort, victory, weakened} from "./figures.js";
import {SIGNED, ability, emptyPlace, eye, sideClass} from "./shapes.js";
import {silhouette} from "./silhouettes.js";
import {fitted, measure, shortName, words} from "./fitted_text.js";

const HATCH = Array.from({length: 18}, (_none, n) => {
  const side = Math.min(36, 146 - n * 8);
  return `M${n * 8 + 2} 20l${side} ${side}`;
}).join(""); // a card that is remembered, not seen

/**
 * @param {any} card
 * @param {Page.Face} how
 */
export function smallFace(card, {key, values = null, damage = 0, sight = "", half = "", escort = null, vp = null} = {}) {
  const kind = sort(card);
  const shown = half && card[half] ? card[half] : card;
  return s("svg", {
    key, class: ["card-face", "small", kind, sideClass(card.side), sight], viewBox: "0 0 150 100", "aria-hidden": "true",
  },
  s("rect", {class: "card-ground", x: 1, y: 1, width: 148, height: 98, rx: 7}),
  s("path", {class: "card-art", d: "M2 20H148V58H2Z"}),
  sight === "known" ? s("path", {class: "memory", d: HATCH}) : null,
  s("path", {class: "art-line", d: "M2 42Q40 36 80 44T148 40"}),
  band(card, shown),
  art(card, kind, half),
  kind === "event" && !half ? null : points(card, {values, damage, half, kind, vp, escort}),
  sight ? eye(sight, 4, 23, 14) : null,
  abilities(card, {values, damage, kind}),
  s("rect", {class: "card-edge", x: 1, y: 1, width: 148, height: 98, rx: 7}));
}

/** Name and type. */
function band(card, shown) {
  const type = shipType(card);
  const room = type ? measure(type, 13.4, 700) + 6 : 0;
  return [
    s("path", {class: "card-band", d: "M1 20V8Q1 1 8 1H142Q149 1 149 8V20Z"}),
    fitted(shortName(printedName(shown)), {
      class: "card-name", x: 6, y: 15.4, size: 14.4, least: 13.4, width: 138 - room, weight: 700,
    }),
    type ? words("card-type", [145, 15.2], 13.4, "end 700", type) : null,
  ];
}

function art(card, kind, half) {
  if (kind === "airplane") return [silhouette(card, 42, 20.5, 66, 37), iconOf(card)];
  if (kind === "event" && !half) return eventArt(card);
  return silhouette(card, 19, 24, 74, 32, half);
}

/** §6.1  The icon that an airplane needs. */
function iconOf(card) {
  return s("g", {transform: "translate(4 27) scale(1.1)"}, emptyPlace(card.icon, 0, 0));
}

/** §2.5  Both halves in short: what it does is told by its name, and on the large card. */
function eventArt(card) {
  return [
    s("path", {class: "event-flash", d: "M14 24 30 24 22 36H33L12 56 18 41H8Z"}),
    silhouette(card, 44, 23, 86, 32),
  ];
}

/** HP with its marks, and VP. */
function points(card, {values, damage, half, kind, vp, escort}) {
  if (kind === "airplane") return null;
  const worth = vp ?? (half ? "" : victory(card));
  return [
    worth && worth !== "–" ? [
      s("path", {class: "vp-form", d: "M136 22 147.4 33 136 44 124.6 33Z"}),
      fitted(worth, {class: "vp-number", x: 136, y: 37.8, size: 13.4, width: 19, least: 8, weight: 700, "text-anchor": "middle"}),
    ] : null,
    health(hitPoints(values ? {values} : card), {damage, plus: Boolean(card.attached) && !escort}),
  ];
}

/**
 * A hull in so many parts; what is hit is crossed out.  The figure stands beside it: the HP as they are printed, with the
 * plus of a card that can be an escort (§8.1); or the damage.
 */
function health(hp, {damage, plus}) {
  const step = Math.min(5.4, 34 / hp), y = 52;
  const left = 147 - hp * step;
  const box = (n) => `M${round(left + n * step + 0.4)} ${y - 4}h${round(step - 1)}v7h${round(1 - step)}Z`;
  const cross = (n) => `M${round(left + n * step + 0.6)} ${y - 3.8}l${round(step - 1.4)} 6.6m0-6.6l${round(1.4 - step)} 6.6`;
  const parts = (from, to, form) => Array.from({length: Math.max(0, to - from)}, (_none, n) => form(from + n)).join("");
  const hits = Math.min(hp, damage);
  return [
    s("path", {class: "hp", d: parts(hits, hp, box)}),
    hits ? s("path", {class: "hp hit", d: parts(0, hits, box)}) : null,
    hits ? s("path", {class: "hp-cross", d: parts(0, hits, cross)}) : null,
    words(["hp-number", damage > 0 && "hurt"], [left - 2, y + 4.6], 15.6, "end 700", damage ? damageOf(hits, hp) : `${plus ? "+" : ""}${hp}`),
  ];
}

function abilities(card, {values, damage, kind}) {
  const now = values ?? (kind === "base" ? weakened(card, damage) : null);
  const rows = figures(card).filter(({field, value}) => SIGNED.includes(field) && (kind !== "event" || value !== null));
  const width = 146 / rows.length;
  const rules = rows.slice(1).map((_row, n) => round(2 + (n + 1) * width));
  return [
    s("path", {class: "cell-rule", d: rules.map((x) => `M${x} 61v35`).join("")}),
    rows.map((row, n) => cell(row, {x: 2 + n * width, width, values: now, wide: rows.length < 4})),
  ];
}

/** A sign above, the figure below; what damage or an escort has changed is marked. */
function cell(row, {x, width, values, wide}) {
  const middle = round(x + width / 2);
  const now = values && row.field in values ? values[row.field] : row.value;
  const text = printed(now);
  const change = !values || row.value === null ? "" : now < row.value ? "less" : now > row.value ? "more" : "";
  const none = text === "–" ? "none" : "";
  if (wide) return [
    ability(row.field, middle - 18, 71, 15),
    words(["cell-value", change], [middle + 10, 86], 22, "middle 700", text),
  ];
  return [
    ability(row.field, middle - 6, 62, 12, `sign ${none}`),
    words(["cell-value", change, none], [middle, 93], 19, "middle 700", text),
    change ? s("path", {class: `cell-change ${change}`, d: changed(change, middle, 93)}) : null,
  ];
}

/** Less is underlined, more has a point upwards. */
function changed(change, x, y) {
  return change === "less" ? `M${x - 5} ${y + 2}h10` : `M${x + 6} ${y - 9}l2.6-3.4 2.6 3.4Z`;
}

function round(n) {
  return Math.round(n * 100) / 100;
}

/** The card as it lies on the table: 150 by 100, with everything that matters during a game. */
import {s} from "../../../base/dom.js";
import {printedName} from "../../../text/naming.js";
import {damageOf, figures, hitPoints, places, printed, shipType, sort, victory, weakened} from "./figures.js";
import {SIGNED, ability, emptyPlace, eye, nation, sideClass} from "./shapes.js";
import {silhouette} from "./silhouettes.js";
import {fitted, measure, shortName, words} from "./fitted_text.js";

const SLOTS = 77; // where the row of places for airplanes begins

const hatch = (height) => Array.from({length: 18}, (_none, n) => {
  const side = Math.min(height, 146 - n * 8);
  return `M${n * 8 + 2} 20l${side} ${side}`;
}).join("");
const [HATCH, HATCH_LOW] = [hatch(36), hatch(27)]; // a card that is remembered, not seen

/**
 * @param {any} card
 * @param {Page.Face} how
 */
export function smallFace(card, {key, values = null, damage = 0, sight = "", half = "", escort = null, vp = null} = {}) {
  const kind = sort(card);
  const slots = half ? [] : places(card, escort, damage);
  const shown = half && card[half] ? card[half] : card;
  return s("svg", {
    key, class: ["card-face", "small", kind, sideClass(card.side), sight], viewBox: "0 0 150 100", "aria-hidden": "true",
  },
  s("rect", {class: "card-ground", x: 1, y: 1, width: 148, height: 98, rx: 7}),
  s("path", {class: "card-art", d: `M2 20H148V${slots.length ? 47 : 56}H2Z`}),
  sight === "known" ? s("path", {class: "memory", d: slots.length ? HATCH_LOW : HATCH}) : null,
  s("path", {class: "art-line", d: slots.length ? "M2 34Q40 29 80 36T148 33" : "M2 40Q40 34 80 42T148 38"}),
  band(card, shown, kind, half),
  art(card, kind, half, slots.length > 0),
  kind === "event" && !half ? null : points(card, {values, damage, half, slots, kind, vp, escort}),
  sight ? eye(sight, 5, 23, 13) : null,
  abilities(card, {values, damage, slots, kind, escort}),
  slots.map((one, n) => slot(one, n, slots.length)),
  s("rect", {class: "card-edge", x: 1, y: 1, width: 148, height: 98, rx: 7}));
}

/** Nation, name, type. */
function band(card, shown, kind, half) {
  const type = shipType(card);
  const room = type ? measure(type, 10.5, 700) + 8 : 4;
  const name = shortName(printedName(shown));
  return [
    s("path", {class: "card-band", d: "M1 20V8Q1 1 8 1H142Q149 1 149 8V20Z"}),
    nation(card.side, 11.5, 10.7, 6.6),
    fitted(name, {class: "card-name", x: 21.5, y: 15, size: 12.6, least: 8.6, width: 124 - room, weight: 700}),
    type ? words("card-type", [144, 14.6], 10.5, "end 700", type) : null,
    half || kind !== "event" ? null : s("path", {class: "event-edge", d: "M2 20.6H148"}),
  ];
}

function art(card, kind, half, low) {
  if (kind === "airplane") return [silhouette(card, 44, 20.5, 62, 37), iconOf(card)];
  if (kind === "event" && !half) return eventArt(card);
  return silhouette(card, 18, low ? 21 : 26, 76, low ? 25 : 29.5, half);
}

/** §6.1  The icon that an airplane needs. */
function iconOf(card) {
  return s("g", {transform: "translate(4 30) scale(.9)"}, emptyPlace(card.icon, 0, 0));
}

/** §2.5  Both halves in short: what it does is told by its name, and on the large card. */
function eventArt(card) {
  return [
    s("path", {class: "event-flash", d: "M14 24 30 24 22 36H33L12 56 18 41H8Z"}),
    silhouette(card, 44, 23, 86, 32),
  ];
}

/** HP with its marks, and VP. */
function points(card, {values, damage, half, slots, kind, vp, escort}) {
  if (kind === "airplane") return null;
  const hp = hitPoints(values ? {values} : card);
  const worth = vp ?? (half ? "" : victory(card));
  const y = slots.length ? 31 : 33;
  return [
    worth && worth !== "–" ? [
      s("path", {class: "vp-form", d: `M137 ${y - 9.6} 146 ${y} 137 ${y + 9.6} 128 ${y}Z`}),
      fitted(worth, {
        class: "vp-number", x: 137, y: y + 3.7, size: 10.5, width: 12.5, least: 5.6, weight: 700, "text-anchor": "middle",
      }),
    ] : null,
    health(hp, {damage, y: slots.length ? 43 : 50.4, plus: Boolean(card.attached) && !escort}),
  ];
}

/**
 * A hull in so many parts; what is hit is crossed out.  The figure stands beside it: the HP as they are printed, with the
 * plus of a card that can be an escort (§8.1); or the damage.
 */
function health(hp, {damage, y, plus}) {
  const step = Math.min(5.4, 38 / hp);
  const left = 147 - hp * step;
  const box = (n) => `M${round(left + n * step + 0.4)} ${y - 3.2}h${round(step - 1)}v5.6h${round(1 - step)}Z`;
  const cross = (n) => `M${round(left + n * step + 0.6)} ${y - 3}l${round(step - 1.4)} 5.2m0-5.2l${round(1.4 - step)} 5.2`;
  const parts = (from, to, form) => Array.from({length: Math.max(0, to - from)}, (_none, n) => form(from + n)).join("");
  const hits = Math.min(hp, damage);
  return [
    s("path", {class: "hp", d: parts(hits, hp, box)}),
    hits ? s("path", {class: "hp hit", d: parts(0, hits, box)}) : null,
    hits ? s("path", {class: "hp-cross", d: parts(0, hits, cross)}) : null,
    words(["hp-number", damage > 0 && "hurt"], [left - 2, y + 3.4], 10.5, "end 700", damage ? damageOf(hits, hp) : `${plus ? "+" : ""}${hp}`),
  ];
}

function abilities(card, {values, damage, slots, kind, escort}) {
  const now = values ?? (kind === "base" ? weakened(card, damage) : null);
  const rows = figures(card).filter(({field, value}) => SIGNED.includes(field) && (kind !== "event" || value !== null));
  const columns = rows.some(({added}) => added) && !escort;
  const y = slots.length ? 49 : 59;
  const height = slots.length ? 26 : 38;
  const width = 146 / rows.length;
  const rules = rows.slice(1).map((_row, n) => round(2 + (n + 1) * width));
  return [
    columns ? s("rect", {class: "attached-ground", x: 2.2, y: y + height - 14, width: 145.6, height: 13.6}) : null,
    s("path", {class: "cell-rule", d: rules.map((x) => `M${x} ${y + 2}v${height - 5}`).join("")}),
    rows.map((row, n) => cell(row, {x: 2 + n * width, y, width, height, values: now, columns, wide: rows.length < 4})),
  ];
}

/** A sign above, the figure below; what damage or an escort has changed is marked; below it what it adds as an escort. */
function cell(row, {x, y, width, height, values, columns, wide}) {
  const middle = round(x + width / 2);
  const now = values && row.field in values ? values[row.field] : row.value;
  const text = printed(now);
  const change = !values || row.value === null ? "" : now < row.value ? "less" : now > row.value ? "more" : "";
  const tall = height > 30 && !columns;
  const size = tall ? 11 : 8.6;
  const base = tall ? y + 31 : y + (columns && height > 30 ? 22.4 : 24);
  const none = text === "–" ? "none" : "";
  if (wide) return [
    ability(row.field, middle - 17, y + height / 2 - 7, 14),
    words(["cell-value", change], [middle + 10, y + height / 2 + 7.4], 20, "middle 700", text),
  ];
  return [
    ability(row.field, middle - size / 2, y + (tall ? 4 : 1.4), size, `sign ${none}`),
    words(["cell-value", change, none], [middle, base], tall ? 17 : 14, "middle 700", text),
    change ? s("path", {class: `cell-change ${change}`, d: changed(change, middle, base)}) : null,
    columns && row.added ? words("cell-added", [middle, y + height - 3.6], 10.4, "middle 600", row.added) : null,
  ];
}

/** Less is underlined, more has a point upwards. */
function changed(change, x, y) {
  return change === "less" ? `M${x - 4} ${y + 1.8}h8` : `M${x + 5.6} ${y - 7}l2.6-3.4 2.6 3.4Z`;
}

function round(n) {
  return Math.round(n * 100) / 100;
}

/** How far the places for airplanes are apart; the table lays the airplanes on them. */
export function slotStep(count) {
  return Math.min(24.4, 146 / Math.max(count, 1));
}

function slot({kind, lost}, n, count) {
  const x = 2 + n * slotStep(count);
  return s("g", {key: `slot${n}`, class: lost ? "slot-lost" : null},
    emptyPlace(kind, x, SLOTS, 0.98),
    lost ? s("path", {class: "hp-cross", d: `M${x + 4} ${SLOTS + 3}l15 15m0-15l-15 15`}) : null);
}

/** The whole card, upright, 260 by 364: everything that is printed on it. */
import {s} from "../../../base/dom.js";
import {_, fill, language} from "../../../base/language/words.js";
import {printedName} from "../../../text/naming.js";
import {damageOf, figures, hitPoints, label, places, printed, shipType, sort, spoiled, victory, weakened} from "./figures.js";
import {SIGNED, ability, emptyPlace, nation, sideClass} from "./shapes.js";
import {silhouette} from "./silhouettes.js";
import {fitted, measure, paragraph, words} from "./fitted_text.js";
import {clean, phrase, word} from "../../../base/language/vocabulary.js";


/**
 * A card; what damage and an escort have changed is marked.  How it lies on the table and in a battle:
 * lying_face.js.
 * @param {any} card
 * @param {Page.Face} how
 */
export function wholeCard(card, {key, values = null, damage = 0} = {}) {
  const kind = sort(card);
  const now = values ?? (kind === "base" ? weakened(card, damage) : null);
  return s("svg", {key, class: ["card-face", kind, sideClass(card.side)], viewBox: "0 0 260 364", "aria-hidden": "true"},
    s("rect", {class: "card-ground", x: 1, y: 1, width: 258, height: 362, rx: 12}),
    kind === "event" ? eventBody(card) : body(card, {kind, values: now, damage}),
    band(card, kind),
    foot(card),
    s("rect", {class: "card-edge", x: 1, y: 1, width: 258, height: 362, rx: 12}));
}

/** Nation, both names, type. */
function band(card, kind) {
  const sign = kind === "base" ? word("printed_ranks", card.rank) : shipType(card);
  const room = sign ? measure(sign, 12, 700) + 14 : 8;
  return [
    s("path", {class: "card-band", d: "M1 47V13Q1 1 13 1H247Q259 1 259 13V47Z"}),
    nation(card.side, 24, 24, 14),
    fitted(printedName(card), {class: "card-name", x: 46, y: 22, size: 17, least: 10.5, width: 206 - room, weight: 700}),
    fitted(secondName(card), {class: "card-second", x: 46, y: 38.5, size: 11, least: 8, width: 206}),
    sign ? words("card-type", [250, 21.5], 12, "end 700", sign) : null,
  ];
}

/** The name in the other language; behind it who built it. */
function secondName(card) {
  const other = language() === "ja" ? card.name : card.ja;
  return [other, card.maker].filter(Boolean).map((text) => clean(text, 80)).join("  ·  ");
}

function body(card, {kind, values, damage}) {
  const rows = figures(card);
  const slots = kind === "airplane" ? [{kind: card.icon, lost: false}] : places(card, null, spoiled(values, damage));
  const hull = kind !== "airplane";
  const columns = Boolean(card.attached);
  const top = 138 + (columns ? 13 : 0);
  const height = Math.min(24, ((hull ? 292 : 318) - top) / rows.length);
  return [
    sea(),
    kind === "airplane" ? silhouette(card, 70, 50, 120, 72) : silhouette(card, 22, 56, 184, slots.length ? 50 : 62),
    slots.map((one, n) => placeOf(one, n, slots.length)),
    hull ? medal(card) : null,
    columns ? heads() : null,
    rows.map((row, n) => line(row, {y: top + n * height, height, values, columns, shade: n % 2 === 0})),
    hull ? hullBar(hitPoints(values?.hp ? {values} : card), damage, card) : null,
  ];
}

function sea() {
  return [
    s("path", {class: "card-art", d: "M2 47H258V134H2Z"}),
    s("path", {class: "art-line", d: "M2 70Q60 58 130 74T258 66M2 96Q70 84 140 98T258 90M2 118Q60 110 120 120T258 114"}),
  ];
}

function placeOf({kind, lost}, n, count) {
  const step = Math.min(27, 200 / count);
  const x = 10 + n * step;
  return s("g", {key: `place${n}`, class: lost ? "slot-lost" : null}, emptyPlace(kind, x, 109, 1),
    lost ? s("path", {class: "hp-cross", d: `M${x + 4} 112l15 15m0-15l-15 15`}) : null);
}

/** §11.3  Victory points. */
function medal(card) {
  const worth = victory(card);
  if (worth === "–" || worth === "") return null;
  return s("g", {class: "card-vp", transform: "translate(232 76)"},
    s("path", {class: "vp-form", d: "M0-22 20 0 0 22-20 0Z"}),
    fitted(worth, {class: "vp-number", x: 0, y: 4, size: 17, least: 9, width: 30, weight: 700, "text-anchor": "middle"}),
    words("vp-word", [0, 13], 7.5, "middle 400", label("vp")));
}

/** §8.4  Over the two columns of a card that can be an escort. */
function heads() {
  return [
    s("rect", {class: "attached-ground", x: 202, y: 136, width: 56, height: 158}),
    words("column-head", [176, 146], 9, "middle 400", _("alone")),
    words("column-head", [230, 146], 9, "middle 400", _("escorting")),
  ];
}

function line(row, {y, height, values, columns, shade}) {
  const base = y + height / 2 + 5;
  const now = values && row.field in values ? values[row.field] : row.value;
  const changed = row.value !== null && now !== row.value;
  const middle = columns ? 176 : 232;
  const text = changed ? fill("{now} ({printed})", {now: printed(now), printed: row.text}) : row.starred;
  return s("g", {key: row.field, class: "figure"},
    shade ? s("rect", {class: "figure-ground", x: 8, y, width: columns ? 190 : 244, height}) : null,
    SIGNED.includes(row.field) ? ability(row.field, 14, y + height / 2 - 6, 12) : null,
    words("figure-name", [34, base - 0.6], 12.5, "start 400", label(row.field)),
    words(["figure-value", changed && "changed"], [middle, base], 15, "middle 700", text),
    columns && row.added ? words("figure-value", [230, base], 15, "middle 700", row.added) : null);
}

function hullBar(hp, damage, card) {
  const step = Math.min(16, 176 / hp);
  const parts = Array.from({length: hp}, (_none, n) => [
    s("rect", {class: n < damage ? "hp hit" : "hp", x: 74 + n * step, y: 303, width: step - 2, height: 13, rx: 2}),
    n < damage ? s("path", {class: "hp-cross", d: `M${75 + n * step} 304l${step - 4} 11m0-11l${4 - step} 11`}) : null,
  ]);
  const text = damage ? damageOf(damage, hp) : card.attached ? `+${hp}` : String(hp);
  return [
    s("path", {class: "foot-rule", d: "M8 296H252"}),
    words("figure-name", [14, 314], 12.5, "start 400", label("hp")),
    s("text", {class: "figure-value", x: 52, y: 315, "text-anchor": "middle", "font-size": 17, "font-weight": 700},
      text + (card.known.includes("hp") ? "*" : "")),
    parts,
  ];
}

/** What it does above, the ship half below. */
function eventBody(card) {
  const half = card.transports ?? card.submarine;
  const rows = figures(card);
  const title = phrase(card.transports ? "card_face.transports" : "card_face.submarine", {name: printedName(half)});
  const known = card.known.includes(card.transports ? "transports.hp" : "submarine.hp");
  const step = 236 / (rows.length + 1);
  return [
    s("path", {class: "event-ground", d: "M2 47H258V196H2Z"}),
    s("path", {class: "event-flash", d: "M226 56 246 56 236 78H250L222 108 230 86H218Z"}),
    paragraph(_(clean(card.text, 600)), {class: "event-text", x: 14, y: 54, size: 13, least: 8.5, width: 204, height: 140}),
    s("path", {class: "card-art", d: "M2 196H258V272H2Z"}),
    s("path", {class: "art-line", d: "M2 216Q60 206 130 220T258 212M2 244Q70 234 140 246T258 240"}),
    silhouette(card, 40, 212, 180, 56),
    fitted(title, {class: "half-name", x: 14, y: 211, size: 12, least: 8, width: 232, weight: 700}),
    [...rows, {field: "hp", starred: `${hitPoints(card)}${known ? "*" : ""}`}].map((row, n) => halfCell(row, 12 + n * step, step)),
  ];
}

function halfCell(row, x, width) {
  const middle = x + width / 2;
  return s("g", {key: row.field},
    cellGround(x, width),
    SIGNED.includes(row.field) ? ability(row.field, middle - 22, 280, 11) : null,
    words("figure-name", [middle - 8, 289.4], 11, "start 400", label(row.field)),
    s("text", {class: "figure-value", x: middle, y: 311, "text-anchor": "middle", "font-size": 18, "font-weight": 700},
      row.starred));
}

function cellGround(x, width) {
  return s("rect", {class: "figure-ground", x: x + 2, y: 275, width: width - 4, height: 43, rx: 4});
}

/** Remarks, the set, and what the star behind a figure means. */
function foot(card) {
  const ties = card.decides_ties ? phrase("card_face.decides_ties") : "";
  const note = [ties, card.note ? _(clean(card.note, 200)) : ""].filter(Boolean).join(" · ");
  const known = card.known.length ? phrase("card_face.known", {mark: "*"}) : "";
  return [
    s("path", {class: "foot-rule", d: "M8 322H252"}),
    note ? paragraph(note, {class: "card-note", x: 14, y: 325, size: 8.6, least: 7, width: 232, height: known ? 22 : 32}) : null,
    known ? fitted(known, {class: "card-note", x: 14, y: 357, size: 7.6, least: 6, width: 232}) : null,
  ];
}

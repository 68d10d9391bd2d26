/** What a card prints, as figures: which it has, what they are called, how they are written.  As client/text/card_text.py. */
import {clean, phrase, word} from "../../../base/language/vocabulary.js";

const SHIP = ["air", "surface", "torp", "land", "sub", "speed"];
const AIRPLANE = ["airc", "air", "bomb", "torp", "land", "recon", "range"];
const HOME = ["air", "repair", "first_hand", "fleet", "max_hand", "drawn", "kept"];
const BASE = ["air", "tb", "guns", "garrison", "patrol"];
const TWO_COLUMNS = new Set(["surface", "torp", "land"]);

export const label = (field) => word("labels", field);

/** "ship", "base", "airplane" or "event". */
export function sort(card) {
  if (card.maker !== undefined) return "airplane";
  if (card.rank !== undefined) return "base";
  return card.effect !== undefined ? "event" : "ship";
}

/** "BB"; "" on what is no ship. */
export const shipType = (card) => (sort(card) === "ship" ? clean(card.type, 6) : "");

/** §4.1  Damage and HP, as the panel and the log say it: "×1/4" is damage 1 of 4. */
export const damageOf = (damage, hp) => `×${Math.min(damage, hp)}/${hp}`;

/** §3.3  An ability as it is printed. */
export const printed = (value) => (value === null || value === undefined ? "–" : String(value));
const plus = (value) => (value === null || value === undefined ? "–" : `+${value}`);

/**
 * The figures of a card: field, value alone, and what it adds as an escort ("" where it is no such card).  A figure that
 * has one column for both, as Air has, is printed with its plus.
 */
export function figures(card) {
  const kind = sort(card);
  if (kind === "ship") return SHIP.map((field) => shipFigure(card, field));
  if (kind === "airplane") return AIRPLANE.map((field) => one(field, card[field], card.known.includes(field)));
  if (kind === "base") return baseFields(card).map((field) => one(field, card[field], card.known.includes(field)));
  return halfFigures(card);
}

/** A figure; that a value is known is marked with a star, that there is none needs no mark. */
function one(field, value, known = false) {
  const text = printed(value);
  return {field, value, text, added: "", starred: known && text !== "–" ? `${text}*` : text};
}

function shipFigure(card, field) {
  const found = one(field, card.values[field], card.known.includes(field));
  if (!card.attached || field === "speed") return found;
  return {...found, added: plus(card.attached[field]), double: TWO_COLUMNS.has(field)};
}

function baseFields(card) {
  if (card.rank === "home") return HOME;
  return BASE.filter((field) => field !== "guns" || card.guns !== null);
}

/** §2.5  The values of the ship half. */
function halfFigures(card) {
  const half = card.transports ? "transports" : "submarine";
  const fields = card.transports ? ["army", "air", "speed"] : ["torp", "recon"];
  const values = card.transports ? card.transports.values : card.submarine;
  return fields.map((field) => one(field, values[field], card.known.includes(`${half}.${field}`)));
}

const MOST = 40; // of what is drawn one by one: a bad server may say any number

/** §4.1  The damage that eliminates it; an airplane has one HP, which is not printed. */
export function hitPoints(card) {
  const printedOn = card.values ?? card.transports?.values ?? card.submarine ?? card;
  return Math.min(MOST, printedOn.hp ?? 1);
}

/** §11.3  Victory points, or what stands there instead. */
export function victory(card) {
  if (card.rank === "home") return "–";
  if (card.rank === "strategic") return phrase("card_face.auto");
  return card.vp === undefined ? "" : String(card.vp);
}

/** §6.1, §4.6  The places for airplanes, one by one, of a pair together; each damage spoils one of each kind. */
export function places(card, escort = null, damage = 0) {
  const counts = [...iconCounts(card), ...(escort ? iconCounts(escort) : [])];
  const kinds = [...new Set(counts.map(([kind]) => kind))];
  return kinds.flatMap((kind) => {
    const n = Math.min(MOST, counts.reduce((sum, [other, count]) => sum + (other === kind ? count : 0), 0));
    return Array.from({length: n}, (_none, i) => ({kind, lost: i >= n - damage}));
  });
}

/** §4.6, §23.11  How many icons of a host damage has spoiled: its view says whether any is left. */
export function spoiled(values, damage) {
  return values?.icons === 0 ? MOST : damage;
}

function iconCounts(card) {
  if (card.slots) return card.slots;
  return card.values?.icon ? [[card.values.icon, card.values.icons]] : [];
}

/** §4.5  What a base can do now, where a server of before tells only its damage: the card says what that takes away. */
export function weakened(card, damage) {
  if (!damage) return null;
  const fields = card.rank === "home" ? ["air", "repair"] : BASE;
  return Object.fromEntries(fields.map((field) => [field, card[field] === null ? null : Math.max(0, card[field] - damage)]));
}

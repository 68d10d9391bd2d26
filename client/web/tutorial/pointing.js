/** What a lesson points at: its cards, on the table and in the hand, and the line that it speaks of; and their figures in
 * words, each beside its sign.  As client/tutorial/pointing.py. */
import { h, s } from "../base/dom.js";
import { phrase, word } from "../base/language/vocabulary.js";
import { _ } from "../base/language/words.js";
import { figures, hitPoints, label, places, shipType, victory } from "../table/board/cards/figures.js";
import { LETTERS, SIGNED, ability, emptyPlace, eye } from "../table/board/cards/shapes.js";
import { cardOf, halfOf, naming, printedName, rowsOf, sides } from "../text/naming.js";
import { lineName } from "../text/phrases.js";

const LINES = 5; // numbers up to here, in an answer, are lines
const STAYS = "stay";
const SIGHTS = { unseen: "closed", detected: "open" }; // how a card lies: signs, and no figures of the card

/** All tokens and cards of an answer, but for those that do nothing. */
function thingsOf(given) {
  const busy = (tasks) => Object.keys(tasks).filter((token) => tasks[token] !== STAYS).map(Number);
  const all = Array.isArray(given) ? given : typeof given === "object" ? busy(given) : [given];
  return all.filter((one) => typeof one === "string" || one > LINES);
}

/** What shows a card on the table. */
function rowsWith(view, id) {
  return sides(view).flatMap(([, half]) => rowsOf(half)).filter((row) => [row.card, row.lead, row.escort].includes(id));
}

/** What is framed: of a lesson that is read its cards too, at its task what it is about; tokens, cards, and lines as "l3". */
export function pointedAt(view, lesson, given, reads) {
  const shown = reads ? lesson.cards.flatMap(({ card }) => [card, ...rowsWith(view, card).map(({ token }) => token)]) : [];
  return new Set([...thingsOf(given), ...shown, ...(lesson.line === null ? [] : [`l${lesson.line}`])]);
}

/**
 * A card with its place: "Tulagi in the US front".
 * @param {Page.State} state
 */
function where(state, id) {
  const view = state.shown?.view, names = naming(state), name = printedName(cardOf(id));
  const line = rowsWith(view, id).map(({ token }) => names.where(token)).find((n) => n !== null && n !== undefined);
  if (line !== undefined) return phrase("cards.in_line", { card: name, line: lineName(line) });
  const held = view && halfOf(view, view.viewer).hand?.includes(id);
  return held ? phrase("coach.in_hand", { card: name }) : name;
}

/** "4C", "2L 1S". */
function iconsOf(card) {
  const kinds = places(card).map(({ kind }) => kind);
  return [...new Set(kinds)].map((kind) => `${kinds.filter((one) => one === kind).length}${LETTERS[kind]}`).join(" ");
}

/** As the card prints it. */
function valueOf(card, field) {
  const others = {
    hp: () => `${card.attached ? "+" : ""}${hitPoints(card)}`, vp: () => victory(card), type: () => shipType(card),
    rank: () => word("printed_ranks", card.rank), icon: () => LETTERS[card.icon], icons: () => iconsOf(card),
  };
  if (others[field]) return others[field]();
  const row = figures(card).find((one) => one.field === field);
  return row?.double ? `${row.text}/${row.added}` : row?.text ?? "";
}

/** The sign by which a figure stands on the card; "first_hand" and others have none. */
function signOf(card, field) {
  if (SIGNED.includes(field)) return s("svg", { viewBox: "0 0 10 10" }, ability(field, 0, 0, 10));
  if (SIGHTS[field]) return s("svg", { viewBox: "0 0 10 10" }, eye(SIGHTS[field], 0, 0, 10));
  const kind = field === "icon" ? card.icon : field === "icons" ? places(card)[0]?.kind : "";
  if (kind) return s("svg", { viewBox: "0 0 24 22" }, emptyPlace(kind, 0, 0));
  return field === "vp" && s("svg", { viewBox: "-1 -1 12 12" }, s("path", { class: "vp-form", d: "M5-1 11 5 5 11-1 5Z" }));
}

/** The name of the field, what stands before the words, and the words. */
function told({ field, says }, card) {
  const name = field.split(".").at(-1);
  if (SIGHTS[name]) return { name, head: phrase("coach.sign", { label: phrase(`cards.${name}`), says: "" }), says: _(says) };
  return { name, head: phrase("coach.figure", { label: label(name), value: valueOf(card, name), says: "" }), says: _(says) };
}

/**
 * The cards of a lesson, and what their figures are.
 * @param {Page.State} state
 */
export function cardsOf(state, lesson) {
  return lesson.cards.map(({ card: id, figures: rows }) => h("div", { class: "told-card", key: id },
    h("h3", {}, phrase("coach.on_card", { card: where(state, id) })),
    h("ul", {}, rows.map((row) => {
      const { name, head, says } = told(row, cardOf(id));
      return h("li", { key: name }, h("span", { class: "told-sign", "aria-hidden": "true" }, signOf(cardOf(id), name)),
        h("span", {}, h("b", {}, head), " ", says));
    }))));
}

/**
 * The same as one text, for who listens.
 * @param {Page.State} state
 */
export function cardsInWords(state, lesson) {
  return lesson.cards.map((one) => [`${phrase("coach.on_card", { card: where(state, one.card) })}.`, ...figuresInWords(one)].join(" ")).join(" ");
}

/** The figures of a card, each as a sentence. */
export function figuresInWords({ card: id, figures: rows }) {
  return rows.map((row) => told(row, cardOf(id))).map(({ head, says }) => `${head.trimEnd()} ${says}`);
}

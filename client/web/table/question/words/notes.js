/** Where a card is and in what state, as far as the decision needs it; the notes of client/text/question/menu.py. */
import {airplaneValues, eventWords, iconsNow, inFewWords, valuesNow} from "../../../text/card_summary.js";
import {cardOf} from "../../../text/naming.js";
import {diceLeft, inRow, lineName, taskName} from "../../../text/phrases.js";
import {own, phrase} from "../../../base/language/vocabulary.js";

const ASHORE = ["30", "31", "31a"]; // where all is about one base
const RETURN = "32";
const ICONS_COUNT = ["6", RETURN];

const joined = (...parts) => inRow(parts.filter(Boolean));

/** What is said beside the name of a row or a target; `names` is what text/naming.js gives for the view. */
export function noteOf(question, names, kind, value) {
  if (kind === "token") return tokenNote(question, names, value);
  return kind === "card" ? cardNote(question, names, value) : "";
}

/** What the event half of a card does. */
export function playNote(id) {
  const card = cardOf(id);
  return card?.effect ? eventWords(card) : "";
}

/** The base that all is about, where a landing has come so far. */
export function baseAshore(question, view, names) {
  if (!ASHORE.includes(question.window) || !view.target) return null;
  return {base: names.token(view.target), note: tokenNote(question, names, view.target)};
}

/** "damage 1 of 4"; nothing where there is none. */
export function damageText(damage, hp) {
  return damage ? phrase("cards.damage", {damage, hp}) : "";
}

function tokenNote(question, names, token) {
  const found = names.names?.rows.get(token);
  if (!found) return "";
  const {row} = found;
  if ("pair" in row) return formationNote(question, row, found.side === question.side);
  return "host" in row ? airplaneNote(question, names, row) : baseNote(question, row);
}

/** In a fight, where all stand in one line, only what the fight needs. */
function formationNote(question, row, mine) {
  const {window} = question, sight = row.lead === null ? "" : sightOf(row, mine);
  const where = own("told_of_ships", window) ? [] : [lineName(row.line), sight];
  const v = row.values;
  if (v === null) return joined(...where, ...fighting(row, true));
  let values = valuesNow(v, own("told_of_ships", window));
  if (ICONS_COUNT.includes(window)) values = v.icon === null ? phrase("cards.no_icon") : iconsNow([[v.icon, v.icons]], 0);
  return joined(...where, damageText(row.damage, v.hp), ...fighting(row, true), values);
}

function baseNote(question, row) {
  const card = cardOf(row.card);
  if (!card || !("rank" in card)) return lineName(row.line);
  const icons = ICONS_COUNT.includes(question.window) ? iconsNow(card.slots ?? [], row.damage) : "";
  return joined(lineName(row.line), damageText(row.damage, card.hp), icons);
}

function airplaneNote(question, names, row) {
  const card = row.card === null ? undefined : cardOf(row.card);
  const where = row.host ? phrase("cards.on_host", {host: names.placed(row.host)}) : "";
  const beside = question.window === RETURN && row.line !== null ? lineName(row.line) : "";
  const figures = card && "maker" in card ? airplaneValues(card, own("told_of_airplanes", question.window)) : "";
  return joined(where, beside, ...fighting(row, false), figures);
}

/** A card of the hand: what it is, and how often it is there where a step may be done to each of them. */
function cardNote(question, names, id) {
  const card = cardOf(id);
  const words = card ? inFewWords(card) : "";
  if (question.shape.type !== "move") return words;
  const half = question.side === 0 ? names.names?.view.us : names.names?.view.jp;
  const copies = half?.hand?.filter((one) => one === id).length ?? 0;
  return copies < 2 ? words : joined(phrase("cards.in_hand", {n: copies}), words);
}

/** Whether it lies open, and whether the other side knows it all the same. */
function sightOf(row, mine) {
  if (row.detected) return phrase("cards.detected");
  if (!row.known) return phrase("cards.unseen");
  return mine ? phrase("cards.unseen_but_enemy_knows") : phrase("cards.unseen_but_known");
}

/** Its task, and the dice that it may still roll. */
function fighting(row, ofShips) {
  const task = row.task === null ? "" : taskName(row.task, ofShips);
  return [task, row.attempts === null ? "" : diceLeft(row.attempts)];
}

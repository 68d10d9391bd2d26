/**
 * What the question does to the things on the table: id -> mark, drawn alike by the table and the battle board.
 *
 * mark = {
 *   state,   // "legal": can be touched; "chosen": held or staged; "target": for what is held; "off": not for what is held
 *   label,   // the key that does it: the number of a row, the letter of a target
 *   why,     // "off": why not
 *   note,    // what is staged for it, in a few words; of a target how many have it
 *   to,      // where what is staged leads (ids): arrows
 *   odds,    // the chance of success with what is held, from 0 to 1
 * }
 */
import {naming} from "../../../text/naming.js";
import {language} from "../../../base/language/words.js";
import {questionShown, rowsInOrder} from "./asked.js";
import {gives, menuOf} from "../staging/menu.js";
import {letterOf, optionName} from "../words/names.js";
import {optionChances} from "../words/odds.js";
import {rowOf, stagedFor, valuesNow} from "../staging/staging.js";
import {alike, cardOfThing, sameValue} from "../staging/things.js";
import {notFor} from "../words/whynot.js";
import {amount} from "../../../base/language/vocabulary.js";

const NOTHING = new Map();
/** @type {{key: any[], map: Map<any, any>}} */
let last = {key: [], map: NOTHING}; // the table and the battle board ask for the same

/**
 * The marks of the question that is drawn.
 * @param {Page.State} state
 */
export function marks(state) {
  const question = questionShown(state);
  if (!question) return NOTHING;
  const staged = stagedFor(state.staged, question);
  const key = [question, state.staged, state.shown?.view, state.cards, language()];
  if (key.every((part, i) => part === last.key[i])) return last.map;
  const map = new Map();
  const put = (thing, mark) => spread(state, question, thing).forEach((id) => map.set(id, {...map.get(id), ...mark}));
  markRows(state, staged, put);
  markPlays(state, staged, put);
  if (gives(question.shape)) markGiven(state, staged, put);
  if (staged.held !== null) markHeld(state, staged, put);
  last = {key, map};
  return map;
}

/**
 * Cards of the hand that are alike are marked alike, except where each is picked for itself.
 * @param {Page.State} state
 */
function spread(state, question, thing) {
  const card = cardOfThing(thing);
  if (card === null || question.shape.type === "pick") return [thing];
  const half = question.side === 0 ? state.shown?.view.us : state.shown?.view.jp;
  const n = half?.hand?.filter((one) => one === card).length ?? 0;
  return Array.from({length: Math.max(n, 1)}, (_one, copy) => `c:${card}:${copy}`);
}

/** @param {Page.State} state */
function markRows(state, staged, put) {
  rowsInOrder(state, staged.question).forEach((row, i) => {
    const chosen = staged.play === null && (staged.chosen === row.id || staged.picked.includes(row.id));
    put(row.id, {state: chosen ? "chosen" : "legal", label: String(i + 1)});
    if (staged.picked.includes(row.id) && staged.question.shape.most > 1) {
      put(row.id, {note: String(staged.picked.indexOf(row.id) + 1)});
    }
  });
}

/** @param {Page.State} state */
function markPlays(state, staged, put) {
  const {rows, plays} = menuOf(staged.question);
  plays.forEach((play, i) => {
    const label = rowOf(staged, play.id) ? {} : {label: String(rows.length + i + 1)};
    put(play.id, {state: staged.play === play.value ? "chosen" : "legal", ...label});
  });
}

/**
 * What each card is given now, and how many each target has been given to.
 * @param {Page.State} state
 */
function markGiven(state, staged, put) {
  const {question} = staged, names = naming(state), values = valuesNow(staged), counts = new Map();
  for (const row of menuOf(question).rows) {
    const option = row.options.find((one) => sameValue(one.value, values[row.value]));
    if (!option) continue;
    const turn = question.shape.type === "order" ? `${staged.order.indexOf(row.value) + 1}. ` : "";
    put(row.id, {note: turn + optionName(question, names, option), to: [option.thing]});
    if (row.value in staged.given) put(row.id, {state: "chosen"});
    if (option.kind === "line" || option.kind === "token") counts.set(option.thing, (counts.get(option.thing) ?? 0) + 1);
  }
  for (const [thing, n] of counts) put(thing, {note: amount("cards", n)});
}

/**
 * With one thing in the hand: where it can go, and why it cannot go elsewhere.
 * @param {Page.State} state
 */
function markHeld(state, staged, put) {
  const {question, held} = staged, names = naming(state), {rows, values} = menuOf(question);
  const row = rowOf(staged, held);
  if (row) {
    for (const option of values.filter((one) => one.kind !== "verb" && one.kind !== "lost")) {
      put(option.thing, {state: "off", why: notFor(question, names, row, option.thing)});
    }
    for (const option of row.options) put(option.thing, targetMark(question, row, option));
  } else {
    for (const other of rows) {
      const option = other.options.find((one) => alike(one.thing, held));
      put(other.id, option ? {...targetMark(question, other, option), label: undefined}
        : {state: "off", why: notFor(question, names, other, held)});
    }
  }
  put(held, {state: "chosen"});
}

function targetMark(question, row, option) {
  const chance = optionChances(question, row, option)[0];
  const letter = letterFor(question, row, option);
  return {state: "target", label: letter, why: undefined, ...(chance ? {odds: chance.success} : {})};
}

/** The letter of an option: where cards are given values the same for all cards, in steps those of the row. */
export function letterFor(question, row, option) {
  if (question.shape.type === "move") return letterOf(row.options.indexOf(option));
  return letterOf(menuOf(question).values.findIndex((one) => sameValue(one.value, option.value)));
}

/** The question that can be answered now, and what is staged for it. */
import {naming} from "../../../text/naming.js";
import {menuOf} from "../staging/menu.js";
import {stagedFor} from "../staging/staging.js";

/**
 * The question that is drawn, if the table is drawn as it is now.  While an answer is under way it still stands there,
 * so that nothing flickers between two steps; but it cannot be touched.  While the coach of the tutorial has something
 * to be read first, none is.
 * @param {Page.State} state
 */
export function questionShown(state) {
  const halted = state.coach?.halts && state.coach.halts === state.shown?.view;
  return halted ? null : questionThere(state);
}

/**
 * The same, whatever the coach says.
 * @param {Page.State} state
 */
export function questionThere(state) {
  if (state.beat || state.past !== null || !state.shown || state.side === null || state.screen === "replay") return null;
  const {question} = state.shown.view;
  return question === state.passed ? null : question; // what is answered by itself is not shown first
}

/** The question that can be answered now. */
export const questionNow = (state) => (state.sending ? null : questionShown(state));

/**
 * What is staged for the question that is drawn; null where there is none.
 * @param {Page.State} state
 */
export function stagedShown(state) {
  const question = questionShown(state);
  return question ? stagedFor(state.staged, question) : null;
}

/** What is staged for the question that can be answered now. */
export const stagedNow = (state) => (state.sending ? null : stagedShown(state));

const sorted = new WeakMap(); // question -> {view, rows}
/** @type {{step: string, places: any[]}} */
let segment = {step: "", places: []}; // the rows of a segment that is played step by step, in the order of their numbers

/**
 * The rows in the order in which they are shown and numbered: by line, then by name.  In a segment that is played step
 * by step each row keeps its place, whatever becomes of it.
 * @param {Page.State} state
 */
export function rowsInOrder(state, question) {
  const view = state.shown?.view;
  const known = sorted.get(question);
  if (known?.view === view) return known.rows;
  const {rows} = menuOf(question);
  const free = question.shape.type === "choose" || question.shape.type === "pick" || question.shape.type === "order";
  const found = free ? rows : inPlaces(question, byLine(state, rows));
  sorted.set(question, {view, rows: found});
  return found;
}

/** @param {Page.State} state */
function byLine(state, rows) {
  const names = naming(state);
  const key = (row) => {
    if (row.kind !== "token") return [9, 0, String(row.value), 0];
    const host = names.names?.rows.get(row.value)?.row.host ?? 0;
    return [names.where(row.value) ?? 8, host, names.token(row.value), row.value];
  };
  const keyed = rows.map((row) => [key(row), row]);
  return keyed.sort(([one], [other]) => {
    const n = one.findIndex((part, i) => part !== other[i]);
    return n < 0 ? 0 : one[n] < other[n] ? -1 : 1;
  }).map(([, row]) => row);
}

function inPlaces(question, rows) {
  if (question.shape.type !== "move") return rows;
  const places = segment.step === question.step ? segment.places : [];
  const fresh = rows.map((row) => row.id).filter((id) => !places.includes(id));
  segment = {step: question.step, places: [...places, ...fresh]};
  const place = (row) => segment.places.indexOf(row.id);
  return [...rows].sort((one, other) => place(one) - place(other));
}

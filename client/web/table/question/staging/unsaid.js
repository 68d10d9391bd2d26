/**
 * What the reader need not say (§20.6).  A default is made for who is absent: only where nothing is lost by it does it
 * stand there as the answer; everywhere else nothing is marked, and something has to be said first.
 */
import {LOST, menuOf} from "./menu.js";

const STAY = "stay";

/** What each card gets of which nothing is said: the twin of `unsaid` in ironbottom/questions.py. */
export function unsaid({shape, default: usual, harmless}) {
  if (shape.type === "place" || (harmless && shape.type === "assign")) return usual;
  const given = Object.entries(shape.choices).map(([key, values]) => [key, values.includes(STAY) ? STAY : values[0]]);
  return Object.fromEntries(given.filter(([key, value]) => value === STAY || shape.choices[key].length === 1));
}

/** Whether nothing has been said of a question that wants something to be said. */
export function silent({question, said, picked, given, order}) {
  if (question.harmless || said) return false;
  const {shape} = question;
  if (shape.type === "pick") return picked.length === 0;
  return Object.keys(given).length === 0 && !(shape.type === "order" && isReordered(question, order));
}

const isReordered = (question, order) => order.some((key, i) => key !== question.default[i][0]);

/** The first card of which something has yet to be said, by the values that all have now; null where there is none. */
export function untold({question, given}, values) {
  const {rows} = menuOf(question);
  if (question.shape.type !== "place") return rows.find((row) => values[row.value] === undefined) ?? null;
  if (question.harmless) return null;
  return rows.find((row) => values[row.value] === LOST && !(row.value in given) && row.options.length > 1) ?? null;
}

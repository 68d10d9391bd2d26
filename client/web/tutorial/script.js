/** The script of the tutorial, and how a question finds its place in it: the twin of client/tutorial/script.py. */

import { read } from "../base/language/words.js";

const ASKS = ["side", "window", "step", "about", "card", "line", "shape", "plays"]; // what of a question a key is made of
const SHOWS = ["turn", "us", "jp", "lying"]; // and what of the table
const BASIS = 0x811c9dc5, PRIME = 0x01000193; // of FNV-1a with 32 bits

/** @type {any} */
let known = null; // the promise of the script

/** {seed, cards, side, steps: [{side, key, given}], lessons: [{key, title, ...}], ending: [text]}. */
export function script() {
  known ??= fetched();
  known.catch(() => { known = null; });
  return known;
}

/** What the lessons say, in the order in which other languages have it (tests/tools/lesson.py). */
function textsOf({ lessons, pauses, ending }) {
  return [
    ...lessons.flatMap(({ title, seen, teaches, goal, hint }) => [title, seen, teaches, goal, hint]),
    ...lessons.flatMap(({ cards }) => cards.flatMap(({ figures }) => figures.map(({ says }) => says))),
    ...pauses.map(({ says }) => says), ...ending,
  ];
}

/** The same in a language, by their English. */
export async function lessonWords(lang) {
  const [told, said] = await Promise.all([script(), read(`${lang}-lessons`)]);
  return Object.fromEntries(textsOf(told).map((text, n) => [text, said[n] || text]));
}

async function fetched() {
  const answer = await fetch(new URL("lesson.json", import.meta.url));
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}

/** The number by which the question in a view is known. */
export function keyOf(view) {
  const seen = [some(view.question, ASKS), some(view, SHOWS)];
  let key = BASIS;
  for (const letter of sorted(seen)) key = Math.imul(key ^ letter.charCodeAt(0), PRIME);
  return key >>> 0;
}

function some(thing, names) {
  return Object.fromEntries(names.map((name) => [name, thing[name]]));
}

/** JSON with the keys in order, so that equal things are equal texts. */
export function sorted(thing) {
  if (Array.isArray(thing)) return `[${thing.map(sorted).join()}]`;
  if (thing === null || typeof thing !== "object") return JSON.stringify(thing);
  return `{${Object.keys(thing).sort().map((name) => `${JSON.stringify(name)}:${sorted(thing[name])}`).join()}}`;
}

/** The step of the script for the question in a view; null: it is none of the script. */
export function stepFor(told, view) {
  if (!view.question) return null;
  const key = keyOf(view);
  return told.steps.find((step) => step.key === key) ?? null;
}

/** Whether two answers are as good: of things that are picked, the order tells nothing here. */
export function same(question, one, other) {
  const plain = (answer) => (question.shape.type === "pick" && Array.isArray(answer) ? answer.map(String).sort() : answer);
  return sorted(plain(one)) === sorted(plain(other));
}

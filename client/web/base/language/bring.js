/**
 * A room of ironbottom/vocabulary/ that nothing needs before the first question: its tables, and its words of the reader's
 * language.  Who says one of its sentences waits for it, and they are in the tables then.
 */
import {TABLES} from "./vocabulary.js";
import {bringWords, read} from "./words.js";

/** @type {Map<string, Promise<any>>} */
const rooms = new Map();

/** Bring it, once; what else comes with its tables is given back. */
export function bring(name) {
  if (!rooms.has(name)) rooms.set(name, fetchRoom(name));
  return rooms.get(name);
}

async function fetchRoom(name) {
  const answer = await fetch(new URL(`../../vocabulary-${name}.json`, import.meta.url));
  const {tables, ...more} = await answer.json();
  Object.assign(TABLES, tables);
  bringWords((lang) => read(`rooms/${name}-${lang}`));
  return more;
}

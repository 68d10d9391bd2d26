/**
 * The sentences and words that all clients say, as ironbottom/vocabulary/ has them: the server gives them to the page as
 * JSON, in English, and `_` says them in the reader's language.  A sentence is named by its table and itself.
 */
import { sentence } from "./clean.js";
import { _, counted, fill } from "./words.js";

const FIELD = /\{(\w+)\??\}/g, OPTION = /\[([^\]]*)\]/g, ONLY_DECIDES = /\{\w+\?\}/g;

const answer = await fetch(new URL("../../vocabulary.json", import.meta.url));

/** All tables by their names; `events` is what ironbottom/vocabulary/events.toml says of it, `windows` what §20 lists. */
export const TABLES = await answer.json();

/** A sentence with its parts: phrase("dice.left", {dice: "3 dice"}). */
export function phrase(name, parts = {}) {
  const [table, key] = name.split(".");
  return fill(_(TABLES[table][key]), parts);
}

/** What stands in a table for a word of the engine; undefined where a newer engine has more of them. */
export const own = (table, key) => (Object.hasOwn(TABLES[table], key) ? TABLES[table][key] : undefined);

/** The word of a table for a word of the engine, or that word itself. */
export function word(table, key) {
  return _(own(table, key) ?? clean(key, 60));
}

/** So many of something: amount("dice", 3) is "3 dice". */
export function amount(name, n) {
  const [one, many] = TABLES.counts[name];
  return counted(one, many, n);
}

/** A template in the reader's language, its fields put in; a part in [brackets] only where it `has` all of them. */
export function told(text, has, put) {
  const part = (_found, inner) => {
    return [...inner.matchAll(FIELD)].every(([, name]) => has(name)) ? inner.replace(ONLY_DECIDES, "") : "";
  };
  return _(text).replace(OPTION, part).replace(FIELD, (_found, name) => put(name));
}

/** Text from outside for one line: without what would steer the reader's eye, and never endless. */
export const clean = (text, most = 400) => sentence(text, most);

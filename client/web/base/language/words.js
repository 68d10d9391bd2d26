/**
 * Every text for people goes through here, as it goes through ironbottom/language.py on the other side: English is the
 * text itself, other languages have a catalogue.
 */

export const LANGUAGES = ["en", "ja"];

let spoken = "en", wanted = "en";
let catalogue = {};
/** @type {?Promise<void>} */
let more = null; // the texts of cards and lessons, on their way; null: nobody has asked for one yet
let seen = () => {};
/** @type {((lang: string) => Promise<object>)[]} */
const rooms = []; // parts that have brought words of their own
let editions = 0;

/** The text in the reader's language.  One that is not for the beginning is fetched, and the page then drawn again. */
export function _(text) {
  if (catalogue[text] === undefined && spoken !== "en") more ??= fetchMore(spoken);
  return catalogue[text] ?? text;
}

/** Say who draws the page, to be asked again when more texts are here. */
export function whenMore(draw) {
  seen = draw;
}

async function fetchMore(lang) {
  const found = await Promise.all([read(`${lang}-later`), ...rooms.map((words) => words(lang))]);
  if (lang !== spoken) return;
  catalogue = Object.assign({}, catalogue, ...found);
  editions += 1;
  seen();
}

/** A part of the page that was fetched has words of its own: `words` promises those of a language by their English. */
export function bringWords(words) {
  rooms.push(words);
  more = null;
}

/** Mark a text in a table that is translated where it is shown, by `_`. */
export function N_(text) {
  return text;
}

/** The form of a text that fits a number: counted("{n} hit", "{n} hits", n). */
export function counted(one, many, n) {
  const known = catalogue[one];
  return fill(known ?? (n === 1 ? one : many), {n});
}

/** A template with its parts: fill(_("{side} wins."), {side: ...}).  Parts may say how: {seconds:02}, {mean:+.1f}. */
export function fill(template, parts) {
  return template.replace(/\{\{|\}\}|\{(\w+)(?::(\+?)(0\d+)?(?:\.(\d+)f)?)?\}/g, (found, name, plus, width, digits) => {
    if (name === undefined) return found[0];
    if (!(name in parts)) return found;
    return shaped(parts[name], plus, width, digits);
  });
}

function shaped(part, plus, width, digits) {
  let text = digits === undefined ? String(part) : Number(part).toFixed(Number(digits));
  if (width !== undefined) text = text.padStart(Number(width), "0");
  return plus && Number(part) >= 0 ? `+${text}` : text;
}

/**
 * Speak a language as soon as its words are here, and the one before until then; English where its catalogue cannot be
 * had.  The page is drawn again by who asked.
 */
export async function speak(lang) {
  const next = wanted = LANGUAGES.includes(lang) ? lang : "en";
  const texts = next === "en" ? {} : await read(next);
  if (next !== wanted) return; // another one was asked for meanwhile
  [spoken, catalogue, more] = [next, texts, null];
  editions += 1;
  if (globalThis.document) document.documentElement.lang = spoken;
}

/** The language that is spoken: "en" or "ja". */
export function language() {
  return spoken;
}

/** Another number whenever there are other texts: for who keeps what was put together of them. */
export function edition() {
  return editions;
}

/** What a file of words holds; nothing where it cannot be had. */
export async function read(name) {
  try {
    const answer = await fetch(new URL(`words/${name}.json`, import.meta.url));
    return answer.ok ? await answer.json() : {};
  } catch {
    return {};
  }
}

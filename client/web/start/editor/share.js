/**
 * A battle as a file and as a link.  A link holds all of it, packed, behind the #: no server keeps it or sees it.
 *
 * Whoever gives a link or a file may be anybody: only fields that a battle has are taken over, within the bounds of
 * ironbottom/battle.py, and what unpacks to more than a battle can be is left packed.
 */
import { UserError } from "../../base/language/user_error.js";
import { bring } from "../../base/language/bring.js";
import { TABLES, phrase } from "../../base/language/vocabulary.js";
import { spoken } from "../../base/spoken.js";

await bring("editor");

const MOST_LETTERS = 24 * 1024, MOST_BYTES = 64 * 1024;
const ID = /^(us|jp)\/[a-z0-9-]{1,60}$/u, NAME = /^[a-z0-9][a-z0-9-]{0,39}$/u, SET = /^[A-Za-z0-9_.@-]{1,64}$/u, DAY = /^\d{4}-\d{2}-\d{2}$/u;
const WORD = /^[a-z-]{1,20}(:\d{1,3})?$/u, SCORE = /^[a-z]{1,24}$/u;

/** What stands behind the # of a link to this battle: letters that any address may hold. */
export async function packed(battle) {
  const stream = new Blob([JSON.stringify(battle)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The battle of such letters.  Throws a UserError with one sentence. */
export async function unpacked(letters) {
  try {
    if (letters.length > MOST_LETTERS) throw new Error("too long");
    const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    return read(await unrolled(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader()));
  } catch {
    await spoken(TABLES.battle_faults.no_link);
    throw new UserError(phrase("battle_faults.no_link"));
  }
}

/** What a stream gives, as long as it is no more than a battle. */
async function unrolled(reader) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let found = "";
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return found + decoder.decode();
    size += value.length;
    if (size > MOST_BYTES) {
      reader.cancel().catch(() => {});
      throw new Error("too much");
    }
    found += decoder.decode(value, { stream: true });
  }
}

/** A battle of JSON, field by field.  Throws an Error for what is none. */
export function read(json) {
  if (json.length > MOST_BYTES) throw new Error("too long");
  const it = JSON.parse(json);
  return {
    name: like(it.name, NAME), version: number(it.version, 1, 999), set: like(it.set, SET), date: like(it.date, DAY), first: number(it.first, 0, 1),
    turns: number(it.turns, 1, 40), decks: yes(it.decks), options: some(it.options, 24, (one) => like(one, WORD)),
    scores: some(it.scores, 5, ([word, points]) => [like(word, SCORE), number(points, 0, 99)]), ties: number(it.ties ?? 1, 0, 1),
    clear: number(it.clear ?? 4, 0, 99), decisive: number(it.decisive ?? 10, 0, 99), us: side(it.us), jp: side(it.jp),
    english: told(it.english), japanese: told(it.japanese), sources: some(it.sources, 20, (one) => words(one, 200)),
  };
}

function side({ bases, ships, deck, hand, reserve, lead }) {
  return {
    bases: some(array(bases), 16, (one) => ({ card: like(one.card, ID), damage: number(one.damage ?? 0, 0, 99), airplanes: ids(one.airplanes) })),
    ships: some(array(ships), 40, ship).sort((one, other) => one.line - other.line), deck: ids(deck), hand: number(hand ?? 0, 0, 99), reserve: ids(reserve), lead: number(lead ?? 0, 0, 99),
  };
}

function ship({ lead, transports, line, escort, damage, detected, airplanes }) {
  return {
    lead: like(lead, ID), transports: yes(transports ?? false), line: number(line, 0, 2), escort: escort ? like(escort, ID) : null,
    damage: number(damage ?? 0, 0, 99), detected: yes(detected ?? false), airplanes: ids(airplanes),
  };
}

const told = ({ title, introduction, history }) => ({ title: words(title, 80), introduction: words(introduction, 800), history: words(history, 6000) });
const ids = (list) => some(list, 80, (one) => like(one, ID));

function array(list) {
  if (!Array.isArray(list)) throw new Error("no list");
  return list;
}

function some(list, most, one) {
  const all = array(list ?? []);
  if (all.length > most) throw new Error("too many");
  return all.map(one);
}

function like(text, form) {
  if (typeof text !== "string" || !form.test(text)) throw new Error("no word");
  return text;
}

function words(text, most) {
  if (typeof text !== "string" || text.length > most) throw new Error("no text");
  return text;
}

function number(n, least, most) {
  if (!Number.isInteger(n) || n < least || n > most) throw new Error("no number");
  return n;
}

function yes(value) {
  if (typeof value !== "boolean") throw new Error("neither yes nor no");
  return value;
}

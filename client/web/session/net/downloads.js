/** Files of the server: the cards of a set, the rulebook, and the transcript of a game that is over. */

import {state} from "../../base/store.js";
import {_} from "../../base/language/words.js";
import {fromBase64, joined} from "../crypto/bytes.js";
import {UserError} from "../../base/language/user_error.js";
import {ask} from "./server.js";
import {phrase} from "../../base/language/vocabulary.js";

const PATIENCE = 15000; // milliseconds until a transcript must be closed
const AGAIN = 250;
const MOST = 64 * 1024 * 1024; // bytes of a file

const sets = new Map(); // fingerprint or name -> promise of the set: cards never change
const books = new Map();

/** A card set by its name, as JSON has it: {name, fingerprint, us: {home, strategic, fleet, air}, jp: ...}. */
export function cards(name) {
  const wanted = new Map(state.server.sets).get(name);
  return once(sets, wanted ?? name, () => readCards(name, wanted));
}

async function readCards(name, wanted) {
  const page = await served(`cards/${encodeURIComponent(name)}.json`);
  const text = page ?? new TextDecoder().decode(await whole("cards", name));
  const set = parsed(text) ?? {};
  if (!set.us || !set.jp) throw new UserError(phrase("distrust.unreadable_cards"));
  if (wanted === undefined || set.fingerprint === wanted) return set;
  if (page !== null) return parsed(new TextDecoder().decode(await whole("cards", name)));
  throw new UserError(phrase("distrust.other_cards", {name}));
}

/** Every card of a set by its id. */
export function byId(set) {
  const found = {};
  for (const {home, strategic, fleet, air} of [set.us, set.jp]) {
    for (const card of [home, strategic, ...fleet, ...air]) found[card.id] = card;
  }
  return found;
}

/** The rulebook as Markdown, in a language ("en", "ja"); in English where there is no other. */
export function rulebook(lang = "en") {
  return once(books, lang, async () => {
    const text = (lang === "en" ? null : await served(`rulebook.${lang}.md`)) ?? await served("rulebook.md");
    if (text === null) throw new UserError(_("The rulebook cannot be had now."));
    return text;
  });
}

/** The game on one page, likewise; nothing where it cannot be had. */
export function tenMinutes(lang = "en") {
  return once(books, `ten minutes ${lang}`, async () => {
    return (lang === "en" ? null : await served(`ten-minutes.${lang}.md`)) ?? (await served("ten-minutes.md")) ?? "";
  });
}

/** The rulings that the rulebook cites, likewise; nothing where they cannot be had. */
export function rulings(lang = "en") {
  return once(books, `rulings ${lang}`, async () => {
    return (lang === "en" ? null : await served(`rulings.${lang}.md`)) ?? (await served("rulings.md")) ?? "";
  });
}

/** What is read once is kept; what failed is tried again the next time. */
function once(known, name, read) {
  if (!known.has(name)) {
    const promise = read();
    known.set(name, promise);
    promise.catch(() => known.delete(name));
  }
  return known.get(name);
}

/** A page of this server; null where there is none. */
async function served(path) {
  try {
    const answer = await fetch(new URL(`../../${path}`, import.meta.url));
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A file over the protocol, all of its pieces. */
async function whole(what, name) {
  const pieces = [];
  for (let part = 0, of = 1, size = 0; part < of; part++) {
    const piece = await ask({type: "fetch", what, name, part});
    pieces.push(fromBase64(piece.data));
    size += pieces[part].length;
    of = piece.of;
    if (size > MOST) throw new UserError(phrase("distrust.endless_file"));
  }
  return joined(...pieces);
}

/** The transcript of a game, as bytes, as soon as it is closed. */
export async function transcript(table, game) {
  for (const until = performance.now() + PATIENCE; ;) {
    const bytes = await closed(table);
    if (bytes !== null && isOf(bytes, game)) return bytes;
    if (performance.now() > until) throw new UserError(_("The transcript is not closed yet; try again in a moment."), "not-yet");
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}

async function closed(table) {
  try {
    return await whole("transcript", table);
  } catch (fault) {
    if (fault.code === "not-yet") return null;
    throw fault;
  }
}

/** While the last signatures of a game are awaited, a server still gives the transcript of the one before. */
function isOf(bytes, game) {
  const first = parsed(new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(10))));
  if (first === null) throw new UserError(phrase("distrust.no_transcript"));
  return first.body?.game === game;
}

/** Under which name a transcript is kept: the day, who played, and the table. */
export function fileName(names, table) {
  const plain = names.map((name) => name.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "").toLowerCase() || "player");
  const now = new Date();
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
  return `${day}-${plain.join("-vs-")}-${table.replace(/[^A-Za-z0-9]+/g, "").toLowerCase()}`;
}

/** Let the browser save bytes or text as a file. */
export function save(name, data) {
  const address = URL.createObjectURL(new Blob([data], {type: "application/octet-stream"}));
  const link = document.createElement("a");
  [link.href, link.download] = [address, name];
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

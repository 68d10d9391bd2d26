/** A review: asked for until the server has it whole; then its figures and words are here, and the replay is beside. */
import { study } from "../../session/api.js";
import { fromBase64, joined } from "../../session/crypto/bytes.js";
import { save } from "../../session/net/downloads.js";
import { beginReplay, styled } from "../../base/later.js";
import { language } from "../../base/language/words.js";
import { remember } from "../../base/address.js";
import { change, state as current } from "../../base/store.js";
import { noteReview } from "../../start/games/noting.js";

const SOON = 1000; // milliseconds between two questions how far it is
const LEAST = "2"; // per cent, from which on a decision is listed

await styled("../style/later/review.css");

/** What is listed, and whether what was really there is shown. */
const CHOSEN = { side: "", section: "", least: LEAST, truth: false };

/** Show the review of a table's finished game; the one that is here already, at once. */
export async function beginReview({ table, secret = "" }) {
  if (current.review?.table === table && (current.review.told || current.review.asking)) {
    change({ screen: "review", open: "", replay: null });
    return;
  }
  const first = await study({ table, language: language(), curve: true }); // a refusal is told where we were
  const from = current.screen === "replay" ? "start" : current.screen;
  change({
    screen: "review", open: "", replay: null,
    review: { table, secret, from, told: null, curve: [], ahead: 0, done: 0, all: 0, fault: "", at: 0, asking: true, ...CHOSEN },
  });
  follow(table, first);
}

/** Nothing where another review is looked at by now. */
export function set(patch) {
  if (current.review) change({ review: { ...current.review, ...patch } });
}

const here = (table) => current.review?.table === table && ["review", "replay"].includes(current.screen);

async function follow(table, first) {
  try {
    for (let told = first; here(table); told = await study({ table, language: language(), curve: !current.review.curve.length })) {
      if (told.of) return read(table, await whole(table, told));
      set({ ahead: told.ahead, done: told.done, all: told.all, ...(told.curve.length ? { curve: told.curve } : {}) });
      await new Promise((done) => setTimeout(done, SOON));
    }
    set({ asking: false });
  } catch (fault) {
    if (current.review?.table === table) set({ fault: fault.message, asking: false });
  }
}

/** It is here: shown, and what it says of us stands with our games. */
function read(table, told) {
  set({ told, asking: false, fault: "" });
  noteReview(table, told);
}

/** Its pieces, put together. */
async function whole(table, first) {
  const pieces = [fromBase64(first.data)];
  for (let part = 1; part < first.of; part++) {
    pieces.push(fromBase64((await study({ table, language: language(), part })).data));
  }
  return JSON.parse(new TextDecoder().decode(joined(...pieces)));
}

/** Ask again, after a fault. */
export function again() {
  const { table, secret } = current.review;
  change({ review: null });
  return beginReview({ table, secret }).catch((fault) => set({ fault: fault.message }));
}

/** The replay at the moment before an answer: `n` answers were given. */
export async function lookAt(n) {
  const { table, secret } = current.review;
  set({ at: n });
  try {
    await beginReplay({ table, secret, scene: n });
  } catch (fault) {
    set({ fault: fault.message });
  }
}

/** Back to where it was opened. */
export function endReview() {
  const atTable = current.review?.from === "table" && current.shown;
  remember(atTable ? `#resume=${current.seat?.table}` : "");
  change({ screen: atTable ? "table" : "start", review: null, replay: null });
}

/** Keep it, as JSON or as text. */
export function keepAs(ending) {
  const { table, told } = current.review, { words, ...figures } = told;
  const text = ending === "txt" ? words.text : `${JSON.stringify(figures, null, 2)}\n`;
  save(`ironbottom-${table}.review.${ending}`, new TextEncoder().encode(text));
}

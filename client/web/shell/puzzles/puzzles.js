/** Puzzles: positions with one best answer.  They come as files of the page; what became of them stays in this browser. */
import { keep, kept } from "../../base/browser_storage.js";
import { remember } from "../../base/address.js";
import { UserError } from "../../base/language/user_error.js";
import { _ } from "../../base/language/words.js";
import { change, state as current } from "../../base/store.js";
import { byId, cards } from "../../session/net/downloads.js";
import { forget, see } from "../../text/naming.js";
import { nextOf, START, withAttempt } from "./rating.js";

const PROGRESS = "puzzles";
const files = new Map(); // kind -> promise of its puzzles, by id

/** What this player has tried. */
export const progress = () => kept(PROGRESS) ?? { rating: START, attempts: [] };

/** Show the first puzzle, or the next one. */
export async function beginPuzzles(kind = "") {
  addEventListener("keydown", pressed);
  await lay(await index(), kind, "");
}

/** Another one. */
export async function next() {
  const { puzzle } = current;
  if (puzzle) await lay(puzzle.all, puzzle.wanted, puzzle.id);
}

/** Puzzles of one kind alone from now on; empty: of any. */
export async function ofKind(kind) {
  if (current.puzzle) await lay(current.puzzle.all, kind, current.puzzle.id);
}

/** The answer with this place; the first that is given counts. */
export function answer(n) {
  const { puzzle } = current;
  if (!puzzle || puzzle.chosen >= 0 || n >= puzzle.answers.length) return;
  keep(PROGRESS, withAttempt(progress(), puzzle, n === puzzle.best));
  change({ puzzle: { ...puzzle, chosen: n } });
}

/** Forget the rating, and what was tried. */
export function reset() {
  keep(PROGRESS, { rating: START, attempts: [] });
  if (current.puzzle) change({ puzzle: { ...current.puzzle } });
}

/** Back to where one came from. */
export function endPuzzles() {
  const atTable = current.seat && current.shown;
  remember(atTable ? `#resume=${current.seat?.table}` : "");
  change({ screen: atTable ? "table" : "start", puzzle: null });
}

/** The state as the table reads it: what lies there, and nobody who is asked by a server. */
export function stateOfPuzzle(state) {
  const view = { ...state.puzzle.view, question: null, waiting: [] };
  const shown = { number: 0, view, given: "player" };
  return {
    ...state, shown, latest: shown, set: state.puzzle.cards, cards: byId(state.puzzle.cards), clocks: null, beat: null, log: [], past: null,
    staged: null, sending: false, refused: null, side: view.viewer, table: { seats: [] },
  };
}

async function lay(all, wanted, but) {
  const row = nextOf(progress(), all.filter(({ kind }) => wanted === "" || kind === wanted), but);
  const found = row && (await ofFile(row.kind)).get(row.id);
  if (!found) throw new UserError(_("The puzzles cannot be had now."));
  const set = await cards(found.set);
  forget();
  see(found.view);
  change({ puzzle: { ...found, cards: set, all, wanted, chosen: -1 }, screen: "puzzle", open: "" });
}

/** Every puzzle by id, kind, rating and place among those for newcomers (0: none). */
async function index() {
  const rows = JSON.parse(await text("index.json"));
  return rows.map(([id, kind, rating, place]) => ({ id, kind, rating, place }));
}

/** The puzzles of a kind: a line of JSON each. */
function ofFile(kind) {
  if (!files.has(kind)) {
    const found = text(`${kind}.jsonl.txt`).then((lines) => {
      return new Map(lines.trim().split("\n").map((line) => JSON.parse(line)).map((one) => [one.id, one]));
    });
    found.catch(() => files.delete(kind));
    files.set(kind, found);
  }
  return files.get(kind);
}

async function text(name) {
  const answered = await fetch(new URL(`../../puzzles/${name}`, import.meta.url)).catch(() => null);
  if (!answered?.ok) throw new UserError(_("The puzzles cannot be had now."));
  return answered.text();
}

/** A puzzle by keyboard: the number of an answer, n for another one; the same keys as in the terminal. */
function pressed(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (current.screen !== "puzzle" || current.open !== "" || event.target.closest?.("input, textarea, select, dialog")) return;
  if (event.key === "n") next();
  else if (/^[1-9]$/.test(event.key)) answer(Number(event.key) - 1);
  else return;
  event.preventDefault();
}

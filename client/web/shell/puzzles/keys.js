/** A puzzle by keyboard: the number of an answer, n for another one; the same keys as in the terminal. */
import { state } from "../../base/store.js";

/** @type {any} */
let doing = null; // what can be done with the puzzle that is looked at

/** Listen from now on; to be called as often as one likes. */
export function bindPuzzleKeys(puzzles) {
  doing = puzzles;
  addEventListener("keydown", pressed);
}

function pressed(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (state.screen !== "puzzle" || !state.puzzle || state.open !== "" || event.target.closest?.("input, textarea, select, dialog")) return;
  if (event.key === "n") doing.next();
  else if (/^[1-9]$/.test(event.key)) doing.answer(Number(event.key) - 1);
  else return;
  event.preventDefault();
}

/** When a game ends, its end sheet opens by itself, once, and its figures are noted; when another begins, the sheet goes. */
import { noteGame } from "../base/later.js";
import { change } from "../base/store.js";

let told = "";

/**
 * Watches the state.
 * @param {Page.State} state
 */
export function announceEnd(state) {
  if (state.open === "end" && state.latest && !state.latest.view.outcome) change({ open: "" });
  const over = state.screen === "table" && state.shown?.view.outcome && !state.beat;
  if (!over) return;
  const game = state.table?.game ?? "";
  if (told === game) return;
  told = game;
  noteGame(state);
  change({ open: "end" });
}

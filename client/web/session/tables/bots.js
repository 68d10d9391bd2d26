/** The bots that a server lets sit down, as a list to choose from. */
import { clean } from "../../base/language/clean.js";
import { TABLES, own, phrase } from "../../base/language/vocabulary.js";
import { TUTOR } from "../tutor.js";

const BESIDE = ["first", "envelope", "light", "mate-1", TUTOR]; // ours, and no rungs; the tutor waits behind a button of his own

/**
 * The rungs of the ladder, the weakest first, and whom we do not know: [name, what is read].
 * @param {Page.State} state
 * @returns {[string, string][]}
 */
export function botNames(state) {
  const there = (state.server.bots ?? []).filter((name) => !BESIDE.includes(name));
  const rungs = Object.keys(TABLES.rungs).filter((name) => there.includes(name));
  return [...rungs, ...there.filter((name) => !rungs.includes(name))].map((name) => [name, strength(name)]);
}

function strength(name) {
  const elo = own("rung_elo", name);
  return elo === undefined ? clean(name, 24) : phrase("rung_said.option", { name, elo });
}

/** What the end of a segment would leave open, in a sentence. */
import {listed} from "../../../text/phrases.js";
import {amount, phrase} from "../../../base/language/vocabulary.js";
import {stillOpen} from "../staging/still_open.js";

/**
 * "" where nothing is open.
 * @param {Page.State} state
 */
export function openText(state, question) {
  const found = state.shown ? stillOpen(question, state.shown.view, state.cards) : [];
  return found.length ? phrase("still_open.title", {things: listed(found.map(([verb, n]) => amount(`open_${verb}`, n)))}) : "";
}

/** Phrases that may be said with a number (ironbottom/vocabulary/chat.toml), in the language of who hears them. */
import { TABLES } from "../../base/language/vocabulary.js";
import { _ } from "../../base/language/words.js";

export const PHRASES = TABLES.phrases.said;

/** A phrase by its number; nothing for one that there is not. */
export function phraseText(n) {
  return n >= 1 && n <= PHRASES.length ? _(PHRASES[n - 1]) : "";
}

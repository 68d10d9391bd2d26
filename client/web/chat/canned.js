/** Phrases that may be said with a number, in the language of who hears them: the twin of client/text/chat_presets.py. */
import { _, N_ } from "../words.js";

export const PHRASES = [
  N_("Hello, and good luck."),
  N_("Well played."),
  N_("Thank you for the game."),
  N_("One moment, please."),
  N_("I am thinking."),
  N_("I have to leave for a while; I will be back."),
  N_("What dice!"),
  N_("I did not see that coming."),
  N_("Sorry, I typed the wrong thing."),
  N_("Shall we play again with sides swapped?"),
];

/** A phrase by its number; nothing for one that there is not. */
export function phraseText(n) {
  return n >= 1 && n <= PHRASES.length ? _(PHRASES[n - 1]) : "";
}

/** A game against a bot of the server: a table is made, and the bot called to its other seat. */
import { attempt } from "../base/draft.js";
import { callBot, create, leave } from "./api.js";
import { bytesOfSeed, termsOfBotGame } from "./terms.js";

/**
 * Whether the server can be asked for something.
 * @param {Page.State} state
 */
export function ready(state) {
  return state.net.status === "in";
}

/** Make a table, and let a bot of the server take its other seat. */
export function playBot({ bot, side, set, seed }) {
  return attempt("bot", async () => {
    await create(termsOfBotGame({ side, set, seed: bytesOfSeed(seed) }));
    try {
      await callBot(bot);
    } catch (refused) {
      await leave(); // at a table where nobody will come one would wait without knowing why
      throw refused;
    }
  });
}

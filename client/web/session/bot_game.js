/** A game against a bot of the server: a table is made, and the bot called to its other seat. */
import { attempt } from "../base/draft.js";
import { state as current, watch } from "../base/store.js";
import { callBot, create, leave } from "./api.js";
import { bytesOfSeed, termsOfBotGame } from "./terms.js";

const PATIENCE = 4000; // milliseconds for the bot to come

/**
 * Whether the server can be asked for something.
 * @param {Page.State} state
 */
export function ready(state) {
  return state.net.status === "in";
}

/**
 * Make a table, and let a bot of the server take its other seat.
 * @param {{bot: string, side: string, set: any, seed: string, special?: any}} chosen
 */
export function playBot({ bot, side, set, seed, special }) {
  return attempt("bot", () => sitAgainst(bot, () => create(termsOfBotGame({ side, set, seed: bytesOfSeed(seed), special }))));
}

/** `sit` makes a table; done when the bot sits there, so that nobody is asked to invite a friend meanwhile. */
export async function sitAgainst(bot, sit) {
  await sit();
  try {
    await callBot(bot);
  } catch (refused) {
    await leave(); // at a table where nobody will come one would wait without knowing why
    throw refused;
  }
  await seated();
}

/**
 * Both seats are taken, or it takes so long that a friend may as well be asked.
 * @returns {Promise<void>}
 */
function seated() {
  return new Promise((done) => {
    const late = setTimeout(end, PATIENCE), unwatch = watch(look);
    function look({ screen, table }) {
      if (screen !== "table" || table?.seats.every((one) => one.key)) end();
    }
    function end() {
      clearTimeout(late);
      unwatch();
      done();
    }
    look(current);
  });
}

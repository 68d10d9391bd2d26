/** What-ifs: a finished game is played on from one of its moments, against a bot; and the way back to it. */
import { kept, keep } from "../../base/browser_storage.js";
import { amount, phrase } from "../../base/language/vocabulary.js";
import { clean } from "../../base/language/clean.js";
import { _, fill } from "../../base/language/words.js";
import { attempt } from "../../base/draft.js";
import { change, state as current } from "../../base/store.js";
import { beginReplay } from "../../base/later.js";
import { leave, playOn } from "../api.js";
import { sitAgainst } from "../bot_game.js";
import { bytesOfSeed, termsOfBotGame } from "../terms.js";

const LEFT = "left", MOST = 20; // games that what-ifs have left: what this browser keeps them by, and how many

/** Cards, dice, side and bot, as long as nobody chooses others. */
export const USUAL = { knows: "all", dice: "same", side: "either", bot: "mate", seed: "" };

/** A seed that can be typed, so that a link leads others to the same what-if. */
export const drawnSeed = () => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Play on; `where`: the finished game, as its replay knows it, and how many answers were given before.
 * @param {{table: string, secret: string, game: number, answers: number, eye: string}} where
 */
export function beginWhatIf(where, { knows, dice, side, bot, seed }) {
  return attempt("what-if", async () => {
    const terms = termsOfBotGame({ side, set: "core", seed: bytesOfSeed(seed) }); // the cards are those of that game
    const { table, game, answers: at } = where;
    await sitAgainst(bot, () => playOn({ terms, table, at, knows, fresh: dice === "fresh", game }));
    const mine = current.seat?.table;
    if (mine) keep(LEFT, [[mine, where], ...leftGames().filter(([one]) => one !== mine)].slice(0, MOST));
    change({ replay: null, open: "", whatIf: { bot } }); // who plays on once more meets the same
  });
}

/** @returns {[string, any][]} */
function leftGames() {
  const known = kept(LEFT, []);
  return Array.isArray(known) ? known.filter((one) => Array.isArray(one) && one.length === 2) : [];
}

/**
 * What a table of a what-if is; nothing at any other.
 * @param {Page.State} state
 */
export function whatIfLine(state) {
  const whatif = state.table?.whatif;
  if (!whatif) return "";
  const names = whatif.names.length ? whatif.names.map((name) => clean(name, 24)).join(" – ")
    : fill(_("table {table}"), { table: clean(whatif.table, 16) });
  const cards = { all: phrase("whatif.all"), us: phrase("whatif.us"), jp: phrase("whatif.jp") }[whatif.knows];
  const dice = whatif.fresh ? phrase("whatif.fresh") : phrase("whatif.same");
  return phrase("whatif.line", { names, answers: amount("answers", whatif.at), cards, dice });
}

/** Look at the game that this what-if left, at that moment; its own game is kept. */
export async function backToGame() {
  const whatif = current.table?.whatif, mine = current.seat?.table;
  if (!whatif) return;
  const [, known] = leftGames().find(([one]) => one === mine) ?? [];
  const { table, number: game, at: scene } = whatif;
  const where = { ...(known ?? { table, game }), scene };
  if (!current.table?.seats.every((seat) => seat.key)) await leave();
  await beginReplay(where);
  change({ open: "" });
}

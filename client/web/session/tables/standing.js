/**
 * What orders name and number, for which decisions they may be, and what they would do as the cards lie; the twin of
 * client/text/question/standing_orders.py and dry_run.py.
 */
import { bring } from "../../base/language/bring.js";
import { RULES } from "../../base/language/later_words.js";
import { TABLES, own } from "../../base/language/vocabulary.js";

await bring("orders");

export const NUMBERED = ["withdraw-at", "withdraw-damaged", "withdraw-carriers", "break-off", "intercept", "stay-when-few"];
export const NAMING = ["intercept", "meet-escorts"];
const FIGHTS = 1, BOMBS = 2; // a fighter fights airplanes, and its bombs are worth less than this

const isFighter = (card) => card.maker !== undefined && (card.airc ?? 0) >= FIGHTS
  && (card.bomb ?? 0) < BOMBS && (card.land ?? 0) < BOMBS;

/** The ids of the airplanes that fight airplanes in the first place, of either side. */
export const fighters = (cards) => Object.values(cards).filter(isFighter).map(({ id }) => id);

/** Behind the orders given, the usual ones for the windows of his turn that none of them is for. */
export function withUsual(given, cards) {
  const taken = given.filter(({ turn, window }) => turn || window !== "*").map(({ window }) => window);
  const rows = TABLES.his_turn.rows.map((row) => row.split(" ")).filter(([window]) => !taken.includes(window));
  return [...given, ...rows.map(([window, does, n]) => ({ window, does, n: Number(n), turn: "his",
    ...NAMING.includes(does) && { cards: fighters(cards) } }))];
}

/** The tokens of one's own cards that an order is about as they lie now; null: that hangs on what will be asked. */
export function reached({ does, n, cards = [] }, mine) {
  if (NAMING.includes(does)) return tokens(mine.airplanes.filter(({ card }) => cards.includes(card)));
  const hurt = mine.formations.filter(({ damage }) => damage >= n);
  if (does === "withdraw-damaged") return tokens(hurt);
  if (does === "withdraw-carriers") return tokens(hurt.filter(({ values }) => values?.icon === "carrier"));
  if (does !== "withdraw-at") return null;
  return tokens([...mine.formations, ...mine.airplanes].filter(({ attempts }) => n > 0 && attempts && attempts[0] <= n));
}

const tokens = (rows) => rows.map(({ token }) => token);

const BEFORE = ["0", "0a"]; // the game: there nobody may order anything
const LAID_OUT = ["1", "2"], DRAWN = ["2a", "3"]; // not where a battle says who lies where (§24.2), nor without decks (§24.3)

/** In the order of play, those that an order of this kind may be for. */
export function windowsFor(does, terms) {
  const every = own("order_for", does) ?? Object.keys(TABLES.windows), closed = closedIn(terms ?? {});
  return every.filter((one) => !closed.includes(one)).sort((one, other) => parseFloat(one) - parseFloat(other) || (one < other ? -1 : 1));
}

/** @param {{options?: string[], battle?: any}} terms */
function closedIn({ options = [], battle = null }) {
  const said = [...options, ...battle?.options ?? []].map((one) => one.split(":")[0]);
  const off = RULES.filter(({ opens, word }) => opens && !said.includes(word)).map(({ opens }) => opens);
  const laid = battle && !battle.whole;
  return [...BEFORE, ...off, ...(laid ? LAID_OUT : []), ...(laid && !battle.decks ? DRAWN : [])];
}

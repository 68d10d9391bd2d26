/** What orders name and number, and what they would do as the cards lie; the twin of client/text/question/dry_run.py. */
import { TABLES } from "../../base/language/vocabulary.js";

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

/** The decisions of a game by number, as far as its terms let them come; the twin of client/text/question/standing_orders.py. */
import { RULES } from "../../base/language/later_words.js";
import { TABLES, own } from "../../base/language/vocabulary.js";

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

/** Which sheet is open. */
import { part, styled } from "../base/later.js";
import { cards, oneCard } from "./cards.js";
import { end } from "./end.js";
import { keys } from "./keys.js";
import { tables } from "../session/tables/sheet.js";
import { opponent } from "./opponent.js";
import { orders } from "./orders.js";
import { resign } from "./resign.js";
import { rules } from "./rules.js";
import { settings } from "./settings.js";
import { offers } from "../session/tables/agreed/offers_sheet.js";
import { special } from "../session/tables/agreed/special_sheet.js";
import { playOn, whatIf } from "../session/tables/what_if_sheet.js";

await styled("../style/later/sheets.css"); // no sheet is drawn before it

const notifying = (state) => part("../shell/install/notifying.js")?.notifying(state);
const ladder = (state) => part("../start/games/ladder.js")?.ladder(state);
const cups = (state) => part("../start/games/cups.js")?.cups(state);
const challenges = (state) => part("../start/invite/challenges/challenges.js")?.challenges(state);
const blocked = (state) => part("../start/games/blocked.js")?.blocked(state);
const player = (state) => part("../start/games/player.js")?.player(state);
const ownKey = (state) => part("../shell/install/own_key.js")?.ownKeySheet(state);
const SHEETS = { "play-on": playOn, "what-if": whatIf, special, offers, rules, cards, opponent, orders, settings, resign, end, luck: end, keys, tables, notifying, ladder, cups, challenges, blocked, player, "own-key": ownKey };

/**
 * The sheet that `state.open` names, or nothing.
 * @param {Page.State} state
 */
export function sheets(state) {
  const name = state.open;
  if (name.startsWith("card:")) return oneCard(state, name.slice("card:".length));
  return Object.hasOwn(SHEETS, name) ? SHEETS[name](state) : null;
}

/** Who is taught: whoever sits against the tutor.  The coach himself comes when he is needed. */
import { coach } from "../base/later.js";
import { change } from "../base/store.js";

export const TUTOR = "tutor"; // the bot on the other side

/** Whether the game at this table is the tutorial's. */
export function isTutorial({ table, seat, side, screen }) {
  const other = table?.seats[1 - seat?.place];
  return screen === "table" && side !== null && Boolean(other?.bot) && other.name === TUTOR;
}

/**
 * Whether the lessons are over and the game goes on: from there on one is warned of blunders.
 * @param {Page.State} state
 */
export function isTaught(state) {
  return isTutorial(state) && Boolean(state.coach?.done);
}

/**
 * What the coach says, above the question.
 * @param {Page.State} state
 */
export function lesson(state) {
  return isTutorial(state) ? coach()?.card(state) : null;
}

/**
 * Watches the state: what needs no thinking is done for the player.
 * @param {Page.State} state
 */
export function helped(state) {
  if (isTutorial(state)) coach()?.goOn(state);
  else if (state.stepwise) change({ stepwise: false });
}

/**
 * What the coach says before anything goes on, for who listens to the page: {key, lines}; nothing while he is silent.
 * @param {Page.State} state
 */
export function coached(state) {
  return isTutorial(state) ? coach()?.words(state) ?? null : null;
}

/**
 * The answer to send in the place of one that a player wants to give; undefined: none, and the coach has said why.
 * @param {Page.State} state
 */
export function checked(state, answer) {
  const known = isTutorial(state) ? coach() : null;
  return known ? known.checked(state, answer) : answer;
}

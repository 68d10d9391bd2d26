/**
 * Answers that go out without a click: the only legal one, and what the reader has said is not to be asked again.  Only
 * when the table is drawn as it is now, so that nothing is answered that he has not seen come about.
 */
import {change, state} from "../../../base/store.js";
import {isTutorial} from "../../../session/tutor.js";
import {send} from "./acting.js";
import {questionNow, stagedNow} from "./asked.js";
import {lasting, standing, unprompted, withRule} from "../staging/by_itself.js";
import {complete} from "../staging/staging.js";

const TOLD = 4; // of what was given by itself since the reader's last answer

const tried = new WeakSet(); // questions that were answered here once: where that was not taken, the reader is asked

/** The cards in the hand of who is asked. */
const handOf = (question, view) => (question.side === 0 ? view.us : view.jp).hand ?? [];

/**
 * Watches the state, before anybody draws it.
 * @param {Page.State} now
 */
export function passBy(now) {
  const question = questionNow(now);
  if (!question || isTutorial(now)) return;
  const {view} = /** @type {Page.Shown} */ (now.shown), hand = handOf(question, view);
  let rules = heard(now);
  const found = tried.has(question) ? null : unprompted(question, rules, hand, now.settings.byItself ?? true);
  if (!found) rules = standing(rules, question, hand);
  if (rules.length !== now.notAgain.rules.length || now.log.length !== now.notAgain.heard) {
    change({notAgain: {rules, heard: now.log.length}});
  }
  if (!found) return;
  tried.add(question);
  change({passed: question, byItself: [...now.byItself, {question, ...found}].slice(-TOLD)});
  send(found.answer, {asked: false});
}

/** The rules that what has happened leaves in force. */
function heard({notAgain: {rules, heard: from}, log}) {
  return from > log.length ? [] : lasting(rules, log.slice(from).map(({event}) => event.event));
}

/** Give what is staged, and the same again without asking, until the scope is over. */
export function notAgain(scope) {
  const staged = stagedNow(state), answer = staged && staged.play === null ? complete(staged) : null;
  if (answer === null) return false;
  const {question} = staged, {view} = /** @type {Page.Shown} */ (state.shown);
  const rule = {question, scope, answer, hand: handOf(question, view)};
  change({notAgain: {rules: withRule(state.notAgain.rules, rule), heard: state.log.length}});
  send(answer);
  return true;
}

/** Be asked again. */
export function askAgain(rule) {
  change({notAgain: {...state.notAgain, rules: state.notAgain.rules.filter((one) => one !== rule)}});
}

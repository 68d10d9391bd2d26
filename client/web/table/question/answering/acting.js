/** What the reader does to the question: every gesture, click and key ends here, and an answer goes out from here. */
import {fetched} from "../../../base/later.js";
import {reply} from "../../../session/api.js";
import {mayAsk} from "../../../session/terms.js";
import {change, state} from "../../../base/store.js";
import {checked, isTaught} from "../../../session/tutor.js";
import {questionNow, stagedNow} from "./asked.js";
import {gives, menuOf} from "../staging/menu.js";
import * as staging from "../staging/staging.js";
import {sameValue} from "../staging/things.js";

let hurried = false; // Shift is held down while something is clicked: what comes of it is given with it

/** A click begins: with Shift, or without. */
export function clicking(shift) {
  hurried = shift;
  setTimeout(() => { hurried = false; }); // behind all who hear of that click
}

/** Change what is staged; a whole step is sent at once, and with Shift an answer that this makes whole. */
export function act(make) {
  const staged = stagedNow(state);
  if (!staged) return;
  const next = make(staged);
  if (hurried && next.step === null && decides(staged, next) && staging.complete(next) !== null) {
    giveNow(() => next);
    return;
  }
  if (next === staged) return;
  change({staged: {...next, step: null}, refused: null});
  if (next.step) send(next.step);
}

/** Whether something was decided, and not only held; to choose what is chosen is to decide it. */
function decides(staged, next) {
  return next === staged ? staged.question.shape.type === "choose" : next.before !== staged.before;
}

/** The same, and what comes of it is given at once, if it is an answer: for a button that says so. */
export function giveNow(make) {
  const staged = stagedNow(state);
  if (!staged) return;
  const next = make(staged), answer = staging.complete(next);
  if (answer === null) {
    act(() => next);
    return;
  }
  change({staged: next});
  send(answer);
}

/** Touch a thing; who confirms quickly gives a default by which nothing is lost with that. */
export function touch(thing) {
  const staged = stagedNow(state);
  if (staged && isQuick() && isHarmless(staged, thing)) giveNow((now) => staging.touch(now, thing));
  else act((now) => staging.touch(now, thing));
}

export const drop = (from, to, around = []) => act((staged) => staging.drop(staged, from, to, around));

/** Give a card something; who confirms quickly gives the answer with the only card that had a choice. */
export function give(row, option) {
  const staged = stagedNow(state);
  if (staged && isQuick() && isAlone(staged, row)) giveNow((now) => staging.give(now, row, option));
  else act((now) => staging.give(now, row, option));
}

export const giveAll = (value) => act((staged) => staging.giveAll(staged, value));
export const decide = (n) => act((staged) => staging.decide(staged, n));
export const play = (card) => act((staged) => staging.playing(staged, card));
export const move = (value, n) => act((staged) => staging.reordered(staged, value, n));
export const clear = () => act(staging.clear);
export const say = () => act(staging.saying);

/** Hold a card, so that what it may be given is shown. */
export const hold = (id) => act((staged) => staging.hold(staged, id));

/** A step back; where nothing is staged any more, the engine's own, if there is one. */
export function undo({sent = true} = {}) {
  const staged = stagedNow(state);
  if (!staged) return;
  if (staging.canUndo(staged)) act(staging.undo);
  else if (sent && staged.question.shape.words?.includes("undo")) send(["undo"]);
}

/** Give the answer that is staged; where none is, say what is to be chosen. */
export function confirm() {
  const staged = stagedNow(state);
  if (!staged) return;
  const answer = staging.complete(staged);
  if (answer !== null) send(answer);
  else act(staging.unready);
}

/** Say a word that stands alone in a segment: "done" or "undo". */
export function sayWord(word) {
  const shape = questionNow(state)?.shape;
  if (shape?.type === "move" && shape.words.includes(word)) send([word]);
}

const isQuick = () => (state.settings.confirm ?? "always") === "quick";

/** Whether a touch chooses a default by which nothing is lost. */
function isHarmless({question}, thing) {
  const row = menuOf(question).rows.find(({id}) => id === thing);
  return question.harmless && question.shape.type === "choose" && row && sameValue(row.value, question.default);
}

/** Whether a card is the only one that can be given this or that. */
function isAlone({question}, row) {
  const open = menuOf(question).rows.filter(({options}) => options.length > 1);
  return gives(question.shape) && open.length === 1 && open[0] === row;
}

/** Put away a refusal of the server. */
export const forgive = () => change({refused: null});

/** Let an answer go out; `asked`: the reader was asked for it. */
export async function send(answer, {asked = true} = {}) {
  const sent = checked(state, answer);
  if (sent === undefined) return; // the coach of the tutorial has said why
  if (asked && (state.settings.warn || isTaught(state)) && mayAsk(state) && await isHeld(sent)) return;
  await sendAnyway(sent, {asked});
}

/** Whether an adviser would rather have the reader think again. */
async function isHeld(answer) {
  try {
    return (await fetched("../table/question/panel/advice.js")).holds(answer);
  } catch {
    return false; // a part that cannot be had keeps no answer back
  }
}

/** The same, without a question before it. */
export async function sendAnyway(sent, {asked = true} = {}) {
  const step = state.shown?.view.question?.step;
  if (asked) change({byItself: []});
  try {
    await reply(sent, {asked});
  } catch (error) {
    const {rules, heard} = state.notAgain;
    change({passed: null, notAgain: {rules: rules.filter((rule) => rule.question.step !== step), heard}});
    change({refused: {...(error.said ?? {code: "", text: error.message}), rule: error.rule ?? ""}});
  }
}

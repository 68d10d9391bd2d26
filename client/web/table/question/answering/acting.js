/** What the reader does to the question: every gesture, click and key ends here, and an answer goes out from here. */
import {reply} from "../../../session/api.js";
import {change, state} from "../../../base/store.js";
import {checked} from "../../../session/tutor.js";
import {questionNow, stagedNow} from "./asked.js";
import * as staging from "../staging/staging.js";

/** Change what is staged; a whole step is sent at once. */
export function act(make) {
  const staged = stagedNow(state);
  if (!staged) return;
  const next = make(staged);
  if (next === staged) return;
  change({staged: {...next, step: null}, refused: null});
  if (next.step) send(next.step);
}

export const touch = (thing) => act((staged) => staging.touch(staged, thing));
export const drop = (from, to, around = []) => act((staged) => staging.drop(staged, from, to, around));
export const give = (row, option) => act((staged) => staging.give(staged, row, option));
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

/** Put away a refusal of the server. */
export const forgive = () => change({refused: null});

async function send(answer) {
  const sent = checked(state, answer);
  if (sent === undefined) return; // the coach of the tutorial has said why
  try {
    await reply(sent);
  } catch (error) {
    change({refused: {...(error.said ?? {code: "", text: error.message}), rule: error.rule ?? ""}});
  }
}

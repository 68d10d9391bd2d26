/** A replay by keyboard: the same keys as in the terminal.  Its list is in sheets/keys.js. */
import { state } from "../../base/store.js";

/** What each key does, by what can be done with a replay (replay.js). */
const acts = ({ faster, go, lookOn, play, playOn, step, toTurn }) => ({
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  ArrowUp: () => step(-1, true),
  ArrowDown: () => step(1, true),
  PageUp: () => step(-1, true),
  PageDown: () => step(1, true),
  Home: () => go(0),
  End: () => go(Infinity),
  " ": () => play(!state.replay.playing),
  t: () => toTurn(1),
  b: () => toTurn(-1),
  e: lookOn,
  o: playOn,
  "+": () => faster(1),
  "=": () => faster(1),
  "-": () => faster(-1),
});
const WALKS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", "t", "b"]);

let pointed = false; // the focus was given by a click, not by Tab
/** @type {any} */
let doing = null; // what can be done with the replay that is looked at

/** Listen from now on; to be called as often as one likes. */
export function bindReplayKeys(replay) {
  doing = replay;
  addEventListener("keydown", pressed);
  addEventListener("pointerdown", clicked);
}

function clicked() {
  pointed = true;
}

function pressed(event) {
  if (event.key === "Tab") pointed = false;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (state.screen !== "replay" || !state.replay || state.open !== "" || elsewhere(event)) return;
  const act = acts(doing)[event.key];
  if (!act) return;
  event.preventDefault();
  if (WALKS.has(event.key)) doing.play(false);
  act();
}

/** Keys belong to what is typed into; the space belongs to a button that was gone to by keyboard. */
function elsewhere({ key, target }) {
  if (target.closest?.("input:not([type=range]), textarea, select, dialog")) return true;
  return key === " " && !pointed && Boolean(target.matches?.("button, a, summary, [role=button]"));
}

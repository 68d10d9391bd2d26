/**
 * Keys of the shell: they work where nothing is being typed and no sheet is open.  They are capital letters, because the
 * small ones belong to the question (table/question/input/keys.js).
 */
import { change, state } from "../base/store.js";
import { open } from "../base/widgets/sheet.js";
import { asksForAdvice } from "../table/question/panel/panel.js";
import { isSpecial } from "../session/terms.js";
import { choose } from "./table_screen.js";

const KEYS = {
  "?": () => open("keys"),
  R: () => open("rules", state.shown?.view.question?.rule ?? null),
  I: () => asksForAdvice(),
  B: () => isSpecial(state.table?.terms) && open("special"),
  C: () => open("cards"),
  Y: () => state.table?.terms?.offers && open("offers"),
  O: () => state.side !== null && open("opponent"),
  T: () => focus("#main"),
  P: () => focus("#panel-title, .panel button"),
  L: () => go("log"),
  S: () => go("chat"),
};

/** Listen from now on. */
export function shortcuts() {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || busy(event.target)) return;
    const act = KEYS[event.key];
    if (!act || state.screen === "start") return;
    event.preventDefault();
    act();
  });
}

function busy(target) {
  return state.open !== "" || target.closest?.("input:not([type=radio]):not([type=checkbox]):not([type=range]), textarea, select") !== null;
}

function focus(selector) {
  document.querySelector(selector)?.focus();
}

function go(tab) {
  choose(tab);
  change({ pulled: true });
  requestAnimationFrame(() => document.getElementById("tab-panel")?.focus());
}

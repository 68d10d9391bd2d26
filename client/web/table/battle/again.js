/**
 * A battle of the log, shown again from what the page has kept: over the table, calmly, and beside the game that goes on.
 * A question that is open stays open.  When something new happens the game goes before.
 */
import { h } from "../../base/dom.js";
import { _ } from "../../base/language/words.js";
import { change, state as current, watch } from "../../base/store.js";
import { beatsOf, skip } from "../../session/seat/beats.js";
import { LENGTHS } from "../../session/seat/pace.js";
import { battle } from "./battle.js";

const TOLD = 8000; // milliseconds that it is told why it has ended

let timer = 0;
/** @type {any} */
let asking = null; // who had the focus when it was asked for

/** Show what stands from a place of the log to another. */
export function showAgain(log, first, last) {
  if (current.beat && current.screen === "table") skip();
  const beats = beatsAgain(log, first, last);
  if (!beats.length) return;
  asking = document.activeElement;
  if (current.replay?.playing) change({ replay: { ...current.replay, playing: false } });
  change({ again: { beats, at: 0, log, where: whereNow(current), number: current.latest?.number, pulled: current.pulled }, pulled: false });
  wait();
}

/** The beats between two places of the log, each with the tables before and after its update. */
export function beatsAgain(log, first, last) {
  const found = [];
  for (let from = start(log, first); from <= last;) {
    const until = end(log, from), { view: after, number } = log[from];
    const events = log.slice(from, until).map(({ event }) => event);
    const before = log[from - 1]?.view ?? after;
    for (const beat of beatsOf(events)) {
      if (from + beat.index < first || from + beat.from > last) continue;
      const length = LENGTHS[beat.event.event];
      found.push({ ...beat, of: events.length, events, before, after, length, number });
    }
    from = until;
  }
  return found;
}

/** Where the update of an entry begins in the log, and where it ends. */
function start(log, at) {
  while (at > 0 && log[at - 1].number === log[at].number) at -= 1;
  return at;
}

function end(log, at) {
  const { number } = log[at];
  while (at < log.length && log[at].number === number) at += 1;
  return at;
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(next, current.again.beats[current.again.at].length);
}

/** The next beat; after the last the table is seen as it is now. */
function next() {
  const { again } = current;
  if (!again?.beats) return;
  if (again.at + 1 >= again.beats.length) return endAgain();
  change({ again: { ...again, at: again.at + 1 } });
  wait();
}

/** Back to the game; `why`: in a sentence, where the reader did not wish it. */
export function endAgain(why = "") {
  clearTimeout(timer);
  const { again } = current;
  if (!again) return;
  if (why) timer = setTimeout(endAgain, TOLD);
  if (again.beats) requestAnimationFrame(() => requestAnimationFrame(focusBack));
  change({ again: why ? { told: why } : null, ...(again.pulled ? { pulled: true } : {}) });
}

/** The buttons of the board are gone with it: whoever was there goes on where it was asked for. */
function focusBack() {
  if (document.activeElement === document.body && asking?.isConnected) asking.focus({ preventScroll: true });
}

/**
 * What has to stay as it is for the battle to go on.
 * @param {Page.State} state
 */
function whereNow({ screen, seat, replay }) {
  return [screen, seat?.table, replay?.table, replay?.at, replay?.eye].join(" ");
}

watch((now) => {
  const { again } = now;
  if (!again?.beats) return;
  if (again.where !== whereNow(now)) endAgain();
  else if (again.number !== now.latest?.number) {
    endAgain(_("The game goes on: the battle that was shown again has ended here."));
  }
});

addEventListener("keydown", (/** @type {any} */ event) => {
  if (!current.again || current.open !== "" || event.ctrlKey || event.metaKey || event.altKey) return;
  if ((event.key !== "Escape" && event.key !== ".") || event.target.closest?.("input, textarea, select, dialog")) return;
  event.preventDefault();
  event.stopPropagation();
  endAgain();
}, { capture: true });

/**
 * What is drawn over the table meanwhile.
 * @param {Page.State} state
 */
export function battleAgain(state) {
  const { again } = state;
  if (again.told) {
    return h("div", { key: "battle", class: "battle-strip again" }, h("p", { class: "beat-told", role: "status" }, again.told),
      h("button", { type: "button", on: { click: () => endAgain() } }, _("Close")));
  }
  const beat = again.beats[again.at], shown = { number: beat.number, view: beat.before, given: "player" };
  return battle({
    ...state, beat, shown, latest: shown, log: again.log, past: null, staged: null, battleShut: "",
    again: { ...again, next, end: () => endAgain() },
  });
}

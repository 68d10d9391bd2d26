/** Hits that were thrown, against those that the same dice bring on average; the twin of plain/throws.py's luck. */
import { h } from "../base/dom.js";
import { _ } from "../base/language/words.js";
import { isLimited } from "./story.js";
import { ACCIDENT, CHECK, facesOf } from "./throws.js";
import { SIDES, sideName } from "./phrases.js";
import { amount, phrase } from "../base/language/vocabulary.js";

/**
 * What each side has thrown in all: dice, hits, and the hits to be expected (a throw: 3 hits in 6 faces; §3.4: 1).
 * @param {Page.State} state
 */
export function luckOf(state) {
  const found = SIDES.map((side) => ({ side, dice: 0, hits: 0, expected: 0 }));
  for (const { event } of state.log) {
    if (event.event !== "rolled" || [CHECK, ACCIDENT].includes(event.ability)) continue;
    const n = facesOf(event).length, its = found[event.side];
    its.dice += n;
    its.hits += event.hits;
    its.expected += isLimited(event) ? n / 6 : n / 2;
  }
  return found;
}

function sentence(its) {
  return phrase("chance.luck", {
    side: sideName(its.side), hits: its.hits, thrown: amount("dice", its.dice),
    mean: its.expected.toFixed(1),
  });
}

/**
 * The report: a sentence for each side, and two bars to compare.
 * @param {Page.State} state
 */
export function luck(state) {
  const both = luckOf(state);
  const most = Math.max(1, ...both.flatMap((its) => [its.hits, its.expected]));
  return h("section", { class: "luck", "aria-label": _("Luck") }, both.map((its) =>
    h("div", { key: its.side, class: ["luck-side", its.side ? "jp" : "us"] },
      h("p", sentence(its)),
      bar(_("Hits"), its.hits, its.hits / most, "hits"),
      bar(_("Expected"), its.expected.toFixed(1), its.expected / most, "expected"),
    )));
}

function bar(label, value, share, kind) {
  return h("div", { class: "luck-row", "aria-hidden": "true" },
    h("span", { class: "luck-label" }, label),
    h("span", { class: "luck-track" },
      h("span", { class: ["luck-bar", kind], style: { "--share": share.toFixed(4) } })),
    h("span", { class: "luck-value" }, value));
}

/** §23.18  Where sides are bid for: our bid, which begins our share of the toss (session/seat/toss.js). */
import {h} from "../../base/dom.js";
import {keep, kept} from "../../base/browser_storage.js";
import {phrase} from "../../base/language/vocabulary.js";
import "./even_words.js";

const MOST = 9, USUAL = 3; // VP; ironbottom/options.py

/** The field; nothing where these optional rules do not bid. */
export function bidField(id, words) {
  if (!words?.includes("bid")) return null;
  return h("div", {class: "field bid", key: "bid"},
    h("label", {for: `${id}-bid`}, phrase("bidding.label")),
    h("input", {id: `${id}-bid`, type: "number", min: 0, max: MOST, value: String(kept("bid", USUAL)), "aria-describedby": `${id}-bid-hint`, on: {change: said}}),
    h("small", {id: `${id}-bid-hint`, class: "hint"}, phrase("bidding.hint")));
}

/** Within its bounds, whatever was typed. */
function said({target}) {
  const n = target.value.trim() === "" ? USUAL : Math.min(MOST, Math.max(0, Math.round(Number(target.value)) || 0));
  target.value = String(n);
  keep("bid", n);
}

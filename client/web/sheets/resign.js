/** Giving the game up: asked once more, because it cannot be taken back. */
import { h } from "../base/dom.js";
import { resign as giveUp } from "../session/api.js";
import { change } from "../base/store.js";
import { _ } from "../base/language/words.js";
import { fault } from "../base/widgets/fields.js";
import { close, sheet } from "../base/widgets/sheet.js";
import { phrase } from "../base/language/vocabulary.js";

/**
 * The sheet.
 * @param {Page.State} state
 */
export function resign(state) {
  const foot = [
    h("button", { type: "button", class: "quiet", key: "no", "data-first": "", on: { click: close } }, _("Play on")),
    h("button", { type: "button", class: "danger", key: "yes", on: { click: sure } }, _("Resign")),
  ];
  return sheet("resign", _("Give up the game?"), { foot },
    h("p", { key: "what" }, phrase("seat.resigning")),
    fault(state.resignFault));
}

async function sure() {
  try {
    await giveUp();
    change({ resignFault: "" });
    close();
  } catch (error) {
    change({ resignFault: error.message });
  }
}

/** Giving the game up: asked once more, because it cannot be taken back. */
import { h } from "../dom.js";
import { resign as giveUp } from "../net/guest.js";
import { change } from "../store.js";
import { _ } from "../words.js";
import { fault } from "../start/fields.js";
import { close, sheet } from "./sheet.js";

/** The sheet. */
export function resign(state) {
  const foot = [
    h("button", { type: "button", class: "quiet", key: "no", "data-first": "", on: { click: close } }, _("Play on")),
    h("button", { type: "button", class: "danger", key: "yes", on: { click: sure } }, _("Resign")),
  ];
  return sheet("resign", _("Give up the game?"), { foot },
    h("p", { key: "what" }, _("The other side wins at once. The cards are opened, and the transcript is closed.")),
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

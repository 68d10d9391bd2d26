/** The screen of a replay: the table of the moment, with the bar and the log of what came before. */
import { h } from "../../base/dom.js";
import { pull, tableWith } from "../table_screen.js";
import { log } from "../../table/log.js";
import { bar } from "./bar.js";
import { stateOfMoment } from "./replay.js";

/**
 * The whole screen.
 * @param {Page.State} state
 */
export function replayScreen(state) {
  const now = stateOfMoment(state);
  return tableWith(now, h("aside", { class: ["side", "replaying", state.pulled && "pulled"], key: "side" },
    pull(state),
    bar(state),
    h("div", { class: "tabs", key: "tabs" }, h("div", { class: "tab-panel log" }, log(now)))));
}

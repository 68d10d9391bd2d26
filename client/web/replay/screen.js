/** The screen of a replay: the table of the moment, with the bar and the log of what came before. */
import { h } from "../dom.js";
import { pull, tableWith } from "../live/table_screen.js";
import { log } from "../say/log.js";
import { bar } from "./bar.js";
import { stateOfMoment } from "./replay.js";

/** The whole screen. */
export function replayScreen(state) {
  const now = stateOfMoment(state);
  return tableWith(now, h("aside", { class: ["side", "replaying", state.pulled && "pulled"], key: "side" },
    pull(state),
    bar(state),
    h("div", { class: "tabs", key: "tabs" }, h("div", { class: "tab-panel log" }, log(now)))));
}

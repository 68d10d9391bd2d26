/** How both stand with their time in a game by the day; one's own hours, and vacation. */
import { h } from "../../base/dom.js";
import { change, state as current } from "../../base/store.js";
import { phrase } from "../../base/language/vocabulary.js";
import { fault, list } from "../../base/widgets/fields.js";
import { close, sheet } from "../../base/widgets/sheet.js";
import { _ } from "../../base/language/words.js";
import { aboutClock } from "../api.js";
import { clockLines } from "./clock_words.js";

const HOURS = Array.from({ length: 24 }, (_none, start) => start);

/**
 * The sheet.
 * @param {Page.State} state
 */
export function clocks(state) {
  const table = /** @type {?Wire.Table} */ (state.table), pace = table?.terms.pace, own = pace && table?.seats[state.seat?.place ?? -1]?.pace;
  const foot = [
    own && pace.vacation > 0 && h("button", { type: "button", key: "vacation", id: "vacation", on: { click: () => ask({ type: "vacation", away: !own.away }) } },
      phrase(own.away ? "pace.come" : "pace.go")),
    h("button", { type: "button", class: "quiet", key: "close", "data-first": "", on: { click: close } }, _("Close")),
  ].filter(Boolean);
  return sheet("clocks", phrase("pace.sheet"), { foot },
    h("div", { class: "clock-lines", key: "lines", "aria-live": "polite" }, (table ? clockLines(table) : [phrase("pace.none")]).map((text, n) => h("p", { key: n }, text))),
    own && pace.hours < 24 && chooser(own),
    own && h("p", { class: "hint", key: "hint" }, [pace.hours < 24 && phrase("pace.fixed"), pace.vacation > 0 && phrase("pace.least")].filter(Boolean).join(" ")),
    fault(state.clockFault ?? ""));
}

/** The hour at which one's own begin. */
function chooser(own) {
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
  const begins = (start) => [String(start), phrase("pace.begin", { start, zone })];
  const held = (own.later ?? own.hours)?.start;
  const options = [...(held === undefined ? [["", _("choose")]] : []), ...HOURS.map(begins)];
  return list("clock-hours", phrase("pace.hours_of"), options, held === undefined ? "" : String(held),
    (start) => start !== "" && ask({ type: "hours", hours: { start: Number(start), zone } }));
}

async function ask(request) {
  try {
    await aboutClock(request);
    change({ clockFault: "" });
  } catch (error) {
    change({ clockFault: error.message });
  }
  change({ parts: (current.parts ?? 0) + 1 });
}

/** How both stand with their time in a game by the day; one's own hours, and vacation. */
import { h } from "../../../base/dom.js";
import { change, state as current } from "../../../base/store.js";
import { phrase } from "../../../base/language/vocabulary.js";
import { fault, list } from "../../../base/widgets/fields.js";
import { open } from "../../../base/widgets/sheet.js";
import { _ } from "../../../base/language/words.js";
import { at } from "../../api.js";
import { clockLines, heard, short } from "../../../base/language/clock_words.js";

const HOURS = Array.from({ length: 24 }, (_none, start) => start);

/**
 * The part of the sheet "special" that is about clocks.
 * @param {Page.State} state
 */
export function clocks(state) {
  const table = /** @type {?Wire.Table} */ (state.table), pace = table?.terms.pace, own = pace && table?.seats[state.seat?.place ?? -1]?.pace;
  return h("section", { class: "clock-sheet", key: "clocks", "aria-label": phrase("pace.sheet") },
    h("div", { class: "clock-lines", key: "lines", "aria-live": "polite" }, (table ? clockLines(table) : []).map((text, n) => h("p", { key: n }, text))),
    own && pace.vacation > 0 && h("button", { type: "button", key: "vacation", id: "vacation", on: { click: () => ask({ type: "vacation", away: !own.away }) } },
      phrase(own.away ? "pace.come" : "pace.go")),
    own && pace.hours < 24 && chooser(own),
    own && h("p", { class: "hint", key: "hint" }, [pace.hours < 24 && phrase("pace.fixed"), pace.vacation > 0 && phrase("pace.least")].filter(Boolean).join(" ")),
    fault(state.clockFault ?? ""));
}

/**
 * The clocks in the line above the table, which lead to the sheet; what players do with theirs is told to who reads by ear.
 * @param {Page.State} state
 */
export function line({ table, clocks: told }) {
  const now = /** @type {Wire.Table} */ (table), changes = heard(now);
  if (changes.length) said = changes.join(" ");
  return h("div", { class: "top-clocks", key: "clocks" },
    h("button", { type: "button", class: "quiet", id: "clocks", title: phrase("pace.sheet"), on: { click: () => open("special") } },
      now.seats.map((seat, place) => {
        const left = told?.left[seat.side ?? place] ?? seat.left ?? 0, [time, least] = short(seat, left);
        return h("span", { key: String(place), class: ["clock", seat.running && "running", left < least && "low"] }, `${letter(seat)} ${seat.running ? "▶ " : ""}${time}`);
      })),
    h("span", { class: "unseen", key: "said", role: "status" }, said));
}

let said = "";

const letter = ({ side }) => [_("US"), _("Japan")][side] ?? "";

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
    await at((here) => here.ask(request));
    change({ clockFault: "" });
  } catch (error) {
    change({ clockFault: error.message });
  }
  change({ parts: (current.parts ?? 0) + 1 });
}

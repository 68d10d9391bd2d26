/** The clocks of a game by the day, to be chosen for a table of one's own. */
import { h } from "../../base/dom.js";
import { phrase } from "../../base/language/vocabulary.js";
import { edit } from "../../base/draft.js";
import { line, tick } from "../../base/widgets/fields.js";
import { paceInWords } from "../../base/language/clock_words.js";

const HOUR = 3600, DAY = 24 * HOUR;
const USUAL = { bank: 3 * DAY, added: 12 * HOUR, most: 6 * DAY, hours: 24, vacation: 14 };

/** @type {[string, string, number, number, number][]} field, sentence, unit, least, most */
const FIELDS = [
  ["bank", "pace.bank_days", DAY, 1, 60], ["added", "pace.added_hours", HOUR, 0, 168], ["most", "pace.most_days", DAY, 1, 60],
  ["hours", "pace.hours_each", 1, 1, 24], ["vacation", "pace.vacation_days", 1, 0, 60],
];

/**
 * Whether it is one, and by which clocks; what was chosen is said in words below.
 * @param {any} filled
 */
export function chooser({ pace = null }) {
  return h("fieldset", { class: "field by-the-day", key: "by-the-day" },
    h("legend", {}, phrase("pace.sheet")),
    tick("friend-pace", phrase("pace.choose"), pace !== null, (on) => edit({ pace: on ? USUAL : undefined, bank: "0" })),
    pace && FIELDS.map(([name, sentence, unit, least, most]) => line(`friend-${name}`, phrase(sentence), String(Math.round(pace[name] / unit)),
      (typed) => edit({ pace: inOrder({ ...pace, [name]: unit * bounded(typed, least, most) }) }),
      { type: "number", min: String(least), max: String(most), inputmode: "numeric" })),
    pace && h("p", { class: "hint", key: "told", "aria-live": "polite" }, paceInWords(pace).join(phrase("rows.inside"))));
}

/** Time is filled up to no less than it begins with. */
function inOrder(pace) {
  return { ...pace, most: Math.max(pace.most, pace.bank) };
}

function bounded(typed, least, most) {
  return Math.min(most, Math.max(least, Math.floor(Number(typed)) || least));
}

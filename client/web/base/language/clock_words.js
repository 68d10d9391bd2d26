/**
 * Clocks for days in words: what two people agree upon, how much time each has, and when it runs out where one reads it.
 * The twin of client/text/rules/by_the_day.py.
 */
import { bring } from "./bring.js";
import { clean } from "./clean.js";
import { _, counted, fill } from "./words.js";
import { phrase, TABLES } from "./vocabulary.js";

await bring("pace");

const MINUTE = 60, HOUR = 3600, DAY = 24 * HOUR;

/** So much time, by its two greatest parts: "2 days 4 hours". */
export function timeInWords(seconds) {
  const all = Math.max(0, Math.floor(seconds));
  const parts = [["days", Math.floor(all / DAY)], ["hours", Math.floor((all % DAY) / HOUR)], ["minutes", Math.floor((all % HOUR) / MINUTE)]];
  while (parts.length > 1 && !parts[0][1]) parts.shift();
  const said = parts.slice(0, 2).filter(([, n]) => n).map(([name, n]) => amount(name, n));
  if (!said.length) return amount("minutes", 0);
  return said.length === 1 ? said[0] : phrase("pace.two", { more: said[0], less: said[1] });
}

function amount(name, n) {
  const [one, many] = TABLES.spans[name];
  return counted(one, many, n);
}

/** A moment as a clock shows it where one reads it. */
export function moment(seconds) {
  const at = new Date(1000 * seconds), two = (n) => String(n).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** What both agree upon, in a line. */
export const agreed = (pace) => paceInWords(pace).join(phrase("rows.inside"));

/** The same, each by itself. */
export function paceInWords(pace) {
  return [
    phrase("pace.terms", { bank: timeInWords(pace.bank) }),
    pace.added && phrase("pace.added", { time: timeInWords(pace.added), most: timeInWords(pace.most) }),
    pace.hours < 24 && phrase("pace.hours", { time: amount("hours", pace.hours) }),
    pace.vacation && phrase("pace.vacation", { time: amount("days", pace.vacation) }),
  ].filter(Boolean);
}

/**
 * How both stand with their time.
 * @param {Wire.Table} table
 */
export function clockLines(table) {
  const { pace } = table.terms;
  if (!pace) return [phrase("pace.none")];
  return [paceInWords(pace).join(phrase("pace.between")), ...table.seats.flatMap((seat) => seatLines(seat, pace))];
}

function seatLines(seat, pace) {
  const now = seat.pace;
  if (!now || !seat.key) return [];
  const name = clean(seat.name, 24), left = Math.floor((seat.left ?? 0) / 1000), time = timeInWords(left);
  const lines = [];
  if (now.away) lines.push(phrase("pace.paused", { name, time, when: moment(now.away) }));
  else if (!left) lines.push(phrase("pace.over", { name }));
  else if (now.due !== null) lines.push(phrase("pace.due", { name, time, when: moment(now.due) }));
  else lines.push(phrase("pace.left", { name, time }));
  if (pace.hours < 24) {
    lines.push(now.hours ? hours("pace.runs", name, now.hours, pace) : phrase("pace.always", { name }));
    if (now.later) lines.push(hours("pace.later", name, now.later, pace, { when: moment(now.since) }));
  }
  if (now.vacation) lines.push(phrase("pace.days_left", { name, time: timeInWords(now.vacation) }));
  return lines;
}

function hours(sentence, name, { start, zone }, pace, more = {}) {
  return phrase(sentence, { name, start, end: (start + pace.hours) % 24, zone: clean(zone, 64), ...more });
}

const LOW = 6 * HOUR * 1000; // milliseconds: a clock that is to be looked at

/** A clock as the line above the table has it, which nobody counts by seconds; and from when on it is to be looked at. */
export function short({ pace }, milliseconds) {
  const minutes = Math.floor(milliseconds / 60_000), whole = Math.floor(minutes / 60);
  const said = whole < 24 ? `${whole}:${String(minutes % 60).padStart(2, "0")}`
    : fill(_("{days}d {hours}h"), { days: Math.floor(whole / 24), hours: whole % 24 });
  return [pace.away ? `${said} ${_("(vacation)")}` : said, LOW];
}

/** @type {?Wire.Table} */
let last = null;

/**
 * What players have done with their clocks since this was asked last.
 * @param {Wire.Table} table
 */
export function heard(table) {
  const then = last;
  last = table;
  return then && then !== table && then.table === table.table ? clockChanges(then, table) : [];
}

/** What players have done with their clocks since the table was told of before. */
export function clockChanges(before, table) {
  return table.seats.flatMap((seat, place) => changesOf(before.seats[place], seat, table.terms.pace));
}

function changesOf(before, now, pace) {
  const then = before?.pace, name = clean(now.name, 24);
  if (!then || !now.pace || !pace || before.key !== now.key) return [];
  return [
    now.pace.away && !then.away && phrase("pace.gone", { name, when: moment(now.pace.away) }),
    then.away && !now.pace.away && phrase("pace.back", { name }),
    now.pace.hours && !then.hours && hours("pace.chosen", name, now.pace.hours, pace),
    now.pace.later && JSON.stringify(now.pace.later) !== JSON.stringify(then.later) &&
      hours("pace.later", name, now.pace.later, pace, { when: moment(now.pace.since) }),
  ].filter(Boolean);
}

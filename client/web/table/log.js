/**
 * The log: everything that was told, by turns, with its paragraphs.  A click on a line shows the table as it was then.
 * What is still being played is not told before it is seen.
 */
import { h, memo, s } from "../base/dom.js";
import { fetched } from "../base/later.js";
import { change } from "../base/store.js";
import { _, fill, language } from "../base/language/words.js";
import { battlesOf } from "../text/battles.js";
import { lines } from "../text/story.js";
import { sideName } from "../text/phrases.js";
import { phrase } from "../base/language/vocabulary.js";

/** @param {Page.State} state */
export function log(state) {
  const wanted = (state.logSearch ?? "").trim().toLowerCase();
  const turns = byTurn(state.log, ended(state));
  return h(
    "section",
    { class: "log", "aria-label": _("Log") },
    h(
      "div",
      { class: "log-head" },
      h("input", {
        type: "search",
        class: "log-search",
        key: "search",
        placeholder: _("Search the log"),
        "aria-label": _("Search the log"),
        value: state.logSearch ?? "",
        on: { input: (event) => change({ logSearch: event.target.value }) },
      }),
      state.past !== null &&
        h("button", { key: "now", class: "log-now", on: { click: () => change({ past: null }) } }, _("Back to now")),
    ),
    h(
      "div",
      { class: "log-lines", key: "lines", tabindex: "0", role: "group", "aria-label": _("What happened") },
      turns.toReversed().map((turn) => turnNode(turn, wanted, state)),
      !turns.length && h("p", { key: "none", class: "log-none" }, phrase("seat.nothing_yet")),
    ),
  );
}

/**
 * How many entries of the log have been seen.
 * @param {Page.State} state
 */
function ended(state) {
  const { log: entries, beat, shown } = state;
  if (beat) {
    const rolling = beat.event.event === "rolled"; // its dice shall fall first
    const at = entries.findLastIndex((entry) => entry.event === beat.events?.[rolling ? beat.from : beat.index]);
    if (at >= 0) return rolling ? at : at + 1;
  }
  let n = entries.length;
  while (n > 0 && shown && entries[n - 1].number > shown.number) n--;
  return n;
}

/** Entries in parts: the set-up, then each turn. */
function byTurn(entries, end) {
  const turns = [];
  for (let i = 0; i < end; i++) {
    if (!turns.length || entries[i].event.event === "turn-began") turns.push({ first: i, entries: [] });
    turns.at(-1).entries.push(entries[i]);
  }
  return turns;
}

function turnNode({ first, entries }, wanted, { past, log: all }) {
  const at = past !== null && past >= first && past < first + entries.length ? past : null;
  const deps = [entries[0], entries.length, wanted, at, language()];
  return memo(`turn${first}`, deps, () => turnDrawn({ first, entries }, wanted, at, all));
}

function turnDrawn({ first, entries }, wanted, past, all) {
  const [{ event }] = entries,
    begins = event.event === "turn-began";
  const title = begins
    ? fill(_("Turn {turn}, {side}."), { turn: event.turn, side: sideName(event.side) })
    : _("Set-up");
  const battles = new Map(battlesOf(entries).map((one) => [one.first, again(one, first, all)]));
  const rows = entries.flatMap((entry, i) => entryRows(entry, first + i, wanted, past, battles.get(i)));
  if (wanted && !rows.length) return h("div", { class: "log-turn none" });
  return h(
    "div",
    { class: ["log-turn", begins && (event.side ? "jp" : "us")] },
    h("h3", { class: "log-title" }, title),
    h("ol", rows),
  );
}

/** Its battle, shown again. */
function again({ first, last, searches }, turn, all) {
  const text = searches ? _("Show that search again") : _("Show that battle again");
  const show = async () => (await fetched("../table/battle/again.js")).showAgain(all, turn + first, turn + last);
  return h(
    "button",
    { type: "button", class: "log-again", key: "again", title: text, "aria-label": text, on: { click: show } },
    s("svg", { viewBox: "0 0 20 20", width: 15, height: 15, "aria-hidden": "true" },
      s("path", { class: "again-arrow", d: "M4 10a6.5 6.5 0 1 1 2 4.7M4 10 1.4 7.4M4 10 6.8 7.6" }),
      s("path", { class: "again-play", d: "M8.4 6.8 13.6 10 8.4 13.2Z" })),
  );
}

function entryRows(entry, index, wanted, past, button) {
  if (entry.event.event === "turn-began") return [];
  const told = lines(entry.event, entry.view).filter(
    ({ text }) => text && (!wanted || `${text} §${entry.event.rule}`.toLowerCase().includes(wanted)),
  );
  return told.map(({ text, rule }, n) =>
    h(
      "li",
      { key: `${index}.${n}`, class: ["log-line", index === past && "past", kindOf(entry.event)] },
      h(
        "button",
        {
          class: "log-text",
          title: _("Show the table as it was then"),
          disabled: !entry.view,
          "aria-pressed": String(index === past),
          on: { click: () => change({ past: index === past ? null : index }) },
        },
        text,
      ),
      n === 0 && button,
      rule &&
        h(
          "button",
          {
            class: "log-rule",
            "aria-label": fill(_("Paragraph {rule} of the rulebook"), { rule }),
            on: { click: () => change({ open: "rules", openAt: rule }) },
          },
          `§${rule}`,
        ),
    ),
  );
}

/** What stands out in a long log. */
function kindOf(event) {
  if (["eliminated", "shot-down", "game-ended"].includes(event.event)) return "grave";
  if (["rolled", "aimed"].includes(event.event)) return "dice-told";
  return ["action-taken", "line-began", "target-named", "played"].includes(event.event) ? "heading" : "";
}

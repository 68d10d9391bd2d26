/** The screen of all our games: results, over time, decisions, luck, first fleets, cards, and the list. */
import "../../base/language/later_words.js";
import { h } from "../../base/dom.js";
import { clean } from "../../base/language/clean.js";
import { phrase } from "../../base/language/vocabulary.js";
import { _, counted, fill } from "../../base/language/words.js";
import { beginReplay, beginReview, styled } from "../../base/later.js";
import { change, state as current } from "../../base/store.js";
import { fault, list } from "../../base/widgets/fields.js";
import { ledger } from "../../session/storage/game_ledger.js";
import { cards as cardSet, byId } from "../../session/net/downloads.js";
import { cardsKnown, knowCards } from "../../text/naming.js";
import { sideName } from "../../text/phrases.js";
import { dated, gamesTable, percent } from "./rows.js";
import { openings, overTime, results, whoDidMost, whatLuck, whatWasGiven } from "./sections.js";
import { summed, wantedOf } from "./summing.js";
import { yourStrength } from "../terms/strength.js";

const LISTED = 20; // games of the list, until all are wanted

await Promise.all([styled("../style/later/games.css"), named()]);

/** Cards are called by their names where the server has them; else by what stands in the rows. */
async function named() {
  const full = await cardSet("full").catch(() => null);
  if (full && Object.keys(cardsKnown()).length === 0) knowCards(byId(full));
}

/**
 * The whole screen.
 * @param {Page.State} state
 */
export function gamesScreen({ games }) {
  if (!games) return null;
  const every = ledger(), rows = wantedOf(every, games), sums = summed(rows);
  return h("main", { class: "my-games", id: "main", tabindex: "-1", key: "games", "aria-labelledby": "games-title" },
    h("header", { class: "my-games-head", key: "head" },
      h("h1", { id: "games-title" }, _("My games")),
      h("button", { type: "button", class: "quiet", on: { click: () => change({ screen: "start" }) } }, _("To the start page"))),
    fault(games.fault),
    every.length === 0 ? none() : [
      filters(every, games),
      rows.length > 0 ? [
        results(sums), yourStrength(rows), overTime(sums, rows), whatWasGiven(sums), whatLuck(sums), openings(sums), whoDidMost(sums), listed(rows, games),
      ] : h("p", { key: "none", role: "status" }, _("None of your games fits.")),
    ]);
}

function none() {
  return h("div", { class: "none", key: "none" },
    h("p", {}, _("No game of yours has ended in this browser yet. Each that ends here is counted by itself: play against a bot, or with a friend.")),
    h("p", { class: "hint" }, _("Games that you finish in the terminal are told by `ironbottom games`; it counts those of `play --web` too.")));
}

function set(patch) {
  change({ games: { ...current.games, ...patch } });
}

function filters(every, { side, opponent }) {
  const names = [...new Set(every.map(({ against }) => against))].sort();
  return h("div", { class: "my-games-filters", key: "filters" },
    list("games-side", _("Side"), [["", _("both sides")], ["0", sideName(0)], ["1", sideName(1)]], side, (value) => set({ side: value })),
    list("games-opponent", _("Against"), [["", _("everybody")], ...names.map((name) => [name, clean(name, 24)])], opponent,
      (value) => set({ opponent: value })));
}

/** The last first, by number. */
function listed(rows, { all }) {
  const last = rows.map((row, n) => ({ ...row, n: n + 1 })).reverse(), shown = all ? last : last.slice(0, LISTED);
  return h("section", { class: "my-games-list", key: "list", "aria-labelledby": "list-title" },
    h("h2", { id: "list-title" }, phrase("games.list")),
    gamesTable(["", _("ended"), _("side"), _("against"), "", _("VP"), _("turns"), _("gave away"), ""],
      shown.map((row) => ({ key: row.game, cells: cells(row) }))),
    shown.length < last.length && h("button", { type: "button", key: "all", on: { click: () => set({ all: true }) } },
      fill(_("Show all {games}"), { games: counted("{n} game", "{n} games", last.length) })));
}

function cells({ n, at, side, against, won, reason, points, turns, skill, table }) {
  const lost = skill && Object.values(skill.sections).reduce((sum, { loss }) => sum + loss, 0);
  return [String(n), dated(at), sideName(side), clean(against, 24), reason === "agreed" ? _("draw") : won ? _("win") : _("loss"), points.join(":"), String(turns),
    skill ? percent(lost) : "–",
    h("span", { class: "row-buttons" }, go(_("Look at it again"), () => beginReplay({ table })), go(_("Review"), () => beginReview({ table })))];
}

/** What is gone from the server is said, and the screen stays. */
function go(text, act) {
  return h("button", { type: "button", class: "quiet", on: { click: async () => {
    set({ fault: "" });
    try {
      await act();
    } catch (error) {
      set({ fault: ["no-table", "no-seat"].includes(error.code) ? _("The server does not have that game any more; its figures stay here.") : error.message });
    }
  } } }, text);
}

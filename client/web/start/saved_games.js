/** Games that one sat at before: go on with them, or look at them again. */
import { h } from "../base/dom.js";
import { clean } from "../base/language/clean.js";
import { resume } from "../session/api.js";
import { myTables } from "../session/tables/my_tables.js";
import { beginReplay, beginReview, part, showGames } from "../base/later.js";
import { forgetLooked, lookedAt, lookThrough } from "../session/finished_games.js";
import { _, fill, language } from "../base/language/words.js";
import { attempt } from "../base/draft.js";
import { busyText, fault } from "../base/widgets/fields.js";
import { ready } from "../session/bot_game.js";

const MOST = 5; // games that are over

/**
 * Games that go on, and whose move it is, ours first; nothing for who comes for the first time.
 * @param {Page.State} state
 */
export function goingOn(state, now) {
  return list("going-on", _("My tables"), state, now, myTables(state).filter((one) => !one.over || one.mine));
}

/**
 * Games that are over, and can be looked at again; also the one of others that was looked at last.
 * @param {Page.State} state
 */
export function finished(state, now) {
  const own = myTables(state).filter((one) => one.over && !one.mine), last = lookedAt();
  const more = last && !own.some((one) => one.table === last.table) ? [{ seat: last, table: last.table, over: true }] : [];
  return list("finished", _("Finished games"), state, now, [...more, ...own].slice(0, MOST));
}

/** The way to what all our games tell together. */
export function toGames(now) {
  return h("p", { class: "to-games", key: "to-games" },
    h("button", { type: "button", class: "quiet", id: "my-games", on: { click: () => attempt("games", showGames) } }, busyText(now, "games", _("My games"))),
    fault(now.fault?.part === "games" ? now.fault.text : ""));
}

function list(id, title, state, now, rows) {
  if (!rows.length) return null;
  return h("section", { class: "going-on", key: id, "aria-labelledby": `${id}-title` },
    h("h2", { id: `${id}-title` }, title),
    h("ul", { class: "entries" }, rows.map((one) => row(state, now, one))));
}

/** @param {Page.State} state */
function row(state, now, one) {
  const { seat, over, mine = false } = one, shut = over && !mine;
  const act = () => attempt("resume", () => (seat.names ? lookAgain(seat) : shut ? beginReplay({ table: seat.table }) : resume(seat, true)));
  const campaign = one.terms?.battle?.campaign && part("../session/tables/campaign.js");
  const text = shut ? _("Look at it again") : _("Go on");
  return h("li", { key: seat.table },
    h("div", { class: "row-words" },
      h("span", {}, seat.names ? between(seat) : between({ against: one.name, table: seat.table })),
      h("span", { class: "terms" }, when({ at: seat.at, turn: one.turn, over: one.over })),
      campaign ? campaign.far(one) : one.how && h("span", { class: ["whose", mine && "mine"], key: "whose" }, one.how)),
    h("div", { class: "row-buttons" },
      shut && h("button", { type: "button", class: "quiet", key: "review", disabled: !ready(state) || now.busy !== "",
        on: { click: () => attempt("resume", () => beginReview({ table: seat.table, secret: seat.secret ?? "" })) } }, _("Review")),
      h("button", { type: "button", class: shut ? "quiet" : "primary", disabled: !ready(state) || now.busy !== "",
        on: { click: act } }, busyText(now, "resume", text))));
}

/** Whom we play, or who played it, in a game of others. */
export function between({ names = [], against = "", table }) {
  if (names.length) return names.map((name) => clean(name, 24)).join(" – ");
  return against ? fill(_("against {name}"), { name: clean(against, 24) }) : fill(_("table {table}"), { table: clean(table, 16) });
}

/** Where a replay was left, if it can still be had. */
async function lookAgain(last) {
  try {
    await lookThrough(last);
  } catch (error) {
    if (["no-table", "no-seat"].includes(error.code)) forgetLooked();
    throw error;
  }
}

/** When it was played last, and how far it has come. */
export function when({ at, turn, over }) {
  const far = over ? _("over") : turn ? fill(_("turn {turn}"), { turn }) : _("set-up");
  return at ? `${far} · ${new Date(at).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" })}` : far;
}

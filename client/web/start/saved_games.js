/** Games that one sat at before: go on with them, or look at them again. */
import { h } from "../base/dom.js";
import { clean } from "../base/language/clean.js";
import { keptSeats, resume } from "../session/api.js";
import { beginReplay } from "../base/later.js";
import { forgetLooked, lookedAt, lookThrough } from "../session/finished_games.js";
import { _, fill, language } from "../base/language/words.js";
import { attempt } from "../base/draft.js";
import { busyText } from "../base/widgets/fields.js";
import { ready } from "../session/bot_game.js";

const MOST = 5;

/**
 * Games that wait for their next move; nothing for who comes for the first time.
 * @param {Page.State} state
 */
export function goingOn(state, now) {
  return list("going-on", _("Go on"), state, now, keptSeats().filter((seat) => !seat.over));
}

/**
 * Games that are over, and can be looked at again; also the one of others that was looked at last.
 * @param {Page.State} state
 */
export function finished(state, now) {
  const own = keptSeats().filter((seat) => seat.over), last = lookedAt();
  const more = last && !own.some((seat) => seat.table === last.table) ? [last] : [];
  return list("finished", _("Finished games"), state, now, [...more, ...own]);
}

function list(id, title, state, now, seats) {
  if (!seats.length) return null;
  return h("section", { class: "going-on", key: id, "aria-labelledby": `${id}-title` },
    h("h2", { id: `${id}-title` }, title),
    h("ul", { class: "entries" }, seats.slice(0, MOST).map((seat) => row(state, now, seat))));
}

/** @param {Page.State} state */
function row(state, now, seat) {
  const act = () => attempt("resume", () => (seat.names ? lookAgain(seat) : seat.over ? beginReplay({ table: seat.table }) : resume(seat, true)));
  const text = seat.over ? _("Look at it again") : _("Go on");
  return h("li", { key: seat.table },
    h("div", { class: "row-words" },
      h("span", {}, between(seat)),
      h("span", { class: "terms" }, when(seat))),
    h("div", { class: "row-buttons" },
      h("button", { type: "button", class: seat.over ? "quiet" : "primary", disabled: !ready(state) || now.busy !== "",
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
  } catch (fault) {
    if (["no-table", "no-seat"].includes(fault.code)) forgetLooked();
    throw fault;
  }
}

/** When it was played last, and how far it has come. */
export function when({ at, turn, over }) {
  const far = over ? _("over") : turn ? fill(_("turn {turn}"), { turn }) : _("set-up");
  return at ? `${far} · ${new Date(at).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" })}` : far;
}

/** The start page: what somebody sees who knows nothing yet, and where whoever comes back goes on. */
import { h } from "../base/dom.js";
import { beginPuzzles, part } from "../base/later.js";
import { attempt, draft } from "../base/draft.js";
import { _ } from "../base/language/words.js";
import { botCard } from "./play_bot.js";
import { friendCard } from "./invite/invite_friend.js";
import { joinCard } from "./join.js";
import { openTables } from "./tables.js";
import { fault } from "../base/widgets/fields.js";
import { finished, goingOn, toGames } from "./saved_games.js";
import { welcome, footer } from "./hero.js";
import { learn } from "../tutorial/begin.js";

/**
 * The whole page.
 * @param {Page.State} state
 */
export function start(state) {
  const now = draft(state);
  const offline = neverIn(state) && part("../start/offline.js")?.offline(state, now);
  if (offline) {
    return h("div", { class: "start", key: "start" }, welcome(state),
      h("main", { class: "start-body", id: "main", tabindex: "-1", key: "offline" }, offline));
  }
  return h("div", { class: "start", key: "start" },
    welcome(state),
    state.invited ? h("main", { class: "start-body", id: "main", tabindex: "-1", key: "invited" }, part("../start/invite/invited.js")?.invitedCard(state, now))
    : h("main", { class: "start-body", id: "main", tabindex: "-1", key: "body" },
      fault(now.fault?.part === "resume" ? now.fault.text : ""),
      goingOn(state, now),
      h("div", { class: "start-pair" }, learn(state, now), puzzles(now)),
      h("div", { class: "start-cards" },
        botCard(state, now),
        friendCard(state, now),
        joinCard(state, now)),
      openTables(state, now),
      finished(state, now),
      toGames(now)),
    footer(state));
}

/** Positions with one best answer, to be solved alone. */
function puzzles(now) {
  return h("section", { class: "learn", key: "puzzles", "aria-labelledby": "puzzles-title" },
    h("div", { class: "learn-words" },
      h("h2", { id: "puzzles-title" }, _("Puzzles")),
      h("p", { class: "about" }, _("What would you do? Positions from played games, each with one best answer."))),
    h("button", { type: "button", id: "puzzles", class: "quiet", on: { click: () => attempt("puzzles", beginPuzzles) } }, _("Solve puzzles")),
    fault(now.fault?.part === "puzzles" ? now.fault.text : ""));
}

/**
 * Whether the page has come out of this browser, and has not met its server yet.
 * @param {Page.State} state
 */
export function neverIn({ screen, net, server }) {
  return screen === "start" && net.status === "waiting" && !server.software;
}

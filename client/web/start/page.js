/** The start page: what somebody sees who knows nothing yet, and where whoever comes back goes on. */
import { h } from "../base/dom.js";
import { part } from "../base/later.js";
import { draft } from "../base/draft.js";
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
      learn(state, now),
      h("div", { class: "start-cards" },
        botCard(state, now),
        friendCard(state, now),
        joinCard(state, now)),
      openTables(state, now),
      finished(state, now),
      toGames(now)),
    footer(state));
}

/**
 * Whether the page has come out of this browser, and has not met its server yet.
 * @param {Page.State} state
 */
export function neverIn({ screen, net, server }) {
  return screen === "start" && net.status === "waiting" && !server.software;
}

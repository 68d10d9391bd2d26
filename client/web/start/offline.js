/** The start page while there is no way to the server, and there was none yet: what can be done without it. */
import { h } from "../base/dom.js";
import { clean } from "../base/language/clean.js";
import { attempt } from "../base/draft.js";
import { fetched } from "../base/later.js";
import { _, counted } from "../base/language/words.js";
import { fault } from "../base/widgets/fields.js";
import { open } from "../base/widgets/sheet.js";
import { connect } from "../session/api.js";
import { keptGames } from "../session/storage/kept_games.js";
import { between, when } from "./saved_games.js";

/**
 * The body of the page.
 * @param {Page.State} state
 */
export function offline(state, now) {
  return [
    h("section", { class: "going-on offline", key: "offline", "aria-labelledby": "offline-title" },
      h("h2", { id: "offline-title" }, _("There is no way to the server")),
      h("p", { class: "terms", key: "why" }, clean(state.net.text, 200), " · ", again(state.net)),
      h("p", { role: "status", key: "told" }, _("Games, tables and chat need the server. This page is kept in this browser: as soon as the server answers it goes on by itself, where you were.")),
      h("button", { type: "button", class: "primary", on: { click: () => connect(true) } }, _("Try again"))),
    h("section", { class: "going-on offline", key: "meanwhile", "aria-labelledby": "meanwhile-title" },
      h("h2", { id: "meanwhile-title" }, _("What you can do without it")),
      h("div", { class: "row-buttons" },
        does("rules", _("Read the game in ten minutes, and the rules")),
        does("cards", _("Look at the cards")),
        does("settings", _("Change the settings")))),
    games(now),
  ];
}

function again({ again: seconds }) {
  return seconds === null ? _("trying ...") : counted("next try in {n} second", "next try in {n} seconds", Math.ceil(seconds));
}

function does(name, text) {
  return h("button", { type: "button", key: name, on: { click: () => open(name) } }, text);
}

/** What was told of our games is kept here: it can be looked through from our side. */
function games(now) {
  const seats = keptGames();
  if (!seats.length) return null;
  return h("section", { class: "going-on offline", key: "kept", "aria-labelledby": "kept-title" },
    h("h2", { id: "kept-title" }, _("Your games, as this browser has kept them")),
    h("ul", { class: "entries" }, seats.map((seat) => h("li", { key: seat.table },
      h("div", { class: "row-words" }, h("span", {}, between(seat)), h("span", { class: "terms" }, when(seat))),
      h("div", { class: "row-buttons" },
        h("button", { type: "button", on: { click: () => attempt("kept", () => look(seat)) } }, _("Look at it again")))))),
    fault(now.fault?.part === "kept" ? now.fault.text : ""));
}

async function look(seat) {
  const [{ beginKept }] = await Promise.all([fetched("../shell/replay/kept.js"), fetched("../shell/replay/screen.js")]);
  await beginKept(seat);
}

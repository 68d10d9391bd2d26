/** How a player has played on this server, on a sheet of its own; twin of client/text/people/player_pages.py. */
import { h } from "../../base/dom.js";
import { bring } from "../../base/language/bring.js";
import { clean } from "../../base/language/clean.js";
import { phrase } from "../../base/language/vocabulary.js";
import { change, state as current } from "../../base/store.js";
import { fault, line } from "../../base/widgets/fields.js";
import { open, sheet } from "../../base/widgets/sheet.js";
import { ask } from "../../session/net/server.js";
import { sides } from "../../session/terms.js";

await bring("ratings");

const EMPTY = { found: null, who: "", fault: "" };
const RESULTS = new Map([[1, "won"], [0, "lost"]]); // all others are drawn

function edit(patch) {
  change({ player: { ...EMPTY, ...current.player, ...patch } });
}

/** Open it with the page of this moment: of a name, or of the letters of a key. */
export async function openPlayer(who) {
  open("player");
  edit({ ...EMPTY, who });
  try {
    edit({ found: await ask({ type: "get-player", who }) });
  } catch (error) {
    edit({ fault: error.message });
  }
}

/**
 * The sheet.
 * @param {Page.State} state
 */
export function player(state) {
  const { found, who, fault: wrong } = state.player ?? EMPTY;
  const press = (event) => {
    event.preventDefault();
    openPlayer(current.player?.who ?? "");
  };
  return sheet("player", found ? called(found) : phrase("players.title"), {},
    h("form", { class: "row-form", key: "form", on: { submit: press } },
      line("player-who", phrase("players.who"), who, (typed) => edit({ who: typed }), { maxlength: "60", spellcheck: "false" }),
      h("button", { type: "submit", class: "quiet" }, phrase("players.look"))),
    fault(wrong),
    found && told(found));
}

function told(page) {
  const now = page.ratings.at(-1), before = page.ratings.slice(0, -1);
  return [
    h("p", { class: "hint", key: "key" }, phrase("players.letters", { key: clean(page.key, 24) })),
    ...[page.us, page.jp].map((record, side) => h("p", { key: `side ${side}` }, phrase("players.side", { side: sideName(side), ...record }))),
    h("p", { key: "rating" }, now ? phrase("players.rating", now) : phrase("players.unrated")),
    before.length > 0 && part("over", "players.over_time", before.map((one) => phrase("players.moment", { ...one, when: day(one.at) }))),
    part("opponents", "players.opponents", page.opponents.map((one) => phrase("players.opponent", { ...one, name: called(one) }))),
    part("games", "players.games", page.games.map(gameInWords)),
    h("p", { class: "hint", key: "public" }, phrase("players.public")),
  ];
}

function part(key, title, rows) {
  return h("section", { key }, h("h3", {}, phrase(title)), h("ul", { class: "entries" }, rows.map((text, n) => h("li", { key: n }, h("bdi", {}, text)))));
}

function gameInWords(game) {
  const known = { when: day(game.at), result: phrase(`players.${RESULTS.get(game.score) ?? "drawn"}`), side: sideName(game.side), name: clean(game.name, 24) };
  const [us, jp] = game.points;
  return game.reason ? phrase("players.game", { ...known, us, jp, turn: game.turn }) : phrase("players.earlier", known);
}

function called({ name, bot }) {
  return bot ? phrase("ratings.bot", { name: clean(name, 24) }) : clean(name, 24);
}

const sideName = (side) => sides()[side === 1 ? 1 : 0][1];
const day = (at) => new Date(1000 * at).toISOString().slice(0, 10);

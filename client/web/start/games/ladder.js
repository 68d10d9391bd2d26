/** The ladder of this server: how strong the players of its rated games are, on a sheet of its own. */
import { h } from "../../base/dom.js";
import { bring } from "../../base/language/bring.js";
import { clean } from "../../base/language/clean.js";
import { phrase } from "../../base/language/vocabulary.js";
import { fetched } from "../../base/later.js";
import { change } from "../../base/store.js";
import { fault } from "../../base/widgets/fields.js";
import { open, sheet } from "../../base/widgets/sheet.js";
import { ask } from "../../session/net/server.js";

await bring("ratings");

/**
 * The sheet.
 * @param {Page.State} state
 */
export function ladder(state) {
  const { found = null, fault: wrong = "" } = state.ladder ?? {};
  return sheet("ladder", phrase("ratings.title"), {},
    fault(wrong),
    found && (found.rungs.length ? told(found) : h("p", { class: "quiet-text", key: "none" }, phrase("ratings.none"))));
}

/** Open it with the ladder of this moment. */
export async function openLadder() {
  open("ladder");
  try {
    change({ ladder: { found: await ask({ type: "list-ratings" }), fault: "" } });
  } catch (error) {
    change({ ladder: { found: null, fault: error.message } });
  }
}

function told(found) {
  const side = found.side && { points: signed(found.side[0]), low: signed(found.side[1]), high: signed(found.side[2]) };
  return [
    h("p", { key: "counted" }, phrase("ratings.counted", { n: found.games })),
    h("ol", { class: "entries", key: "rungs" }, found.rungs.map((rung, n) => row(rung, n + 1, found.you))),
    h("p", { class: "hint", key: "about" }, phrase("ratings.about")),
    side && h("p", { class: "hint", key: "side" }, phrase("ratings.side", side)),
  ];
}

function row(rung, n, you) {
  const name = clean(rung.name, 24);
  const { points, low, high, games, won, drawn, as_us: us } = rung;
  return h("li", { key: rung.key },
    h("div", { class: "row-words" },
      h("span", { class: "who" }, `${n}. `, h("button", { type: "button", class: "quiet link", title: clean(rung.key, 24), on: { click: () => look(rung.key) } }, rung.bot ? phrase("ratings.bot", { name }) : name)),
      n === you && h("span", { class: ["whose", "mine"] }, phrase("ratings.you")),
      h("span", { class: "terms" },
        [phrase("ratings.points", { points, low, high }), phrase("ratings.games", { games, won, drawn, us })].join(" · "))));
}

const look = async (key) => (await fetched("../start/games/player.js")).openPlayer(key);

const signed = (points) => (points < 0 ? `\u2212${-points}` : `+${points}`);

/** Both hands of a game that one looks on at, as late as its players agreed: a replay that grows while the game goes on. */
import { castScenes } from "../../session/api.js";
import { h } from "../../base/dom.js";
import { fetched } from "../../base/later.js";
import { bring } from "../../base/language/bring.js";
import { amount, phrase } from "../../base/language/vocabulary.js";
import { change, state as current, watch } from "../../base/store.js";
import { moments } from "./moments.js";
import { beginHere, go, learn } from "./replay.js";

await bring("teams");

let asking = false, asked = -1; // whether scenes are on their way; the number of the update at which they were asked for

/** What leads there, for who looks on. */
export function button({ terms }) {
  return h("button", { type: "button", id: "both-hands", key: "both", on: { click: beginCast } }, phrase("cast.look", late(terms.cast)));
}

/** How far both hands may be seen, in place of a link. */
const told = (turns, scenes) => phrase("cast.through", { turn: scenes.at(-1)?.us.turn ?? 0, late: amount("turns", turns) });

const late = (turns) => ({ turns: amount("turns", turns) });

/** Begin with the newest that may be seen; where nothing may be, say so. */
export async function beginCast() {
  const { table, games, terms } = /** @type {Wire.Table} */ (current.table);
  try {
    const { scenes, of, names } = await castScenes(games, 0);
    await fetched("../shell/replay/screen.js");
    beginHere({ table, scenes, names, eye: "both", own: told(terms.cast, scenes) }, current.set);
    change({ replay: { ...current.replay, of, game: games, late: terms.cast } });
    go(Infinity);
    await more();
  } catch (refused) {
    change({ told: { code: refused.code, text: refused.message } });
  }
}

/** Put scenes behind those that are here. */
function grow(found) {
  if (!current.replay) return;
  learn(found.scenes);
  const scenes = [...current.replay.scenes, ...found.scenes];
  change({ replay: { ...current.replay, scenes, of: found.of, row: moments(scenes), own: told(current.replay.late, scenes) } });
}

/** All that has come to be seen since; who stands at the end goes along. */
async function more() {
  if (asking || !current.replay?.late) return;
  [asking, asked] = [true, current.latest?.number ?? -1];
  try {
    do {
      const { scenes, at, row, game } = current.replay, atEnd = at === row.length - 1;
      const found = await castScenes(game, scenes.length);
      grow(found);
      if (atEnd) go(Infinity);
    } while (current.replay?.late && current.replay.scenes.length < current.replay.of);
  } catch (refused) {
    if (!["not-yet", "no-part"].includes(refused.code)) change({ told: { code: refused.code, text: refused.message } });
  } finally {
    asking = false;
  }
}

/** Whether the table that everybody sees shows that there must be more. */
function due({ replay, latest }) {
  if (!replay?.late || !latest || latest.number === asked) return false;
  const last = replay.scenes.at(-1)?.us, { turn, outcome } = latest.view;
  return outcome ? !last?.outcome : (last?.turn ?? -1) < turn - 1 - replay.late;
}

watch((now) => {
  if (!asking && due(now)) more();
});

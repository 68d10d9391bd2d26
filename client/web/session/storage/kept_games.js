/** Our own games as this browser has kept them: what we were told, from the first update on. */

import {kept, keptSeats} from "../../base/browser_storage.js";
import {UserError} from "../../base/language/user_error.js";
import {_} from "../../base/language/words.js";
import {recall} from "./history.js";

/** The seats whose games are kept here, games that go on first. */
export function keptGames() {
  const games = new Set(kept("histories", []));
  return keptSeats().filter(({game}) => games.has(game));
}

/** What was told at a seat, as scenes of a replay from that side: {side, scenes}. */
export async function scenesOf({game}) {
  const updates = await recall(game);
  const side = updates[0]?.view.viewer ?? null;
  if (side === null) throw new UserError(_("This browser has not kept that game from its beginning."), "kept");
  return {side, scenes: updates.map(({number, events, view}) => ({number, events, us: view, jp: view}))};
}

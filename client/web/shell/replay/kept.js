/** A game of ours as this browser has kept it, for when there is no server to tell all of it: from our side alone. */
import { cards } from "../../session/net/downloads.js";
import { scenesOf } from "../../session/storage/kept_games.js";
import { UserError } from "../../base/language/user_error.js";
import { _ } from "../../base/language/words.js";
import { state } from "../../base/store.js";
import { beginHere } from "./replay.js";

const PATIENCE = 3000; // milliseconds for cards that this browser has

/** Look through what was told at a seat. */
export async function beginKept(seat) {
  const { side, scenes } = await scenesOf(seat);
  const set = await Promise.race([cards(seat.cards ?? "full"), late()]);
  const own = state.me.name || _("you"), names = side === 0 ? [own, seat.against] : [seat.against, own];
  beginHere({ table: seat.table, scenes, names, eye: side === 0 ? "us" : "jp", own: _("This is what you were told, as this browser has kept it.") }, set);
}

function late() {
  const text = _("The cards of that game are not kept in this browser; they come with the server.");
  return new Promise((_done, failed) => setTimeout(failed, PATIENCE, new UserError(text, "kept")));
}

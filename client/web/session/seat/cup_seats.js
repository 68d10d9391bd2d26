/** Our seats in games of cups: the server has made their tables, and this browser keeps them like those that we took. */
import { keepSeat, keptSeat } from "../../base/browser_storage.js";
import { ask, client } from "../net/server.js";

/** Keep those that are new here; all cups, and the seats of ours in them, as the server tells them. */
export async function takeSeats() {
  const found = await ask({ type: "list-cups" });
  for (const { table, place, token, against } of found.seats) {
    if (keptSeat(table) || client.me.passing) continue;
    keepSeat({ table, place, token, secret: "", server: client.challenge?.key, against, turn: 0, over: false, at: Date.now() });
  }
  return found;
}

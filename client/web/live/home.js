/** The way from a table back to the start page. */
import { leave } from "../net/guest.js";
import { remember } from "../start/link.js";
import { change } from "../store.js";

/** Get up from the table; a game that is not over is kept. */
export async function goHome() {
  await leave();
  remember("");
  change({ screen: "start", open: "" });
}

/** The way from a table back to the start page. */
import { leave } from "./api.js";
import { remember } from "../base/address.js";
import { change } from "../base/store.js";

/** Get up from the table; a game that is not over is kept. */
export async function goHome() {
  await leave();
  remember("");
  change({ screen: "start", open: "" });
}

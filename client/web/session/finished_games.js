/** Looking through finished games: for whoever was at the table, has its secret, or finds the game on the host's shelf. */
import { beginReplay } from "../base/later.js";
import { leave, watch } from "./api.js";
import { forget, keep, kept, keptSeat } from "../base/browser_storage.js";
import { state } from "../base/store.js";
import { base64OfLink, forLink } from "./crypto/link_secret.js";

const LAST = "replay"; // what this browser keeps it by

/** Begin there; who was not at the table looks on first, as a link lets him.  The secret is as a link has it. */
export async function lookThrough(where) {
  try {
    await beginReplay(where);
  } catch (fault) {
    // what is for friends alone is, without its secret, no table at all
    if (fault.code !== "no-seat" && !(fault.code === "no-table" && where.secret)) throw fault;
    await watch(where.table, base64OfLink(where.secret));
    await beginOrLeave(where);
  }
}

/** Who came to look through a game and cannot, does not stay to look on at the table. */
async function beginOrLeave(where) {
  try {
    await beginReplay(where);
  } catch (fault) {
    await leave();
    throw fault;
  }
}

/** The secret of a table, as a link has it; empty where we do not know it, or none is needed. */
export function secretOf(table) {
  const here = state.seat?.table === table ? state.seat?.secret ?? "" : "";
  return forLink(here || keptSeat(table)?.secret || "");
}

/** Whether nobody but the players may look on at a table of ours; of others' tables nobody has told us so. */
export function isClosed(table) {
  if (state.seat?.table === table && state.table) return state.table.terms?.spectators === false;
  return keptSeat(table)?.closed === true;
}

/** Keep where a replay is, for when it was closed: {table, secret, at, eye, names}. */
export function keepLooked(where) {
  keep(LAST, { ...where, server: state.server.key, over: true });
}

/** The replay that was looked at last on this server; null: none. */
export function lookedAt() {
  const last = kept(LAST);
  const sound = typeof last?.table === "string" && Array.isArray(last.names) && last.server === state.server.key;
  return sound ? last : null;
}

export const forgetLooked = () => forget(LAST);

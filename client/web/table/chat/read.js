/** Which lines of chat were read: kept for each table, so that a reload does not make them new again. */
import { keep, kept } from "../../base/browser_storage.js";
import { change } from "../../base/store.js";

const NAME = "read"; // what this browser keeps it by
const MOST = 50; // tables

/**
 * How many lines of others have come since the chat was in sight.
 * @param {Page.State} state
 */
export function unread(state) {
  if (state.tab === "chat" || state.muted) return 0;
  const last = lastRead(state);
  return state.chat.filter((one) => one.n > last && one.place !== state.seat?.place).length;
}

/**
 * The number of the last line that was read at this table.
 * @param {Page.State} state
 */
function lastRead({ seat, heard }) {
  const table = seat?.table ?? "";
  return heard?.table === table ? heard.n : (kept(NAME, {})[table] ?? 0);
}

/** Watches the state: what is in sight is read, in the tab or in the room where one waits. */
export function keepRead({ screen, tab, shown, seat, chat, heard }) {
  const table = seat?.table ?? "", n = Math.max(0, ...chat.map((one) => one.n));
  const inSight = screen === "table" && (tab === "chat" || !shown);
  if (!inSight || n === 0 || (heard?.table === table && heard.n >= n)) return;
  const others = Object.entries(kept(NAME, {})).filter(([name]) => name !== table).slice(1 - MOST);
  keep(NAME, Object.fromEntries([...others, [table, n]]));
  change({ heard: { table, n } });
}

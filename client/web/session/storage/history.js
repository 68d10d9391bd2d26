/**
 * The updates of our games, kept in this browser's database: after a reload the log tells what it told before, and
 * leads to the same tables.  Where that cannot be kept, the server tells the events once more; nothing else is lost.
 */

import {keep, kept} from "../../base/browser_storage.js";

const STORE = "updates";
const MOST = 8; // games; the oldest goes first

/** @type {?Promise<?IDBDatabase>} */
let base = null; // promise of the database; of null where there is none

function database() {
  base ??= new Promise((done) => {
    if (!globalThis.indexedDB) return done(null);
    const request = indexedDB.open("ironbottom", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, {keyPath: ["game", "number"]});
    request.onsuccess = () => done(request.result);
    request.onerror = request.onblocked = () => done(null);
  }).catch(() => null);
  return base;
}

/** Do something in the database, and wait for it; `otherwise` where that cannot be done. */
async function within(mode, act, otherwise) {
  try {
    const store = (await database())?.transaction(STORE, mode).objectStore(STORE);
    if (store === undefined) return otherwise;
    const request = act(store);
    return await new Promise((done) => {
      request.onsuccess = () => done(request.result);
      request.onerror = () => done(otherwise);
    });
  } catch {
    return otherwise;
  }
}

const all = (game) => IDBKeyRange.bound([game, 0], [game, Infinity]);

/** Keep what an update told, and the table that came with it. */
export function remember(game, {number, events, view}) {
  const games = kept("histories", []);
  if (!games.includes(game)) {
    for (const old of games.slice(0, Math.max(0, games.length + 1 - MOST))) within("readwrite", (store) => store.delete(all(old)));
    keep("histories", [...games, game].slice(-MOST));
  }
  return within("readwrite", (store) => store.put({game, number, events, view}), null);
}

/** The updates of a game from the first on, as far as there is none missing among them. */
export async function recall(game) {
  const found = game ? await within("readonly", (store) => store.getAll(all(game)), []) : [];
  const gap = found.findIndex(({number}, n) => number !== n + 1);
  return gap < 0 ? found : found.slice(0, gap);
}

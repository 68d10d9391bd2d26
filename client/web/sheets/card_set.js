/** The cards to look at: those of the table; before one sits at a table, those of the server's first set. */
import { cards as fetchCards } from "../session/net/downloads.js";
import { change } from "../base/store.js";

let under = "";

/**
 * Cards by id, each with how often it is there; null while they are on their way.
 * @param {Page.State} state
 */
export function setOf(state) {
  if (state.set) return listed(state.set);
  if (state.shownSet) return listed(state.shownSet);
  const name = state.server.sets[0]?.[0] ?? "core";
  queueMicrotask(() => fetchSet(name));
  return null;
}

const counted = new WeakMap(); // a set never changes

function listed(set) {
  if (counted.has(set)) return counted.get(set);
  const found = {};
  for (const side of [set.us, set.jp]) {
    for (const card of [side.home, side.strategic, ...side.fleet, ...side.air]) {
      found[card.id] = { ...card, there: (found[card.id]?.there ?? 0) + 1 };
    }
  }
  counted.set(set, found);
  return found;
}

async function fetchSet(name) {
  if (under === name) return;
  under = name;
  try {
    change({ shownSet: await fetchCards(name), cardsFault: "" });
  } catch (error) {
    change({ cardsFault: error.message });
  }
  under = "";
}

/** The table when the game is over, with every card of both sides face up: as both of them saw their own. */
import { scenes } from "../session/api.js";
import { see } from "../text/naming.js";
import { change, state } from "../base/store.js";

/** Open the cards on the table.  Whoever may look through the finished game may see it so; an Error says why not. */
export async function openCards() {
  const table = state.seat?.table ?? "", game = state.table?.game;
  const last = await lastScene(table);
  if (!state.shown?.view.outcome || state.table?.game !== game) return; // another game has begun meanwhile
  for (const view of [last.us, last.jp]) see(view);
  const { view } = state.shown;
  change({ shown: { ...state.shown, view: { ...view, us: last.us.us, jp: last.jp.jp } } });
}

async function lastScene(table) {
  const first = await scenes(0, table);
  if (first.scenes.length === first.of) return first.scenes.at(-1);
  return (await scenes(first.of - 1, table)).scenes.at(-1);
}

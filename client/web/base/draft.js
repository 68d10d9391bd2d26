/**
 * What somebody has begun to fill in on the start page: kept in the state, so that a redraw never loses it.  What he fills in
 * for a challenge, while its sheet is open, lies over it and is kept beside it.
 */
import { change, state } from "./store.js";

const EMPTY = {
  part: "",          // which part is folded out: "bot", "friend", "invite", ""
  bot: "mate", side: "either", set: "core", seed: "",
  friendSide: "either", absent: "wait", bank: "0", spectators: true, advice: false, reach: "lan", least: "400",
  special: undefined, // {words, battle, name, told}: optional rules and battle, start/terms/special.js
  pasted: "", name: null, busy: "", fault: null,
};

/** The draft as it is now. */
export function draft(now) {
  return { ...EMPTY, ...now.start, ...(posts(now) && now.posting) };
}

const posts = (now) => now.open === "challenges";
const here = () => (posts(state) ? "posting" : "start");

/** Change some of it. */
export function edit(patch, where = here()) {
  change({ [where]: { ...(where === "start" && EMPTY), ...state[where], ...patch } });
}

/** Do something that takes a moment: what is wrong with it afterwards is said where it was asked for. */
export async function attempt(part, act) {
  const where = here(); // what is done may open the sheet, or close it
  edit({ busy: part, fault: null }, where);
  try {
    await act();
    edit({ busy: "" }, where);
  } catch (error) {
    edit({ busy: "", fault: { part, text: error.message, rule: error.rule ?? "" } }, where);
  }
}

let turn = Promise.resolve(); // done when everything that was sent for is here

/**
 * Send for something and take it in, one thing after the other, so that the last one counts; nothing else is begun
 * meanwhile.  Whoever has left the form by then has chosen nothing.
 */
export function sendFor(get, take) {
  const where = here();
  turn = turn.then(() => attempt("sent for", async () => {
    const found = await get();
    if (where === here()) take(found);
  }));
}

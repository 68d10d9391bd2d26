/**
 * What the page knows, in one place.  Everything that is drawn is a function of `state`; nobody changes it but `change`,
 * and each change is drawn once, with the next picture of the screen.
 */

import {keepSettings, keptName, keptSettings} from "./browser_storage.js";

/**
 * Read only.  What each field means is said where it is set; the shapes of tables and views are those of the protocol.
 * @type {Page.State}
 */
export let state = {
  screen: "start",
  net: {status: "opening", text: "", again: null, code: ""},
  me: {name: keptName()},
  server: {software: "", engine: "", sets: [], notice: "", readable: false},
  lobby: [],
  invited: null,
  seat: null,
  table: null,
  side: null,
  cards: {},
  set: null,
  latest: null,
  clocks: null,
  shown: null,
  beat: null,
  log: [],
  past: null,
  staged: null,
  sending: false,
  passed: null,
  notAgain: {rules: [], heard: 0},
  byItself: [],
  refused: null,
  chat: [],
  muted: false,
  orders: [], offers: null,
  inDoubt: null,
  open: "",
  openAt: null,
  settings: keptSettings(),
};

const watchers = new Set();
let scheduled = false;

/**
 * Set some fields; the others stay.  Whoever watches is told once, before the next picture.
 * @param {Partial<Page.State>} patch
 */
export function change(patch) {
  if (Object.entries(patch).every(([name, value]) => Object.is(state[name], value))) return;
  state = {...state, ...patch};
  if (patch.settings) keepSettings(state.settings);
  if (scheduled) return;
  scheduled = true;
  soon(tell);
}

/** Call `see(state)` after each change, until the function that this gives back is called. */
export function watch(see) {
  watchers.add(see);
  return () => watchers.delete(see);
}

/** With the next picture; a page that nobody sees gets no pictures, and is kept up to date all the same. */
function soon(act) {
  if ("requestAnimationFrame" in globalThis && !document.hidden) requestAnimationFrame(act);
  else setTimeout(act, 20);
}

function tell() {
  scheduled = false;
  for (const see of [...watchers]) see(state);
}

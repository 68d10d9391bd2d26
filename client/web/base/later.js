/** Parts of the page that are fetched when they are first needed: the sheets and the replay are not what one waits for. */
import {change, state} from "./store.js";

const parts = new Map(); // address -> what it exports; undefined: on its way

/** What a module exports, or nothing yet: then the page is drawn again as soon as it is here. */
export function part(address) {
  if (!parts.has(address)) {
    parts.set(address, undefined);
    const drawAgain = () => change({parts: (state.parts ?? 0) + 1});
    fetched(address).then(drawAgain, () => parts.delete(address)); // the next drawing tries again
  }
  return parts.get(address);
}

/** The same, for who can wait. */
export async function fetched(address) {
  const module = await import(address);
  parts.set(address, module);
  return module;
}

/** A style sheet that is needed with a part alone; done when it is here, or cannot be had. */
export function styled(address) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(address, import.meta.url).href;
  return new Promise((done) => {
    link.onload = link.onerror = done;
    document.head.append(link);
  });
}

/** Look at a finished game again: {table, secret, at, eye}; the table alone will do. */
export async function beginReplay(where) {
  const [replay] = await Promise.all([fetched("../shell/replay/replay.js"), fetched("../shell/replay/screen.js")]);
  return replay.beginReplay(where);
}

/** The coach of the tutorial; nothing yet, while he is on his way. */
export const coach = () => part("../tutorial/coach.js");

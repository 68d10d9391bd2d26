/** Where this page's server is, for an invite that the program can use: the server tells its pin in here.json. */
import { change } from "../store.js";

const USUAL = { "http:": 80, "https:": 443 };
let asked = false;

/**
 * {pin, addresses: [[host, port]], far} as soon as the server has told it, else null.  `far`: the server is not where
 * the page is, so that a link to this page leads a friend nowhere.
 */
export function here(state) {
  if (!asked) {
    asked = true;
    queueMicrotask(ask);
  }
  return state.here ?? null;
}

async function ask() {
  try {
    const answer = await fetch("here.json");
    if (answer.ok) change({ here: told(await answer.json()) });
  } catch {
    asked = false; // when it is asked for the next time
  }
}

/** A page that came through a web proxy does not know where the server's own port is. */
function told({ pin, addresses }) {
  const far = addresses.length > 0;
  const bytes = Uint8Array.from(atob(pin), (letter) => letter.charCodeAt(0));
  if (!far && location.protocol !== "http:") return null;
  return { pin: bytes, addresses: far ? addresses : [ownAddress()], far };
}

function ownAddress() {
  return [location.hostname.replace(/^\[|\]$/gu, ""), Number(location.port) || USUAL[location.protocol]];
}

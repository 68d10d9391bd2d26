/**
 * Where this page's server is, for an invite that the program can use, and by which addresses others find this page:
 * the server tells both in here.json.
 */
import { change } from "../base/store.js";

const USUAL = { "http:": 80, "https:": 443 };
const OURS = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u; // this computer, and no other
const PAGE = /^https?:\/\/[^\s?#@]+\/$/u; // where everybody finds it
const MOST = 3; // links

let asked = false;

/**
 * {pin, addresses: [[host, port]], far, others: [host], open} as soon as the server has told it, else null.  `far`: the
 * server is not where the page is, so that a link to this page leads a friend nowhere.  `others`: by which names others find
 * what we open as "localhost".  `open`: where everybody finds the page, as the host says.
 * @param {Page.State} state
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
function told({ pin, addresses, others = [], public: open = "" }) {
  const far = addresses.length > 0, port = Number(location.port) || USUAL[location.protocol];
  const bytes = Uint8Array.from(atob(pin), (letter) => letter.charCodeAt(0));
  if (far) return { pin: bytes, addresses, far, others: [], open: "" };
  const known = isLonely() ? others : [location.hostname.replace(/^\[|\]$/gu, "")];
  const hosts = location.protocol === "http:" ? known : [];
  return {
    pin: bytes, addresses: hosts.map((host) => [host, port]), far, others: isLonely() ? others : [],
    open: PAGE.test(open) ? open : "",
  };
}

/** Whether the address of this page leads nobody else here. */
export const isLonely = () => OURS.test(location.hostname);

/**
 * This page as others open it, with what stands behind the #: the likeliest first.  None: nobody else can, as far as we
 * know; the page's own address where others can use that.
 */
export function linksFor(place, hash) {
  if (place?.far) return [];
  if (place?.open) return [place.open + hash];
  if (!isLonely()) return [location.origin + location.pathname + hash];
  const hosts = [...(place?.others ?? [])].sort((one, other) => one.includes(":") - other.includes(":"));
  const named = hosts.filter((host, i) => !host.includes(":") || i === 0); // long ones only where there is no other
  return named.slice(0, MOST).map((host) => {
    const written = host.includes(":") ? `[${host}]` : host;
    return `${location.protocol}//${written}${location.port ? `:${location.port}` : ""}${location.pathname}${hash}`;
  });
}

/**
 * Whether a friend can get here at all, as far as the page knows.
 * @param {Page.State} state
 */
export function isReachable(state) {
  const place = here(state);
  return !place || place.far || linksFor(place, "").length > 0;
}

/** Whether nobody on the way can read what goes by a link. */
export const isEncrypted = (link) => link.startsWith("https:");

/**
 * How what this page hears and says travels: "encrypted", "readable" by the network, or "here", on this computer alone.
 * @param {Page.State} state
 */
export function way(state) {
  if (state.server.readable) return "readable";
  return location.protocol === "https:" || here(state)?.far ? "encrypted" : "here";
}

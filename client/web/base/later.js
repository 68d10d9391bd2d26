/**
 * Parts of the page that are fetched when they are first needed: the sheets and the replay are not what one waits for.
 *
 * A server that was restarted meanwhile may have a newer page.  A part of that one does not fit to the rest of ours: it
 * is not used, and the reader is asked to load the page again.
 */
import {UserError} from "./language/user_error.js";
import {_} from "./language/words.js";
import {change, state} from "./store.js";

const PATIENCE = 2000; // milliseconds for a server to say which page it has

const parts = new Map(); // address -> what it exports; undefined: on its way, or gone
const gone = new Set(); // addresses of parts that are only there in a newer page
let whole = false; // this browser keeps all parts of our own page, and gives us those

/** From now on parts come from what this browser keeps, whatever page the server has. */
export function relyOnKept() {
  whole = true;
}

/** The version of the page that was opened, as its server wrote it into its first lines; empty: it wrote none. */
export function ownVersion() {
  const mark = /** @type {?HTMLMetaElement} */ (globalThis.document?.querySelector('meta[name="version"]'));
  return mark?.content ?? "";
}

/** Ask whether the server has another page by now, and let the reader know. */
export async function compare() {
  const other = ownVersion() !== "" && !["", ownVersion()].includes(await served());
  if (other && !state.newer) change({newer: "there"});
  return other;
}

/** The version that the server has; empty: nobody says it. */
async function served() {
  try {
    const answer = await fetch(new URL("../version.json", import.meta.url), {cache: "no-store", signal: AbortSignal.timeout(PATIENCE)});
    return answer.ok ? String((await answer.json()).version ?? "") : "";
  } catch {
    return "";
  }
}

/** What a module exports, or nothing yet: then the page is drawn again as soon as it is here. */
export function part(address) {
  if (!parts.has(address)) {
    parts.set(address, undefined);
    const drawAgain = () => change({parts: (state.parts ?? 0) + 1});
    const failed = ({code}) => {
      if (code !== "newer") return void parts.delete(address); // the next drawing tries again
      gone.add(address);
      return drawAgain();
    };
    fetched(address).then(drawAgain, failed);
  }
  return parts.get(address);
}

/** Whether a part has come; and whether it never will. */
export const isHere = (address) => parts.get(address) !== undefined;
export const isGone = (address) => gone.has(address);

/** The same, for who can wait. */
export async function fetched(address) {
  if (parts.get(address)) return parts.get(address);
  const [found] = await Promise.allSettled([import(address)]);
  if ((!whole || found.status === "rejected") && await compare()) {
    throw new UserError(_("This part of the page is gone: the server has a newer page. Load the page again."), "newer");
  }
  if (found.status === "rejected") throw away(found.reason);
  parts.set(address, found.value);
  return found.value;
}

/** What a browser says in its own words where nobody answers. */
function away(fault) {
  const text = _("This part of the page cannot be had now: the server does not answer.");
  return fault instanceof TypeError ? new UserError(text, "away") : fault;
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

/** What a finished game teaches: {table, secret}. */
export async function beginReview(where) {
  const [review] = await Promise.all([fetched("../shell/review/making.js"), fetched("../shell/review/screen.js")]);
  return review.beginReview(where);
}

/** Keep the figures of the game that has ended here.  Where that part cannot be had, "My games" lacks it, and no more. */
export function noteGame(now) {
  return fetched("../start/games/noting.js").then((noting) => noting.note(now), () => {});
}

/** What all our games tell together. */
export async function showGames() {
  await fetched("../start/games/screen.js");
  change({screen: "games", open: "", games: {side: "", opponent: "", all: false, fault: ""}});
}

/** Puzzles, one after the other. */
export async function beginPuzzles() {
  const [puzzles] = await Promise.all([fetched("../shell/puzzles/puzzles.js"), fetched("../shell/puzzles/screen.js"), styled("../style/later/puzzles.css")]);
  await puzzles.beginPuzzles();
}

/** The editor of battles: its module, once its screen is here too. */
export async function editor() {
  const [found] = await Promise.all([fetched("../start/editor/editor.js"), fetched("../start/editor/screen.js")]);
  return found;
}

/** Two people who take turns at this screen. */
export const beginPair = async () => (await fetched("../table/curtain/curtain.js")).begin();

/** The coach of the tutorial; nothing yet, while he is on his way. */
export const coach = () => part("../tutorial/coach.js");

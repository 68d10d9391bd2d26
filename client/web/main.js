/** The page begins here: it draws the screens, and goes where the address leads. */
import { bindKeys } from "./table/question/input/keys.js";
import { passBy } from "./table/question/answering/by_itself.js";
import { bindPointer } from "./table/question/input/pointer.js";
import { bringInSight } from "./table/in_sight.js";
import { keepRead } from "./table/chat/read.js";
import { draw, forget } from "./base/dom.js";
import { dressed, followSystem } from "./base/appearance.js";
import { compare, fetched, isGone, part } from "./base/later.js";
import { goTo, introduce, keepAddress } from "./shell/navigation.js";
import { attend, lookHere } from "./shell/attention.js";
import { announceEnd } from "./shell/ending.js";
import { banner } from "./shell/banner.js";
import { shortcuts } from "./shell/shortcuts.js";
import { speak as tell } from "./shell/announcer.js";
import { tableScreen } from "./shell/table_screen.js";
import { connect, lobby } from "./session/api.js";
import { followTables } from "./session/tables/my_tables.js";
import { giveFocusBack } from "./base/widgets/sheet.js";
import { start } from "./start/page.js";
import { change, state, watch } from "./base/store.js";
import { helped } from "./session/tutor.js";
import { speak, whenMore } from "./base/language/words.js";

const SCREENS = { start: (now) => [banner(now), start(now)], table: tableScreen, replay, review, puzzle, games, editor };
const SOON = 600; // milliseconds from the first picture until what is used at once on a table, but not in it, is fetched
const QUIET = 5000; // milliseconds until what may be needed is fetched: the line may be gone when it is

const app = document.getElementById("app"), over = document.getElementById("sheets");
let opened = "", screen = "";

/** Bring the page up to date. */
function show(now) {
  dressed(now);
  draw(app, (SCREENS[now.screen] ?? SCREENS.start)(now));
  const sheets = now.open ? part("../sheets/sheets.js") : null;
  draw(over, sheets?.sheets(now));
  if (now.open && isGone("../sheets/sheets.js")) queueMicrotask(() => change({ open: "", newer: "needed" }));
  if (opened && !now.open) giveFocusBack();
  opened = now.open;
  if (screen && screen !== now.screen) arrive();
  screen = now.screen;
  document.body.dataset.screen = now.screen;
  tell(now);
}

/** A new screen is read from its top. */
function arrive() {
  scrollTo(0, 0);
  document.getElementById("main")?.focus({ preventScroll: true });
}

function replay(now) {
  return part("../shell/replay/screen.js")?.replayScreen(now);
}

function review(now) {
  return part("../shell/review/screen.js")?.reviewScreen(now);
}

function games(now) {
  return part("../start/games/screen.js")?.gamesScreen(now);
}

function editor(now) {
  return part("../start/editor/screen.js")?.editorScreen(now);
}

function puzzle(now) {
  return part("../shell/puzzles/screen.js")?.puzzleScreen(now);
}

/** In a replay the log leads to moments, not to the past of a game that goes on. */
function followLog(now) {
  if (now.screen !== "replay" || now.past === null) return;
  part("../shell/replay/replay.js")?.goToLog(now.past);
  change({ past: null });
}

const controlled = Boolean(navigator.serviceWorker?.controller); // by the worker that keeps the page
let lost = controlled; // or the page came from this browser, and its server has another by now

/** Who comes back to a server, perhaps comes to another one. */
function comeBack({ net }) {
  if (net.status === "waiting") lost = true;
  if (net.status !== "in" || !lost) return;
  lost = false;
  compare();
}

/** More texts of the language are here. */
function readAgain() {
  forget();
  change({ words: (state.words ?? 0) + 1 });
}

async function begin() {
  whenMore(readAgain);
  introduce(location.hash);
  await speak(state.settings.lang);
  watch(passBy);
  watch(helped);
  watch(followLog);
  watch(announceEnd);
  watch(attend);
  lookHere();
  watch(keepAddress);
  watch(keepRead);
  watch(show);
  watch(bringInSight);
  watch(comeBack);
  show(state);
  if (controlled) installed();
  bindPointer(app);
  bindKeys();
  addEventListener("keydown", askedEarly, true);
  shortcuts();
  followSystem(() => show(state));
  addEventListener("resize", () => show(state));
  addEventListener("hashchange", () => goTo(location.hash));
  try {
    await connect();
  } catch {
    return; // there is no way to this server; the banner says why
  }
  lobby(true);
  followTables();
  await goTo(location.hash);
  onceShown(enlarging);
  for (const soon of ["../table/battle/battle.js", "../sheets/sheets.js"]) setTimeout(part, QUIET, soon);
  if (!controlled) setTimeout(installed, QUIET);
}

/** Nothing comes before the first question that is not needed for it: what begins a game is told until then. */
function onceShown(act) {
  const idle = () => ("requestIdleCallback" in globalThis ? requestIdleCallback(act, { timeout: SOON }) : act());
  const look = (now) => {
    if (now.screen === "table" && (!now.shown || now.beat)) return;
    unwatch();
    setTimeout(idle, SOON);
  };
  const unwatch = watch(look);
  look(state);
}

/** @type {?Promise<any>} */
let enlarged = null;

/** Cards of the table can be seen large from now on; where that cannot be had they are read on their own sheet. */
function enlarging() {
  const bind = (here) => {
    removeEventListener("keydown", askedEarly, true);
    here.bindEnlarged(app);
    return here;
  };
  enlarged ??= fetched("../table/enlarged.js").then(bind).catch(() => { enlarged = null; });
  return enlarged;
}

/** Whoever asks for a card before that sees it as soon as it can be shown. */
async function askedEarly(event) {
  if (event.key === "Z") (await enlarging())?.askedByKey(event);
}

/** What lets this page be a program of the system, and open without a server. */
async function installed() {
  try {
    const { install, nameInstalled } = await fetched("../shell/install/install.js");
    watch(nameInstalled);
    nameInstalled();
    await install();
  } catch {
    // the page is not kept, and goes on
  }
}

begin();

/** The page begins here: it draws the screens, and goes where the address leads. */
import { bindKeys } from "./ask/keys.js";
import { bindPointer } from "./ask/pointer.js";
import { keepRead } from "./chat/read.js";
import { draw, forget } from "./dom.js";
import { part } from "./later.js";
import { goTo, introduce, keepAddress } from "./live/doors.js";
import { announceEnd } from "./live/ending.js";
import { banner } from "./live/banner.js";
import { shortcuts } from "./live/shortcuts.js";
import { speak as tell } from "./live/speaker.js";
import { tableScreen } from "./live/table_screen.js";
import { connect, lobby } from "./net/guest.js";
import { dressed, followSystem } from "./sheets/settings.js";
import { giveFocusBack } from "./sheets/sheet.js";
import { start } from "./start/page.js";
import { change, state, watch } from "./store.js";
import { helped } from "./tutorial/tutor.js";
import { speak, whenMore } from "./words.js";

const SCREENS = { start: (now) => [banner(now), start(now)], table: tableScreen, replay };
const QUIET = 5000; // milliseconds until what may be needed is fetched: the line may be gone when it is

const app = document.getElementById("app"), over = document.getElementById("sheets");
let opened = "", screen = "";

/** Bring the page up to date. */
function show(now) {
  dressed(now);
  draw(app, (SCREENS[now.screen] ?? SCREENS.start)(now));
  draw(over, now.open ? part("./sheets/sheets.js")?.sheets(now) : null);
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
  return part("./replay/screen.js")?.replayScreen(now);
}

/** In a replay the log leads to moments, not to the past of a game that goes on. */
function followLog(now) {
  if (now.screen !== "replay" || now.past === null) return;
  part("./replay/replay.js")?.goToLog(now.past);
  change({ past: null });
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
  watch(followLog);
  watch(announceEnd);
  watch(keepAddress);
  watch(keepRead);
  watch(show);
  watch(helped);
  show(state);
  bindPointer(app);
  bindKeys();
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
  await goTo(location.hash);
  for (const soon of ["./play/battle.js", "./sheets/sheets.js"]) setTimeout(part, QUIET, soon);
}

begin();

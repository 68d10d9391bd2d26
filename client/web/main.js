/** The page begins here: it draws the screens, and goes where the address leads. */
import { bindKeys } from "./table/question/input/keys.js";
import { passBy } from "./table/question/answering/by_itself.js";
import { bindPointer } from "./table/question/input/pointer.js";
import { keepRead } from "./table/chat/read.js";
import { draw, forget } from "./base/dom.js";
import { part } from "./base/later.js";
import { goTo, introduce, keepAddress } from "./shell/navigation.js";
import { attend, lookHere } from "./shell/attention.js";
import { announceEnd } from "./shell/ending.js";
import { banner } from "./shell/banner.js";
import { shortcuts } from "./shell/shortcuts.js";
import { speak as tell } from "./shell/announcer.js";
import { tableScreen } from "./shell/table_screen.js";
import { connect, lobby } from "./session/api.js";
import { dressed, followSystem } from "./sheets/settings.js";
import { giveFocusBack } from "./base/widgets/sheet.js";
import { start } from "./start/page.js";
import { change, state, watch } from "./base/store.js";
import { helped } from "./session/tutor.js";
import { speak, whenMore } from "./base/language/words.js";

const SCREENS = { start: (now) => [banner(now), start(now)], table: tableScreen, replay };
const QUIET = 5000; // milliseconds until what may be needed is fetched: the line may be gone when it is

const app = document.getElementById("app"), over = document.getElementById("sheets");
let opened = "", screen = "";

/** Bring the page up to date. */
function show(now) {
  dressed(now);
  draw(app, (SCREENS[now.screen] ?? SCREENS.start)(now));
  draw(over, now.open ? part("../sheets/sheets.js")?.sheets(now) : null);
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

/** In a replay the log leads to moments, not to the past of a game that goes on. */
function followLog(now) {
  if (now.screen !== "replay" || now.past === null) return;
  part("../shell/replay/replay.js")?.goToLog(now.past);
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
  watch(passBy);
  watch(followLog);
  watch(announceEnd);
  watch(attend);
  lookHere();
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
  for (const soon of ["../table/battle/battle.js", "../sheets/sheets.js"]) setTimeout(part, QUIET, soon);
}

begin();

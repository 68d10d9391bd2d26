/** How the page speaks, looks and moves; kept in this browser. */
import { h } from "../base/dom.js";
import { fetched } from "../base/later.js";
import { change, state as current } from "../base/store.js";
import { _, speak } from "../base/language/words.js";
import { allowed, askLeave } from "../base/notifications.js";
import { bell } from "../base/sound.js";
import { choice, range, tick } from "../base/widgets/fields.js";
import { sheet } from "../base/widgets/sheet.js";

/**
 * The sheet.
 * @param {Page.State} state
 */
export function settings(state) {
  const now = state.settings;
  return sheet("settings", _("Settings"), {},
    choice("set-lang", _("Language"), [["en", "English"], ["ja", "日本語"]], now.lang, setLanguage),
    choice("set-theme", _("Colours"), [["auto", _("as the system")], ["day", _("day")], ["night", _("night")]],
      now.theme, (theme) => set({ theme })),
    choice("set-speed", _("What happens is shown"),
      [["calm", _("calmly")], ["quick", _("quickly")], ["at-once", _("at once")]], now.speed,
      (speed) => set({ speed })),
    h("p", { class: "hint", key: "speed-hint" }, _("Quickly, the story of a whole turn takes twenty seconds at most.")),
    tick("set-motion", _("Cards and dice move"), now.motion, (motion) => set({ motion })),
    h("p", { class: "hint", key: "motion-hint" },
      _("If your system asks for less motion, nothing moves here either.")),
    effects(now),
    calls(now));
}

/** What battles sound like; to hear one of them, it is fetched. */
function effects(now) {
  const tried = () => fetched("../table/battle/sounds.js").then(({ play }) => play([{ event: "damaged" }], new Map()));
  return h("fieldset", { class: "field calls", key: "effects" },
    h("legend", {}, _("In battles")),
    tick("set-effects", _("searches, shots and hits are heard"), now.effects, (wanted) => {
      set({ effects: wanted });
      if (wanted) tried();
    }),
    range("set-loudness", _("How loud"), now.loudness, (loudness) => {
      set({ loudness });
      tried();
    }, { disabled: !now.effects }));
}

const TRIED = [[659, 0], [880, 0.16]]; // hertz, and seconds

/** How one is called who looks elsewhere. */
function calls(now) {
  const may = allowed();
  return h("fieldset", { class: "field calls", key: "calls" },
    h("legend", {}, _("When you are asked and look elsewhere")),
    tick("set-sound", _("a sound"), now.sound, (sound) => {
      set({ sound });
      if (sound) bell(TRIED, now.volume);
    }),
    range("set-volume", _("Volume"), now.volume, (volume) => {
      set({ volume });
      bell(TRIED, volume);
    }, { disabled: !now.sound }),
    tick("set-alerts", _("a notification of the system"), now.alerts && may === "granted", setAlerts,
      { disabled: may === "no" || may === "denied" }),
    h("p", { class: "hint", key: "alerts-hint", role: "status" }, whyNoAlerts(may)));
}

function whyNoAlerts(may) {
  if (may === "no") return _("Notifications need an encrypted page, or one of this computer.");
  if (may === "denied") {
    return _("Your browser was told to show no notifications of this page; its settings can change that.");
  }
  return _("The title of the tab says it in any case.");
}

/** Leave is asked for when it is wanted, and not before. */
async function setAlerts(wanted, box) {
  const alerts = wanted && await askLeave() === "granted";
  box.checked = alerts; // what was pressed and refused: no drawing would tell
  set({ alerts });
}

function set(patch) {
  change({ settings: { ...current.settings, ...patch } });
}

async function setLanguage(lang) {
  await speak(lang);
  set({ lang });
}

const dark = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
const still = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

/** Let the page look as it is set; told by main.js at each drawing, cheap when nothing has changed. */
export function dressed({ settings: now }) {
  const night = now.theme === "night" || (now.theme === "auto" && dark?.matches);
  const body = document.body;
  body.classList.toggle("night", Boolean(night));
  body.classList.toggle("day", !night);
  body.classList.toggle("still", !now.motion || Boolean(still?.matches));
  body.dataset.speed = now.speed;
}

/** Draw again when the system changes between day and night, or motion is no longer wanted. */
export function followSystem(again) {
  dark?.addEventListener("change", again);
  still?.addEventListener("change", again);
}

/** How the page speaks, looks and moves; kept in this browser. */
import { h } from "../dom.js";
import { change, state as current } from "../store.js";
import { _, speak } from "../words.js";
import { choice, tick } from "../start/fields.js";
import { sheet } from "./sheet.js";

/** The sheet. */
export function settings(state) {
  const now = state.settings;
  return sheet("settings", _("Settings"), {},
    choice("set-lang", _("Language"), [["en", "English"], ["ja", "日本語"]], now.lang, setLanguage),
    choice("set-theme", _("Colours"), [["auto", _("as the system")], ["day", _("day")], ["night", _("night")]],
      now.theme, (theme) => set({ theme })),
    choice("set-speed", _("What happens is shown"),
      [["calm", _("calmly")], ["quick", _("quickly")], ["at-once", _("at once")]], now.speed,
      (speed) => set({ speed })),
    tick("set-motion", _("Cards and dice move"), now.motion, (motion) => set({ motion })),
    h("p", { class: "hint", key: "motion-hint" },
      _("If your system asks for less motion, nothing moves here either.")));
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

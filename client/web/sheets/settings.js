/** How the page speaks, looks and moves; kept in this browser. */
import { h } from "../base/dom.js";
import { fetched } from "../base/later.js";
import { change, state as current } from "../base/store.js";
import { phrase } from "../base/language/vocabulary.js";
import { _, speak, language } from "../base/language/words.js";
import { allowed, askLeave } from "../base/notifications.js";
import { bell } from "../base/sound.js";
import { choice, fault, range, tick } from "../base/widgets/fields.js";
import { open, sheet } from "../base/widgets/sheet.js";
import { clean } from "../base/language/clean.js";
import { save } from "../session/net/downloads.js";

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
    ...looks(now),
    choice("set-speed", _("What happens is shown"),
      [["calm", _("calmly")], ["quick", _("quickly")], ["at-once", _("at once")]], now.speed,
      (speed) => set({ speed })),
    hint("speed", _("Quickly, the story of a whole turn takes twenty seconds at most.")),
    tick("set-motion", _("Cards and dice move"), now.motion, (motion) => set({ motion })),
    hint("motion", _("If your system asks for less motion, nothing moves here either.")),
    ...answers(now),
    effects(now),
    calls(now),
    h("button", { type: "button", key: "own-key", on: { click: () => open("own-key") } }, _("Your name and your key")),
    asFile(state));
}

function hint(key, text) {
  return h("p", { class: "hint", key: `${key}-hint` }, text);
}

/** What one sees. */
function looks(now) {
  return [
    choice("set-palette", _("Sides and marks"),
      [["usual", _("in the usual colours")], ["blind", _("for colour-blind eyes")]], now.palette,
      (palette) => set({ palette })),
    hint("palette", _("Each has its shape besides: no colour says anything alone.")),
    choice("set-cards", _("Size of the cards"), [["small", _("small")], ["usual", _("usual")], ["large", _("large")]],
      now.cards, (cards) => set({ cards })),
  ];
}

/** How one answers. */
function answers(now) {
  return [
    choice("set-confirm", _("An answer is given"), [["always", _("always by Confirm")], ["quick", _("quickly")]], now.confirm,
      (confirm) => set({ confirm })),
    hint("confirm", _("Always: an answer is given by Confirm or Enter. Quickly: a choice that loses nothing is given by one click.")),
    tick("set-warn", phrase("advice.warn"), now.warn ?? false, (warn) => set({ warn })),
    tick("set-by-itself", phrase("by_itself.setting"), now.byItself ?? true, (byItself) => set({ byItself })),
  ];
}

/**
 * Taken to another browser.
 * @param {Page.State} state
 */
function asFile({ settingsTold: told }) {
  return h("fieldset", { class: "field", key: "file" },
    h("legend", {}, _("These settings in another browser")),
    h("div", { class: "row-buttons" },
      h("button", { type: "button", on: { click: saveThem } }, _("Save to a file"))),
    h("div", { class: "field", key: "read" },
      h("label", { for: "set-read" }, _("Read from a file")),
      h("input", { id: "set-read", type: "file", accept: ".json,application/json", on: { change: readThem } })),
    h("p", { class: "hint", key: "told", role: "status" }, told?.text ?? ""),
    fault(told?.fault ?? ""));
}

const asText = () => fetched("../session/storage/preferences_file.js");

async function saveThem() {
  const { NAME, written } = await asText();
  save(NAME, written(current.settings));
  change({ settingsTold: { text: _("Saved. Your name, key and games are not in it: they stay in this browser.") } });
}

/** A file is read once; choosing the same one again reads it again. */
async function readThem({ target }) {
  const [file] = target.files ?? [];
  if (!file) return;
  try {
    const { read } = await asText(), now = read(await file.text(), clean(file.name, 60), current.settings);
    await speak(now.lang);
    change({ settings: now, settingsTold: { text: _("Read: these settings hold from now on.") } });
  } catch (error) {
    change({ settingsTold: { fault: error.message } });
  }
  target.value = "";
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
    h("p", { class: "hint", key: "alerts-hint", role: "status" }, whyNoAlerts(may)),
    h("button", { type: "button", on: { click: () => open("notifying") } }, _("Notifications")));
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
  if (language() === lang) set({ lang });
}

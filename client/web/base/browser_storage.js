/**
 * What this browser keeps: the name, the settings, the seats that wait for us.  Where nothing can be kept (a private
 * window, storage that is full or switched off) everything works until the page is closed.
 */

const PREFIX = "ironbottom.";
const SETTINGS = {
  lang: "", theme: "auto", speed: "quick", motion: true, sound: false, volume: 50, alerts: false, effects: false, loudness: 50,
  cards: "usual", palette: "usual", confirm: "always", byItself: true,
};
const SEAT = "seat.";
const MOST_SEATS = 50; // finished and forgotten ones go first

const memory = new Map(); // what the storage did not take

/**
 * A thing that was kept under a name; `otherwise` where there is none, or none that can be read.
 * @param {string} name
 * @param {any} otherwise
 * @returns {any}
 */
export function kept(name, otherwise = null) {
  try {
    const text = memory.get(name) ?? storage()?.getItem(PREFIX + name) ?? null;
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** Keep a thing under a name.  Whether it will outlast this page. */
export function keep(name, thing) {
  const text = JSON.stringify(thing);
  try {
    /** @type {Storage} */ (storage()).setItem(PREFIX + name, text);
    memory.delete(name);
    return true;
  } catch {
    memory.set(name, text);
    return false;
  }
}

/** Keep a thing no longer. */
export function forget(name) {
  memory.delete(name);
  try {
    storage()?.removeItem(PREFIX + name);
  } catch {
    // there is nothing to take away from
  }
}

/** The name under which its reader plays here; empty: none was given yet. */
export function keptName() {
  const name = kept("name", "");
  return typeof name === "string" ? name : "";
}

export function keepName(name) {
  keep("name", name);
}

/** The settings, with those that were never touched as they come. */
export function keptSettings() {
  const known = kept("settings", {});
  const settings = {...SETTINGS, ...(typeof known === "object" ? known : {})};
  if (!settings.lang) settings.lang = wished();
  return settings;
}

export function keepSettings(settings) {
  keep("settings", settings);
}

function wished() {
  const languages = globalThis.navigator?.languages ?? [];
  return String(languages[0] ?? "en").startsWith("ja") ? "ja" : "en";
}

/** A seat at a table, to go on with after the page was closed; as `keptSeat` gives it back. */
export function keepSeat(seat) {
  keep(SEAT + seat.table, seat);
  for (const old of keptSeats().slice(MOST_SEATS)) forgetSeat(old.table);
}

/** The seat that was kept at a table; null: none. */
export function keptSeat(table) {
  return kept(SEAT + table);
}

/** The seat is gone. */
export function forgetSeat(table) {
  forget(SEAT + table);
}

/** All seats that were kept: games that go on first, then those that are over, each with the newest first. */
export function keptSeats() {
  const seats = names().filter((name) => name.startsWith(SEAT)).map((name) => kept(name));
  const sound = seats.filter((seat) => typeof seat?.table === "string" && typeof seat.token === "string");
  return sound.sort((one, other) => one.over - other.over || other.at - one.at);
}

function names() {
  const found = new Set(memory.keys());
  const there = storage();
  for (let n = 0; n < (there?.length ?? 0); n++) {
    const name = there?.key(n) ?? "";
    if (name.startsWith(PREFIX)) found.add(name.slice(PREFIX.length));
  }
  return [...found];
}

/** localStorage, where there is one: to look at it is already forbidden in some browsers. */
function storage() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

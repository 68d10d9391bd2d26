/**
 * The settings of this browser as a file, to take them to another one:
 *
 *   {"program": "ironbottom", "format": 1, "settings": {"theme": "night", ...}}
 *
 * What a newer page has written is read as far as we know it; settings that we do not know are kept as they are.
 */

import {UserError} from "../../base/language/user_error.js";
import {_, fill} from "../../base/language/words.js";

export const NAME = "ironbottom-preferences.json";
const PROGRAM = "ironbottom", FORMAT = 1;
const MOST = 20_000; // letters of a file
const FIELD = /^[a-z][A-Za-z0-9]{0,31}$/;
const LONGEST = 64; // letters of a value that we do not know

const oneOf = (...values) => (value) => values.includes(value);
const truth = oneOf(true, false);
const percent = (value) => Number.isInteger(value) && value >= 0 && value <= 100;
const KNOWN = {
  lang: oneOf("en", "ja"), theme: oneOf("auto", "day", "night"), speed: oneOf("calm", "quick", "at-once"), motion: truth,
  sound: truth, volume: percent, alerts: truth, effects: truth, loudness: percent,
  cards: oneOf("small", "usual", "large"), palette: oneOf("usual", "blind"), confirm: oneOf("always", "quick"), byItself: truth, warn: truth,
};

/** The text of the file. */
export function written(settings) {
  return `${JSON.stringify({program: PROGRAM, format: FORMAT, settings}, null, 2)}\n`;
}

/** The settings that a file brings, over those that are; a file that is none, or has a fault, changes nothing. */
export function read(text, name, settings) {
  const found = parsed(text);
  if (found?.program !== PROGRAM || !Number.isInteger(found.format) || found.format < 1 || !isTable(found.settings)) {
    const words = _("{file} holds no settings of this page: choose a file that “Save to a file” has made. Nothing was changed.");
    throw new UserError(fill(words, {file: name}), "no-settings");
  }
  for (const [field, value] of Object.entries(found.settings)) {
    if (sound(field, value)) continue;
    const words = _("In {file} “{field}” has a value that it cannot have: save the settings anew, or correct it. Nothing was changed.");
    throw new UserError(fill(words, {file: name, field: field.slice(0, LONGEST)}), "bad-setting");
  }
  return {...settings, ...found.settings};
}

function sound(field, value) {
  if (Object.hasOwn(KNOWN, field)) return KNOWN[field](value);
  return FIELD.test(field) && ["string", "number", "boolean"].includes(typeof value) && String(value).length <= LONGEST;
}

function isTable(thing) {
  return typeof thing === "object" && thing !== null && !Array.isArray(thing);
}

function parsed(text) {
  try {
    return text.length > MOST ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

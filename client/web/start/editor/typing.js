/**
 * What is typed into a field of a battle.  What the field does not allow stays in it as it was typed, in `typed` of the editor, and
 * changes nothing of the battle.
 */
import { h } from "../../base/dom.js";
import { TABLES, clean } from "../../base/language/vocabulary.js";
import { _, fill } from "../../base/language/words.js";
import { state } from "../../base/store.js";
import { battleNow, set, step } from "./editor.js";

const TITLE = 80; // letters

/** Of a figure; without bounds of the title.  What is wrong with it goes into `faults`. */
export function input({ typed }, faults, { name, label, value, put, bounds }, more = {}) {
  const id = `editor-${name}`, text = typed[name], why = text === undefined ? null : fault(label, bounds, text);
  if (why) faults.push(why);
  return [
    h("input", {
      id, key: "input", ...(bounds ? { type: "number", min: bounds[0], max: bounds[1] } : { type: "text", maxlength: TITLE }), value: text ?? String(value),
      "aria-invalid": why && "true", "aria-describedby": why && `${id}-wrong`, ...more, on: { change: ({ target }) => type(name, bounds, put, target.value) },
    }),
    why && h("small", { id: `${id}-wrong`, key: "wrong", class: "fault" }, why),
  ];
}

function fault(label, bounds, text) {
  const allowed = bounds ? fill(_("any whole number from {low} to {high}"), { low: bounds[0], high: bounds[1] }) : fill(_("a text of 1 to {most} letters"), { most: TITLE });
  return clean(fill(_(TABLES.battle_faults.place), { place: label, found: text.trim() ? `"${clean(text, 40)}"` : _("nothing"), allowed }));
}

function type(name, bounds, put, text) {
  const said = text.trim(), n = Number(said), typed = without(name);
  const allowed = bounds ? /^\d+$/u.test(said) && n >= bounds[0] && n <= bounds[1] : said;
  if (allowed) step(put(battleNow(), bounds ? n : said), { typed });
  else set({ typed: { ...typed, [name]: text }, told: "" });
}

/** What was typed in vain, but for one field. */
export const without = (name) => Object.fromEntries(Object.entries(state.editor.typed).filter(([one]) => one !== name));

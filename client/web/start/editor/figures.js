/**
 * What is typed into the fields of a battle: each figure has bounds, and the title some letters.  What is not allowed is kept as
 * it was typed, so that the field shows it, and changes nothing of the battle; one sentence tells what is.
 */
import { clean } from "../../base/language/clean.js";
import { TABLES, word } from "../../base/language/vocabulary.js";
import { _, fill } from "../../base/language/words.js";
import { RULES, optionName } from "../../text/table_rules.js";
import { sideName } from "../../text/phrases.js";
import { BOUNDS, SCORED, figure, ruled, scored, sideOf, titled } from "./editing.js";

export const TITLE = 80; // letters
const WHOLE = /^\d{1,4}$/u;

/** {name, label, value, bounds, put}: the title, which has no bounds, and then all figures in the order of the screen. */
export function fieldsOf(battle) {
  const plain = (name, label) => ({ name, label, value: battle[name], bounds: BOUNDS[name], put: (now, n) => figure(now, name, n) });
  return [
    { name: "called", label: _("Title"), value: battle.english.title, bounds: null, put: titled },
    plain("turns", _("Turns of both sides together")), plain("clear", _("VP of a clear victory")), plain("decisive", _("VP of a decisive victory")),
    ...[0, 1].flatMap((side) => [
      ofSide(battle, "lead", side, _("{side}: VP from the start")),
      ofSide(battle, "hand", side, _("{side}: cards of the deck that are dealt to the hand")),
    ]),
    ...SCORED.map((what) => points(battle, what)),
    ...RULES.flatMap((rule) => ruleFigure(battle, rule)),
  ];
}

function ofSide(battle, name, side, label) {
  return { name: `${name}-${side}`, label: fill(label, { side: sideName(side) }), value: sideOf(battle, side)[name], bounds: BOUNDS[name], put: (now, n) => figure(now, name, n, side) };
}

function points(battle, what) {
  const value = Object.fromEntries(battle.scores)[what] ?? 0;
  return { name: `score-${what}`, label: fill(_("VP for {what}"), { what: word("scores", what) }), value, bounds: BOUNDS.score, put: (now, n) => scored(now, what, n) };
}

/** The figure of an optional rule that is on and takes one. */
function ruleFigure({ options }, { word: which, least, most, usual }) {
  const said = options.find((one) => one.split(":")[0] === which);
  if (!said || !(most > 0)) return [];
  const label = fill(_("{rule}: figure"), { rule: ruleName(which) }), put = (now, n) => ruled(now, RULES, which, `${which}:${n}`);
  return [{ name: `rule-${which}-figure`, label, value: said.split(":")[1] ?? usual, bounds: [least, most], put }];
}

/** An optional rule without its figure. */
export const ruleName = (which) => optionName(which).replace(/ \d+$/u, "");

/** The battle with what was typed into a field; null: that is not allowed. */
export function typedInto(battle, { bounds, put }, text) {
  const said = text.trim();
  if (!bounds) return said && said.length <= TITLE ? put(battle, said) : null;
  return WHOLE.test(said) && Number(said) >= bounds[0] && Number(said) <= bounds[1] ? put(battle, Number(said)) : null;
}

/** What is wrong with the first field that holds what is not allowed; empty: nothing. */
export function typedFault({ battle, typed }) {
  const field = fieldsOf(battle).find(({ name }) => name in typed);
  return field ? faultIn(field, typed[field.name]) : "";
}

/** Why this cannot stand in a field. */
export function faultIn({ label, bounds }, text) {
  const found = text.trim() ? `"${clean(text.trim(), 40)}"` : _("nothing");
  const allowed = bounds ? fill(_("a whole number from {low} to {high}"), { low: bounds[0], high: bounds[1] }) : fill(_("a text of 1 to {most} letters"), { most: TITLE });
  return fill(_(TABLES.battle_faults.place), { place: label, found, allowed });
}

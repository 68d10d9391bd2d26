/** What a battle says besides who lies where: title, length, decks, points, optional rules. */
import { h } from "../../base/dom.js";
import { clean } from "../../base/language/clean.js";
import { _ } from "../../base/language/words.js";
import { list, tick } from "../../base/widgets/fields.js";
import { RULES } from "../../text/table_rules.js";
import { sideName } from "../../text/phrases.js";
import { ruled } from "./editing.js";
import { battleNow, step, type } from "./editor.js";
import { TITLE, faultIn, fieldsOf, ruleName } from "./figures.js";

/** The part below the table. */
export function settings(editor) {
  const { battle } = editor, both = [["0", sideName(0)], ["1", sideName(1)]], all = fieldsOf(battle).filter(({ name }) => !name.startsWith("rule-"));
  const [called, turns, ...rest] = all.map((one) => h("div", { class: "field", key: one.name }, h("label", { for: `editor-${one.name}` }, one.label), input(editor, one)));
  return h("details", { class: "editor-settings", key: "settings" }, h("summary", {}, _("Length, points, rules")),
    h("div", { class: "editor-fields" },
      called, turns,
      list("editor-first", _("First turn"), both, String(battle.first), (side) => step({ ...battleNow(), first: Number(side) })),
      list("editor-ties", _("Who wins on equal VP"), both, String(battle.ties), (side) => step({ ...battleNow(), ties: Number(side) })),
      tick("editor-decks", _("Both sides draw"), battle.decks, (decks) => step({ ...battleNow(), decks })),
      rest),
    h("fieldset", { class: "field editor-rules", key: "rules" }, h("legend", {}, _("Optional rules")), RULES.map((rule) => option(editor, rule))));
}

/** Of a figure or of the title; what was typed last and is not allowed stands there, with what is. */
function input({ typed }, field, more = {}) {
  const { name, value, bounds } = field, id = `editor-${name}`, wrong = name in typed, why = `${id}-wrong`;
  const kind = bounds ? { type: "number", min: String(bounds[0]), max: String(bounds[1]) } : { type: "text", maxlength: String(TITLE) };
  return [
    h("input", {
      id, key: "input", ...kind, value: wrong ? typed[name] : String(value), ...(wrong && { "aria-invalid": "true", "aria-describedby": why }), ...more,
      on: { change: ({ target }) => type(field, target.value) },
    }),
    wrong && h("small", { id: why, key: "wrong", class: "fault" }, clean(faultIn(field, typed[name]), 400)),
  ];
}

/** On or off; one that takes a figure has its own. */
function option(editor, rule) {
  const { battle, typed } = editor, name = ruleName(rule.word), field = fieldsOf(battle).find((one) => one.name === `rule-${rule.word}-figure`);
  const usual = rule.most > 0 ? `${rule.word}:${rule.usual}` : rule.word, on = battle.options.some((one) => one.split(":")[0] === rule.word);
  return h("div", { class: "editor-rule", key: rule.word },
    tick(`editor-rule-${rule.word}`, name, on, (chosen) => {
      const { [`rule-${rule.word}-figure`]: _before, ...kept } = typed;
      step(ruled(battleNow(), RULES, rule.word, chosen ? usual : ""), { typed: kept });
    }),
    field ? input(editor, field, { "aria-label": field.label }) : null);
}

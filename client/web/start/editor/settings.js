/** What a battle says besides who lies where: title, length, decks, points, optional rules. */
import { h } from "../../base/dom.js";
import { word } from "../../base/language/vocabulary.js";
import { _, fill } from "../../base/language/words.js";
import { list, tick } from "../../base/widgets/fields.js";
import { RULES, optionName } from "../../text/table_rules.js";
import { sideName } from "../../text/phrases.js";
import { BOUNDS, SCORED, figure, ruled, scored, sideOf, titled } from "./editing.js";
import { battleNow, step } from "./editor.js";
import { input, without } from "./typing.js";

/** The part below the table; what is wrong with what was typed there goes into `faults`. */
export function settings(editor, faults) {
  const { battle } = editor, both = [["0", sideName(0)], ["1", sideName(1)]], points = Object.fromEntries(battle.scores);
  const field = (name, label, value, put) => h("div", { class: "field", key: name }, h("label", { for: `editor-${name}` }, label), input(editor, faults, { name, label, value, put, bounds: BOUNDS[name.split("-")[0]] }));
  const number = (name, label) => field(name, label, battle[name], (now, n) => figure(now, name, n));
  const ofSide = (name, side, label) => field(`${name}-${side}`, fill(label, { side: sideName(side) }), sideOf(battle, side)[name], (now, n) => figure(now, name, n, side));
  return h("details", { class: "editor-settings", key: "settings" }, h("summary", {}, _("Length, points, rules")),
    h("div", { class: "editor-fields" },
      field("called", _("Title"), battle.english.title, titled),
      number("turns", _("Turns of both sides together")),
      list("editor-first", _("First turn"), both, String(battle.first), (side) => step({ ...battleNow(), first: Number(side) })),
      list("editor-ties", _("Who wins on equal VP"), both, String(battle.ties), (side) => step({ ...battleNow(), ties: Number(side) })),
      tick("editor-decks", _("Both sides draw"), battle.decks, (decks) => step({ ...battleNow(), decks })),
      number("clear", _("VP of a clear victory")), number("decisive", _("VP of a decisive victory")),
      [0, 1].map((side) => [ofSide("lead", side, _("{side}: VP from the start")), ofSide("hand", side, _("{side}: cards of the deck that are dealt to the hand"))]),
      SCORED.map((what) => field(`score-${what}`, fill(_("VP for {what}"), { what: word("scores", what) }), points[what] ?? 0, (now, n) => scored(now, what, n)))),
    h("fieldset", { class: "field editor-rules", key: "rules" }, h("legend", {}, _("Optional rules")), RULES.map((rule) => option(editor, faults, rule))));
}

/** On or off; one that takes a figure has its own. */
function option(editor, faults, { word: which, least, most, usual }) {
  const said = editor.battle.options.find((one) => one.split(":")[0] === which), label = optionName(which).replace(/ \d+$/u, ""), id = `rule-${which}`, name = `${id}-figure`;
  const figured = { name, label: fill(_("{rule}: figure"), { rule: label }), value: said?.split(":")[1] ?? usual, bounds: [least, most], put: (now, n) => ruled(now, RULES, which, `${which}:${n}`) };
  return h("div", { class: "editor-rule", key: which },
    tick(`editor-${id}`, label, Boolean(said), (on) => step(ruled(battleNow(), RULES, which, on ? (most > 0 ? `${which}:${usual}` : which) : ""), { typed: without(name) })),
    most > 0 && said ? input(editor, faults, figured, { "aria-label": figured.label }) : null);
}

/** What a battle says besides who lies where: title, length, decks, points, optional rules. */
import { h } from "../../base/dom.js";
import { word } from "../../base/language/vocabulary.js";
import { _, fill } from "../../base/language/words.js";
import { list, tick } from "../../base/widgets/fields.js";
import { RULES, optionName } from "../../text/table_rules.js";
import { sideName } from "../../text/phrases.js";
import { SCORED, figure, ruled, scored, sideOf } from "./editing.js";
import { battleNow, call, step } from "./editor.js";

const TITLE = 80;

/** The part below the table. */
export function settings({ battle }) {
  const both = [["0", sideName(0)], ["1", sideName(1)]], points = Object.fromEntries(battle.scores);
  return h("details", { class: "editor-settings", key: "settings" }, h("summary", {}, _("Length, points, rules")),
    h("div", { class: "editor-fields" },
      h("div", { class: "field", key: "title" }, h("label", { for: "editor-called" }, _("Title")),
        h("input", { id: "editor-called", type: "text", maxlength: String(TITLE), value: battle.english.title, on: { change: ({ target }) => target.value.trim() && call(target.value.trim()) } })),
      number("turns", _("Turns of both sides together"), battle.turns, (n) => figure(battleNow(), "turns", n)),
      list("editor-first", _("First turn"), both, String(battle.first), (side) => step({ ...battleNow(), first: Number(side) })),
      list("editor-ties", _("Who wins on equal VP"), both, String(battle.ties), (side) => step({ ...battleNow(), ties: Number(side) })),
      tick("editor-decks", _("Both sides draw"), battle.decks, (decks) => step({ ...battleNow(), decks })),
      number("clear", _("VP of a clear victory"), battle.clear, (n) => figure(battleNow(), "clear", n)),
      number("decisive", _("VP of a decisive victory"), battle.decisive, (n) => figure(battleNow(), "decisive", n)),
      [0, 1].map((side) => [
        number(`lead-${side}`, fill(_("{side}: VP from the start"), { side: sideName(side) }), sideOf(battle, side).lead, (n) => figure(battleNow(), "lead", n, side)),
        number(`hand-${side}`, fill(_("{side}: cards of the deck that are dealt to the hand"), { side: sideName(side) }), sideOf(battle, side).hand, (n) => figure(battleNow(), "hand", n, side)),
      ]),
      SCORED.map((what) => number(`score-${what}`, fill(_("VP for {what}"), { what: word("scores", what) }), points[what] ?? 0, (n) => scored(battleNow(), what, n)))),
    h("fieldset", { class: "field editor-rules", key: "rules" }, h("legend", {}, _("Optional rules")), RULES.map((rule) => option(battle, rule))));
}

function number(name, label, value, does) {
  const id = `editor-${name}`;
  return h("div", { class: "field", key: id }, h("label", { for: id }, label),
    h("input", { id, type: "number", min: "0", max: "99", value: String(value), on: { change: ({ target }) => {
      step(does(Number(target.value)));
    } } }));
}

/** On or off; one that takes a figure has its own. */
function option(battle, rule) {
  const said = battle.options.find((one) => one.split(":")[0] === rule.word), name = optionName(rule.word).replace(/ \d+$/u, ""), id = `editor-rule-${rule.word}`;
  const usual = rule.most > 0 ? `${rule.word}:${rule.usual}` : rule.word, bounded = (n) => Math.min(rule.most, Math.max(rule.least, Math.round(n) || rule.usual));
  return h("div", { class: "editor-rule", key: rule.word },
    tick(id, name, Boolean(said), (on) => step(ruled(battleNow(), RULES, rule.word, on ? usual : ""))),
    rule.most > 0 && said ? h("input", { type: "number", id: `${id}-figure`, key: "figure", min: rule.least, max: rule.most, value: said.split(":")[1] ?? String(rule.usual), "aria-label": fill(_("{rule}: figure"), { rule: name }),
      on: { change: ({ target }) => step(ruled(battleNow(), RULES, rule.word, `${rule.word}:${bounded(Number(target.value))}`)) } }) : null);
}

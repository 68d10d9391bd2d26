/** The head of the panel: what is asked, why, by which paragraph. */
import {h} from "../../../base/dom.js";
import {cardOf} from "../../../text/naming.js";
import {lineName, listed, sideName, windowName} from "../../../text/phrases.js";
import {change} from "../../../base/store.js";
import {_, fill} from "../../../base/language/words.js";
import {isEmpty} from "../staging/menu.js";
import {capital, promptText} from "../words/names.js";
import {baseAshore} from "../words/notes.js";
import {bars, otherChances} from "../words/odds.js";
import {clean, phrase} from "../../../base/language/vocabulary.js";

const LINES_CHOSEN = ["searched-lines.next_line", "attacked-lines.next_line", "read-mail.choose"]; // where the line is the answer

/**
 * Who is asked what, and why.
 * @param {Page.State} state
 */
export function heading(state, staged, names) {
  const {question} = staged;
  return h("header", {class: "panel-head", key: "head"},
    h("p", {class: "whose", key: "whose"}, fill(_("Your decision, {side}"), {side: sideName(question.side)})),
    h("h2", {id: "panel-title", class: "panel-title", key: "title", tabindex: "-1"}, promptText(question)),
    h("p", {class: "cause", key: "cause"}, cause(question), " ", ruleButton(question.rule)),
    facts(state, question, names).map((text, i) => h("p", {class: "fact", key: `fact ${i}`}, text)),
    bars(question, otherChances(question)));
}

/** A paragraph of the rulebook, to be opened. */
export function ruleButton(rule) {
  return h("button", {
    type: "button", class: "rule", key: `rule ${rule}`, title: _("Open the rulebook at this paragraph"),
    on: {click: () => change({open: "rules", openAt: rule})},
  }, `§${clean(rule, 20)}`);
}

/** The moment of the game, and what has brought it about. */
function cause(question) {
  const {line, step, window} = question;
  const where = line !== null && !LINES_CHOSEN.includes(step) ? phrase("asked.in_line", {line: lineName(line)}) : "";
  const why = {cause: _(clean(question.cause)), where}, moment = capital(windowName(window));
  return moment ? fill(_("{moment}: {cause}{where}"), {moment, ...why}) : fill(_("Why: {cause}{where}"), why);
}

/** @param {Page.State} state */
function facts(state, question, names) {
  const found = [];
  if (question.card !== null && cardOf(question.card)) {
    found.push(phrase("asked.event", {card: names.card(question.card)}));
  }
  const base = baseAshore(question, state.shown?.view, names);
  if (base) found.push(phrase("asked.base", base));
  if (question.about.length) {
    found.push(phrase("asked.about", {cards: listed(question.about.map((token) => names.placed(token)))}));
  }
  if (isEmpty(question)) found.push(emptyText(question));
  return found;
}

function emptyText(question) {
  if (question.plays.length) return _("You have nothing to decide here but whether to play a card.");
  return _("You have nothing to decide here; you are asked all the same, so that it tells nothing (§20.1).");
}

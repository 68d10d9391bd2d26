/** Answers in words, and what was answered without asking; the twin of `said` of client/text/question/menu.py. */
import {naming} from "../../../text/naming.js";
import {listed, windowName} from "../../../text/phrases.js";
import {_} from "../../../base/language/words.js";
import {phrase, word} from "../../../base/language/vocabulary.js";
import {menuOf} from "../staging/menu.js";
import {sameValue} from "../staging/things.js";
import {capital, optionName, rowName} from "./names.js";

/** An answer to a question. */
export function said(question, answer, names) {
  const {rows} = menuOf(question), {type} = question.shape;
  const named = (value) => rows.filter((row) => sameValue(row.value, value)).slice(0, 1).map((row) => rowName(question, names, row));
  if (type === "choose") return named(answer).join("");
  if (type === "pick") return answer.length ? listed(answer.flatMap(named)) : _("none");
  if (type === "move") return names.word(answer[0]);
  const pairs = type === "order" ? answer : Object.entries(answer);
  return listed(pairs.map(([key, value]) => {
    const row = rows.find((one) => String(one.value) === String(key));
    const option = row?.options.find((one) => sameValue(one.value, value));
    return row && option ? phrase("asked.value", {card: rowName(question, names, row), value: optionName(question, names, option)}) : "";
  }).filter(Boolean));
}

/** A decision with an answer to it. */
function answerText(question, answer, names) {
  const decision = capital(windowName(question.window) || phrase("asked.of_event"));
  return phrase("asked.value", {card: decision, value: said(question, answer, names) || phrase("rows.nothing")});
}

/** What was answered in the reader's stead, and why. */
export function givenText({question, answer, rule}, names) {
  const text = answerText(question, answer, names);
  if (rule === null) return phrase("by_itself.sole", {answer: text});
  return phrase("by_itself.repeated", {answer: text, scope: word("not_again", rule.scope)});
}

/** What is not asked again, and for how long. */
export function ruleText({question, answer, scope}, names) {
  return phrase("by_itself.rule", {answer: answerText(question, answer, names), scope: word("not_again", scope)});
}

/**
 * The newest of what was given by itself, as it is told to who hears the page.
 * @param {Page.State} state
 */
export const newestGiven = (state) => state.byItself.slice(-1).map((one) => givenText(one, naming(state)));

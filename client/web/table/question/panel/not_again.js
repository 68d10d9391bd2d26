/** That the same is not to be asked again: the buttons that say so, what holds now, and what was given by itself. */
import {h} from "../../../base/dom.js";
import {phrase, word} from "../../../base/language/vocabulary.js";
import {unready} from "../staging/staging.js";
import {SCOPES} from "../staging/by_itself.js";
import {act} from "../answering/acting.js";
import {askAgain, notAgain} from "../answering/by_itself.js";
import {givenText, ruleText} from "../words/said.js";

/** Beside the button that gives the answer: for how long it is given again without asking. */
export function scopes(staged, ready) {
  if (staged.play !== null) return null;
  return h("div", {class: "not-again", key: "not-again", role: "group", "aria-labelledby": "not-again"},
    h("span", {id: "not-again"}, phrase("by_itself.ask")),
    SCOPES.map((scope) => h("button", {
      type: "button", class: "quiet", key: scope, "data-scope": scope, "aria-disabled": String(!ready),
      title: ready ? null : phrase("by_itself.unready"),
      on: {click: () => notAgain(scope) || act(unready)},
    }, word("not_again", scope))));
}

/**
 * What was given by itself since the reader's last answer, and what is not asked again; each can be taken back.
 * @param {Page.State} state
 */
export function byItself(state, names) {
  const {byItself: given, notAgain: {rules}} = state;
  return h("div", {class: "by-itself", key: "by-itself"},
    given.map((one, i) => h("p", {key: i}, givenText(one, names))),
    rules.length > 0 && h("div", {class: "held-back", key: "rules", role: "group", "aria-labelledby": "held-back"},
      h("span", {id: "held-back"}, phrase("by_itself.rules")),
      rules.map((rule) => chip(rule, ruleText(rule, names)))));
}

function chip(rule, text) {
  const label = phrase("by_itself.take_back", {rule: text});
  return h("button", {
    type: "button", class: "quiet chip", key: rule.question.step, title: label, "aria-label": label, on: {click: () => askAgain(rule)},
  }, h("bdi", {}, text), h("span", {"aria-hidden": "true"}, " ×"));
}

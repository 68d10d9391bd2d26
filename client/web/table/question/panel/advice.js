/** Advice beside the question, and a gentle question before an answer that loses much; `state.advice.of` is the question. */
import {h} from "../../../base/dom.js";
import {sentence} from "../../../base/language/clean.js";
import {phrase} from "../../../base/language/vocabulary.js";
import {_, language} from "../../../base/language/words.js";
import {change, state as current} from "../../../base/store.js";
import {advise} from "../../../session/api.js";
import {mayAsk} from "../../../session/terms.js";
import {inRow} from "../../../text/phrases.js";
import {act, sendAnyway} from "../answering/acting.js";
import {questionNow} from "../answering/asked.js";
import {LOST, menuOf} from "../staging/menu.js";
import {begin, hold, playing} from "../staging/staging.js";
import {sameValue} from "../staging/things.js";
import {optionName, rowName} from "../words/names.js";
import {said} from "../words/said.js";

const PATIENCE = 1500; // milliseconds that an answer waits until its adviser has looked at it
const SEGMENTS = ["first-deployment.place", "ships.step", "airplanes.step"]; // which are judged by their end

const points = (chance) => String(Math.round(100 * chance));

/** Ask what to do. */
export async function ask() {
  const of = questionNow(current);
  if (of === null || !mayAsk(current) || ["thinking", "weighing"].includes(now(of)?.kind)) return;
  change({advice: {of, kind: "thinking"}});
  const found = await advise(null, language()).then((advice) => ({kind: "told", advice}), ({message}) => ({kind: "none", text: message}));
  if (now(of)) change({advice: {of, ...found}});
}

const now = (question) => (current.advice?.of === question ? current.advice : null);

/** Somebody wishes to be warned: whether his answer is kept back. */
export async function holds(answer) {
  const of = questionNow(current);
  if (of === null || !mayAsk(current) || isPart(of, answer)) return false;
  if (now(of)?.kind === "weighing") return true;
  change({advice: {of, kind: "weighing"}});
  const late = new Promise((done) => { setTimeout(done, PATIENCE, null); });
  const advice = await Promise.race([advise(answer, language()).catch(() => null), late]);
  if (!now(of)) return true; // the question is another one
  const warned = advice?.blunder && advice.given && advice.answers.length > 0;
  change({advice: warned ? {of, kind: "warned", advice, answer} : null});
  return warned;
}

const isPart = ({step}, answer) => SEGMENTS.includes(step) && !(Array.isArray(answer) && answer[0] === "done");

/** @param {Page.State} state */
export function advised(state, staged, names) {
  const shown = state.advice?.of === staged.question ? state.advice : null;
  if (!shown) return null;
  return h("section", {class: "advice", key: "advice", id: "advice", "aria-labelledby": "advice-title"},
    h("h3", {id: "advice-title", key: "title"}, phrase("advice.title")),
    h("p", {class: "advice-state", key: "state", role: "status"}, stateText(shown)),
    shown.kind === "told" && rows(staged.question, shown.advice, names),
    shown.kind === "warned" && warning(staged.question, shown, names),
    shown.kind !== "warned" && h("button", {type: "button", class: "quiet", key: "close", on: {click: forget}}, _("Close")));
}

function stateText({kind, advice, text}) {
  if (kind === "none") return sentence(text, 400);
  if (kind === "warned") return "";
  if (kind !== "told") return phrase(`advice.${kind}`);
  return advice.answers.length ? phrase("advice.tried", {n: advice.worlds}) : phrase("advice.nothing");
}

function rows(question, {answers}, names) {
  return h("ol", {class: "advice-rows", key: "rows"}, answers.map((one, n) => h("li", {key: n},
    h("button", {type: "button", class: "option", "data-advice": n, on: {click: () => take(one.answer)}},
      h("bdi", {class: "name"}, rowText(question, one, n, names))),
    h("p", {class: "hint"}, sentence(one.why, 400)))));
}

function rowText(question, one, n, names) {
  const answer = answerText(question, one, names);
  const row = phrase("advice.row", {answer, chance: points(one.chance), error: points(one.error)});
  const behind = n === 0 ? phrase("advice.best")
    : phrase("advice.behind", {loss: points(one.behind), error: points(one.unsure)});
  return inRow([row, behind]);
}

function answerText(question, {answer, then}, names) {
  const text = oneText(question, answer, names) || phrase("rows.nothing");
  return then.length ? inRow([text, phrase("advice.goes_on", {n: then.length})]) : text;
}

function oneText(question, answer, names) {
  if (Array.isArray(answer) && answer[0] === "play") return phrase("asked.play", {card: names.card(answer[1])});
  if (question.shape.type !== "move") return said(question, answer, names);
  for (const row of menuOf(question).rows) {
    const option = row.options.find((one) => sameValue(one.answer, answer));
    if (option) {
      const parts = {verb: names.word(option.verb), thing: rowName(question, names, row), target: optionName(question, names, option)};
      return phrase("steps.to_target", parts);
    }
  }
  return names.word(answer[0]);
}

function warning(question, {advice, answer}, names) {
  const {given, answers: [best]} = advice;
  const text = phrase("advice.blunder", {
    answer: answerText(question, given, names), loss: points(given.behind), error: points(given.unsure),
    better: answerText(question, best, names), why: sentence(best.why, 400),
  });
  return h("div", {class: "advice-warning", key: "warning", role: "alertdialog", "aria-labelledby": "advice-warning"},
    h("p", {id: "advice-warning", key: "text"}, h("span", {class: "sign", "aria-hidden": "true"}, "?"), " ", text),
    h("div", {class: "row-buttons", key: "buttons"},
      h("button", {type: "button", class: "main", key: "again", ref: (button) => button.focus(), on: {click: forget}},
        phrase("advice.again")),
      h("button", {type: "button", key: "anyway", on: {click: () => anyway(answer)}}, phrase("advice.anyway"))));
}

function anyway(answer) {
  forget();
  sendAnyway(answer);
}

/** Put an answer into the question, to be given. */
function take(answer) {
  act((staged) => proposed(staged, answer));
  const there = answer[0] === "done" ? "[data-word=done]" : ".confirm, .panel .row.held .option";
  requestAnimationFrame(() => /** @type {?HTMLElement} */ (document.querySelector(`.panel ${there}`))?.focus());
}

const forget = () => change({advice: null});

/** An answer, staged as if it had been touched; twin of client/terminal/question/proposing.py. */
function proposed(staged, answer) {
  const {question} = staged, {rows: all} = menuOf(question), {type} = question.shape;
  const fresh = {...begin(question), before: {...staged, held: null, fork: null, fault: null}};
  const ids = (values) => values.flatMap((value) => all.filter((row) => sameValue(row.value, value)).slice(0, 1)).map(({id}) => id);
  if (Array.isArray(answer) && answer[0] === "play") return {...playing({...fresh, play: null}, answer[1]), before: fresh.before};
  if (type === "move") {
    const row = all.find(({options}) => options.some((option) => sameValue(option.answer, answer)));
    return row ? hold(staged, row.id) : staged;
  }
  if (type === "choose") return {...fresh, chosen: ids([answer])[0] ?? null};
  if (type === "pick") return {...fresh, picked: ids(answer), said: answer.length === 0};
  if (type === "order") return {...fresh, order: answer.map(([key]) => key), given: Object.fromEntries(answer), said: true};
  return {...fresh, given: Object.fromEntries(all.map(({value}) => [value, Object.hasOwn(answer, value) ? answer[value] : LOST]))};
}

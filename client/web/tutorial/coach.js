/**
 * The coach beside a player: at a lesson he says what is wanted, elsewhere he gives the answer of the script.  What he
 * says of a question depends on the view that holds it alone: so a tutorial can be left and taken up again.
 */
import { questionNow, questionShown } from "../table/question/answering/asked.js";
import { ruleButton } from "../table/question/panel/heading.js";
import { h } from "../base/dom.js";
import { leave, reply } from "../session/api.js";
import { change, state as current } from "../base/store.js";
import { _ } from "../base/language/words.js";
import { same, script, stepFor } from "./script.js";
import { playBot } from "../session/bot_game.js";
import { phrase } from "../base/language/vocabulary.js";

const AGAIN = 1000; // milliseconds until an answer is given again that the table did not take
const FIRST_BOT = { bot: "mate", side: "either", set: "core", seed: "" };

const steps = new WeakMap(); // view -> its step, or null
/** @type {any} */
let told = null; // the script

script().then((found) => {
  told = found;
  change({ coach: { ...current.coach, here: true } }); // draw again
}, () => {});

/** The step of the learner's own side for the question in a view; the other side's are the tutor's affair. */
function stepOf(view) {
  if (!steps.has(view)) {
    const step = stepFor(told, view);
    steps.set(view, step?.side === told.side ? step : null);
  }
  return steps.get(view);
}

const lessonOf = (step) => told.lessons.find((one) => one.key === step.key);

/**
 * Give what needs no thinking.
 * @param {Page.State} state
 */
export function goOn(state) {
  const { view } = state.shown ?? {};
  if (!told || !questionNow(state) || state.coach?.given === view) return;
  const step = stepOf(view);
  if (step === null) return;
  if (lessonOf(step)) return point(state, view, step);
  change({ coach: { ...state.coach, given: view } });
  give(step);
}

/** Let what a lesson speaks of be framed on the table and in the hand. */
function point(state, view, step) {
  if (state.coach?.points?.view === view) return;
  change({ coach: { ...state.coach, points: { view, things: thingsOf(step.given) } } });
}

const LINES = 5; // numbers up to here, in an answer, are lines
const STAYS = "stay";

/** What a lesson speaks of: all tokens and cards of its answer, but for those that do nothing. */
function thingsOf(given) {
  const busy = (tasks) => Object.keys(tasks).filter((token) => tasks[token] !== STAYS).map(Number);
  const all = Array.isArray(given) ? given : typeof given === "object" ? busy(given) : [given];
  return new Set(all.filter((one) => typeof one === "string" || one > LINES));
}

async function give(step) {
  noteLast(step);
  try {
    await reply(step.given);
  } catch {
    setTimeout(() => change({ coach: { ...current.coach, given: null } }), AGAIN);
  }
}

/** With the last answer of the player the lessons are over. */
function noteLast(step) {
  const last = told.steps.findLast((one) => one.side === told.side);
  if (step.key === last.key) change({ coach: { ...current.coach, done: true } });
}

/**
 * The answer of the script, if that is what the player means; else the coach says a sentence, and nothing is sent.
 * @param {Page.State} state
 */
export function checked(state, answer) {
  const { view } = state.shown ?? {};
  const step = told && view?.question ? stepOf(view) : null;
  if (step === null) return answer;
  if (same(view?.question, answer, step.given)) {
    noteLast(step);
    return step.given;
  }
  const lesson = lessonOf(step), way = lesson ? _(lesson.hint) : phrase("coach.wait");
  change({ coach: { ...state.coach, said: phrase("coach.hint", { hint: way }), about: view } });
  return undefined;
}

/**
 * What the coach says now; nothing while something is shown.
 * @param {Page.State} state
 */
export function card(state) {
  if (!told || !state.shown || state.past !== null) return null;
  const step = questionShown(state) ? stepOf(state.shown?.view) : null;
  const lesson = step && lessonOf(step);
  if (lesson) return lessonCard(state, lesson, step);
  const free = questionShown(state) && step === null;
  const over = free || (state.coach?.done && !state.sending && !state.beat && !state.shown?.view.question);
  return over && !state.coach?.dismissed ? endCard(state) : null;
}

/**
 * A lesson is read first, in place of the panel; then its task stands above the question.
 * @param {Page.State} state
 */
function lessonCard(state, lesson, step) {
  const n = told.lessons.indexOf(lesson) + 1;
  const read = state.coach?.read === lesson.key;
  return h("section", { class: ["lesson", !read && "reading"], key: `lesson ${n}`, "aria-labelledby": "lesson-title", "aria-live": read ? "off" : "polite" },
    h("h2", { id: "lesson-title", tabindex: "-1" },
      phrase("coach.lesson", { n, of: told.lessons.length, name: _(lesson.title) }), " ", ruleButton(lesson.rule)),
    !read && h("div", { class: "lesson-words", key: "words", tabindex: "0", role: "group", "aria-labelledby": "lesson-title" },
      h("p", { class: "seen-now" }, _(lesson.seen)),
      h("p", {}, _(lesson.teaches))),
    h("p", { class: "goal", key: "goal" }, phrase("coach.task", { goal: _(lesson.goal) })),
    h("p", { class: "said", key: "said", role: "status" }, state.coach?.about === state.shown?.view ? state.coach.said : ""),
    h("div", { class: "row-buttons", key: "buttons" }, read ? atWork(state, lesson, step) : button("main", _("To the task"), () => readIt(lesson))));
}

/** @param {Page.State} state */
function atWork(state, lesson, step) {
  return [
    button("quiet", _("How?"), () => hint(lesson)),
    button("quiet", _("Read again"), () => readIt({ key: 0 })),
    button("quiet", _("Do it for me"), () => give(step), state.sending),
  ];
}

function button(look, text, click, disabled = false) {
  return h("button", { type: "button", class: look, key: text, disabled, on: { click } }, text);
}

/** The lesson is read; the task begins. */
function readIt({ key }) {
  change({ coach: { ...current.coach, read: key } });
}

function hint(lesson) {
  change({ coach: { ...current.coach, said: _(lesson.hint), about: current.shown?.view } });
}

/** @param {Page.State} state */
function endCard(state) {
  return h("section", { class: "lesson", key: "lesson end", "aria-labelledby": "lesson-title" },
    h("h2", { id: "lesson-title", tabindex: "-1" }, phrase("coach.over")),
    state.coach?.done && h("div", { class: "lesson-words" }, told.ending.map((text, n) => h("p", { key: n }, _(text)))),
    h("div", { class: "row-buttons" },
      button("main", _("Now against the bot"), nowTheBot),
      button("quiet", _("Play this game on"), () => change({ coach: { ...current.coach, dismissed: true } }))));
}

async function nowTheBot() {
  await leave();
  change({ coach: null });
  await playBot(FIRST_BOT);
}

/**
 * The coach beside a player: at a lesson he says what is wanted, elsewhere he gives the answer of the script.  What he
 * says of a question depends on the view that holds it alone: so a tutorial can be left and taken up again.
 */
import { questionThere } from "../table/question/answering/asked.js";
import { ruleButton } from "../table/question/panel/heading.js";
import { h } from "../base/dom.js";
import { leave, reply } from "../session/api.js";
import { skipBeat } from "../session/seat/beats.js";
import { change, state as current } from "../base/store.js";
import { _, bringWords } from "../base/language/words.js";
import { isTutorial } from "../session/tutor.js";
import { cardsInWords, cardsOf, pointedAt } from "./pointing.js";
import { lessonWords, same, script, stepFor } from "./script.js";
import { playBot } from "../session/bot_game.js";
import { sentences } from "../text/story.js";
import { phrase } from "../base/language/vocabulary.js";

const AGAIN = 1000; // milliseconds until an answer is given again that the table did not take
const NOTHING = new Set();
const FIRST_BOT = { bot: "mate", side: "either", set: "core", seed: "" };

const steps = new WeakMap(); // view -> its step, or null
/** @type {any} */
let told = null; // the script

bringWords(lessonWords);
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

const pauseOf = (step) => told.pauses.find((one) => one.key === step.key);

/** The question that the coach has to do with, whether he lets it be seen or not. */
const stands = (state) => (state.sending ? null : questionThere(state));

/** Whether something is to be read before anything goes on. */
const isUnread = (state, step) => state.coach?.read !== step.key && Boolean(lessonOf(step) ?? pauseOf(step));

/**
 * Give what needs no thinking; let what is to be read be read first, and each round of dice be looked at.
 * @param {Page.State} state
 */
export function goOn(state) {
  const view = state.shown?.view;
  if (!told || !view) return;
  const step = stands(state) ? stepOf(view) : undefined;
  change({ stepwise: !state.coach?.done && step !== null });
  if (!step || state.coach?.given === view) return;
  const unread = isUnread(state, step), lesson = lessonOf(step);
  point(state, view, { halts: unread ? view : null, things: lesson ? pointedAt(view, lesson, step.given, unread) : NOTHING });
  if (unread || lesson) return;
  change({ coach: { ...current.coach, given: view } });
  give(step);
}

/** Let what is spoken of be framed on the table and in the hand; while something is read, nothing is asked. */
function point(state, view, { halts, things }) {
  const { points, halts: before = null } = state.coach ?? {};
  if (points?.view === view && before === halts) return;
  change({ coach: { ...state.coach, halts, points: { view, things } } });
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
 * What the coach says now; nothing while something is shown that does not wait.
 * @param {Page.State} state
 */
export function card(state) {
  if (!told || !state.shown || state.past !== null) return null;
  if (state.beat?.waits) return haltCard("dice", _("Look at the dice; the next round waits for you."), skipBeat, diceOf(state.beat));
  const step = questionThere(state) ? stepOf(state.shown.view) : null;
  const lesson = step && lessonOf(step), pause = step && !state.sending && isUnread(state, step) && pauseOf(step);
  if (lesson) return lessonCard(state, lesson, step);
  if (pause) return haltCard(`pause ${pause.key}`, _(pause.says), () => readIt(pause));
  const free = questionThere(state) && step === null;
  const over = free || (state.coach?.done && !state.sending && !state.beat && !state.shown?.view.question);
  return over && !state.coach?.dismissed ? endCard(state) : null;
}

/** What the dice say, for a page that has no room for it above the battle. */
function diceOf({ group, before, after }) {
  return group.flatMap((event) => sentences(event, before, after)).map((text, n) => h("p", { key: `told ${n}`, class: "dice-told" }, text));
}

/** What has happened, before the play runs on. */
function haltCard(key, text, act, more = null) {
  return h("section", { class: "lesson halt", key, "aria-label": _("The coach") },
    more, h("p", { key: "text" }, text),
    h("div", { class: "row-buttons", key: "buttons" }, mainButton(_("Go on"), act)));
}

/**
 * The same in words, for who listens: a key that tells one from the next, and what is said.
 * @param {Page.State} state
 */
export function words(state) {
  if (!told || state.beat || state.past !== null || !stands(state)) return null;
  const { view } = /** @type {Page.Shown} */ (state.shown), step = stepOf(view);
  if (!step || !isUnread(state, step)) return null;
  const lesson = lessonOf(step), go = _("Enter: go on.");
  if (!lesson) return { key: step.key, lines: [`${_(pauseOf(step).says)} ${go}`] };
  const texts = [titleOf(lesson), _(lesson.seen), _(lesson.teaches)];
  return { key: step.key, lines: [texts.join(" "), cardsInWords(state, lesson), `${phrase("coach.task", { goal: _(lesson.goal) })} ${go}`] };
}

function titleOf(lesson) {
  return phrase("coach.lesson", { n: told.lessons.indexOf(lesson) + 1, of: told.lessons.length, name: _(lesson.title) });
}

/**
 * A lesson is read first, in place of the panel; then its task stands above the question.
 * @param {Page.State} state
 */
function lessonCard(state, lesson, step) {
  const n = told.lessons.indexOf(lesson) + 1;
  const read = state.coach?.read === lesson.key;
  return h("section", { class: ["lesson", !read && "reading"], key: `lesson ${n}`, "aria-labelledby": "lesson-title" },
    h("h2", { id: "lesson-title", tabindex: "-1" }, titleOf(lesson), " ", ruleButton(lesson.rule)),
    !read && h("div", { class: "lesson-words", key: "words", tabindex: "0", role: "group", "aria-labelledby": "lesson-title" },
      h("p", { class: "seen-now" }, _(lesson.seen)),
      h("p", {}, _(lesson.teaches)),
      cardsOf(state, lesson)),
    h("p", { class: "goal", key: "goal" }, phrase("coach.task", { goal: _(lesson.goal) })),
    h("p", { class: "said", key: "said", role: "status" }, state.coach?.about === state.shown?.view ? state.coach.said : ""),
    h("div", { class: "row-buttons", key: "buttons" },
      read ? atWork(state, lesson, step) : mainButton(_("To the task"), () => readIt(lesson))));
}

/** The way on; Enter does it too. */
function mainButton(text, act) {
  return h("button", { type: "button", class: "main", key: text, on: { click: act } }, text, " ", h("kbd", { "aria-hidden": "true" }, "Enter"));
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

/** What stood before a question is read. */
function readIt({ key }) {
  change({ coach: { ...current.coach, read: key } });
}

/** Enter goes on, where it has no other meaning: nothing is asked meanwhile. */
function pressed(event) {
  const { beat, open, shown, coach } = current;
  if (event.key !== "Enter" || event.defaultPrevented || event.repeat || open !== "" || !isTutorial(current)) return;
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("button, a, summary, input, textarea, select, dialog, [role=button]")) return;
  if (!beat?.waits && (!coach?.halts || coach.halts !== shown?.view || beat || current.sending)) return;
  event.preventDefault();
  if (beat?.waits) skipBeat();
  else readIt(stepOf(/** @type {Page.Shown} */ (shown).view));
}

addEventListener("keydown", pressed);

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

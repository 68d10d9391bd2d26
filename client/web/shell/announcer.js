/**
 * What a screen reader is told: results as they happen, then the question.  Two regions that are always in the page:
 * one waits until the reader has finished its sentence, the other does not (refusals).
 */
import { spokenLine } from "../table/chat/chat.js";
import { clean } from "../base/language/clean.js";
import { inOurWords } from "../base/language/server_messages.js";
import { sentences } from "../text/story.js";
import { coached } from "../session/tutor.js";
import { part } from "../base/later.js";
import { isSpecial, specialInBrief } from "../session/terms.js";
import { clean as cleanWords, phrase } from "../base/language/vocabulary.js";
import { _, fill } from "../base/language/words.js";

const MOST = 6; // sentences at a time; the log has the others
const KEPT = 12; // paragraphs that stay in the region

const STEPWISE = "step by step:";

/** @type {{log: number, question: string, coach: number, refused: any, chat: number, byItself: any[], where: string}} */
let before = { log: 0, question: "", coach: 0, refused: null, chat: 0, byItself: [], where: "" };

/**
 * Say what is new since the last time.
 * @param {Page.State} state
 */
export function speak(state) {
  const where = placeOf(state);
  if (where !== before.where) forget();
  const first = coached(state);
  const told = [...results(state), ...talk(state), ...byItself(state), ...special(state), ...(first ? taught(first) : asked(state))];
  if (told.length) say(told);
  if (state.refused && state.refused !== before.refused) alarm(phrase("seat.refused", { text: clean(inOurWords(state.refused), 400) }));
  before = {
    log: Math.min(before.log, state.log.length), question: first ? before.question : questionOf(state), coach: first?.key ?? 0, refused: state.refused,
      chat: state.chat.length, byItself: isGiven(state) && !said() ? before.byItself : state.byItself, where,
  };
}

/**
 * What a game is played by besides the rules, once when it is seen first.
 * @param {Page.State} state
 */
function special({ screen, table, shown }) {
  const game = screen === "table" && shown && table?.game || "";
  if (!game || game === introduced) return [];
  const told = specialInBrief(table?.terms);
  if (told.length || !isSpecial(table?.terms)) introduced = game;
  return told;
}

let introduced = "";

/** The game that is told of. */
function placeOf({ screen, seat, table }) {
  return [screen, seat?.table, table?.game].join(" ");
}

/** Another game or another page: what is left of the last one is read by nobody any more. */
function forget() {
  for (const id of ["live", "alarm"]) document.getElementById(id)?.replaceChildren();
  before.question = "";
}

/**
 * What tells one question from the next.  That an update comes again is no new one, nor that an answer was not taken; and a
 * segment of many steps is asked for once.
 */
function questionOf({ sending, shown }) {
  const question = shown?.view.question;
  if (!question) return before.question.startsWith(STEPWISE) ? before.question : "";
  if (sending) return before.question;
  if (question.shape.type !== "move") return JSON.stringify(question);
  return [STEPWISE, shown.view.turn, question.step, question.prompt].join(" ");
}

/**
 * What a beat shows; and what stands in the log by then and was not shown, up to what the table has come to.
 * @param {Page.State} state
 */
function results(state) {
  if (state.screen === "replay") return [];
  if (state.beat) return state.beat.group.flatMap((event) => textsOf(event, state.beat));
  if (!state.shown) return [];
  const { number } = state.shown;
  const seen = state.log.slice(before.log).filter((entry) => entry.number <= number);
  before.log += seen.length;
  return seen.flatMap(({ event }) => textsOf(event, {}));
}

const spoken = new WeakSet(); // events that were told in a beat

function textsOf(event, { before: was = null, after = null }) {
  if (spoken.has(event)) return [];
  spoken.add(event);
  return sentences(event, was, after);
}

/** @param {Page.State} state */
function talk(state) {
  if (state.muted || state.chat.length <= before.chat || before.chat === 0 && state.chat.length > 3) return [];
  return state.chat.slice(before.chat).map(spokenLine);
}

const said = () => part("../table/question/words/said.js");
const isGiven = (state) => state.byItself.length > 0 && state.byItself !== before.byItself;

/**
 * What was answered without asking.
 * @param {Page.State} state
 */
function byItself(state) {
  return isGiven(state) ? said()?.newestGiven(state) ?? [] : [];
}

/** @param {Page.State} state */
function asked(state) {
  const question = questionOf(state), stands = state.screen === "replay" ? null : state.shown?.view.question;
  if (!stands || question === before.question) return [];
  return [fill(_("You are asked: {prompt}"), { prompt: _(cleanWords(stands.prompt)) })];
}

/** What is to be read before the question. */
function taught({ key, lines }) {
  return key === before.coach ? [] : lines;
}

function say(lines) {
  const region = /** @type {HTMLElement} */ (document.getElementById("live"));
  for (const text of lines.slice(-MOST)) {
    const paragraph = document.createElement("p");
    paragraph.textContent = text;
    region.append(paragraph);
  }
  while (region.childElementCount > KEPT) region.firstElementChild?.remove();
}

function alarm(text) {
  /** @type {HTMLElement} */ (document.getElementById("alarm")).textContent = text;
}

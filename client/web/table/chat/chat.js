/** What is said at the table: lines of text, and phrases that need no keyboard. */
import { h, memo } from "../../base/dom.js";
import { mute, say } from "../../session/api.js";
import { change, state as current } from "../../base/store.js";
import { _ } from "../../base/language/words.js";
import { clean } from "../../base/language/clean.js";
import { phrase, TABLES } from "../../base/language/vocabulary.js";

const LONGEST = 300;
const PHRASES = TABLES.phrases.said; // that may be said with a number, in the language of who hears them

/** A phrase by its number; nothing for one that there is not. */
const phraseText = (n) => (n >= 1 && n <= PHRASES.length ? _(PHRASES[n - 1]) : "");

/**
 * The tab with the chat.
 * @param {Page.State} state
 */
export function chat(state) {
  return h("div", { class: "chat", key: "chat" },
    memo("said", [state.chat, state.muted, state.settings.lang], () => lines(state)),
    state.chatFault && h("p", { class: "fault", role: "alert", key: "fault" }, clean(state.chatFault, 400)),
    writing(state),
    phrases(),
    h("button", { type: "button", class: "quiet mute", key: "mute", "aria-pressed": String(state.muted),
      on: { click: () => attempt(() => mute(!state.muted)) } },
      state.muted ? _("Hear chat again") : _("Hear no chat")));
}

/** @param {Page.State} state */
function lines(state) {
  if (state.muted) return h("p", { class: "quiet-text" }, _("You hear no chat any more."));
  if (!state.chat.length) return h("p", { class: "quiet-text" }, _("Nobody has said anything yet."));
  return h("ol", { class: "said", role: "log", "aria-label": _("Chat"), ref: toEnd }, state.chat.map(line));
}

function line(one) {
  return h("li", { key: one.n, class: one.place < 0 ? "watcher" : `place-${one.place}`,
    ref: (element) => element.scrollIntoView({ block: "nearest" }) },
    h("bdi", { class: "who" }, clean(one.name, 24)), ": ", h("bdi", {}, textOf(one)),
    h("time", { datetime: new Date(one.at * 1000).toISOString() }, clock(one.at)));
}

function toEnd(element) {
  element.scrollTop = element.scrollHeight;
}

/** What was said, cleaned. */
function textOf(one) {
  return phraseText(one.phrase) || clean(one.text, LONGEST);
}

/** A line of chat as it is spoken. */
export function spokenLine(one) {
  return phrase("seat.says", { name: clean(one.name, 24), text: textOf(one) });
}

function clock(seconds) {
  return new Date(seconds * 1000).toTimeString().slice(0, 5);
}

/** @param {Page.State} state */
function writing(state) {
  const text = state.chatDraft ?? "";
  const submit = (event) => {
    event.preventDefault();
    const written = event.target.elements["chat-text"].value; // perhaps newer than what is drawn
    if (!written.trim()) return;
    event.target.elements["chat-text"].value = "";
    sayIt(written);
  };
  return h("form", { class: "chat-form", key: "form", on: { submit } },
    h("label", { for: "chat-text", class: "unseen" }, phrase("commands.talk")),
    h("input", {
      id: "chat-text", type: "text", maxlength: String(LONGEST), value: text, autocomplete: "off",
        placeholder: phrase("commands.talk"),
      on: { input: (event) => change({ chatDraft: event.target.value }) },
    }),
    h("button", { type: "submit" }, _("Say")));
}

/** The next line can be written while this one is on its way; one that was not taken comes back, unless there is a next. */
async function sayIt(text) {
  change({ chatDraft: "" });
  if (!await attempt(() => say({ text: text.trim() })) && !current.chatDraft) change({ chatDraft: text });
}

function phrases() {
  return h("details", { class: "phrases", key: "phrases" },
    h("summary", {}, _("Say a phrase")),
    h("div", {}, PHRASES.map((sentence, n) =>
      h("button", { type: "button", class: "chip-button", key: n,
        on: { click: () => attempt(() => say({ phrase: n + 1 })) } }, _(sentence)))));
}

async function attempt(act) {
  try {
    await act();
    change({ chatFault: "" });
    return true;
  } catch (error) {
    change({ chatFault: error.message });
    return false;
  }
}

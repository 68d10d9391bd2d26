/** The screen with the table: what each owner of a part draws, put together. */
import { panel } from "../table/question/panel/panel.js";
import { marks } from "../table/question/answering/marks.js";
import { chat } from "../table/chat/chat.js";
import { unread } from "../table/chat/read.js";
import { h } from "../base/dom.js";
import { header } from "../table/header.js";
import { table } from "../table/board/table.js";
import { part } from "../base/later.js";
import { field } from "../table/battle/field.js";
import { log } from "../table/log.js";
import { open } from "../base/widgets/sheet.js";
import { goHome } from "../session/home.js";
import { change, state as current } from "../base/store.js";
import { waitingRoom } from "../start/waiting.js";
import { isSpecial } from "../session/terms.js";
import { lesson } from "../session/tutor.js";
import { askedElsewhere } from "../session/tables/my_tables.js";
import { _, counted } from "../base/language/words.js";
import { banner } from "./banner.js";
import { phrase } from "../base/language/vocabulary.js";

/**
 * The table of the seat that we have, or the room in which one waits for it.
 * @param {Page.State} state
 */
export function tableScreen(state) {
  if (state.net.status === "ended" && state.net.code === "elsewhere") return [part("../session/tables/elsewhere.js")?.elsewhere(state)];
  if (state.inDoubt) return [banner(state), part("../shell/toss_question.js")?.tossQuestion(state)];
  if (state.shown) return tableWith(state, aside(state));
  return [banner(state), state.table ? waitingRoom(state) : h("main",
    { class: "waiting-room", id: "main", key: "none" }, h("p", { role: "status" }, _("One moment ...")))];
}

/**
 * The table with something beside it: the question, or the bar of a replay.
 * @param {Page.State} state
 */
export function tableWith(state, beside) {
  const marked = marks(state);
  return h("div", { class: "screen-table", key: "table" },
    banner(state),
    header(state),
    h("main", { class: "table", id: "main", tabindex: "-1", key: "main", "aria-label": _("The table") },
      table(state, marked),
      fightOver(state, marked)),
    beside);
}

/**
 * The battle over the table: one that is shown again, or the one that is on.
 * @param {Page.State} state
 */
function fightOver(state, marked) {
  if (state.again) return part("../table/battle/again.js")?.battleAgain(state);
  return (state.beat || field(state)) && part("../table/battle/battle.js")?.battle(state, marked);
}

/** @param {Page.State} state */
function aside(state) {
  return h("aside", { class: ["side", state.pulled && "pulled"], key: "side" },
    pull(state),
    chatSign(state),
    state.seat?.place === -1 && watching(state),
    lesson(state),
    panel(state),
    tabs(state));
}

/**
 * On a narrow screen what is beside the table is a sheet at the bottom: this pulls it up.
 * @param {Page.State} state
 */
export function pull(state) {
  return h("button", {
    type: "button", class: "pull", key: "pull", "aria-expanded": String(Boolean(state.pulled)),
      on: { click: () => change({ pulled: !state.pulled }) },
  }, h("span", { class: "pull-bar", "aria-hidden": "true" }),
    h("span", { class: "unseen" }, _("Question, log and chat")));
}

/**
 * Where the tabs are out of sight, a line of chat that was not read shows itself, and leads there.
 * @param {Page.State} state
 */
function chatSign(state) {
  const n = unread(state);
  return n > 0 && !state.pulled && h("button", {
    type: "button", class: "chat-sign", key: "chat-sign", on: { click: () => read("chat") },
  }, _("Chat"), h("span", { class: "unread" }, String(n)));
}

/** Show a tab that may be out of sight. */
function read(tab) {
  choose(tab);
  change({ pulled: true });
}

/**
 * Who looks on sees what both players may see, and both hands later, where they have agreed to that.
 * @param {Page.State} state
 */
function watching(state) {
  return h("p", { class: "watching", key: "watching" },
    h("span", {}, phrase("seat.looking_on"), " ", _("You see what both players may see.")),
    Boolean(state.table?.terms?.cast) && part("../shell/replay/cast.js")?.button(state.table),
    h("button", { type: "button", class: "quiet", key: "stop", on: { click: goHome } }, _("Stop looking on")));
}

const TABS = () => [["log", _("Log")], ["chat", _("Chat")], ["more", _("More")]];

/**
 * Log, chat, and buttons to everything else.
 * @param {Page.State} state
 */
function tabs(state) {
  const chosen = state.tab ?? "log";
  return h("section", { class: "tabs", key: "tabs", "aria-label": _("Log and chat") },
    h("div", { class: "tab-row", role: "tablist", key: "row", on: { keydown: arrows } }, TABS().map(([name, text]) =>
      h("button", {
        type: "button", role: "tab", key: name, id: `tab-${name}`, "aria-selected": String(name === chosen),
          "aria-controls": "tab-panel",
        tabindex: name === chosen ? "0" : "-1", on: { click: () => choose(name) },
      }, text, name === "chat" && unread(state) > 0 && h("span", { class: "unread" }, String(unread(state)))))),
    h("div", { class: ["tab-panel", chosen], role: "tabpanel", key: "panel", id: "tab-panel",
      "aria-labelledby": `tab-${chosen}`, tabindex: "-1" },
      chosen === "log" ? log(state) : chosen === "chat" ? chat(state) : more(state)));
}

/** Show a tab. */
export function choose(name) {
  change({ tab: name });
}

function arrows(event) {
  const names = TABS().map(([name]) => name), step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const name = names[(names.indexOf(current.tab ?? "log") + step + names.length) % names.length];
  choose(name);
  document.getElementById(`tab-${name}`)?.focus();
}

/** With how many others wait for us. */
function mineText(state) {
  const n = askedElsewhere(state).length;
  return n ? counted("My tables: {n} other waits for you", "My tables: {n} others wait for you", n) : _("My tables");
}

/** @param {Page.State} state */
function more(state) {
  const over = Boolean(state.latest?.view.outcome), plays = state.side !== null;
  const rows = [
    ["tables", mineText(state)], isSpecial(state.table?.terms) && ["special", _("Rules of this table")], ["rules", _("The rules")], ["cards", _("The cards")], plays && ["opponent", phrase("commands.opponent")],
    plays && !over && Boolean(state.table?.terms?.offers) && ["offers", _("Agree ...")],
    plays && !over && ["orders", _("Standing orders")], ["settings", _("Settings")], ["keys", _("Keys")],
    over && ["end", _("Result and proof")], plays && !over && ["resign", _("Resign")],
  ];
  return h("div", { class: "more" },
    rows.filter((row) => row !== false).map(([name, text]) => h("button",
      { type: "button", key: name, on: { click: () => open(name) } }, text)),
    h("button", { type: "button", key: "home", on: { click: goHome } },
      over ? _("To the start page") : phrase("commands.leave")));
}

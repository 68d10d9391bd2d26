/**
 * How a game finds its player who is away: the ways that he has chosen on this server, on a sheet of their own.
 * What is sent goes out from the server, by server/lobby/notifications/.
 */
import { h } from "../../base/dom.js";
import { bring } from "../../base/language/bring.js";
import { clean } from "../../base/language/clean.js";
import { phrase, TABLES, word } from "../../base/language/vocabulary.js";
import { _, language } from "../../base/language/words.js";
import { change, state as current } from "../../base/store.js";
import { copyable } from "../../base/widgets/copyable.js";
import { fault, line, list } from "../../base/widgets/fields.js";
import { sheet } from "../../base/widgets/sheet.js";
import { ask } from "../../session/net/server.js";
import { browserKeys } from "./push.js";

await bring("notifying");

const HOURS = [0, 6, 12, 24, 48];
const EMPTY = { found: null, way: "", address: "", room: "", token: "", codes: {}, busy: "", told: "", fault: "" };

/** @param {Page.State} state */
const draft = (state) => ({ ...EMPTY, ...state.notifying });

function edit(patch) {
  change({ notifying: { ...draft(current), ...patch } });
}

/**
 * The sheet.
 * @param {Page.State} state
 */
export function notifying(state) {
  const now = draft(state);
  if (!now.found && !now.busy && !now.fault) queueMicrotask(() => attempt("list", { type: "list-subscriptions" }));
  return sheet("notifying", phrase("notifying.title"), {},
    h("p", { key: "about" }, phrase("notifying.about")),
    h("p", { class: "hint", key: "no-secret" }, phrase("notifying.no_secret")),
    now.found && chosen(now),
    h("p", { class: "hint", key: "told", role: "status" }, now.busy && now.busy !== "list" ? _("One moment ...") : now.told),
    fault(now.fault),
    now.found && (now.found.ways.length ? [adding(now), reminders(now)]
      : h("p", { key: "unavailable" }, phrase("notifying.unavailable"))));
}

/** Ask the server for something, and show how things stand then. */
async function attempt(busy, words, told = "") {
  edit({ busy, told: "", fault: "" });
  try {
    const found = await ask(words);
    edit({ found, busy: "", told });
    return true;
  } catch (error) {
    edit({ busy: "", fault: error.message });
    return false;
  }
}

/** Those that are there: where to, how it stands, and what can be done with it. */
function chosen(now) {
  const { subscriptions } = now.found;
  if (!subscriptions.length) return h("p", { class: "quiet-text", key: "chosen" }, phrase("notifying.none"));
  return h("ul", { class: "entries", key: "chosen" }, subscriptions.map((one) => row(now, one)));
}

function row(now, one) {
  const { id, way, state } = one, feed = way === "feed";
  const standing = state === "off" ? phrase("notifying.off", { why: clean(one.error ?? "", 200) }) : phrase(`notifying.${state}`);
  const name = `${word("notifying_ways", way)}: ${feed ? "" : clean(one.shown, 120)}`;
  return h("li", { key: id },
    h("div", { class: "row-words" },
      h("span", {}, word("notifying_ways", way)),
      feed ? feeds(one.shown) : h("span", { class: "terms" }, clean(one.shown, 120)),
      h("span", { class: ["whose", state === "off" && "mine"], key: "standing" }, standing)),
    state === "unconfirmed" && confirming(now, one),
    h("div", { class: "row-buttons" },
      !feed && state !== "unconfirmed" && h("button", { type: "button", class: "quiet", key: "try", disabled: now.busy !== "",
        "aria-label": `${_("Try it")}: ${name}`,
        on: { click: () => attempt(id, { type: "try-subscription", subscription: id }, phrase("notifying.tried")) } }, _("Try it")),
      h("button", { type: "button", class: "quiet", key: "remove", disabled: now.busy !== "", "aria-label": `${_("Remove")}: ${name}`,
        on: { click: () => attempt(id, { type: "unsubscribe", subscription: id }, phrase("notifying.removed")) } }, _("Remove"))));
}

/** The two addresses of a feed: whoever has them can read it. */
function feeds(path) {
  const address = new URL(path, globalThis.location.origin).href;
  return h("div", { key: "feeds" },
    copyable("feed-atom", "Atom", address),
    copyable("feed-ics", _("Calendar (ICS)"), address.replace(/\.atom$/, ".ics")));
}

function confirming(now, { id, shown }) {
  const submit = (event) => {
    event.preventDefault();
    const code = draft(current).codes[id] ?? ""; // perhaps newer than what is drawn
    attempt(id, { type: "confirm-subscription", subscription: id, code }, phrase("notifying.saved"));
  };
  return h("form", { class: "row-form", key: "code", on: { submit } },
    line(`code-${id}`, phrase("notifying.confirm", { where: clean(shown, 80) }), now.codes[id] ?? "",
      (code) => edit({ codes: { ...now.codes, [id]: code } }), { maxlength: "16", autocapitalize: "characters" }),
    h("button", { type: "submit", disabled: now.busy !== "" }, _("Confirm")));
}

/** One more. */
function adding(now) {
  const ways = now.found.ways.filter((way) => Object.hasOwn(TABLES.notifying_ways, way));
  const way = ways.includes(now.way) ? now.way : ways.includes("push") ? "push" : ways[0];
  const submit = (event) => {
    event.preventDefault();
    add({ ...draft(current), way });
  };
  const field = (name, label, more = {}) => line(`notify-${name}`, label, now[name], (text) => edit({ [name]: text }), more);
  return h("form", { class: "order-form", key: "form", on: { submit } },
    list("notify-way", _("Tell me by"), ways.map((one) => [one, word("notifying_ways", one)]), way,
      (one) => edit({ way: one, fault: "", told: "" }), word("notifying_help", way)),
    !["push", "feed"].includes(way) && field("address", _("Address"), { maxlength: "1000", type: way === "mail" ? "email" : "url" }),
    way === "matrix" && field("room", _("Room"), { maxlength: "255" }),
    ["matrix", "ntfy"].includes(way) && field("token", _("Token"), { maxlength: "400", type: "password" }),
    h("button", { type: "submit", class: "primary", disabled: now.busy !== "" }, _("Save and try")));
}

async function add({ way, address, room, token, found }) {
  const words = { type: "subscribe", way, address: address.trim(), room: room.trim(), token: token.trim(), language: language() };
  if (way === "push") {
    edit({ busy: "add", told: "", fault: "" });
    try {
      Object.assign(words, await browserKeys(found.push), { room: "", token: "" });
    } catch (error) {
      edit({ busy: "", fault: error.message });
      return;
    }
  }
  const told = ["mail", "feed"].includes(way) ? "" : phrase("notifying.saved");
  if (await attempt("add", words, told)) edit({ address: "", room: "", token: "" });
}

function reminders(now) {
  const hours = [...new Set([...HOURS, now.found.hours])].sort((one, other) => one - other);
  const text = (n) => (n ? phrase("notifying.reminders", { n }) : phrase("notifying.no_reminders"));
  return list("notify-hours", _("Reminder"), hours.map((n) => [String(n), text(n)]), String(now.found.hours),
    (n) => attempt("hours", { type: "remind", hours: Number(n) }));
}

/** The bar under a replay: where we are, and how to go on. */
import { h, s } from "../../base/dom.js";
import { beginReview, part } from "../../base/later.js";
import { change } from "../../base/store.js";
import { clean } from "../../base/language/clean.js";
import { sideName, windowName } from "../../text/phrases.js";
import { phrase, word } from "../../base/language/vocabulary.js";
import { copyable } from "../../base/widgets/copyable.js";
import { list } from "../../base/widgets/fields.js";
import { _, fill } from "../../base/language/words.js";
import { endReplay, go, linkHere, look, play, playOn, setPace, step } from "./replay.js";

/**
 * The whole bar.
 * @param {Page.State} state
 */
export function bar(state) {
  const { replay } = state, { row, at, playing } = replay;
  const last = row.length - 1;
  return h("section", { class: "replay-bar", key: "replay", "aria-label": _("Replay") },
    replay.names.length === 2 && h("p", { class: "replay-who", key: "who" },
      _("US"), ": ", h("bdi", {}, clean(replay.names[0], 51)), " · ", _("Japan"), ": ",
        h("bdi", {}, clean(replay.names[1], 51))),
    h("p", { class: "replay-what", role: "status", key: "what" }, what(replay)),
    h("label", { for: "scrub", class: "unseen" }, _("Moment of the game")),
    h("input", {
      id: "scrub", type: "range", min: "0", max: String(last), step: "1", value: String(at),
      "aria-valuetext": fill(_("{n} of {all}"), { n: at + 1, all: last + 1 }),
        on: { input: (event) => go(Number(event.target.value)) },
    }),
    h("div", { class: "replay-buttons", key: "all" },
      button("first", _("To the beginning"), () => go(0), at === 0),
      button("back", _("The decision before"), () => step(-1, true), at === 0),
      button("less", _("One event back"), () => step(-1), at === 0),
      playing ? button("hold", _("Hold"), () => play(false)) : button("play", _("Play"), () => play(true), at === last),
      button("more", _("One event on"), () => step(1), at === last),
      button("on", _("The next decision"), () => step(1, true), at === last),
      button("last", _("To the end"), () => go(last), at === last)),
    h("div", { class: "replay-how", key: "how" },
      (!replay.own || replay.late) && list("replay-eye", _("Seen by"), [["us", _("US")], ["jp", _("Japan")], ["both", _("both, all open")]], replay.eye,
        look),
      list("replay-pace", _("Speed"), [["slow", _("slow")], ["calm", _("calm")], ["quick", _("quick")]], replay.pace,
        setPace)),
    replay.own ? h("p", { class: "hint", key: "closed" }, replay.own) : linkToIt(state),
    !replay.own && [
      h("button", { type: "button", key: "play-on", "aria-keyshortcuts": "o", on: { click: playOn } }, phrase("whatif.on_from_here")),
      part("../start/editor/entering.js")?.button(replay),
      h("button", { type: "button", key: "review", on: { click: () => teach(replay) } }, state.review?.table === replay.table ? _("Back to the review") : _("Review"))],
    state.review?.fault && h("p", { class: "fault", role: "alert", key: "fault" }, clean(state.review.fault, 400)),
    h("button", { type: "button", key: "end", class: "quiet", on: { click: endReplay } }, _("Close the replay")));
}

/**
 * The link, and who can open it.
 * @param {Page.State} state
 */
function linkToIt(state) {
  const { link, lonely, closed } = linkHere(state);
  return h("div", { class: "replay-link", key: "link" },
    copyable("replay-link", _("Link to this moment"), link),
    closed ? h("p", { class: "hint", key: "closed" }, _("Only the two players can open it: at this table nobody may look on."))
    : lonely && h("p", { class: "hint", key: "closed" }, _("It can be opened on this computer only.")));
}

/** What this game teaches, or why that cannot be had. */
function teach({ table, secret }) {
  beginReview({ table, secret }).catch((fault) => change({ review: { table, fault: fault.message, told: null } }));
}

/** Signs of ours: not every font has those of a recorder. */
const SIGNS = {
  first: "M3 4h3v16H3zM20 4v16L7 12z", back: "M12 5v14L3 12zM21 5v14l-9-7z", less: "M17 4v16L6 12z",
  play: "M7 4v16l12-8z", hold: "M6 4h4v16H6zM14 4h4v16h-4z", more: "M5 4v16l10-8zM17 4h3v16h-3z",
  on: "M12 5v14l9-7zM3 5v14l9-7z", last: "M18 4h3v16h-3zM4 4v16l13-8z",
};

function button(key, text, click, disabled = false) {
  return h("button", { type: "button", key: key === "hold" ? "play" : key, title: text, "aria-label": text, disabled,
    on: { click } },
    s("svg", { viewBox: "0 0 24 24", width: "18", height: "18", "aria-hidden": "true" },
      s("path", { d: SIGNS[key], fill: "currentColor" })));
}

/** Where we are, by event as in the terminal; and by entry, as `ironbottom replay --plain` counts them. */
function what(replay) {
  const { row, at, scenes, of } = replay;
  const whole = scenes.length === of;
  if (replay.own) return fill(_("{n} of {all}"), { n: at + 1, all: row.length });
  return [
    fill(_("{n} of {all}"), { n: at + 1, all: whole ? row.length : "…" }),
    row[at].scene > 0 && fill(_("entry {n} of {all}"), { n: row[at].scene, all: of - 1 }),
    whose(scenes[row[at].scene]),
  ].filter(Boolean).join(" · ");
}

/** Whose decision has led here. */
function whose({ side, window, answer }) {
  if (side === null || side === undefined) return _("The game begins.");
  if (answer === "draw") return word("endings", "agreed");
  if (!window) return fill(_("{side} resigns."), { side: sideName(side) });
  return fill(_("{side}: {what}"), { side: sideName(side), what: windowName(window) });
}

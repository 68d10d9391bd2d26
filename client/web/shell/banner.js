/** What must not be overlooked: a lost connection, a seat that was taken elsewhere, words of the server. */
import { h } from "../base/dom.js";
import { connect } from "../session/api.js";
import { inOurWords } from "../base/language/server_messages.js";
import { change } from "../base/store.js";
import { _, counted, fill } from "../base/language/words.js";
import { wishedFor } from "../session/tables/rematch.js";
import { clean } from "../base/language/clean.js";
import { phrase } from "../base/language/vocabulary.js";
import { isHere, part } from "../base/later.js";
import { neverIn } from "../start/page.js";
import { stagedShown } from "../table/question/answering/asked.js";
import { canUndo } from "../table/question/staging/staging.js";

/**
 * The banner over the page; nothing when all is well.
 * @param {Page.State} state
 */
export function banner(state) {
  const { status, code } = state.net;
  if (status === "waiting") return neverIn(state) && isHere("../start/offline.js") ? null : waiting(state.net);
  if (status === "ended") return code === "elsewhere" ? null : ended(state.net);
  if (status === "opening" && state.screen !== "start") return box("opening", _("Connecting ..."));
  if (state.newer) return newer(state);
  if (state.told) return told(state.told);
  const asked = (state.offers || state.table?.settled || wishedFor(state)) && state.screen === "table" && part("../session/tables/agreed/offers_sheet.js")?.offerBanner(state);
  if (asked) return box(asked.kind, asked.text, ...asked.buttons);
  return state.table?.status === "paused" ? box("paused",
    fill(_("The game is paused: {why}"), { why: clean(inOurWords({ code: "paused", text: state.table.note }), 400) })) : null;
}

function box(kind, text, ...more) {
  return h("div", { class: ["banner", kind], key: "banner", role: kind === "opening" ? "status" : "alert" },
    h("span", { class: "sign", "aria-hidden": "true" }, kind === "waiting" || kind === "ended" ? "⚠" : "ⓘ"),
      h("span", {}, text), ...more);
}

function waiting({ text, again }) {
  const when = again === null ? _("trying ...") : counted("next try in {n} second", "next try in {n} seconds",
    Math.ceil(again));
  return h("div", { class: "banner waiting", key: "banner" },
    h("span", { class: "sign", "aria-hidden": "true" }, "⚠"),
    h("span", { role: "alert" }, _("The connection is lost. Nothing is lost with it: the game is kept.")),
    text && h("span", { class: "why" }, clean(text, 200)),
    h("span", { class: "count" }, when),
    h("button", { type: "button", on: { click: () => connect(true) } }, _("Try now")));
}

function ended({ text }) {
  return box("ended", clean(text, 400) || _("The connection has ended."),
    h("button", { type: "button", key: "again", on: { click: () => location.reload() } }, _("Load the page again")));
}

function told({ text }) {
  return box("told", phrase("seat.notice", { text: clean(text, 400) }),
    h("button", { type: "button", key: "ok", class: "quiet", on: { click: () => change({ told: null }) } },
      _("Close")));
}

/**
 * The server was restarted with another page.  Ours goes on; whoever loads the new one sits where he sat, but what he
 * has begun to say is lost: so not before that is said.
 * @param {Page.State} state
 */
function newer(state) {
  const staged = stagedShown(state);
  const begun = state.sending || Boolean(state.chatDraft) || (staged !== null && canUndo(staged));
  const text = state.newer === "needed"
    ? _("What you asked for is no longer there: the server has a newer page. Load it; your game goes on.")
    : _("The server has a newer page. This one goes on as it is; your game goes on with either.");
  return box("newer", text,
    h("button", { type: "button", key: "newer", disabled: begun, on: { click: () => location.reload() } },
      _("Load the newer page")),
    begun && h("span", { key: "begun" }, _("first give or take back what you have begun")));
}

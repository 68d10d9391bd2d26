/** Players whom one does not want to meet on this server, on a sheet of their own; twin of client/text/people/blocks.py. */
import { h } from "../../base/dom.js";
import { bring } from "../../base/language/bring.js";
import { clean } from "../../base/language/clean.js";
import { phrase } from "../../base/language/vocabulary.js";
import { change, state as current } from "../../base/store.js";
import { fault, line } from "../../base/widgets/fields.js";
import { open, sheet } from "../../base/widgets/sheet.js";
import { fromBase64 } from "../../session/crypto/bytes.js";
import { fingerprint } from "../../session/crypto/letters.js";
import { ask } from "../../session/net/server.js";

await bring("challenge");

const EMPTY = { found: null, who: "", busy: false, fault: "" };

/** @param {Page.State} state */
const draft = (state) => ({ ...EMPTY, ...state.blocked });

function edit(patch) {
  change({ blocked: { ...draft(current), ...patch } });
}

/** The way to it from other sheets. */
export function blockedButton() {
  return h("button", { type: "button", class: "quiet", id: "open-blocked", key: "open-blocked", on: { click: openBlocked } }, phrase("blocking.title"));
}

/** Open it, with whom one has blocked by now. */
export function openBlocked() {
  edit(EMPTY);
  open("blocked");
  return attempt({ type: "list-blocks" });
}

/** Ask, and show the list that comes, or why none does. */
async function attempt(words) {
  edit({ busy: true, fault: "" });
  try {
    edit({ busy: false, found: (await ask(words)).blocked, who: "" });
  } catch (error) {
    edit({ busy: false, fault: error.message });
  }
}

/**
 * The sheet.
 * @param {Page.State} state
 */
export function blocked(state) {
  const now = draft(state);
  return sheet("blocked", phrase("blocking.title"), {},
    h("p", { class: "hint", key: "about" }, phrase("blocking.about")),
    h("form", { class: "row-form", key: "form", on: { submit: press } },
      line("blocked-who", phrase("blocking.who"), now.who, (who) => edit({ who }), { maxlength: "60", spellcheck: "false" }),
      h("button", { type: "submit", disabled: now.busy }, phrase("blocking.block"))),
    opponentHere(state, now),
    fault(now.fault),
    now.found && (now.found.length ? h("ul", { class: "entries", key: "list" }, now.found.map((one) => row(now, one)))
      : h("p", { class: "quiet-text", key: "none" }, phrase("blocking.none"))));
}

function press(event) {
  event.preventDefault();
  attempt({ type: "block", who: draft(current).who });
}

/** Whom we play just now, by his key: nobody has to copy letters. */
function opponentHere({ seat, table, screen }, now) {
  const other = screen === "table" && seat?.place >= 0 && table?.seats[1 - seat.place];
  if (!other?.key || other.bot) return null;
  const who = fingerprint(fromBase64(other.key));
  return h("button", { type: "button", class: "quiet", key: "here", disabled: now.busy, on: { click: () => attempt({ type: "block", who }) } },
    phrase("blocking.block_here", { name: clean(other.name, 24) }));
}

function row(now, { key, name, at }) {
  const since = new Date(1000 * at).toISOString().slice(0, 10);
  return h("li", { key },
    h("div", { class: "row-words" },
      h("span", { class: "who" }, h("bdi", {}, name ? clean(name, 24) : phrase("blocking.unnamed"))),
      h("span", { class: "terms" }, [clean(key, 24), phrase("blocking.since", { when: since })].join(" · "))),
    h("div", { class: "row-buttons" },
      h("button", { type: "button", class: "quiet", disabled: now.busy, on: { click: () => attempt({ type: "unblock", key }) } }, phrase("blocking.lift"))));
}

/** One's own hand, fanned below the lines; and cards that are asked about and lie nowhere else. */
import {h, memo} from "../../base/dom.js";
import {_, language} from "../../base/language/words.js";
import {cardOf, halfOf, printedName} from "../../text/naming.js";
import {lyingFace} from "./cards/lying_face.js";
import {sideClass} from "./cards/shapes.js";
import {markKey, thing} from "./thing.js";
import {amount, phrase} from "../../base/language/vocabulary.js";

/** Nothing where the viewer holds no hand and is asked about no card. */
export function hand(given) {
  const {view, marks, cards} = given;
  const own = (view.viewer === null ? null : halfOf(view, view.viewer).hand) ?? null;
  const things = own ? copies(own) : [];
  const there = new Set(things);
  const asked = [...marks.keys()].filter((id) => id.startsWith("c:") && !there.has(id));
  if (!own && !asked.length) return null;
  const all = [...things, ...asked];
  const marked = all.map((id) => `${markKey(marks.get(id))}${given.now.has(cardId(id))}`).join();
  return memo("hand", [all.join(), marked, view.viewer, cards, language()], () => fan(things, asked, given));
}

function fan(things, asked, {view, marks, now}) {
  const n = things.length + asked.length;
  return h("section", {
    class: ["hand", sideClass(view.viewer), !n && "empty"], key: "hand", "aria-label": _("Your hand"),
    style: {"--n": String(Math.max(1, n)), "--gaps": String(Math.max(1, n - 1))},
  },
  h("div", {class: "hand-name", "aria-hidden": "true", key: "name"}, _("Your hand"), h("b", amount("cards", things.length))),
  h("div", {class: "hand-cards", key: "cards"},
    things.map((id) => held(id, {marks, now}, "")), asked.map((id) => held(id, {marks, now}, "asked")),
    n ? null : h("p", {class: "hand-empty", key: "none"}, phrase("seat.no_cards"))));
}

function held(id, {marks, now}, className) {
  const printed = cardOf(cardId(id));
  if (!printed) return null;
  return thing(id, marks.get(id), {className: ["held-card", className], text: printedName(printed), card: printed.id, now: now.has(printed.id)},
    lyingFace(printed));
}

/** "c:us/wildcat:1": the second of several that are alike. */
function copies(ids) {
  const seen = new Map();
  return ids.map((id) => {
    const n = seen.get(id) ?? 0;
    seen.set(id, n + 1);
    return `c:${id}:${n}`;
  });
}

function cardId(id) {
  return id.slice(2, id.lastIndexOf(":"));
}

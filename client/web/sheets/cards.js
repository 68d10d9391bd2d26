/** All cards of the set, to look through by side and kind, and one card large. */
import { bring } from "../base/language/bring.js";
import { clean } from "../base/language/clean.js";
import { wholeCard } from "../table/board/cards/card.js";
import { h, memo } from "../base/dom.js";
import { inFewWords, iconsNow } from "../text/card_summary.js";
import { change } from "../base/store.js";
import { _, language } from "../base/language/words.js";
import { choice } from "../base/widgets/fields.js";
import { setOf } from "./card_set.js";
import { open, sheet } from "../base/widgets/sheet.js";
import { amount, phrase } from "../base/language/vocabulary.js";

await bring("orders");

const KINDS = () => [
  ["all", phrase("order.all")], ["ship", _("ships")], ["base", _("bases")], ["airplane", _("airplanes")], ["event", _("events")],
];

/**
 * The browser of cards.
 * @param {Page.State} state
 */
export function cards(state) {
  const now = { side: "all", kind: "all", words: "", ...state.cardsSought };
  const edit = (patch) => change({ cardsSought: { ...now, ...patch } });
  const known = setOf(state);
  return sheet("cards", _("The cards"), { wide: true },
    h("div", { class: "cards-search", key: "search" },
      choice("cards-side", _("Side"), [["all", _("both")], ["0", _("US")], ["1", _("Japan")]], now.side,
        (side) => edit({ side })),
      choice("cards-kind", _("Kind"), KINDS(), now.kind, (kind) => edit({ kind })),
      h("div", { class: "field" },
        h("label", { for: "cards-words" }, _("Name")),
        h("input", { id: "cards-words", type: "search", "data-first": "", value: now.words,
          on: { input: (event) => edit({ words: event.target.value }) } }))),
    known === null
      ? h("p", { key: "wait", role: "status" }, clean(state.cardsFault, 400) || _("One moment ..."))
      : memo("found", [known, now.side, now.kind, now.words, language()], () => gallery(known, now)));
}

function gallery(known, now) {
  const found = Object.values(known).filter((one) => fits(one, now));
  return h("div", { class: "gallery-wrap" },
    h("p", { role: "status" }, amount("cards", found.length)),
    h("ul", { class: "gallery" }, found.map((one) => h("li", { key: one.id },
      h("span", { class: "gallery-card", "aria-hidden": "true" }, wholeCard(one)),
      h("button", { type: "button", class: "gallery-name", on: { click: () => open(`card:${one.id}`) } },
        nameOf(one), copiesOf(one) > 1 && ` ×${copiesOf(one)}`)))));
}

function fits(one, { side, kind, words }) {
  const wanted = words.trim().toLocaleLowerCase();
  const text = `${one.name} ${one.ja} ${one.id} ${one.type ?? ""} ${one.text ?? ""}`.toLocaleLowerCase();
  return (side === "all" || String(one.side) === side) && (kind === "all" || kindOf(one) === kind) && text.includes(wanted);
}

/** What kind of card it is, by what it prints. */
function kindOf(one) {
  if (one.rank !== undefined) return "base";
  if (one.maker !== undefined) return "airplane";
  return one.effect !== undefined ? "event" : "ship";
}

/** A card's name in the reader's language. */
function nameOf(one) {
  return language() === "ja" && one.ja ? one.ja : one.name;
}

function copiesOf(one) {
  return one.there ?? 1;
}

/**
 * One card, large.
 * @param {Page.State} state
 */
export function oneCard(state, id) {
  const one = (setOf(state) ?? {})[id] ?? state.cards[id];
  if (!one) return sheet("one-card", _("A card"), {}, h("p", {}, phrase("commands.no_card")));
  const back = h("button", { type: "button", class: "quiet", key: "all", on: { click: () => open("cards") } },
    _("All cards"));
  return sheet("one-card", nameOf(one), { foot: back },
    h("div", { class: "one-card", key: id }, wholeCard(one)),
    h("dl", { class: "facts", key: "facts" },
      facts(one).map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])));
}

/** Where airplanes have their places: on ships in their values, on bases by kind. */
function iconsOf(one) {
  if (one.values) return one.values.icon ? iconsNow([[one.values.icon, one.values.icons]], 0) : "";
  return one.rank === undefined ? "" : iconsNow(["land", "sea",
    "flying"].filter((kind) => one[kind] > 0).map((kind) => [kind, one[kind]]), 0);
}

/** What is drawn on the card, in words: for who cannot see it, and for who cannot read its signs. */
function facts(one) {
  return [
    [_("In words"), inFewWords(one)],
    [_("Icons"), iconsOf(one)], [_("English name"), one.name], [_("Japanese name"), one.ja],
    one.text && [_("Text"), _(one.text)], one.note && [_("Note"), _(one.note)],
  ].filter((fact) => fact && fact[1]);
}

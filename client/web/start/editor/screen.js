/** The screen of the editor: both sides on the table, what is left beside it, and the card that is chosen. */
import { h } from "../../base/dom.js";
import { styled } from "../../base/later.js";
import { clean } from "../../base/language/clean.js";
import { phrase } from "../../base/language/vocabulary.js";
import { _, counted, fill, language } from "../../base/language/words.js";
import { list } from "../../base/widgets/fields.js";
import { sides } from "../../session/terms.js";
import { botNames } from "../../session/tables/bots.js";
import { ready } from "../../session/bot_game.js";
import { inFewWords } from "../../text/card_summary.js";
import { printedName } from "../../text/naming.js";
import { introduced } from "../../text/table_rules.js";
import { sideName } from "../../text/phrases.js";
import { carried, isOver, placeName, takes } from "./carrying.js";
import { formationName } from "./checking.js";
import { cardOf, damaged, left, parted, places, seen, sideOf } from "./editing.js";
import { faultOf, lay, leave, openFile, play, saveFile, set, share, step, undo } from "./editor.js";
import { settings } from "./settings.js";

await styled("../style/later/editor.css");

const ROWS = [[1, 2], [1, 1], [1, 0], [0, 0], [0, 1], [0, 2]]; // side and line, from the top of the table
const same = (one, other) => Boolean(one && other) && ["kind", "side", "n", "card"].every((field) => one[field] === other[field]);

/**
 * The whole screen.
 * @param {Page.State} state
 */
export function editorScreen(state) {
  const { editor } = state;
  if (!editor) return null;
  const faults = [], below = editor.reading ? null : settings(editor, faults), mistyped = faults.length > 0, wrong = faults[0] ?? faultOf(editor);
  return h("main", { class: ["editor", "start", editor.reading && "reading"], id: "main", tabindex: "-1", key: "editor", "aria-labelledby": "editor-title" },
    head(state, wrong, mistyped),
    editor.reading ? h("div", { class: "editor-about", key: "about" }, introduced({ words: editor.words, battle: editor.battle }).map((text, n) => h("p", { key: n }, text))) : null,
    h("p", { class: ["editor-told", wrong && "fault"], role: "status", "aria-live": "polite", id: "editor-told", key: "told" }, clean(editor.told || wrong, 400) || phrase("battle_faults.sound")),
    editor.told && wrong ? h("p", { class: "editor-told fault", key: "wrong" }, wrong) : null,
    h("div", { class: "editor-body", key: "body" }, table(editor), editor.reading ? null : beside(editor)),
    below);
}

function head(state, wrong, mistyped) {
  const { editor } = state, { battle, reading } = editor, title = (language() === "ja" ? battle.japanese : battle.english).title;
  const way = (id, text, act, more = {}) => h("button", { type: "button", id, key: id, class: "quiet", ...more, on: { click: act } }, text);
  return h("header", { class: "editor-head", key: "head" },
    h("h1", { id: "editor-title" }, clean(title, 80)),
    h("div", { class: "row-buttons", key: "play" },
      list("editor-bot", _("Bot"), botNames(state), editor.bot, (bot) => set({ bot })),
      list("editor-as", _("Your side"), sides(), editor.as, (as) => set({ as })),
      way("editor-play", _("Play it"), play, { class: "primary", disabled: Boolean(wrong) || !ready(state) || !botNames(state).length })),
    h("div", { class: "row-buttons", key: "ways" },
      reading ? way("editor-edit", _("Change it"), () => set({ reading: false, told: "" })) : way("editor-undo", _("Undo"), undo, { disabled: !editor.past.length && !mistyped }),
      way("editor-share", _("Share a link"), share, { disabled: mistyped }),
      way("editor-save", _("Save as a file"), saveFile, { disabled: mistyped }),
      reading ? null : h("label", { class: "editor-file", key: "file" }, h("span", {}, _("Open a file")),
        h("input", { type: "file", id: "editor-open", accept: ".json,application/json", on: { change: ({ target }) => target.files[0] && openFile(target.files[0]) } })),
      way("editor-leave", state.replay ? _("Back to the replay") : _("To the start page"), leave)),
    editor.link ? h("input", { class: "editor-link", id: "editor-link", key: "link", readonly: "", value: editor.link, "aria-label": _("The link to this battle") }) : null);
}

/** Six lines, with the bases and decks of each side behind its own. */
function table(editor) {
  return h("div", { class: "editor-table", key: "table" },
    stores(editor, 1), ROWS.map(([side, n]) => line(editor, side, n)), stores(editor, 0));
}

/** A place that takes cards. */
function zone(editor, place, label, ...children) {
  const may = takes(editor, place), { side, kind, n } = place, by = ["us", "jp"][side];
  return h("section", { class: ["editor-zone", `of-${kind}`, by, may && "may", isOver(editor, place) && "over"], key: `${kind} ${side} ${n}`, "data-place": `${kind} ${side} ${n}`, "aria-label": `${sideName(side)}: ${label}` },
    h("h3", {}, `${sideName(side)}: ${label}`), h("div", { class: "editor-row" }, children));
}

function line(editor, side, n) {
  const place = { kind: "line", side, n };
  return zone(editor, place, placeName(place), sideOf(editor.battle, side).ships.map((one, at) => (one.line === n ? formation(editor, "ship", side, at, one) : null)));
}

/** Bases and decks. */
function stores(editor, side) {
  const { bases, deck, reserve } = sideOf(editor.battle, side), of = (kind) => ({ kind, side, n: 0 });
  return h("div", { class: "editor-stores", key: `stores ${side}` },
    zone(editor, of("bases"), placeName(of("bases")), bases.map((one, at) => formation(editor, "base", side, at, one))),
    zone(editor, of("deck"), placeName(of("deck")), alike(deck).map(([card, n]) => chip(editor, { kind: "deck", side, n: 0, card }, n))),
    zone(editor, of("reserve"), placeName(of("reserve")), alike(reserve).map(([card, n]) => chip(editor, { kind: "reserve", side, n: 0, card }, n))));
}

function alike(cards) {
  const found = new Map();
  for (const card of cards) found.set(card, (found.get(card) ?? 0) + 1);
  return [...found];
}

/** A ship, a pair or a base, with what is aboard. */
function formation(editor, kind, side, n, one) {
  const place = { kind, side, n }, thing = { kind, side, n }, aboard = `aboard-${kind}`;
  const said = [kind === "ship" && (one.detected || one.transports) && _("detected"), one.damage && counted("{n} damage", "{n} damage", one.damage)].filter(Boolean).join(", ");
  return h("div", { class: ["editor-host", takes(editor, place) && "may", isOver(editor, place) && "over"], key: `${kind} ${n}`, "data-place": `${kind} ${side} ${n}` },
    button(editor, thing, [h("b", { key: "name" }, formationName(editor.cards, kind === "ship" ? one : { lead: one.card })), said ? h("small", { key: "said" }, said) : null]),
    alike(one.airplanes).map(([card, times]) => chip(editor, { kind: aboard, side, n, card }, times)));
}

function chip(editor, thing, times) {
  const card = editor.cards[thing.card];
  return button(editor, thing, [card ? printedName(card) : clean(thing.card, 60), times > 1 ? ` ×${times}` : ""]);
}

function button(editor, thing, children) {
  const by = ["us", "jp"][thing.side], { kind, side, n, card = "" } = thing;
  return h("button", {
    type: "button", class: ["editor-card", by, same(editor.chosen, thing) && "chosen", same(editor.held, thing) && "held"], key: `${kind} ${n} ${card}`, disabled: editor.reading,
    "aria-pressed": String(same(editor.chosen, thing)), "aria-describedby": "editor-keys", "data-thing": `${kind} ${side} ${n} ${card}`.trim(),
    on: { ...carried(thing), click: () => set({ chosen: same(editor.chosen, thing) ? null : thing, told: "" }) },
  }, children);
}

/** What is chosen, and what is left. */
function beside(editor) {
  return h("aside", { class: "editor-side", key: "side" },
    h("p", { class: "hint", id: "editor-keys", key: "keys" }, _("Drag cards, or: space picks a card up, arrows choose a place, space lays it down.")),
    editor.chosen && cardOf(editor.battle, editor.chosen) ? chosen(editor, editor.chosen) : null,
    tray(editor));
}

function chosen(editor, thing) {
  const { battle, cards } = editor, card = cards[cardOf(battle, thing)], host = thing.kind === "ship" || thing.kind === "base";
  const one = thing.kind === "ship" ? sideOf(battle, thing.side).ships[thing.n] : sideOf(battle, thing.side).bases[thing.n];
  const act = (id, text, does) => h("button", { type: "button", id, key: id, on: { click: () => step(does(battle, thing)) } }, text);
  return h("section", { class: "editor-chosen", key: "chosen", "aria-labelledby": "editor-chosen-name" },
    h("h2", { id: "editor-chosen-name" }, thing.kind === "ship" ? formationName(cards, one) : formationName(cards, { lead: cardOf(battle, thing) })),
    card ? h("p", { class: "hint" }, inFewWords(card)) : null,
    host ? h("div", { class: "row-buttons", key: "state" },
      h("span", {}, fill(_("Damage: {n}"), { n: one.damage })),
      act("editor-less", _("less damage"), (now, it) => damaged(now, it, -1)), act("editor-more", _("more damage"), (now, it) => damaged(now, it, 1)),
      thing.kind === "ship" && !one.transports ? act("editor-seen", one.detected ? _("unseen") : _("detected"), seen) : null,
      thing.kind === "ship" && one.escort ? act("editor-part", _("part the pair"), parted) : null) : null,
    h("div", { class: "row-buttons", key: "places", role: "group", "aria-label": _("Where to?") }, places(battle, cards, thing).map((place) =>
      h("button", { type: "button", class: "quiet", key: `${place.kind} ${place.n}`, "data-to": `${place.kind} ${place.n}`, on: { click: () => lay(thing, place) } }, placeName(place)))));
}

/** What the set has left of a side; a card that is laid here is off the table. */
function tray(editor) {
  const { battle, cards, side, sought } = editor, words = sought.trim().toLocaleLowerCase().split(/\s+/u);
  const rest = [...left(battle, editor.set, side)].filter(([id]) => {
    const { name, ja, type = "" } = cards[id], text = `${name} ${ja} ${id} ${type}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
  return h("section", { class: "editor-left", key: "left", "data-place": `off ${editor.held?.side ?? side} 0`, "aria-labelledby": "editor-left-title" },
    h("h2", { id: "editor-left-title" }, _("What is left")),
    list("editor-side", _("Side"), [["0", sideName(0)], ["1", sideName(1)]], String(side), (now) => set({ side: Number(now), chosen: null })),
    h("div", { class: "field", key: "sought" }, h("label", { for: "editor-sought" }, _("Name")),
      h("input", { id: "editor-sought", type: "search", value: sought, on: { input: ({ target }) => set({ sought: target.value }) } })),
    h("div", { class: "editor-row", key: "cards" }, rest.map(([id, n]) => chip(editor, { kind: "left", side, n: 0, card: id }, n))));
}

/** The battle board: the fight that is on, over the table.  A pure drawing of the field; it can be put aside. */
import { h, s } from "../../base/dom.js";
import { _, fill } from "../../base/language/words.js";
import { capital } from "../question/words/names.js";
import { weather } from "../board/chart.js";
import { nation } from "../board/cards/shapes.js";
import { fitted } from "../board/cards/fitted_text.js";
import { naming } from "../../text/naming.js";
import { lines } from "../../text/story.js";
import { inRow, listed, ofSide, sideName } from "../../text/phrases.js";
import { styled } from "../../base/later.js";
import { change } from "../../base/store.js";
import { arrow } from "./arrows.js";
import { bannerOf, climaxOf, dimmed } from "./climax.js";
import { skip, skipBeat } from "../../session/seat/beats.js";
import { field } from "./field.js";
import { bestLayout, layout, withGaps } from "./layout.js";
import { motions } from "./motion.js";
import { columnsAcross, proportion } from "./room.js";
import { play } from "./sounds.js";
import { hitsOf, tile } from "./tile.js";
import { phrase, word } from "../../base/language/vocabulary.js";

await Promise.all([styled("../style/battle.css"), styled("../style/drama.css")]);

/**
 * The board over the table; a button to open it again where it was put aside; nothing where there is no fight.
 * @param {Page.State} state
 */
export function battle(state, marks = new Map()) {
  const fight = field(state);
  if (!fight) return strip(state);
  if (state.battleShut === fight.key) {
    const open = { key: "open", class: "battle-open", on: { click: () => change({ battleShut: "" }) } };
    return [h("button", open, _("Show the battle board")), strip(state)];
  }
  const climax = climaxOf(fight.fresh),
    placed = laid(withGaps(fight, Boolean(state.beat)));
  const pieces = new Map(
    fight.halves.flatMap((half) => half.boxes.flatMap((box) => box.pieces.map((piece) => [piece.token, piece]))),
  );
  return h(
    "section",
    {
      key: "battle",
      class: ["battle", fight.kind, state.beat && "playing", state.again && "again"],
      "aria-label": fight.title,
      style: { "--beat": `${state.beat?.length ?? 0}ms` },
    },
    head(state, fight),
    sky(fight.now.view),
    board(state, fight, marks, { placed, pieces, climax }),
    bannerOf(climax, placed),
    state.beat && heard(state.beat, pieces),
  );
}

/**
 * What happens just now, over the table.
 * @param {Page.State} state
 */
function strip(state) {
  if (!state.beat) return null;
  return h("div", { key: "battle", class: "battle-strip" }, told(state.beat), ways(state), heard(state.beat, new Map()));
}

const numbers = new WeakMap(); // first event of a beat -> its number
let last = 0;

/** Each beat is heard once, as soon as it is seen. */
function heard({ group }, pieces) {
  const [first] = group;
  if (!numbers.has(first)) numbers.set(first, ++last);
  return h("span", { key: `heard ${numbers.get(first)}`, hidden: true, ref: () => play(group, pieces) });
}

function told(beat) {
  const sentences = lines(beat.event, beat.after)
    .map((line) => line.text)
    .filter(Boolean);
  return (
    sentences.length > 0 &&
    h(
      "p",
      { class: "beat-told", key: "told" },
      sentences.map((text, i) => h("span", { key: i }, text)),
    )
  );
}

/** @param {Page.State} state */
function head(state, fight) {
  const hits = fight.hits && h("strong", { class: "battle-hits" }, phrase("open.spend", { hits: fight.hits }));
  const title = capital(fight.title);
  return h(
    "header",
    { class: "battle-head" },
    h("h2", { class: "battle-title" }, state.again ? fill(_("Again: {what}"), { what: title }) : title),
    h("p", { class: "battle-stage" }, hits),
    h("div", { class: "battle-buttons" }, state.beat && ways(state), !state.again && close(fight)),
    sentence(state, said(state, fight, naming(state))),
  );
}

function close(fight) {
  const shut = { click: () => change({ battleShut: fight.key }) };
  return h("button", { class: "battle-close", key: "close", on: shut }, _("Show the table"));
}

/**
 * What is told under the title.  Of the game itself the page speaks elsewhere; of a battle that is shown again, here.
 * @param {Page.State} state
 */
function sentence(state, text) {
  const line = h("p", { key: `told ${text}`, class: ["battle-told", isLate(state) && "late"] }, text);
  return state.again ? h("div", { key: "again", class: "battle-again", role: "status" }, line) : line;
}

/**
 * Ways through what is shown: past this beat, or to its end.
 * @param {Page.State} state
 */
function ways(state) {
  const { again } = state;
  if (state.screen === "replay" && !again) return null;
  const button = (name, text, title, click) => h("button", { type: "button", class: name, key: name, title, on: { click } }, text);
  return [
    button("battle-next", _("Next"), _("Show what comes next"), again ? again.next : skipBeat),
    again ? button("battle-skip", _("Back to now"), _("End what is shown again"), again.end)
      : button("battle-skip", _("Skip"), _("Show the result at once"), skip),
  ];
}

/** On a small page one box below the other; else as large as the place beside the panel and over the hand allows. */
function laid(halves) {
  const columns = columnsAcross();
  return columns ? layout(halves, columns, true) : bestLayout(halves, proportion());
}

/** @param {Page.State} state */
function board(state, fight, marks, { placed, pieces, climax }) {
  const names = naming(state);
  const sideOf = (token) => pieces.get(token)?.side ?? 0;
  const boxes = new Map(
    fight.halves.flatMap((half) => half.boxes.flatMap((box) => box.pieces.map(({ token }) => [token, box.thing]))),
  );
  const tiles = [...pieces.values()].map((piece) =>
    tile(piece, {
      fight,
      spot: placed.tiles.get(piece.token),
      names,
      cards: state.cards,
      mark: marks.get(`t${piece.token}`),
      box: boxes.get(piece.token),
      frozen: Boolean(state.again),
    }),
  );
  const aims = [...fight.aims, ...staged(marks)].map((aim) => arrow(aim, placed, sideOf));
  return h(
    "div",
    { class: "battle-sea", key: "sea" },
    h(
      "div",
      { class: "battle-board", role: "group", "aria-label": fight.title, style: { "--across": String(placed.width), "--down": String(placed.height) } },
      drawing("under", placed,
        waves(placed),
        placed.boxes.map((one) => boxNode(one, marks, state)),
        s("g", { key: "aims", class: "aims" }, aims),
        placed.boxes.map((one) => boxName(one))),
      h("div", { key: "tiles", class: "tiles" }, tiles),
      drawing("over", placed,
        dimmed(climax, placed),
        s("g", { key: "motion", class: "motions" }, motions(fight, placed, pieces)),
        s("g", { key: "hits", class: "all-hits" }, hitsOf(fight, placed.tiles))),
    ),
  );
}

/** What is drawn under all cards, or over them. */
function drawing(place, { width, height }, ...parts) {
  return s("svg", { key: place, class: `battle-drawing ${place}`, viewBox: `0 0 ${width} ${height}` }, parts);
}

/** The weather over the water, as on the table. */
function sky(view) {
  const now = weather(view.sections);
  return h("div", { key: "sky", class: ["weather", "on", { night: "by-night", sky: "by-day" }[now]], "aria-hidden": "true" });
}

/** Aims that are only staged, by what the marks tell. */
function staged(marks) {
  const token = (thing) => (/^t\d+$/.test(thing) ? Number(thing.slice(1)) : null);
  return [...marks]
    .flatMap(([from, mark]) =>
      [mark.to ?? []]
        .flat()
        .map((to) => ({ key: `staged ${from} ${to}`, by: token(from), at: token(to), staged: true })),
    )
    .filter((aim) => aim.by !== null && aim.at !== null);
}

/** The sea between the two sides. */
function waves({ width, middle }) {
  const row = (y, shift) => `M${-shift} ${y}${"q14-6 28 0t28 0".repeat(Math.ceil(width / 56) + 1)}`;
  return s("path", { key: "waves", class: "battle-waves", d: row(middle - 6, 0) + row(middle + 7, 20) });
}

/** A box of a task: a place to drop a card on, where its task is asked. */
function boxNode({ box, side, x, y, width, height }, marks, state) {
  const asked = state.shown?.view.question?.shape.of === "task" && side === state.side;
  const mark = box.thing ? marks.get(box.thing) : null;
  const label = box.label ? fill(_("{side}: {name}"), { side: ofSide(side), name: box.label }) : ofSide(side);
  return s(
    "g",
    {
      key: `box ${side} ${box.task}`,
      class: ["box", side ? "jp" : "us", mark && `mark-${mark.state}`, !box.pieces.length && "empty"],
      "data-thing": mark || asked ? box.thing : null,
      tabindex: mark ? "0" : null,
      role: mark ? "button" : null,
      "aria-label": mark ? label : null,
    },
    s("rect", { class: "box-ground", x, y, width, height, rx: 10 }),
    s("path", {
      class: "box-band",
      d: `M${x} ${y + 21}V${y + 10}Q${x} ${y} ${x + 10} ${y}H${x + width - 10}Q${x + width} ${y} ${x + width} ${y + 10}V${y + 21}Z`,
    }),
    mark ? s("rect", { class: "box-frame", x, y, width, height, rx: 10 }) : null,
  );
}

/** What a box is called; no arrow goes over it. */
function boxName({ box, side, x, y, width }) {
  return s(
    "g",
    { key: `name ${side} ${box.task}`, class: ["box", "box-name", side ? "jp" : "us"] },
    nation(side, x + 13, y + 10.8, 7.4),
    fitted(box.label || sideName(side), {
      class: "box-label",
      x: x + 25,
      y: y + 15.5,
      size: 13,
      least: 9,
      width: width - 33,
      weight: 700,
    }),
  );
}

/** A beat in words: its sentence; of many throws only who throws what, as the dice tell the rest. */
function happening({ event, group }) {
  if (event.event !== "rolled" || group.length === 1) return lines(event).find((line) => line.text)?.text ?? "";
  const kinds = new Map(group.map((one) => [`${one.side} ${one.ability}`, one]));
  return listed(
    [...kinds.values()].map((one) =>
      fill(_("{side}: {name}"), { side: sideName(one.side), name: word("abilities", one.ability) }),
    ),
  );
}

/**
 * What happens just now, in words; else the events that work on.
 * @param {Page.State} state
 */
function said(state, fight, names) {
  if (state.beat) return happening(state.beat);
  return capital(inRow(fight.effects.map((one) => one.text(one.token ? names.token(one.token) : ""))));
}

/** A sentence that tells how dice fell waits until they have fallen. */
function isLate({ beat }) {
  return beat?.event.event === "rolled" && beat.group.length === 1;
}

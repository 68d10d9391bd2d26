/** The line above the table: turn, phase and whose move, always; points, clocks, and how the connection is. */
import {clean} from "../base/language/clean.js";
import {h, s} from "../base/dom.js";
import {part as later} from "../base/later.js";
import {change} from "../base/store.js";
import {_, fill, language} from "../base/language/words.js";
import {drawnView} from "../text/naming.js";
import {result, sectionName, sideName} from "../text/phrases.js";
import {nationSign, sideClass} from "./board/cards/shapes.js";
import {phrase} from "../base/language/vocabulary.js";

/** @param {Page.State} state */
export function header(state) {
  const view = drawnView(state);
  return h("header", {class: "top", key: "header"},
    h("span", {class: "top-mark", key: "mark", "aria-hidden": "true"}, mark()),
    view
      ? [when(upToNow(state, view), state.table?.terms?.battle), move(state, view), points(view), clocks(state)]
      : h("h1", {class: "top-title", key: "title"}, phrase("game.title")),
    state.table?.whatif && state.screen === "table" && h("button", {type: "button", class: "quiet top-what-if", key: "what-if",
      on: {click: () => change({open: "what-if"})}}, phrase("whatif.short")),
    connection(state));
}

/** A sun that sinks into the sea. */
function mark() {
  return s("svg", {viewBox: "0 0 32 32"},
    s("circle", {class: "mark-sun", cx: 16, cy: 15, r: 8}), s("path", {class: "mark-ship", d: "M3 18H9L11 14H14V9H15V14H18L19 16H22L23 18H29L26 23H6Z"}),
    s("path", {class: "mark-sea", d: "M2 26q3.5-3 7 0t7 0 7 0 7 0"}));
}

const STEPS = ["line-began", "action-taken", "target-named"];

/** While events go by the table is still that before them; but once a turn is told to begin, it has begun. */
function upToNow({past, beat}, view) {
  if (!beat?.after || typeof past === "number") return view;
  const known = (events, steps) => events.some((one) => steps.includes(one.event));
  const steps = known(beat.events, ["turn-began"]) ? ["turn-began"] : STEPS;
  return known(beat.events.slice(0, beat.index + 1), steps) ? beat.after : view;
}

/** In a battle also which one it is, and how many turns it has. */
function when(view, battle) {
  const words = battle ? _("Turn {turn} of {turns}") : _("Turn {turn}");
  const turn = view.turn ? fill(words, {turn: view.turn, turns: battle?.turns}) : phrase("seat.before");
  return h("h1", {class: "top-when", key: "when"},
    battle && h("span", {class: "top-battle"}, clean((language() === "ja" ? battle.japanese : battle.english).title, 80)),
    h("span", {class: "top-turn"}, turn),
    view.turn
      ? h("span", {class: `top-side ${sideClass(view.phasing)}`}, nationSign(view.phasing), sideName(view.phasing))
      : null,
    h("span", {class: "top-section"}, sectionName(view)));
}

/**
 * Whose decision the game waits for.
 * @param {Page.State} state
 */
function move(state, view) {
  const asked = [...new Set(view.waiting.map(([side]) => side))];
  const mine = !state.replay && view.viewer !== null && asked.includes(view.viewer);
  if (state.past !== null && state.past !== undefined) return note("past", _("You look back"));
  if (view.outcome) return note("over", result(view.outcome.winner));
  if (!asked.length || state.beat) return note("none", "");
  const theirs = mine && state.table?.partners && later("../table/teams.js")?.brief(state);
  if (theirs) return note("partner", theirs, view.viewer);
  if (mine) return note("mine", _("Your move"), view.viewer);
  return h("p", {class: "top-move theirs", key: "move"},
    asked.map((side) => h("span", {key: side, class: `asked ${sideClass(side)}`},
      nationSign(side), phrase("seat.decides", {side: sideName(side)}))));
}

function note(kind, text, side = null) {
  return h("p", {class: `top-move ${kind}`, key: "move"}, side === null ? null : nationSign(side), text);
}

function points(view) {
  const label = phrase("seat.points", {us: view.us.points, jp: view.jp.points});
  return h("div", {class: "top-points", key: "points", role: "img", "aria-label": label, title: label},
    nationSign(0), h("b", String(view.us.points)), h("span", {class: "top-vp"}, _("VP")),
    h("b", String(view.jp.points)), nationSign(1));
}

/**
 * What is left on the clocks; they are drawn anew each second while one runs.
 * @param {Page.State} state
 */
function clocks(state) {
  if (state.table?.terms?.pace) return later("../session/tables/agreed/clock_sheet.js")?.line(state);
  const seats = state.table?.seats ?? [];
  const timed = seats.map((seat) => ({seat, left: leftOf(state, seat)})).filter(({left}) => left !== null);
  if (!timed.length) return null;
  return h("div", {class: "top-clocks", key: "clocks", ref: ticking}, timed.map(({seat, left}) => {
    const low = left < 60_000;
    return h("span", {
      key: String(seat.side), class: ["clock", runs(state, seat) && "running", low && "low"], role: "timer",
      "aria-label": fill(_("Clock of {name}: {time}"), {name: clean(seat.name, 40), time: clockText(left)}),
    }, seat.side === null ? null : nationSign(seat.side), h("span", clockText(left)));
  }));
}

/**
 * Milliseconds, as they were told last, less what has gone by since; null without a clock.
 * @param {Page.State} state
 */
function leftOf(state, seat) {
  const told = state.clocks?.left[seat.side];
  if (told === null || told === undefined) return seat.left ?? null;
  return Math.max(0, runs(state, seat) ? told - (performance.now() - state.clocks.at) : told);
}

/** §20.6  Whose decision it is, his clock runs, while anybody plays; where one waits for who is away, only if he is here. */
function runs({latest, table}, seat) {
  const asked = latest?.view.waiting.some(([side]) => side === seat.side) ?? false;
  if (!asked || table.status !== "playing") return false;
  return table.terms.absent === "wait" ? seat.here : table.seats.some(({here}) => here);
}

function clockText(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return (parts[0] ? parts : parts.slice(1)).map((each, n) => (n ? String(each).padStart(2, "0") : each)).join(":");
}

/** As long as the clocks are on the page the time goes on. */
function ticking(element) {
  const beat = setInterval(() => {
    if (!element.isConnected) clearInterval(beat);
    else if (element.querySelector(".running")) change({second: Math.floor(performance.now() / 1000)});
  }, 1000);
}

/** @param {Page.State} state */
function connection(state) {
  const {status, text, again} = state.net;
  const words = {in: _("connected"), opening: _("connecting"), waiting: _("connection lost"), ended: _("disconnected")};
  const more = again ? fill(_("again in {seconds} s"), {seconds: again}) : "";
  const said = [words[status] ?? "", more].filter(Boolean).join(", ");
  return h("p", {class: `top-net ${status}`, key: "net", role: "status", title: text ? clean(text, 200) : said},
    h("span", {class: "net-dot", "aria-hidden": "true"}), h("span", {class: "net-words"}, said));
}

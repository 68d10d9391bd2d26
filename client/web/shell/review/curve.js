/** The curve of winning chances: what was true, what each side could know, and what was lost; a key or a click goes there. */
import { h, s } from "../../base/dom.js";
import { _, fill } from "../../base/language/words.js";
import { phrase } from "../../base/language/vocabulary.js";
import { state } from "../../base/store.js";
import { inRow, sideName } from "../../text/phrases.js";
import { lookAt, set } from "./making.js";

const WIDE = 720, HIGH = 240, LEFT = 40, TOP = 10, FOOT = 24; // of the picture, and what is left free in it
const SIDES = ["US", "JP"];

/** A chance in per cent. */
export const percent = (chance) => phrase("chance.percent", { n: Math.round(100 * chance) });

/** The picture, from its first points on. */
export function curve(review) {
  const points = pointsOf(review);
  if (points.length < 2) return null;
  const last = points.at(-1).n, x = (n) => LEFT + ((WIDE - LEFT - 8) * n) / Math.max(1, last);
  const y = (chance) => TOP + (HIGH - TOP - FOOT) * (1 - chance);
  const place = { x, y, last }, here = points[Math.min(review.at, points.length - 1)];
  return h("section", { class: "review-curve", key: "curve", "aria-labelledby": "curve-title" },
    h("h2", { id: "curve-title" }, _("The chance that the US wins")),
    h("div", {
      class: "curve-field", role: "slider", tabindex: "0", "aria-label": _("Moment of the game"), "aria-valuemin": "0",
      "aria-valuemax": String(last), "aria-valuenow": String(here.n), "aria-valuetext": said(review, here),
      "aria-describedby": "curve-keys", on: { keydown: (event) => pressed(event, points), click: (event) => clicked(event, last) },
    },
      s("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true" },
        [0, 0.25, 0.5, 0.75, 1].map((chance) => level(chance, place)), turns(points, place),
        s("polyline", { class: "curve-true", points: points.map(({ n, chance }) => `${x(n)},${y(chance)}`).join(" ") }),
        (review.told?.known ?? []).map((one, i) => known(one, i, place)),
        (review.told?.moments ?? []).map((one, i) => lost(one, i, points, place)),
        s("line", { class: "curve-here", x1: x(here.n), x2: x(here.n), y1: TOP, y2: HIGH - FOOT }))),
    h("p", { class: "curve-says", role: "status" }, said(review, here)),
    h("p", { class: "hint", id: "curve-keys" }, _("Arrow keys go from answer to answer, Page Up and Page Down from turn to turn, Enter or a click to that moment in the replay.")),
    h("ul", { class: "curve-legend" },
      legend("curve-true", _("what was true, by all cards")), legend("known-us", _("● what the US could know, ± its error")),
      legend("known-jp", _("■ what Japan could know, ± its error")), legend("lost", _("✕ something was lost"))),
    h("button", { type: "button", key: "go", on: { click: () => lookAt(here.n) } }, _("Go to this moment in the replay")));
}

/** Of the whole, or what has come of it. */
function pointsOf({ told, curve: come }) {
  return told ? told.curve : come.map(([n, turn, phasing, chance]) => ({ n, turn, phasing, chance }));
}

function level(chance, { y }) {
  return s("g", { key: `level-${chance}` },
    s("line", { class: "curve-level", x1: LEFT, x2: WIDE - 8, y1: y(chance), y2: y(chance) }),
    s("text", { class: "curve-word", x: LEFT - 4, y: y(chance) + 4, "text-anchor": "end" }, percent(chance)));
}

/** Where each turn begins; whose it is stands in letters. */
function turns(points, { x }) {
  const begins = points.filter(({ turn }, i) => i > 0 && turn !== points[i - 1].turn);
  return begins.map(({ n, turn }) => s("g", { key: `turn-${turn}` },
    s("line", { class: "curve-turn", x1: x(n), x2: x(n), y1: TOP, y2: HIGH - FOOT }),
    s("text", { class: "curve-word", x: x(n) + 2, y: HIGH - 8 }, String(turn))));
}

function known({ n, side, chance, error }, i, { x, y }) {
  const bar = s("line", { x1: x(n), x2: x(n), y1: y(Math.min(1, chance + error)), y2: y(Math.max(0, chance - error)) });
  const mark = side === "US" ? s("circle", { cx: x(n), cy: y(chance), r: 2.6 })
    : s("rect", { x: x(n) - 2.4, y: y(chance) - 2.4, width: 4.8, height: 4.8 });
  return s("g", { class: `known-${side.toLowerCase()}`, key: `known-${i}` }, bar, mark);
}

function lost({ n, side }, i, points, { x, y }) {
  const at = x(n), from = y(points.find((one) => one.n === n)?.chance ?? 0.5);
  return s("path", { class: `lost lost-${side.toLowerCase()}`, key: `lost-${i}`, d: `M${at - 4} ${from - 4}l8 8m0-8l-8 8` });
}

const legend = (kind, text) => h("li", { class: kind, key: kind }, text);

/** A moment in words, as the slider tells it. */
function said({ told }, { n, turn, phasing, chance }) {
  const when = turn ? fill(_("turn {turn}"), { turn }) : _("set-up");
  const side = turn ? ` (${sideName(SIDES.indexOf(phasing))})` : "";
  const moments = (told?.moments ?? []).filter((one) => one.n === n).map(({ words }) => words);
  const knows = (told?.known ?? []).filter((one) => one.n === n).map((one) => fill(_("{side} could know: {chance} ± {error}"),
    { side: sideName(SIDES.indexOf(one.side)), chance: percent(one.chance), error: percent(one.error) }));
  const here = phrase("asked.value", { card: inRow([fill(_("answer {n}"), { n }), when + side]), value: percent(chance) });
  return [here, ...knows, ...moments].join(" · ");
}

/** By where we are now: keys come faster than pictures. */
function pressed(event, points) {
  const last = points.length - 1, at = Math.min(state.review?.at ?? 0, last), { key } = event;
  const steps = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 0, End: last,
    PageUp: turnFrom(points, at, 1), PageDown: turnFrom(points, at, -1) };
  if (event.ctrlKey || event.metaKey || event.altKey || !(key in steps || key === "Enter")) return;
  event.preventDefault();
  if (key === "Enter") lookAt(points[at].n);
  else set({ at: Math.max(0, Math.min(last, steps[key])) });
}

/** Where another turn begins. */
function turnFrom(points, at, step) {
  for (let i = at + step; i > 0 && i < points.length; i += step) if (points[i].turn !== points[i - 1].turn) return i;
  return step > 0 ? points.length - 1 : 0;
}

function clicked(event, last) {
  const box = event.currentTarget.getBoundingClientRect(), part = ((event.clientX - box.left) / box.width) * WIDE;
  const at = Math.round((last * (part - LEFT)) / (WIDE - LEFT - 8));
  lookAt(Math.max(0, Math.min(last, at)));
}

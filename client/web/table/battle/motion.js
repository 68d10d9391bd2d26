/**
 * What flies while dice fall: shells, torpedoes, airplanes, beams of those who search, boats that land.  It tells nothing
 * that the dice do not tell; all of it moves in CSS (style/drama.css), by the length of the beat, and where nothing shall
 * move there is none of it.
 */
import { s } from "../../base/dom.js";
import { isLimited } from "../../text/story.js";
import { facesOf } from "../../text/throws.js";
import { cardOf } from "../../text/naming.js";
import { nation } from "../board/cards/shapes.js";
import { airplane } from "../board/cards/silhouettes.js";
import { throwNumber } from "./dice.js";
import { TILE } from "./layout.js";

const FACE = { x: TILE.width / 2, y: 50 }; // the middle of the face of a card
const MOST = 4; // shots of a throw
const BOATS = 3; // of a card that lands

/** What an ability is to look at and to hear. */
const KINDS = {
  recon: "search", patrol: "search", airc: "tracer", garrison: "tracer", army: "tracer", air: "flak", surface: "shell",
  guns: "shell", land: "shell", bomb: "bomb", torp: "torpedo", submarine: "torpedo", tb: "torpedo", sub: "charge",
  pursuit: "shell", radar: "shell",
};
const OF_AIRPLANES = { torp: "drop", land: "bomb", radar: "tracer" };

/** "shell", "torpedo" ...; "" of a throw at which nothing flies. */
export function kindOf(event, row) {
  const flown = row && "host" in row && row.host >= 0 ? OF_AIRPLANES[event.ability] : null;
  return flown ?? KINDS[event.ability] ?? "";
}

/** All that moves in this beat.  `placed`: where everything lies; `pieces`: token -> what lies there. */
export function motions(fight, placed, pieces) {
  return fight.fresh.flatMap((event) => MOVES[event.event]?.(event, fight, placed, pieces) ?? []);
}

const MOVES = { rolled: salvo, landed: boats, eliminated: flags };

const isBase = (row) => Boolean(row) && !("pair" in row) && !("host" in row);

function middleOf(placed, token) {
  const spot = placed.tiles.get(token);
  return spot ? { x: spot.x + FACE.x, y: spot.y + FACE.y } : null;
}

/** The water before the other side: where those look who have no card as their target. */
function across({ width, height, middle }, from) {
  return { x: width / 2, y: from.y < middle ? (middle + height) / 2 : middle / 2 };
}

function salvo(event, _fight, placed, pieces) {
  const kind = kindOf(event, pieces.get(event.by)?.row);
  const from = middleOf(placed, event.by);
  if (!kind || !from) return [];
  const to = middleOf(placed, event.at) ?? (kind === "charge" ? { x: from.x, y: from.y + 30 } : across(placed, from));
  const limited = isLimited(event);
  const hits = facesOf(event).map((face) => (limited ? face === 6 : face > 4)).sort((a, b) => Number(b) - Number(a));
  return s("g", { key: `shots${throwNumber(event)}`, class: ["motion", kind, isBase(pieces.get(event.at)?.row) && "ashore"] },
    kind === "search" ? beam(from, to) : hits.slice(0, MOST).map((hit, n) => shot(kind, from, to, n, hit)),
    PLANES[kind] && plane(PLANES[kind], from, to, cardOf(pieces.get(event.by)?.row.card)));
}

const NEAR = [[-13, -8], [14, 7], [-3, 13], [8, -14]]; // where hits fall, seen from the middle of a card
const WIDE = [[-58, 30], [57, -18], [-40, -34], [46, 38]]; // and misses

/** One die of a throw, as it flies. */
function shot(kind, from, to, n, hit) {
  const [aside, beyond] = (hit ? NEAR : WIDE)[n];
  const way = wayOf(from, { x: to.x + aside, y: to.y + beyond });
  return s("g", {
    key: n, class: ["shot", hit ? "on" : "off"], transform: `translate(${round(from.x)} ${round(from.y)})`,
    style: { "--dx": `${way.dx}px`, "--dy": `${way.dy}px`, "--n": String(n) },
  }, FLIES[kind](way, n), ENDS[kind] && s("g", { transform: `translate(${way.dx} ${way.dy})` }, ENDS[kind](hit)));
}

function wayOf(from, to) {
  const dx = round(to.x - from.x), dy = round(to.y - from.y);
  return { dx, dy, far: round(Math.hypot(dx, dy)), turn: round((Math.atan2(dy, dx) * 180) / Math.PI) };
}

const FLIES = {
  shell: () => [
    s("circle", { key: "flash", class: "flash", r: 13 }),
    s("g", { key: "fly", class: "fly" }, s("g", { class: "arc" }, s("circle", { class: "round", r: 4 }))),
  ],
  tracer: ({ turn }) => [0, 1, 2].map((k) =>
    s("g", { key: k, class: "fly burst", style: { "--k": String(k) } },
      s("path", { class: "streak", d: "M-15 0H3", transform: `rotate(${turn})` }))),
  flak: ({ turn }) =>
    s("g", { class: "fly" }, s("path", { class: "streak", d: "M-11 0H2", transform: `rotate(${turn})` })),
  bomb: () => s("g", { class: "fall" }, s("ellipse", { class: "round", rx: 3.4, ry: 6 })),
  drop: ({ turn, far }, n) => wake(turn, far, n, 0.4),
  torpedo: ({ turn, far }, n) => wake(turn, far, n, 0),
  charge: () => s("g", { class: "fly" }, s("rect", { class: "round", x: -3.5, y: -4.5, width: 7, height: 9, rx: 2 })),
};

const ENDS = {
  shell: (hit) => (hit ? blast() : splash()),
  bomb: (hit) => (hit ? blast() : splash()),
  torpedo: (hit) => hit && splash(),
  drop: (hit) => hit && splash(),
  charge: splash,
  flak: (hit) => [
    s("circle", { key: "smoke", class: "smoke", r: 15 }),
    s("path", { key: "spark", class: ["spark", hit && "on"], d: "M0-13 3-3 13 0 3 3 0 13-3 3-13 0-3-3Z" }),
  ],
};

const PLANES = { bomb: "dive", drop: "skim" };

/** An airplane over its target, and away: the form that is on its card. */
function plane(how, from, to, card) {
  const { dx, dy, turn } = wayOf(from, to);
  return s("g", {
    key: "plane", transform: `translate(${round(from.x)} ${round(from.y)})`, style: { "--dx": `${dx}px`, "--dy": `${dy}px` },
  }, s("g", { class: how }, s("g", { transform: `rotate(${turn + 90})` }, airplane(card, 0, 0, 0.8))));
}

/** The wake of a torpedo, from a part of its way on; several run beside each other. */
function wake(turn, far, n, part) {
  const lane = (n - 1.5) * 5;
  return s("g", { key: "wake", transform: `rotate(${turn}) translate(${round(far * part)} ${lane})` },
    s("path", { class: "wake", d: `M0-.4L${round(far * (1 - part))}-2 ${round(far * (1 - part) + 10)} 0 ${round(far * (1 - part))} 2 0 .4Z` }));
}

function splash() {
  return [
    s("ellipse", { key: "ring", class: "ring", rx: 19, ry: 8 }),
    s("path", { key: "column", class: "column", d: "M-8 4C-8-6-12-14-11-22-8-18-7-20-6-32-3-24-2-28 0-40 2-28 4-24 6-33 7-22 9-20 11-25 12-14 8-6 8 4 4 7-4 7-8 4Z" }),
  ];
}

function blast() {
  return [s("circle", { key: "blast", class: "blast", r: 17 }), s("circle", { key: "wave", class: "shock", r: 20 })];
}

/** The beam of who searches sweeps over the other side. */
function beam(from, to) {
  const { far, turn } = wayOf(from, to);
  const wide = round(far * 0.34);
  return s("g", { transform: `translate(${round(from.x)} ${round(from.y)}) rotate(${turn})` },
    s("g", { class: "sweep" },
      s("path", { class: "beam", d: `M0 0 ${far * 1.25}-${wide}A${far * 1.3} ${far * 1.3} 0 0 1 ${far * 1.25} ${wide}Z` }),
      s("path", { class: "beam-edge", d: `M0 0H${round(far * 1.3)}` })));
}

/** Transports send their boats to the coast. */
function boats(event, fight, placed) {
  const goal = middleOf(placed, fight.target);
  if (!goal) return [];
  return event.tokens.map((token) => ({ token, from: middleOf(placed, token) })).filter(({ from }) => from)
    .map(({ token, from }) => s("g", { key: `boats${token}`, class: "motion landing" },
      Array.from({ length: BOATS }, (_one, n) => boat(from, goal, n))));
}

function boat(from, goal, n) {
  const { dx, dy, turn } = wayOf(from, { x: goal.x + (n - 1) * 30, y: goal.y + (from.y < goal.y ? -28 : 40) });
  return s("g", {
    key: n, class: "shot", transform: `translate(${round(from.x)} ${round(from.y)})`,
    style: { "--dx": `${dx}px`, "--dy": `${dy}px`, "--n": String(n) },
  }, s("g", { class: "rowing" }, s("g", { transform: `rotate(${turn})` },
    s("path", { class: "boat-wake", d: "M-9-3-26-8M-9 3-26 8" }),
    s("path", { class: "boat", d: "M-11-5H5L12 0 5 5H-11Z" }))));
}

/** A base is taken: one flag falls, the other rises. */
function flags(event, _fight, placed) {
  const spot = placed.tiles.get(event.token);
  if (!spot || !isTaken(event)) return [];
  const flag = (side, how) => s("g", { key: how, class: how },
    s("rect", { class: side ? "ensign jp" : "ensign us", x: 0, y: 0, width: 44, height: 28, rx: 2 }),
    nation(side, 22, 14, 10));
  return s("g", { key: `flag${event.token}`, class: "flags", transform: `translate(${spot.x + 40} ${spot.y + 8})` },
    s("path", { class: "pole", d: "M0-4V66" }), flag(event.side, "lowered"), flag(1 - event.side, "raised"));
}

/** Whether a base is lost to those who landed there. */
export function isTaken(event) {
  return event.event === "eliminated" && event.rule.startsWith("18.4(f)");
}

const round = (n) => Math.round(n * 10) / 10;

/**
 * The fight that is on, as the battle board needs it: which, over which line, who stands in which box, who is aimed at
 * whom.  It reads views and events and knows no rule: boxes are the tasks that cards have.
 */
import { effectText, enemy, hitCount, lineName, sectionName, taskName, viewpoint } from "../../text/phrases.js";
import { moment, pieces } from "./moment.js";
import { unsaid } from "../question/staging/unsaid.js";
import { phrase } from "../../base/language/vocabulary.js";

const AIR_BOXES = [
  ["attack", "escort"],
  ["control", "intercept"],
]; // of who attacks, of who defends
const SEA_BOXES = [
  ["support", "escort"],
  ["control", "intercept"],
];
const SPENDING = ["7", "8", "12", "19"]; // windows where hits are spent one by one

const SECTIONS = {
  // innermost first wins
  "search-rounds": "search",
  "searched-line": "search",
  "air-combat": "air",
  "sea-segment": "sea",
  bombardment: "sea",
  "going-ashore": "sea",
  patrol: "patrol",
};
const BY_RULE = [
  ["15.2", "search"],
  ["15.3", "throw"],
  ["16.3", "patrol"],
  ["17", "air"],
  ["18", "sea"],
];

const FOUGHT = [
  "rolled",
  "damaged",
  "eliminated",
  "shot-down",
  "aimed",
  "tasked",
  "withdrew",
  "turned",
  "faced",
  "landed",
];

/**
 * The fight at the moment that is drawn, or null where there is none.
 * @param {Page.State} state
 */
export function field(state) {
  const now = moment(state);
  if (!now) return null;
  const kind = kindNow(now);
  if (!kind) return null;
  const found = pieces(now),
    line = kind === "air" || kind === "search" ? lineNow(now, found) : null;
  const shape = { kind, line, attacker: line === null ? now.view.phasing : enemy(line < 3 ? 0 : 1), now };
  const there = standing(shape, found);
  if (!there.some((piece) => kind !== "sea" || isFleet(piece.row))) return null; // the base alone is no battle
  return {
    ...shape,
    key: `${now.view.turn} ${kind} ${line}`,
    title: titleOf(shape),
    halves: viewpoint(now.view.viewer)
      .reverse()
      .map((side) => half(side, shape, there, state)),
    aims: aims(now),
    dice: lyingDice(now),
    throws: now.throws,
    fresh: now.fresh,
    target: targetOf(now),
    hits: hitsToSpend(now),
    effects: effects(now, there),
  };
}

/** What kind of fight it is: by the section of the view, or by what just happens. */
function kindNow(now) {
  const event = now.beat?.event;
  if (event && FOUGHT.includes(event.event)) {
    const byRule = BY_RULE.find(([start]) => event.rule.startsWith(start))?.[1];
    if (byRule && event.event !== "tasked") return byRule;
    if (event.event === "rolled") return "throw"; // of a submarine, of a dock: no fight, but dice
  }
  if (event?.event === "line-began") return event.rule.startsWith("15") ? "search" : "air";
  return kindOfView(now.view) ?? (now.after && kindOfView(now.after)) ?? null;
}

function kindOfView(view) {
  if (view.outcome) return null;
  const section = view.sections.findLast((tag) => Object.hasOwn(SECTIONS, tag));
  if (section) return SECTIONS[section];
  const windows = view.waiting.map(([, window]) => window);
  return view.sections.includes("landing-phase") && (windows.includes("26") || windows.includes("27")) ? "sea" : null;
}

/** The line in combat: the last one that began, else that of the view, else where airplanes have tasks. */
function lineNow(now, found) {
  const began = now.events.findLast((event) => event.event === "line-began");
  if (began) return began.line;
  const open = now.view.sections.includes("air-combat") || now.view.sections.includes("searched-line");
  if (now.view.line !== null && open) return now.view.line;
  for (const { row } of found.values()) {
    if ("host" in row && !row.host && ["attack", "escort", "control", "intercept", "search"].includes(row.task))
      return row.line;
  }
  return now.after?.line ?? now.view.line;
}

/** Who takes part, or lies where the fight is. */
function standing({ kind, line, attacker, now }, found) {
  const at = AT[kind];
  const seen = [...found.values()].filter((piece) => at(piece, { line, attacker, now }) || asked(now, piece.token));
  if (kind === "throw") seen.push(...submarine(now));
  return seen.filter((piece) => !piece.isNew || !("host" in piece.row) || piece.row.task !== "withdrawn");
}

const inAir = (row) => "host" in row && row.host === 0;
const isFleet = (row) => "pair" in row;
const left = (piece) => piece.row.task !== "withdrawn" || piece.fate === "gone";

const AT = {
  air: (piece, { line }) => (inAir(piece.row) ? piece.row.line === line && left(piece) : onWater(piece, line)),
  search: (piece, { line }) => (inAir(piece.row) ? piece.row.line === line && left(piece) : onWater(piece, line)),
  sea: (piece, { now }) => {
    if (isFleet(piece.row)) return piece.row.task !== null && left(piece);
    return piece.token === targetOf(now);
  },
  patrol: (piece, { now, attacker }) =>
    piece.token === targetOf(now) ||
    (isFleet(piece.row) && piece.side === attacker && piece.row.line === (attacker === 0 ? 2 : 3)),
  throw: (piece, { now }) =>
    now.fresh.concat(now.events).some((e) => e.event === "rolled" && (e.by === piece.token || e.at === piece.token)),
};

/** The base that is landed on; before the view tells it, the event that named it does. */
function targetOf(now) {
  return (
    now.events.findLast((event) => event.event === "target-named")?.token ?? (now.view.target || now.after?.target || 0)
  );
}

/** Ships and bases of a line. */
function onWater({ row }, line) {
  return !("host" in row) && row.line === line;
}

/** A submarine has no token: it is there for as long as its card is played, and its dice fall. */
function submarine({ events }) {
  const played = events.findLast((event) => event.event === "played" && event.half === "submarine");
  if (!played || !events.some((event) => event.event === "rolled" && !event.by)) return [];
  const row = { token: 0, host: -1, card: played.card, half: "submarine", detected: true, task: null, attempts: null };
  return [{ token: 0, side: played.side, row, fate: "", isNew: false }];
}

/** Whether the question is about this card: it has to be on the board to be touched there. */
function asked(now, token) {
  const shape = now.beat ? null : now.view.question?.shape;
  if (!shape) return false;
  if (shape.choices) return Object.hasOwn(shape.choices, token);
  return (shape.items ?? shape.options ?? []).includes(token);
}

/** One side of the board: its boxes with who is in them. */
function half(side, shape, there, state) {
  const mine = there.filter((piece) => piece.side === side);
  const names = boxNames(side, shape);
  const atSea = shape.kind === "sea";
  const boxes = names.map((task) => ({ task, label: taskName(task, atSea), thing: `w:${task}`, pieces: [] }));
  const rest = []; // boxes of no task
  for (const piece of mine) {
    const task = taskOf(piece, state, shape.now);
    let box = boxes.find((one) => one.task === task);
    if (!box && task && task !== "withdrawn" && task !== "flown") {
      box = { task, label: taskName(task, atSea), thing: `w:${task}`, pieces: [] };
      boxes.push(box);
    }
    (box ?? restFor(rest, restName(shape, side, piece))).pieces.push(piece);
  }
  return { side, boxes: [...boxes, ...rest] };
}

/** The box of this name among those of no task. */
function restFor(rest, label) {
  const found = rest.find((one) => one.label === label) ?? { task: "", label, thing: null, pieces: [] };
  if (!rest.includes(found)) rest.push(found);
  return found;
}

/** Its task; where tasks are asked, the one that is staged for it, or that it gets if nothing else is. */
function taskOf({ token, row }, state, now) {
  const question = now.beat ? null : now.view.question;
  if (question?.shape.of !== "task" || !Object.hasOwn(question.shape.choices, token)) return row.task ?? "";
  const given = state.staged?.question.step === question.step ? state.staged.given : {};
  return given[token] ?? unsaid(question)[token] ?? "";
}

function boxNames(side, { kind, attacker }) {
  const defends = side === attacker ? 0 : 1;
  if (kind === "air") return AIR_BOXES[defends];
  if (kind === "sea") return SEA_BOXES[defends];
  return kind === "search" ? [["search"], ["intercept"]][defends] : [];
}

function restName({ kind, attacker, line }, side, { row }) {
  if (kind === "air" || kind === "search")
    return side === attacker || line === null ? taskName("flown", false) : lineName(line);
  if (kind !== "sea") return "";
  if (!isFleet(row)) return phrase("battle.target");
  return row.detected ? phrase("battle.no_task") : phrase("battle.not_revealed");
}

function titleOf({ kind, line, attacker, now }) {
  if (line !== null && kind === "air") return phrase("battle.air_combat", { line: lineName(line) });
  if (line !== null) return phrase("battle.search", { line: lineName(line) });
  if (kind === "sea") return phrase("battle.at_sea", { line: lineName(enemy(attacker) === 0 ? 2 : 3) });
  return kind === "patrol" ? phrase("battle.patrol") : sectionName(now.view);
}

/** Arrows: what lies open, and what has been declared since. */
function aims(now) {
  const lying = now.view.lying.flatMap((one) =>
    one.aims.map(([by, at], i) => ({ by, at: at || targetOf(now), mode: one.modes[i] ?? "" })),
  );
  const declared = now.events
    .filter((e) => e.event === "aimed")
    .flatMap((e) => e.aims.map(([by, at], i) => ({ by, at: at || targetOf(now), mode: e.modes?.[i] ?? "" })));
  const fired = now.fresh.filter((e) => e.event === "rolled" && e.at).map((e) => ({ by: e.by, at: e.at, mode: "" }));
  const all = new Map([...lying, ...declared, ...fired].map((aim) => [`${aim.by} ${aim.at}`, aim]));
  const live = new Set(now.fresh.filter((e) => e.event === "rolled").map((e) => `${e.by} ${e.at}`));
  return [...all].map(([key, aim]) => ({ ...aim, key, live: live.has(key) }));
}

/** Dice that lie on the table for cards that keep none on their own row: counter-fire, patrols. */
function lyingDice(now) {
  const dice = new Map(
    now.view.lying.flatMap((one) => one.dice.map(([token, kept]) => [token || targetOf(now), kept])),
  );
  for (const e of now.events)
    if (e.event === "rolled" && dice.has(e.by)) dice.set(e.by, [e.left, dice.get(e.by)[1] ?? false]);
  return dice;
}

function hitsToSpend(now) {
  const hits = now.view.lying.at(-1)?.hits ?? 0;
  return hits && now.view.waiting.some(([, window]) => SPENDING.includes(window)) ? hitCount(hits) : "";
}

/** Events that work on here; their token is named by the board. */
function effects(now, there) {
  const tokens = new Set(there.map((piece) => piece.token));
  return now.view.in_force
    .filter((one) => !one.token || tokens.has(one.token))
    .map((effect) => ({
      token: effect.token,
      text: (name) => effectText(effect, name),
    }));
}

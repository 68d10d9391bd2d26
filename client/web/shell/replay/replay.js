/** A finished game, looked at again: from either side or both, event by event, at one's own speed. */
import { scenes as fetchScenes } from "../../session/api.js";
import { byId, cards } from "../../session/net/downloads.js";
import { see } from "../../text/naming.js";
import { hear } from "../../text/story.js";
import { change, state as current } from "../../base/store.js";
import { here, linksFor } from "../../session/server_address.js";
import { remember, replayHash, whole } from "../../base/address.js";
import { isClosed, keepLooked, secretOf } from "../../session/finished_games.js";
import { phrase } from "../../base/language/vocabulary.js";
import { bindReplayKeys } from "./keys.js";
import { EYES, logOf, moments, nextScene, nextTurn, shownAt, viewOf, wholeLogOf } from "./moments.js";

/** Milliseconds for each event. */
const PACES = { slow: 3000, calm: 1500, quick: 450 };

const SOON = 250; // milliseconds without a step until the address is brought up to date: browsers allow few changes of it

let timer = 0, noting = 0;

/**
 * Open the finished game of a table at a moment, through these eyes; `secret`: of the table, as a link has it; `game`: which of
 * its games, of which the last is kept; `scene`: stand behind that one, in place of a moment.
 */
export async function beginReplay({ table, secret = "", at = 0, eye = "", game = 0, scene = 0 }) {
  const first = await fetchScenes(0, table);
  if (game && first.game && game !== first.game) {
    throw new Error(phrase("whatif.not_kept"));
  }
  await knowCards(first.set);
  show({ names: [], game: 0, ...first, table, secret: secret || secretOf(table), eye: eye || eyeOf(current.side), closed: isClosed(table) });
  await fetchRest(table, at, scene);
}

/** The same of scenes that are here: what we were told ourselves, which no link leads to. */
export function beginHere({ table, scenes, names, eye, own }, known) {
  change({ set: known, cards: byId(known) });
  show({ table, scenes, of: scenes.length, names, eye, own });
}

/** The screen, at the beginning. */
function show(replay) {
  bindReplayKeys({ faster, go, lookOn, play, playOn, step, toTurn });
  const { scenes } = replay;
  learn(scenes);
  change({ replay: { ...replay, row: moments(scenes), at: 0, playing: false, pace: "calm" }, screen: "replay", open: "", past: null, beat: null, tab: "log" });
}

/** Who only looks through a game has no table that would bring its cards. */
async function knowCards(name) {
  if (!name || current.set?.name === name) return;
  const found = await cards(name);
  change({ set: found, cards: byId(found) });
}

/** Tell the story of some scenes, in their order, through all three pairs of eyes: so that names stay the same. */
export function learn(scenes) {
  for (const scene of scenes) {
    see(scene.us);
    see(scene.jp);
    hear(scene.events, viewOf(scene, "both"), current.cards);
  }
}

function eyeOf(side) {
  return side === 0 ? "us" : side === 1 ? "jp" : "both";
}

/** The other pieces come while the first is being looked at already. */
async function fetchRest(table, at, scene) {
  go(at);
  goToScene(scene);
  note();
  while (current.replay?.table === table && current.replay.scenes.length < current.replay.of) {
    const { scenes: known } = current.replay;
    const more = await fetchScenes(known.length, table), { game } = current.replay ?? {};
    if (!more.scenes.length || (more.game ?? 0) !== game || current.replay?.table !== table) return;
    learn(more.scenes);
    const scenes = [...known, ...more.scenes];
    set({ scenes, row: moments(scenes) });
    if (current.replay.at < at) go(at);
    if (current.replay.row[current.replay.at].scene < scene) goToScene(scene);
  }
}

/** To the table as it is after that scene, or after the last that has come; 0 is where one begins. */
function goToScene(scene) {
  if (scene && current.replay) go(current.replay.row.findLastIndex((moment) => moment.scene <= scene));
}

/** Nothing, where the replay was closed by the click before, and its bar has not gone from the screen yet. */
function set(patch) {
  if (current.replay) change({ replay: { ...current.replay, ...patch } });
}

/** Go to a moment. */
export function go(at) {
  if (!current.replay) return;
  const { row } = current.replay;
  set({ at: Math.max(0, Math.min(at, row.length - 1)) });
  clearTimeout(noting);
  noting = setTimeout(note, SOON);
}

/** The address leads back here, and so does the start page. */
function note() {
  if (current.screen !== "replay" || !current.replay || current.replay.own) return;
  const { table, secret, at, eye, names, game } = current.replay;
  remember(replayHash(current.replay));
  keepLooked({ table, secret, at, eye, names, game });
}

/** A step of one event, or of a whole decision. */
export function step(by, decisions = false) {
  if (!current.replay) return;
  const { row, at } = current.replay;
  go(decisions ? nextScene(row, at, by) : at + by);
}

/** To where the next turn begins, or the one before. */
export function toTurn(by) {
  if (!current.replay) return;
  const { row, at } = current.replay;
  go(nextTurn(row, at, by));
}

export function look(eye) {
  set({ eye });
  note();
}

/** Through the next pair of eyes. */
export function lookOn() {
  if (current.replay?.own && !current.replay.late) return;
  look(EYES[(EYES.indexOf(current.replay?.eye) + 1) % EYES.length]);
}

export function setPace(pace) {
  set({ pace });
  if (current.replay?.playing) run();
}

/** A pace quicker or slower. */
export function faster(by) {
  const names = Object.keys(PACES), now = names.indexOf(current.replay?.pace);
  setPace(names[Math.max(0, Math.min(now + by, names.length - 1))]);
}

/** Let the game run, or hold it. */
export function play(playing) {
  set({ playing });
  clearTimeout(timer);
  if (playing && current.replay) run();
}

function run() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const replay = current.replay;
    if (current.screen !== "replay" || !replay?.playing) return;
    if (replay.at >= replay.row.length - 1) {
      play(false);
      return;
    }
    step(1);
    run();
  }, PACES[current.replay.pace]);
}

/** Ask how to play on from here; what we were told ourselves is no game that a server could play on. */
export function playOn() {
  play(false);
  if (!current.replay?.own) change({ open: "play-on" });
}

/** Close the replay: back to the table of the game, or to the start page for who came by a link. */
export function endReplay() {
  play(false);
  const atTable = current.seat && current.shown;
  remember(atTable ? `#resume=${current.seat?.table}` : "");
  change({ screen: atTable ? "table" : "start", replay: null, past: null });
}

/**
 * The link to the moment that is looked at, and whether others can open it: from here alone, or by its terms.
 * @param {Page.State} state
 */
export function linkHere(state) {
  const hash = replayHash(state.replay), [link] = linksFor(here(state), hash);
  return { link: link ?? whole(hash), lonely: link === undefined, closed: state.replay.closed };
}

/** Who played a side then; perhaps they play another game at that table now. */
function seated(name, side) {
  return { name, side, here: true };
}

/** @type {{replay: any, state: ?Page.State, made: any}} */
let last = { replay: null, state: null, made: null };

/**
 * The state that the table, the battle board and the log are drawn from: that of the moment.
 * @param {Page.State} state
 */
export function stateOfMoment(state) {
  if (last.replay === state.replay && last.state === state) return last.made;
  const { view, beat, scene } = shownAt(state.replay, PACES[state.replay.pace]);
  const shown = { number: scene.number, view, given: "player" };
  const made = {
    ...state, shown, latest: shown, clocks: null, beat, log: logOf(state.replay), past: null, staged: null, sending: false,
      refused: null,
    side: { us: 0, jp: 1, both: null }[state.replay.eye], table: { seats: state.replay.names.map(seated) },
  };
  last = { replay: state.replay, state, made };
  return made;
}

/** A click on a line of the log: there is that event's moment. */
export function goToLog(index) {
  const entry = wholeLogOf(current.replay)[index];
  if (entry) go(entry.at);
}

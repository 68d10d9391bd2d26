/**
 * Lets what happened be seen, one beat after the other: the newest update is known at once (`state.latest`), but the
 * table lags behind (`state.shown`) until its events have been played.
 *
 * A beat is an event that is worth a look, with the throws that fall together with it: `event` is the first of them,
 * `group` all; `from` and `index` are their first and last place among the `events` of the update.
 */
import { hear } from "../../text/story.js";
import { change, state } from "../../base/store.js";
import { LENGTHS, TurnTime } from "./pace.js";

const PACES = ["calm", "quick"]; // all others are at once
const MOST_WAITING = 6; // updates; more are shown at once
const MOST_STEPS = 60; // the same, where each round of dice waits (state.stepwise)
const MOST_BEATS = 40; // of one update, as after a long sleep

let waiting = []; // updates that are still to be played
/** @type {any} */
let playing = null; // {update, beats, next, timer}
const time = new TurnTime();

/** The newest update has come; to be called once for each, in their order, and after `state.latest` is set. */
export function arrived(update) {
  hear(update.events ?? [], update.view, state.cards);
  waiting.push(update);
  if (atOnce() || waiting.length > (state.stepwise ? MOST_STEPS : MOST_WAITING)) skip();
  else if (!playing) next();
}

/** Events that came without a view, after a lost connection: told by the first view that comes after them. */
export function missed(events, view) {
  hear(events, view, state.cards);
}

/** Show what there is now, without further beats. */
export function skip() {
  const last = waiting.at(-1) ?? playing?.update;
  stop();
  if (last) change({ shown: last, beat: null });
}

/** The next beat, without waiting for the end of this one. */
export function skipBeat() {
  if (!playing) return;
  clearTimeout(playing.timer);
  step();
}

/** Another game or another table: nothing of the old one is to be played. */
export function forgetBeats() {
  stop();
  change({ beat: null });
}

function stop() {
  clearTimeout(playing?.timer);
  playing = null;
  waiting = [];
}

/** Whether the reader wants to see, and can see, anything move. */
function atOnce() {
  const { motion, speed } = state.settings;
  const calm = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
  return !state.shown || !motion || calm || !PACES.includes(speed) || Boolean(globalThis.document?.hidden);
}

function next() {
  const update = waiting.shift();
  if (!update) {
    playing = null;
    return;
  }
  const beats = beatsOf(update.events ?? []);
  if (beats.length > MOST_BEATS || !state.shown) beats.length = 0;
  playing = { update, beats, next: 0, timer: 0 };
  step();
}

function step() {
  const { update } = playing;
  const [beat, length] = upcoming();
  if (!beat) {
    time.begin(update.view.turn);
    change({ shown: update, beat: null });
    next();
    return;
  }
  const events = update.events, waits = Boolean(state.stepwise) && beat.event.event === "rolled";
  change({ beat: { ...beat, of: events.length, events, before: state.shown?.view, after: update.view, length, waits } });
  if (waits) time.rest();
  else playing.timer = setTimeout(step, length);
}

/** The next beat of this update that is worth its time, with its length. */
function upcoming() {
  while (playing.next < playing.beats.length) {
    const beat = playing.beats[playing.next++];
    if (beat.event.event === "turn-began") time.begin(beat.event.turn);
    const length = time.take(beat, state.settings.speed);
    if (length) return [beat, length];
  }
  return [null, 0];
}

/** The events of an update that are to be seen; throws that fall together are one beat. */
export function beatsOf(events) {
  const beats = [];
  for (const [index, event] of events.entries()) {
    if (!LENGTHS[event.event]) continue;
    const last = beats.at(-1);
    if (last && last.index === index - 1 && together(last.group, event)) {
      last.group.push(event);
      last.index = index;
    } else {
      beats.push({ event, group: [event], from: index, index });
    }
  }
  return beats;
}

/** Throws of one round: of different cards, each at its own target or at each other; and what they bring down. */
function together(group, event) {
  const [first] = group;
  if (event.event !== first.event) return false;
  if (event.event === "rolled") return !group.some((other) => other.by === event.by) && event.rule === first.rule;
  return (
    ["damaged", "turned", "withdrew", "tasked", "shot-down", "faced", "aimed"].includes(event.event) &&
    !group.some((other) => other.token !== undefined && other.token === event.token)
  );
}

/**
 * A finished game as a row of moments, one for each event: pure, so that scrubbing is only a number.
 *
 * A scene is what one answer led to, with the views of both sides; `eye` says through whose eyes: "us", "jp" or "both".
 */

export const EYES = ["us", "jp", "both"];

/** [{scene, event, index, of}], where a scene without events is one moment. */
export function moments(scenes) {
  return scenes.flatMap((scene, n) => {
    const of = scene.events.length;
    if (of === 0) return [{ scene: n, event: null, index: 0, of: 0 }];
    return scene.events.map((event, index) => ({ scene: n, event, index, of }));
  });
}

const both = new WeakMap();

/** The table of a scene through these eyes; "both" has each half from its owner's side, so that all is open. */
export function viewOf(scene, eye) {
  if (eye !== "both") return scene[eye];
  if (!both.has(scene)) both.set(scene, { ...scene.us, viewer: null, eyes: "both", jp: scene.jp.jp, question: null });
  return both.get(scene);
}

/** The events of a scene as these eyes were told of them: null for one of which they were not. */
export function heard(scene, eye) {
  const told = scene[{ us: "us_heard", jp: "jp_heard" }[eye]];
  return told?.length === scene.events.length ? told : scene.events; // an older server tells all to both
}

/** What the page shows at a moment: the table before the scene while its events go by, the table after it at the last. */
export function shownAt({ scenes, row, at, eye }, length = 0) {
  const moment = row[at], scene = scenes[moment.scene];
  const after = viewOf(scene, eye);
  const before = moment.scene > 0 ? viewOf(scenes[moment.scene - 1], eye) : after;
  const last = moment.index >= moment.of - 1;
  const event = heard(scene, eye)[moment.index] ?? null;
  return { view: last ? after : before, beat: event && beatOf(event, heard(scene, eye), before, after, length), scene };
}

/** A beat of one event, as session/seat/beats.js makes them. */
function beatOf(event, all, before, after, length) {
  const events = all.filter((one) => one !== null), index = events.indexOf(event);
  return { event, group: [event], from: index, index, of: events.length, events, before, after, length };
}

/** The first moment of the next scene, or of the one before: from decision to decision. */
export function nextScene(row, at, step) {
  const scene = row[at].scene;
  const wanted = step > 0 ? scene + 1 : row[at].index > 0 ? scene : scene - 1;
  const found = row.findIndex((moment) => moment.scene === wanted);
  return found < 0 ? (step > 0 ? row.length - 1 : 0) : found;
}

const logs = new WeakMap(); // row of moments -> eye -> the whole log, whose entries stay the same objects

/** The log that the page shows: every event so far that these eyes heard of, each with the table as it was then. */
export function logOf(replay) {
  return wholeLogOf(replay).filter((entry) => entry.at <= replay.at);
}

/** The same to the end of the game; `at` of an entry is its moment. */
export function wholeLogOf({ scenes, row, eye }) {
  if (!logs.has(row)) logs.set(row, new Map());
  const known = logs.get(row);
  if (!known.has(eye)) known.set(eye, wholeLog(scenes, row, eye));
  return known.get(eye);
}

function wholeLog(scenes, row, eye) {
  return row.flatMap(({ scene, index }, at) => {
    const event = heard(scenes[scene], eye)[index] ?? null;
    return event ? [{ number: scenes[scene].number, event, view: viewOf(scenes[scene], eye), at }] : [];
  });
}

/** Where the next turn begins, or the one before; the ends of the game where there is none. */
export function nextTurn(row, at, step) {
  const begins = row.flatMap(({ event }, n) => (event?.event === "turn-began" ? [n] : []));
  if (step > 0) return begins.find((n) => n > at) ?? row.length - 1;
  return begins.findLast((n) => n < at) ?? 0;
}

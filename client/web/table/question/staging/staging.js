/**
 * An answer while it is being put together.  Table, panel, pointer and keys all come here: each of these functions takes
 * what is staged and gives what is staged then.  Nothing is legal but what the shape of the question offers.
 *
 * staged = {
 *   question, key,      // what is asked, and its text: the same question may be put again by a later update
 *   held,               // the thing that was touched first and waits for the other half, or null
 *   chosen,             // choose: id of a row
 *   picked,             // pick: ids of rows, in their order
 *   given,              // assign, order, place: value by card, where it is not as it was at the beginning
 *   order,              // order: cards
 *   said,               // pick, order: that none is picked, or that the order may stand, was said
 *   play,               // an event card that is to be played first, or null
 *   step,               // move: the step to be sent now, or null
 *   stays,              // move: the target that was held first, for more things after the step, or null
 *   fork,               // {from, to, ways}: one gesture that may mean several things, or null
 *   fault,              // {why, row, thing}: why the last touch did nothing, or null
 *   before,             // what was staged before the last change, or null
 * }
 */
import {gives, LOST, menuOf} from "./menu.js";
import {fits, placed} from "./places.js";
import {alike, cardOfThing, sameValue} from "./things.js";
import {silent, unsaid, untold} from "./unsaid.js";

const keys = new WeakMap(); // question -> its text

/** Nothing is staged yet but a default by which nothing is lost. */
export function begin(question) {
  const {shape, harmless} = question;
  return {
    question, key: keyOf(question), held: null,
    chosen: harmless && shape.type === "choose" ? rowOfValue(question, question.default)?.id ?? null : null,
    picked: harmless && shape.type === "pick" ? defaultPicks(question) : [],
    given: {},
    order: shape.type === "order" ? question.default.map((pair) => pair[0]) : [],
    said: false,
    play: null, step: null, stays: null, fork: null, fault: null, before: null,
  };
}

/** What is staged for a question: what was, if the same question still stands; after a step its target may stay held. */
export function stagedFor(staged, question) {
  if (staged && staged.key === keyOf(question)) return staged;
  const first = begin(question), stays = staged?.question.step === question.step ? staged.stays : null;
  return stays !== null && isTarget(first, stays) ? {...first, held: stays} : first;
}

/** A thing was clicked, on the table or in the list. */
export function touch(staged, thing) {
  const now = settled(staged);
  const row = rowOf(now, thing);
  const play = playOf(now, thing);
  if (now.held !== null && alike(now.held, thing)) return {...now, held: null};
  if (play && row === null) return playing(now, play.value);
  const {type} = now.question.shape;
  if (type === "choose") return row ? choosing(now, row) : refused(now, null, thing);
  if (type === "pick") return row ? toggled(now, row) : refused(now, null, thing);
  return now.held === null ? taken(now, thing, row, play) : joined(now, thing, true);
}

/** A thing was dragged onto another one; `around` are things that the other lies on, and that may be meant as well. */
export function drop(staged, from, to, around = []) {
  const now = settled(staged);
  const {type} = now.question.shape;
  if (type === "choose" || type === "pick") {
    const about = now.question.about.some((token) => from === `t${token}`);
    const row = rowOf(now, about ? to : from);
    return row && !(type === "pick" && now.picked.includes(row.id)) ? touch(now, row.id) : now;
  }
  const ends = [rowOf(now, from), rowOf(now, to)];
  if (type === "order" && ends[0] && ends[1]) return reordered(now, ends[0].value, now.order.indexOf(ends[1].value));
  const ways = [to, ...around].flatMap((one) => meetings(now, from, one)).filter(({row}) => row === ends[0]);
  if (around.length && ways.length > 1) return {...now, held: from, fork: {from, to, ways}};
  return joined({...now, held: from}, to, false);
}

/** Give a card a value, by the row and the option of the menu. */
export function give(staged, row, option) {
  const now = {...settled(staged), held: null};
  if (option.answer) return {...now, step: option.answer, play: null};
  const {shape} = now.question;
  if (shape.type === "place" && option.value !== LOST && !fits(shape, now.given, row.value, option.value)) {
    return {...now, fault: {why: "no-room", row, thing: option.thing}};
  }
  return changed(now, {given: {...now.given, [row.value]: option.value}, play: null});
}

/** Give all cards a value, as far as it is among theirs. */
export function giveAll(staged, value) {
  const given = {...staged.given};
  const {shape} = staged.question;
  for (const row of menuOf(staged.question).rows) {
    const fitting = row.options.some((option) => sameValue(option.value, value))
      && (shape.type !== "place" || value === LOST || fits(shape, given, row.value, value));
    if (fitting) given[row.value] = value;
  }
  return changed({...settled(staged), held: null}, {given, play: null});
}

/** The reader says it: none is picked, or the order may stand as it is. */
export function saying(staged) {
  const now = {...settled(staged), held: null};
  return changed(now, {picked: now.question.shape.type === "pick" ? [] : now.picked, said: true, play: null});
}

/** Let a card act as the n-th (from 0), or a picked one lie there. */
export function reordered(staged, value, n) {
  const now = settled(staged);
  const name = now.question.shape.type === "pick" ? "picked" : "order";
  const rest = now[name].filter((one) => one !== value);
  if (rest.length === now[name].length) return now;
  const at = Math.max(0, Math.min(n, rest.length));
  const moved = [...rest.slice(0, at), value, ...rest.slice(at)];
  return moved.every((one, i) => one === now[name][i]) ? now : changed(now, {[name]: moved, play: null});
}

/** Play an event card instead of an answer, or rather not. */
export function playing(staged, card) {
  const now = settled(staged);
  return changed({...now, held: null}, {play: now.play === card ? null : card});
}

/** Take a card, so that what it may be given is shown; null: put it down. */
export function hold(staged, thing) {
  return {...settled(staged), held: thing};
}

/** An answer was to be given where none is whole yet: what is to be chosen is told. */
export function unready(staged) {
  return {...settled(staged), held: null, fault: {why: "open", row: null, thing: ""}};
}

/** One of the ways that a gesture may mean. */
export function decide(staged, n) {
  const way = staged.fork?.ways[n];
  if (!way) return settled(staged);
  const now = {...settled(staged), held: null};
  if (way.play) return playing(now, way.play);
  return way.option ? give(now, way.row, way.option) : {...now, held: way.hold};
}

/** A step back: first what is only begun, then the last change. */
export function undo(staged) {
  if (staged.fork || staged.fault) return settled(staged);
  if (staged.held !== null) return {...staged, held: null};
  return staged.before ?? staged;
}

/** Everything as it was at the beginning; this can be taken back too. */
export function clear(staged) {
  const now = {...settled(staged), held: null};
  return isChanged(now) ? changed(now, begin(now.question)) : now;
}

/** Whether anything differs from how the question began. */
export function isChanged(staged) {
  const first = begin(staged.question);
  return ["chosen", "picked", "given", "order", "said", "play"]
    .some((name) => JSON.stringify(staged[name]) !== JSON.stringify(first[name]));
}

/** Whether there is something to take back here, before anything was sent. */
export function canUndo(staged) {
  return staged.before !== null || staged.held !== null || staged.fork !== null || staged.fault !== null;
}

/** The answer, if what is staged is one; steps are answers as soon as they are whole. */
export function complete(staged) {
  const {question: {shape}, picked} = staged;
  if (staged.play !== null) return ["play", staged.play];
  if (shape.type === "move") return staged.step;
  if (shape.type === "choose") return rowOf(staged, staged.chosen)?.value ?? null;
  if (silent(staged)) return null;
  if (shape.type === "pick") {
    const fit = picked.length >= shape.least && picked.length <= shape.most;
    return fit ? picked.map((id) => rowOf(staged, id).value) : null;
  }
  const values = valuesNow(staged);
  if (untold(staged, values)) return null;
  if (shape.type === "order") return staged.order.map((key) => [key, values[key]]);
  if (shape.type === "place") return leftOut(staged) === null ? put(values) : null;
  return values;
}

/** What each card is given as things stand; in a question of places null: it finds none. */
export function valuesNow(staged) {
  const {question, given} = staged, {shape} = question, usual = unsaid(question);
  if (shape.type === "place") return placed(shape, given, usual);
  if (!silent(staged)) return {...usual, ...given};
  return Object.fromEntries(Object.entries(usual).filter(([key]) => shape.choices[key].length === 1));
}

/** A card that finds no place although there is room; null where all is well. */
export function leftOut(staged) {
  const {shape} = staged.question;
  if (shape.type !== "place") return null;
  const values = valuesNow(staged);
  const rows = menuOf(staged.question).rows;
  return rows.find((row) => values[row.value] === LOST && Object.keys(shape.choices[row.value])
    .some((place) => fits(shape, put(values), row.value, Number(place)))) ?? null;
}

/** The row that a thing on the page is; of cards that are alike one that is still to be had. */
export function rowOf(staged, thing) {
  if (thing === null || thing === undefined) return null;
  const {rows} = menuOf(staged.question);
  const exact = rows.find((row) => row.id === thing);
  if (exact || cardOfThing(thing) === null) return exact ?? null;
  const like = rows.filter((row) => alike(row.id, thing));
  return like.find((row) => !staged.picked.includes(row.id)) ?? like[0] ?? null;
}

/**
 * What a row and a thing can mean together: [{row, option}], the thing as target, or else the row as its target.  Two that
 * change places mean the same from either end.
 */
export function meetings(staged, from, to) {
  const found = [];
  for (const [card, target] of [[from, to], [to, from]]) {
    const row = rowOf(staged, card);
    for (const option of row?.options ?? []) {
      const again = option.verb === "swap" && found.some((way) => way.option.verb === "swap");
      if (alike(option.thing, target) && !again) found.push({row, option});
    }
  }
  return found;
}

function settled(staged) {
  return staged.fork || staged.fault || staged.step ? {...staged, fork: null, fault: null, step: null} : staged;
}

function changed(staged, patch) {
  return {...staged, ...patch, before: {...staged, held: null}};
}

function refused(staged, row, thing) {
  return {...staged, held: null, fault: {why: row ? "not-for" : "not-asked", row, thing}};
}

/** Nothing is held: take a card, or a target that cards can be brought to. */
function taken(now, thing, row, play) {
  if (row && play) return {...now, held: row.id, fork: {from: thing, to: thing, ways: bothHalves(row, play)}};
  if (row) return {...now, held: row.id, play: null};
  const aimed = gives(now.question.shape) || now.question.shape.type === "move";
  return aimed && isTarget(now, thing) ? {...now, held: thing} : refused(now, null, thing);
}

/** A card that can be played as an event as well as in a step. */
function bothHalves(row, play) {
  return [{play: play.value}, {hold: row.id}];
}

/** Two things come together: it means one thing, several, or nothing. */
function joined(now, thing, clicked) {
  const found = meetings(now, now.held, thing);
  const row = rowOf(now, thing);
  const mine = rowOf(now, now.held);
  const other = clicked && row && mine ? [{hold: row.id}] : []; // another card was clicked: perhaps it is meant alone
  if (!found.length && clicked && (row || !mine)) return taken(now, thing, row, null); // then that one is meant
  if (!found.length) return refused(now, mine ?? row, mine ? thing : now.held);
  const forward = found.filter((one) => one.row === mine);
  const ways = [...(clicked || !forward.length ? found : forward), ...other];
  if (ways.length > 1) return {...now, fork: {from: now.held, to: thing, ways}};
  const next = give(now, ways[0].row, ways[0].option);
  if (mine || next.fault) return next;
  return next.step ? {...next, stays: now.held} : {...next, held: now.held}; // one target for several cards in turn
}

/** Whether cards can be brought to a thing. */
function isTarget({question}, thing) {
  return menuOf(question).rows.some((one) => one.options.some((option) => alike(option.thing, thing)));
}

function choosing(now, row) {
  return now.chosen === row.id && now.play === null ? now : changed(now, {chosen: row.id, play: null});
}

function toggled(now, row) {
  const {picked} = now;
  const {least, most} = now.question.shape;
  const said = false;
  if (picked.includes(row.id)) return changed(now, {picked: picked.filter((id) => id !== row.id), said, play: null});
  if (picked.length < most) return changed(now, {picked: [...picked, row.id], said, play: null});
  if (least === most && most > 0) return changed(now, {picked: [...picked.slice(1), row.id], play: null});
  return {...now, fault: {why: "full", row, thing: row.id}};
}

function put(values) {
  return Object.fromEntries(Object.entries(values).filter(([, place]) => place !== LOST));
}

function playOf(staged, thing) {
  return menuOf(staged.question).plays.find((play) => alike(play.id, thing)) ?? null;
}

function rowOfValue(question, value) {
  return menuOf(question).rows.find((row) => sameValue(row.value, value));
}

/** The rows of the default; one that stands there twice is picked twice. */
function defaultPicks(question) {
  const left = [...menuOf(question).rows];
  return question.default.map((value) => left.splice(left.findIndex((row) => row.value === value), 1)[0].id);
}

function keyOf(question) {
  if (!keys.has(question)) keys.set(question, JSON.stringify(question));
  return keys.get(question);
}

/**
 * A question as a list: its rows, and what each row may be given.  Staging, the marks on the table and the panel read
 * the same menu, so a number or a letter means the same everywhere.
 *
 * row = {id, kind, value, options}; option = {thing, kind, value, verb, answer}: `verb` and `answer` in steps only.
 */
import {kindOf, kindOfTarget, sameValue, thingOf} from "./things.js";

/** The place of a card that is left out where places are given (§19.2). */
export const LOST = null;

const menus = new WeakMap(); // question -> menu

/** The menu of a question: {rows, values, plays, words}. */
export function menuOf(question) {
  if (!menus.has(question)) menus.set(question, read(question));
  return menus.get(question);
}

/** Whether a question is answered by giving values to cards. */
export const gives = (shape) => shape.type === "assign" || shape.type === "order" || shape.type === "place";

/** Whether there is nothing to decide, whatever public facts made the side be asked. */
export function isEmpty(question) {
  const {shape} = question;
  if (shape.type === "choose") return shape.options.length === 1 && shape.options[0] === "pass";
  return shape.type !== "move" && menuOf(question).rows.length === 0;
}

function read(question) {
  const {shape} = question;
  const rows = rowsOf(question, shape);
  const plays = question.plays.map((card) => ({id: thingOf("card", card), kind: "card", value: card, options: []}));
  return {rows, values: valuesOf(rows), plays, words: shape.type === "move" ? shape.words : []};
}

function rowsOf(question, shape) {
  if (shape.type === "choose") return inCopies(question, shape.options);
  if (shape.type === "pick") return inCopies(question, shape.items);
  if (shape.type === "move") return stepRows(shape.steps);
  return Object.entries(shape.choices).map(([key, found]) => ({
    id: `t${key}`, kind: "token", value: Number(key), options: valueOptions(question, found, shape.type),
  }));
}

/** Rows for values in a list, where cards that are alike are told apart by their copy. */
function inCopies(question, values) {
  const copies = new Map();
  return values.map((value) => {
    const kind = kindOf(question, value);
    const copy = copies.get(value) ?? 0;
    copies.set(value, copy + 1);
    return {id: thingOf(kind, value, copy), kind, value, options: []};
  });
}

function valueOptions(question, found, type) {
  const values = type === "place" ? [...Object.keys(found).map(Number), LOST] : found;
  return values.map((value) => {
    const kind = value === LOST ? "lost" : kindOf(question, value);
    return {thing: value === LOST ? "w:lost" : thingOf(kind, value), kind, value, verb: null, answer: null};
  });
}

/** A row for each thing that a step can be done to, with all its steps. */
function stepRows(steps) {
  const rows = new Map();
  for (const [verb, things] of Object.entries(steps)) {
    for (const [text, targets] of Object.entries(things)) {
      const value = /^\d+$/.test(text) ? Number(text) : text; // keys of a table are text in JSON
      const kind = typeof value === "number" ? "token" : "card";
      const id = thingOf(kind, value);
      if (!rows.has(id)) rows.set(id, {id, kind, value, options: []});
      rows.get(id).options.push(...stepOptions(verb, value, targets));
    }
  }
  return [...rows.values()];
}

function stepOptions(verb, value, targets) {
  if (!targets.length) return [{thing: `w:${verb}`, kind: "verb", value: verb, verb, answer: [verb, value]}];
  return targets.map((target) => {
    const kind = kindOfTarget(verb, target);
    return {thing: thingOf(kind, target), kind, value: target, verb, answer: [verb, value, target]};
  });
}

/** All values that any row may be given, each once; aims before the words that are for all. */
function valuesOf(rows) {
  const found = [];
  for (const option of rows.flatMap((row) => row.options)) {
    if (!found.some((one) => one.verb === option.verb && sameValue(one.value, option.value))) found.push(option);
  }
  const aims = found.filter((one) => Array.isArray(one.value));
  return [...aims, ...found.filter((one) => !Array.isArray(one.value))];
}

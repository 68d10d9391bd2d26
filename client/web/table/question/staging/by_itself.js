/**
 * What is answered without asking: where one answer is legal, and where the reader has said that he is not to be asked
 * again.  Pure; the twin of client/text/question/by_itself.py.
 *
 * rule = {question, scope, answer, hand}: what is given again, as it stood when that was said; `scope` is "battle", "turn"
 * or "change".
 */
import {TABLES} from "../../../base/language/vocabulary.js";

export const SCOPES = ["battle", "turn", "change"];

const OF_TURN = "turn-began";
const OF_BATTLE = [OF_TURN, "line-began", "action-taken", "target-named"]; // what comes after these is another fight

/** The one legal answer; undefined where there are more, or where an event card could be played first. */
export function soleAnswer({shape, plays}) {
  return plays.length || !SOLE[shape.type](shape) ? undefined : FIRST[shape.type](shape);
}

const onlyOne = ({choices}) => Object.values(choices).every((values) => values.length === 1);

/** Whether one answer is legal.  Cards that are picked for a pile go there in an order, which is a choice. */
const SOLE = {
  choose: ({options}) => options.length === 1,
  pick: ({items, least, most}) => most === 0 || (least === items.length && new Set(items).size === 1),
  assign: onlyOne,
  order: (shape) => Object.keys(shape.choices).length < 2 && onlyOne(shape),
  place: onePlaceEach,
  move: ({steps, words}) => Object.keys(steps).length === 0 && words.length === 1,
};

const FIRST = {
  choose: ({options}) => options[0],
  pick: ({items, least}) => items.slice(0, least),
  assign: ({choices}) => Object.fromEntries(Object.entries(choices).map(([key, [value]]) => [key, value])),
  order: ({choices}) => Object.entries(choices).map(([key, [value]]) => [Number(key), value]),
  place: ({choices, room}) => Object.fromEntries(Object.entries(choices).flatMap(([card, places]) => {
    return openPlaces(places, room).map((place) => [card, Number(place)]);
  })),
  move: ({words}) => [words[0]],
};

const openPlaces = (places, room) => Object.keys(places).filter((place) => room[places[place]] > 0);

/** A card with two open places leaves a choice; so does a slot that more cards want than it holds. */
function onePlaceEach({choices, room}) {
  const wanted = new Map();
  for (const places of Object.values(choices)) {
    const open = openPlaces(places, room);
    if (open.length > 1) return false;
    for (const place of open) wanted.set(places[place], (wanted.get(places[place]) ?? 0) + 1);
  }
  return [...wanted].every(([slot, n]) => n <= room[slot]);
}

/** Whether the same may be asked again soon: in the rounds of a fight, and wherever only an event card could come. */
export function comesAgain({step, shape}) {
  const idle = shape.type === "choose" && shape.options.length === 1 && shape.options[0] === "pass";
  return idle || TABLES.comes_again.steps.includes(step);
}

/** Whether a rule answers a question: the same is asked, no other card could be played, and its answer is legal. */
export function fits(rule, question, hand) {
  const before = rule.question;
  if (!sameStep(before, question) || !question.plays.every((card) => before.plays.includes(card))) return false;
  if (rule.scope === "change" && !(same(question, before) && same(hand, rule.hand))) return false;
  return LEGAL[question.shape.type]?.(question.shape, rule.answer) ?? false;
}

const sameStep = (one, other) => one.step === other.step && one.side === other.side;
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

const LEGAL = {
  choose: ({options}, answer) => options.some((option) => same(option, answer)),
  pick: ({items, least, most}, answer) => answer.length >= least && answer.length <= most && among(items, answer),
  assign: ({choices}, answer) => allGiven(choices, answer),
  order: ({choices}, answer) => {
    return answer.length === Object.keys(choices).length && allGiven(choices, Object.fromEntries(answer));
  },
};

function among(items, picked) {
  const times = (list, item) => list.filter((one) => one === item).length;
  return picked.every((item) => times(picked, item) <= times(items, item));
}

/** Each card, and nobody else, gets one of its values. */
function allGiven(choices, answer) {
  const keys = Object.keys(choices);
  return Object.keys(answer).length === keys.length
    && keys.every((key) => key in answer && choices[key].some((value) => same(value, answer[key])));
}

/** The rules whose scope is not over after events of these kinds. */
export function lasting(rules, kinds) {
  const ends = {battle: OF_BATTLE.some((kind) => kinds.includes(kind)), turn: kinds.includes(OF_TURN), change: false};
  return rules.filter((rule) => !ends[rule.scope]);
}

/** The rules that a question leaves standing: who has to be asked all the same, has to say it anew. */
export const standing = (rules, question, hand) => {
  return rules.filter((rule) => !sameStep(rule.question, question) || fits(rule, question, hand));
};

/** The rules with one more; it takes the place of an older one for the same. */
export const withRule = (rules, rule) => [...rules.filter((one) => one.question.step !== rule.question.step), rule];

/** The answer that need not be asked for: {answer, rule}, the rule null where it is the only legal one; else null. */
export function unprompted(question, rules, hand, sole = true) {
  const only = sole ? soleAnswer(question) : undefined;
  if (only !== undefined) return {answer: only, rule: null};
  const rule = rules.find((one) => fits(one, question, hand));
  return rule ? {answer: rule.answer, rule} : null;
}

/** Make it even for us: how strong both are, and the optional rules that follow; twin of client/terminal/state/evening.py. */
import {h} from "../../base/dom.js";
import {TABLES, phrase} from "../../base/language/vocabulary.js";
import {line} from "../../base/widgets/fields.js";
import {ledger} from "../../session/storage/game_ledger.js";
import {bidField} from "./bid.js";
import {MOST_POINTS, chanceLine, evenedLines} from "./even_words.js";
import {handicap} from "./handicap.js";
import {strength} from "./rating.js";

const WHOLE = /^[+-]?\d{1,4}$/u, SIDES = {us: 0, jp: 1};
const NUMBER = {inputmode: "text", maxlength: "5", spellcheck: "false"}; // a phone's field for numbers has no minus

/** The fields of a card, folded in, and the bid where sides are bid for; `put` changes what is special at its table. */
export function evening(filled, id, special, put) {
  const typed = {own: ownStrength(), other: TABLES.rung_elo[id === "bot" ? filled.bot : ""] ?? "", lead: "", ...special.even};
  const side = SIDES[id === "bot" ? filled.side : filled.friendSide];
  const points = pointsOf(typed), fault = faultOf(side, points);
  const field = (name, hint = "") => line(`${id}-even-${name}`, phrase(`even.${name}`), String(typed[name]).replace(/^\+/u, ""),
    (text) => put({even: {...special.even, [name]: text}}), NUMBER, hint);
  const found = fault ? null : handicap(side, points);
  return [
    bidField(id, [...special.battle?.options ?? [], ...special.words]),
    h("details", {class: "even", key: "even"}, h("summary", {id: `${id}-even`}, phrase("even.title")),
      field("own", phrase("even.points")), field("other"), field("lead", phrase("even.lead_hint")),
      h("div", {class: "even-told", role: "status", "aria-live": "polite", key: "told"}, (fault ? [fault] : [...unheeded(typed), ...lines(special, side, points, found)]).map((text, n) => h("p", {key: n}, text))),
      h("button", {type: "button", id: `${id}-even-choose`, disabled: Boolean(fault), on: {click: () => found && put({words: found.words, battle: null, name: "", told: "", even: {...special.even, taken: true}})}},
        phrase("even.choose"))),
  ];
}

/** The rules that make it even; once they are taken and changed, what those that are chosen come to. */
function lines({words, battle, even}, side, points, found) {
  const own = even?.taken && !battle && String(words) !== String(found.words);
  return [...evenedLines(side, points, found), own && chanceLine(side, points, words)].filter(Boolean);
}

function ownStrength() {
  const {estimate} = strength(ledger()).own;
  return estimate ? String(Math.round(estimate.points)) : "";
}

/** By how many points he is the stronger; null: nobody has said, or it is no number. */
const pointsOf = (typed) => (String(typed.lead).trim() ? whole(typed.lead) : apart(typed));

/** The same by both strengths alone. */
function apart({own, other}) {
  const [mine, theirs] = [whole(own), whole(other)];
  return mine === null || theirs === null ? null : mine - theirs;
}

/** The sentence that both strengths do not count, where the points between them say something else. */
function unheeded(typed) {
  const found = apart(typed);
  return found === null || found === pointsOf(typed) ? [] : [phrase("even.lead_counts", {points: found})];
}

const whole = (text) => (WHOLE.test(String(text).trim()) ? Number(text) : null);

/** What is missing, in one sentence; "": nothing. */
function faultOf(side, points) {
  if (side === undefined) return phrase("even.needs_side");
  return points !== null && Math.abs(points) <= MOST_POINTS ? "" : phrase("even.needs_points");
}

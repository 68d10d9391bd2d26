/**
 * What a value of an answer is: a card on the table, a card of the hand, a line, a number, or a word; and its id on the
 * page, by which the table, the panel and the pointer speak of it ("t12", "c:us/wildcat:0", "l3", "n2", "w:pass").
 */

const LINES_CHOSEN = ["searched-lines.next_line", "attacked-lines.next_line", "read-mail.choose"];
const EVENT_NAMES = "playing.name";
const DAMAGE_DIVIDED = "detach.divide";
const TARGETS = {move: "line", part: "amount"}; // of a step; of all others a card
const LINES = 6;

/** What a value is where it stands: "line", "token", "amount", "card" or "word".  A strike is its target. */
export function kindOf(question, value) {
  if (Array.isArray(value)) return "token";
  if (typeof value === "string") return value.includes("/") ? "card" : "word";
  if (question.step === DAMAGE_DIVIDED) return "amount";
  const {shape, step} = question;
  const ofLine = (shape.type === "assign" || shape.type === "order") && shape.of === "line";
  const named = step === EVENT_NAMES && value < LINES;
  return ofLine || named || LINES_CHOSEN.includes(step) ? "line" : "token";
}

/** What the target of a step is. */
export function kindOfTarget(verb, value) {
  if (typeof value === "string") return value.includes("/") ? "card" : "word";
  return TARGETS[verb] ?? "token";
}

/** The id of a value on the page; `copy`: which of several cards that are alike. */
export function thingOf(kind, value, copy = 0) {
  if (Array.isArray(value)) return `t${value[1]}`;
  if (kind === "card") return `c:${value}:${copy}`;
  if (kind === "line") return `l${value}`;
  if (kind === "amount") return `n${value}`;
  return kind === "word" ? `w:${value}` : `t${value}`;
}

/** The card of an id like "c:us/wildcat:1"; null for any other thing. */
export function cardOfThing(thing) {
  return thing.startsWith("c:") ? thing.slice(2, thing.lastIndexOf(":")) : null;
}

/** The token of an id like "t12"; null for any other thing. */
export function tokenOfThing(thing) {
  return thing.startsWith("t") ? Number(thing.slice(1)) : null;
}

/** Whether two ids mean the same: cards that are alike are as good as each other. */
export function alike(one, other) {
  if (one === other) return true;
  const card = cardOfThing(one);
  return card !== null && card === cardOfThing(other);
}

/** Whether two values are the same value; a strike is a list. */
export function sameValue(one, other) {
  return Array.isArray(one) && Array.isArray(other)
    ? one.length === other.length && one.every((part, i) => part === other[i])
    : one === other;
}

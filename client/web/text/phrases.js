/**
 * What words of the engine are called by people: sides, lines, sections, tasks, what an answer means.  The texts are those
 * of ironbottom/vocabulary/; the twin of ironbottom/phrases.py and client/text/situation.py.
 */
import { _, fill } from "../base/language/words.js";
import { TABLES, amount, clean, own, phrase, word } from "../base/language/vocabulary.js";

export const SIDES = [0, 1];
export const OWN_LINES = [[2, 1, 0], [3, 4, 5]]; // by side, front to rear

const SIDE_KEYS = ["us", "jp"];
const ANSWERS = new Set(TABLES.answers.said); // words of answers, tasks, modes and outcomes

/** Why a game is over, with who lost it by that: "US has resigned". */
export function ended(winner, reason) {
  if (winner !== null && own("lost_by", reason)) return phrase(`lost_by.${reason}`, { loser: sideName(enemy(winner)) });
  return word("endings", reason);
}

/** The same as the last line of its story. */
export function gameOver(winner, reason, [us, jp]) {
  const [drawn, won] = own("events", "game-ended").say;
  return fill(_((winner === null ? drawn : won).text), { winner: sideName(winner), reason: ended(winner, reason), us, jp });
}

/** Who has won, in two or three words. */
export const result = (winner) => (winner === null ? phrase("seat.drawn") : phrase("seat.wins", { side: sideName(winner) }));

export const enemy = (side) => 1 - side;
export const sideName = (side) => (side in SIDE_KEYS ? word("sides", SIDE_KEYS[side]) : "");
export const ofSide = (side) => word("of_side", SIDE_KEYS[side]);
export const lineName = (line) => (own("lines", line) ? word("lines", line) : "");
export const taskName = (task, atSea) => word(atSea ? "sea_tasks" : "air_tasks", task);

/** Names in a row; many of them hold commas themselves. */
export const listed = (names) => [...names].join(phrase("rows.between")) || phrase("rows.nothing");

/** Names in a row inside of another. */
export const inRow = (names) => [...names].join(phrase("rows.inside"));

export const hitCount = (n) => (n ? amount("hits", n) : phrase("dice.no_hit"));

/** What may still be rolled; attempts come as [dice, limited], and the second may be left out. */
export function diceLeft([dice, limited = false]) {
  if (!dice) return phrase("dice.none_left");
  return limited ? phrase("dice.one_limited") : phrase("dice.left", { dice: amount("dice", dice) });
}

/** A word that is an answer, as people say it. */
export function meaning(step, answer) {
  const special = own("meanings", step);
  return special && Object.hasOwn(special, answer) ? _(special[answer]) : word("words", answer);
}

/** A word of an answer where nothing tells more about it. */
export function answerWord(text) {
  return own("words", text) || ANSWERS.has(text) ? word("words", text) : clean(text, 60);
}

/** Where in the turn the game is: the innermost section that has a name, with its line. */
export function sectionName(view) {
  if (view.outcome) return phrase("section.over");
  const named = view.sections.filter((tag) => own("sections", tag));
  if (!named.length) return phrase("section.between");
  let section = word("sections", named.at(-1));
  const fought = view.lying.findLast((lying) => lying.part);
  if (fought) {
    const part = word("parts", fought.part), weapon = word("weapons", fought.weapon ?? "");
    section = phrase("section.in_part", { section, part, weapon });
  }
  return view.line === null ? section : phrase("section.over_line", { section, line: lineName(view.line) });
}

/** An event that works on; `card` is what its token is called. */
export function effectText(effect, card) {
  const line = effect.line === null ? "" : lineName(effect.line);
  return fill(word("effects", effect.does), { side: sideName(effect.side), n: effect.n, line, card });
}

/** What is decided in a window (§20), as the reader says it. */
export const windowName = (number) => (own("windows", number) ? word("windows", number) : "");

/** Whose lines lie at the bottom, and whose above; a spectator sits on the US side. */
export function viewpoint(viewer) {
  const mine = viewer ?? 0;
  return [mine, enemy(mine)];
}

/** What kind of card it is, by what only that kind prints. */
export function kindOf(card) {
  if ("effect" in card) return "event";
  if ("maker" in card) return "airplane";
  return "rank" in card ? "base" : "ship";
}

/** Whether who loses this card loses all: a strategic base scores no points, but the game. */
export const isAll = (card) => card?.rank === "strategic";

/** A card of a victory pile, and what it was worth. */
export function scoredText(card, name, points) {
  return isAll(card) ? phrase("cards.scored_all", {card: name}) : phrase("cards.scored", {card: name, points});
}

/** Whether another game at this table is the next battle of a campaign (§25). */
export const goesOn = (terms) => terms?.battle?.campaign?.number < terms?.battle?.campaign?.english.battles.length;

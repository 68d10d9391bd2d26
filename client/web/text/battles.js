/** Which entries of the log are one battle: from where a line, an action or a landing begins to the last that was fought. */

const BEGINS = ["line-began", "action-taken", "target-named"];
const FOUGHT = [
  "rolled", "damaged", "eliminated", "shot-down", "turned", "faced", "withdrew", "aimed", "tasked", "landed", "detached",
];
const ENDS = ["turn-began", "returned", "game-ended"];

/** [{first, last, searches}], places among the entries; only where dice fell. */
export function battlesOf(entries) {
  const found = [];
  /** @type {any} */
  let now = null;
  entries.forEach(({ event }, i) => {
    if (ends(event)) now = null;
    else if (begins(event)) found.push(now = { first: i, last: i, searches: event.rule.startsWith("15.2"), dice: 0 });
    else if (now && FOUGHT.includes(event.event)) {
      now.last = i;
      now.dice += Number(event.event === "rolled");
    }
  });
  return found.filter(({ dice }) => dice);
}

/** Search flights rise between battles; those of an action belong to it, though nobody may meet them. */
function ends(event) {
  return ENDS.includes(event.event) || (event.event === "flew" && event.rule.startsWith("15"));
}

/** A submarine fights alone, whenever its card is played. */
function begins(event) {
  return BEGINS.includes(event.event) || (event.event === "played" && event.half === "submarine");
}

/** A challenge that waits: in words, and taken up with one click, because all of its terms stand beside the button. */
import { bring } from "../../../base/language/bring.js";
import { moment } from "../../../base/language/clock_words.js";
import { phrase } from "../../../base/language/vocabulary.js";
import { join } from "../../../session/api.js";
import { invite } from "../../../session/tables/invited.js";

await bring("challenge");

/** Until when and for whom it waits, and how strong who has posted it is. */
export function waitingInWords({ until, within, points, bot }) {
  return [
    phrase("challenge.until", { when: moment(until) }),
    points === null ? phrase("challenge.no_points") : phrase("challenge.points", { n: points }),
    within > 0 && phrase("challenge.within", { n: within }), bot && phrase("challenge.of_bot"),
  ].filter(Boolean);
}

/** Sit down there; where it has rules of its own, they are for reading first. */
export function accept({ table, terms }) {
  const toRead = terms.options?.length || terms.battle || terms.advice;
  return toRead ? invite({ table, secret: "", side: "either" }) : join(table, "", "either", { special: true });
}

/** What the opponent sees of your side, in the words of the plain client. */
import { opponent as sightings } from "../text/opponent_view.js";
import { sheet } from "../base/widgets/sheet.js";
import { phrase } from "../base/language/vocabulary.js";

/**
 * The sheet.
 * @param {Page.State} state
 */
export function opponent(state) {
  return sheet("opponent", phrase("commands.opponent"), { wide: true }, sightings(state));
}

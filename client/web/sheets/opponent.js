/** What the opponent sees of your side, in the words of the plain client. */
import { opponent as sightings } from "../say/opponent.js";
import { _ } from "../words.js";
import { sheet } from "./sheet.js";

/** The sheet. */
export function opponent(state) {
  return sheet("opponent", _("What does my opponent see?"), { wide: true }, sightings(state));
}

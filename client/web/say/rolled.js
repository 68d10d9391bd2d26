/** A throw of dice as a sentence: the faces, what they hit, what is kept and lost. */
import { _, fill } from "../words.js";
import { CHECK, facesOf } from "./throws.js";
import { abilityName, diceCount, hitCount, sideName } from "./wording.js";

export function rolled(story, event, limited) {
  const faces = facesOf(event), n = faces.length;
  const side = sideName(event.side);
  const card = event.by ? story.token(event.by) : _("a submarine");
  if (event.ability === CHECK) {
    return fill(_("{side}: {card} tries to withdraw with {dice}: {faces}; {verdict}."), {
      side, card, dice: diceCount(n), faces: faces.join(" "),
      verdict: event.hits ? _("it succeeds") : _("it fails"),
    });
  }
  return fill(_("{side}: {card} rolls {ability} {n}{at}: {faces}: {hits}; keeps {kept}, loses {lost}."), {
    side, card, ability: abilityName(event.ability), n: limited ? _("0, one limited die,") : n,
    at: event.at ? fill(_(" at {target}"), { target: story.token(event.at) }) : "",
    faces: faces.join(" "), hits: hitCount(event.hits),
    kept: event.left ? diceCount(event.left) : _("none"), lost: n - event.left || _("none"),
  });
}

/** The great moments of a battle: a carrier is lost, a base is taken.  They stand over the whole board for their beat. */
import { h, s } from "../../base/dom.js";
import { _, fill } from "../../base/language/words.js";
import { cardName, cardOf } from "../../text/naming.js";
import { enemy, sideName } from "../../text/phrases.js";
import { TILE } from "./layout.js";
import { isTaken } from "./motion.js";

const CARRIERS = ["CV", "CVL", "CVE"];

/** {kind, token, side, name} of the greatest moment of these events, or null; `side` has lost something. */
export function climaxOf(events) {
  for (const event of events) {
    if (event.event !== "eliminated") continue;
    const carriers = event.cards.filter((id) => CARRIERS.includes(cardOf(id)?.type));
    const { token, side } = event;
    if (isTaken(event)) return { kind: "taken", token, side, name: cardName(event.cards[0]) };
    if (carriers.length) return { kind: "carrier", token, side, name: carriers.map(cardName).join(" · ") };
  }
  return null;
}

/** Everything grows dark but what is lost, which glows. */
export function dimmed(climax, placed) {
  const spot = climax && placed.tiles.get(climax.token);
  if (!spot) return null;
  const [cx, cy] = [spot.x + TILE.width / 2, spot.y + TILE.height / 2];
  return s("g", { key: "dim", class: ["dim", climax.kind] },
    s("defs", s("radialGradient", { id: "dim-light", gradientUnits: "userSpaceOnUse", cx, cy, r: 250 },
      s("stop", { offset: 0.27, class: "dim-hole" }), s("stop", { offset: 0.36, class: "dim-glow" }),
      s("stop", { offset: 1, class: "dim-dark" }))),
    s("rect", { ...spot, width: TILE.width, height: TILE.height, fill: "none", ref: inTheMiddle }),
    s("rect", { x: -600, y: -600, width: placed.width + 1200, height: placed.height + 1200, fill: "url(#dim-light)" }));
}

/** On a small page the board is scrolled, so that the banner does not lie over what it tells of. */
function inTheMiddle(element) {
  element.scrollIntoView?.({ block: "center", inline: "nearest" });
}

/** Its name over the other half of the board; who hears the page is told it in the sentence of the beat. */
export function bannerOf(climax, placed) {
  if (!climax) return null;
  const below = (placed.tiles.get(climax.token)?.y ?? 0) < placed.middle;
  const { kind, side, name } = climax;
  const what = kind === "carrier" ? fill(_("A carrier of {side} is lost"), { side: sideName(side) })
    : fill(_("{side} takes the base"), { side: sideName(enemy(side)) });
  return h("div", { key: `banner ${name}`, class: ["battle-banner", kind, side ? "jp" : "us", below && "below"], "aria-hidden": "true" },
    h("strong", {}, name), h("span", {}, what));
}

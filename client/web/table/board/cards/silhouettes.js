/**
 * Silhouettes, drawn by us.  Ships from the side, bow to the right, 120 wide and 36 high with the waterline at 31 (outlines.js);
 * airplanes from above, nose up, 48 by 40 (planforms.js); bases as an island with what stands on it, 120 by 36.
 */
import {s} from "../../../base/dom.js";
import {outline} from "./outlines.js";
import {planform} from "./planforms.js";

const DETAILED = 100; // a ship this wide shows masts and windows

/** What an airplane carries tells its kind: a bomb below the middle, or a torpedo. */
const LOADS = {dive: "M-1.3-6Q0-8 1.3-6V0Q0 2.4-1.3 0Z", torpedo: "M-1-9Q0-10.6 1-9V6L2 8H-2L-1 6Z"};

const KINDS = {
  CV: "carrier", CVL: "carrier", CVE: "carrier", BB: "battleship", BC: "battleship",
  CA: "cruiser", CL: "cruiser", CLAA: "cruiser", CB: "cruiser", AV: "tender", AVD: "tender", CVS: "tender",
  DD: "destroyers", APD: "destroyers", DE: "destroyers", PT: "destroyers", AP: "transports", AK: "transports", SS: "submarine",
};

/** What a card looks like from afar. */
export function kindOf(card) {
  if (card.maker !== undefined) return airplaneKind(card);
  if (card.rank !== undefined) return "base";
  if (card.effect !== undefined) return card.submarine ? "submarine" : "transports";
  return KINDS[card.type] ?? (card.values?.icon === "carrier" ? "carrier" : "cruiser");
}

/** §2.4  By what its values are good for: nothing on the card says "dive bomber". */
function airplaneKind(card) {
  const fights = (card.airc ?? 0) >= 2;
  if (card.icon === "sea" || (card.icon === "flying" && card.airc !== null)) return "seaplane";
  if (card.icon === "flying") return "boat";
  if (fights) return "fighter";
  if (card.icon === "land") return "bomber";
  return card.torp !== null ? "torpedo" : "dive";
}

/** A ship, a base or a group of them, fitted into a box; Japanese ships sail to the left. */
export function silhouette(card, x, y, width, height, half = "") {
  if (card.maker !== undefined) return airplane(card, x + width / 2, y + height / 2, Math.min(width / 48, height / 40));
  const kind = half || kindOf(card);
  const scale = Math.min(width / 120, height / 36);
  const left = x + (width - 120 * scale) / 2;
  const top = y + (height - 36 * scale);
  const turn = card.side === 1 && kind !== "base" ? ` translate(120 0) scale(-1 1)` : "";
  return s("g", {class: `silhouette ${kind}`, transform: `translate(${left} ${top}) scale(${scale})${turn}`},
    kind === "base" ? base(card) : ships(outline(card, kind), width >= DETAILED));
}

/** Who is farther away first, then what makes the first ship known, and upon her what only a large drawing shows. */
function ships(drawn, detailed) {
  if (!drawn) return water();
  const {d, detail, behind} = drawn;
  return [
    behind ? s("path", {class: "far", d: behind}) : null,
    s("path", {d}),
    detailed ? s("path", {class: "detail", d: detail}) : null,
    water(),
  ];
}

function water() {
  return s("path", {class: "water", d: "M-3 32.6Q6 30.6 15 32.6T33 32.6 51 32.6 69 32.6 87 32.6 105 32.6 123 32.6"});
}

/** An island: palms and huts, a runway where land airplanes stand, a tower on a great base. */
function base(card) {
  const great = card.rank !== "front";
  return [
    s("path", {class: "island", d: "M2 31Q14 24 28 25 40 14 54 20 66 8 82 17 94 14 104 24 114 26 118 31Z"}),
    card.land ? s("path", {class: "runway", d: "M22 30.4 92 21.6 97 23.4 34 31Z"}) : null,
    card.land ? s("path", {class: "runway-line", d: "M33 29.6 91 22.6"}) : null,
    great ? s("path", {d: "M57 20.4V9H60V5H60.8V1H61.4V5H64V9H67V19Z"}) : null,
    s("path", {d: "M13 27.4 14.4 18.6 10 20Q11.6 16.4 15 17.4 17.4 13.8 20.6 16.8 17.6 16.4 16.2 18 19.4 18.4 19.6 21.4 17.6 18.8 15.6 18.8L14.6 27.4Z"}),
    s("path", {d: "M100 26V21.4L104 19 108 21.4V26Z"}),
    card.sea || card.flying ? s("path", {class: "water", d: "M60 28.6Q64 27 68 28.6T76 28.6 84 28.6"}) : null,
    water(),
  ];
}

/** An airplane with its middle at x, y: a card's own type, or what stands for its kind. */
export function airplane(card, x, y, scale) {
  const kind = card ? kindOf(card) : "fighter", {d, floats} = planform(card, kind);
  return s("g", {class: `silhouette plane ${kind}`, transform: `translate(${x} ${y}) scale(${scale})`},
    floats ? s("path", {class: "float", d: floats}) : null, s("path", {d}),
    LOADS[kind] ? s("path", {class: "load", d: LOADS[kind]}) : null);
}

/** The propeller of a back. */
export function propeller(x, y, size) {
  return s("g", {class: "propeller", transform: `translate(${x} ${y}) scale(${size})`},
    [0, 120, 240].map((turn) => s("path", {key: turn, transform: `rotate(${turn})`, d: "M-.1 0Q-.34-.5-.12-.96 .1-1.04 .2-.8 .26-.4.1 0Z"})),
    s("circle", {r: 0.17}));
}

/** The rose of the winds of a back, 92 across: eight points, the four great ones in light and shadow. */
export function rose() {
  const points = [0, 90, 180, 270].map((turn) => s("g", {key: turn, transform: `rotate(${turn})`},
    s("path", {class: "rose-small", transform: "rotate(45)", d: "M0-30 6.4-6.4 0 0-6.4-6.4Z"}),
    s("path", {class: "rose-light", d: "M0-46 0 0-7.8-7.8Z"}), s("path", {class: "rose-shade", d: "M0-46 0 0 7.8-7.8Z"})));
  return s("g", {class: "rose"}, s("circle", {class: "rose-ring", r: 36}), s("circle", {class: "rose-ring", r: 24}), points);
}

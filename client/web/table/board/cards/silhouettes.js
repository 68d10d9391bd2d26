/**
 * Silhouettes, drawn by us.  Ships from the side, bow to the right, 120 wide and 36 high with the waterline at 31 (outlines.js);
 * airplanes from above, nose up, 48 by 40; bases as an island with what stands on it, 120 by 36.
 */
import {s} from "../../../base/dom.js";
import {outline} from "./outlines.js";

const DETAILED = 100; // a ship this wide shows masts and windows

/** Fuselage and wings, then what tells the type: bombs, torpedoes, engines, floats. */
const AIRPLANES = {
  fighter: {
    body: "M24 1.5Q26.6 3 26.8 9V13L45 16.6Q46.6 18.6 45 20.6L26.6 21.6 25.6 32.4 32 34.4V37L24 36.2 16 37V34.4L22.4 32.4 21.4 21.6 3 20.6Q1.4 18.6 3 16.6L21.2 13V9Q21.4 3 24 1.5Z",
  },
  dive: {
    body: "M24 2Q26.4 3.4 26.8 8V14L46 18.4Q47.6 20.6 46 22.6L26.8 23 25.4 33 32.4 35V37.6L24 37 15.6 37.6V35L22.6 33 21.2 23 2 22.6Q.4 20.6 2 18.4L21.2 14V8Q21.6 3.4 24 2Z",
    more: ["M32 24.6H44V26.2H32ZM4 24.6H16V26.2H4Z", "M22.4 9.2H25.6V18Q24 20.4 22.4 18Z"], // brakes and the bomb
    cut: true,
  },
  torpedo: {
    body: "M24 2Q26.8 3 27 8V13.4L44.6 13.8Q47.4 17.6 44.6 22L27 23.6 25.8 32.4 33 34.4V37.2L24 36.4 15 37.2V34.4L22.2 32.4 21 23.6 3.4 22Q.6 17.6 3.4 13.8L21 13.4V8Q21.2 3 24 2Z",
    more: ["M22.9 7.4Q24 5.4 25.1 7.4V27.6L26.6 30H21.4L22.9 27.6Z"], cut: true,
  },
  bomber: {
    body: "M24 .6Q26.4 1.6 26.8 7V12.6L30.6 12.8V8.6Q32.2 6.6 33.8 8.6V13.2L47 16.4Q48.4 18.4 47 20.4L33.8 21.4V23H30.6V21.8L26.8 22.2 25.6 33 34 35.2V38L24 37 14 38V35.2L22.4 33 21.2 22.2 17.4 21.8V23H14.2V21.4L1 20.4Q-.4 18.4 1 16.4L14.2 13.2V8.6Q15.8 6.6 17.4 8.6V12.8L21.2 12.6V7Q21.6 1.6 24 .6Z",
  },
  boat: {
    body: "M24 .4Q27 2 27 8V11.6H29.2V8.4H31.6V11.8H35.4V8.8H37.6V12L47.4 13Q48.4 15 47.4 17L42.6 17.6V21H40.6V17.8L27 18.8 26.2 32 36 34V37L24 36 12 37V34L21.8 32 21 18.8 7.4 17.8V21H5.4V17.6L.6 17Q-.4 15 .6 13L10.4 12V8.8H12.6V11.8H16.4V8.4H18.8V11.6H21V8Q21 2 24 .4Z",
  },
  seaplane: {
    body: "M24 3Q26.4 4.4 26.6 9V14L43.4 15.8Q45 18 43.4 20.4L26.4 21.8 25.4 32.4 31.6 34.4V37L24 36.2 16.4 37V34.4L22.6 32.4 21.6 21.8 4.6 20.4Q3 18 4.6 15.8L21.4 14V9Q21.6 4.4 24 3Z",
    more: ["M12.4 5.4Q14 2 15.6 5.4V28Q14 31.6 12.4 28ZM32.4 5.4Q34 2 35.6 5.4V28Q34 31.6 32.4 28Z"],
  },
};

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
  const kind = half || kindOf(card);
  if (AIRPLANES[kind]) return airplane(kind, x + width / 2, y + height / 2, Math.min(width / 48, height / 40));
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

/** An airplane with its middle at x, y. */
export function airplane(kind, x, y, scale) {
  const form = AIRPLANES[kind] ?? AIRPLANES.fighter;
  return s("g", {class: `silhouette plane ${kind}`, transform: `translate(${x - 24 * scale} ${y - 20 * scale}) scale(${scale})`},
    form.cut ? null : (form.more ?? []).map((d) => s("path", {class: "float", d})),
    s("path", {d: form.body}),
    form.cut ? form.more.map((d) => s("path", {class: "load", d})) : null);
}

/** The propeller of a back. */
export function propeller(x, y, size) {
  return s("g", {class: "propeller", transform: `translate(${x} ${y}) scale(${size})`},
    [0, 120, 240].map((turn) => s("path", {key: turn, transform: `rotate(${turn})`, d: "M-.1 0Q-.34-.5-.12-.96 .1-1.04 .2-.8 .26-.4.1 0Z"})),
    s("circle", {r: 0.17}));
}

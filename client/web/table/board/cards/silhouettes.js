/**
 * Silhouettes, drawn by us.  Ships from the side, bow to the right, 120 wide and 36 high with the waterline at 31;
 * airplanes from above, nose up, 48 by 40 (planforms.js); bases as an island with what stands on it, 120 by 36.
 */
import {s} from "../../../base/dom.js";
import {planform} from "./planforms.js";

const HULLS = {
  carrier: [
    "M3 17.5H117L116 20.5H110L104 31H13Q9 26 8 20.5H4Z", // deck and hull
    "M66 17.5V11H69V7.5H71V2.5H72V.5H72.8V2.5H74.4V7.5H77L78.5 9H85V12H88V17.5Z", // island and funnel
    "M20 16.4H29L30 17.5H19ZM33 16.4H42L43 17.5H32ZM46 16.4H55L56 17.5H45ZM95 16.4H104L105 17.5H94Z", // airplanes on deck
    "M24 20.5H26V25H24ZM44 20.5H46V25H44ZM64 20.5H66V25H64ZM84 20.5H86V25H84Z",
  ],
  battleship: [
    "M1.5 23 30 22.4H88L118.5 20.6Q116 27 110 31H12Q4 28.6 1.5 23Z",
    "M43 22.4V17H47V13H70V17H76V22.4ZM66 13V8H68V4H69.2V.5H70V4H71.6V8H74.5V14H66ZM51 13 50 6.5H57.5L58.5 13ZM44 17V11.5H45V17Z",
    "M85 22.4V18.6L87 17.2H93L94.5 18.4 107 16.6V17.6L95 19.8V22.4ZM74.5 17.4V13.8H80.5L82 15 95 12.6V13.6L82.5 16.2V17.4Z",
    "M35 22.4V18.6L33 17.2H27L25.5 18.4 13 16.6V17.6L25 19.8V22.4Z",
  ],
  cruiser: [
    "M2 24 34 23.4H88L118 21.4Q115 27.4 110 31H10Q4 29 2 24Z",
    "M70 23.4V17H72V11H73.5V4H74.3V11H78.5V17H82V23.4ZM56 23.4V19H58L57 11.5H62L63.5 19H66V23.4ZM44 23.4V20H45.6L44.8 13.5H48.8L50.2 20H52V23.4ZM39 20V9H39.8V20L42 23.4H37Z",
    "M88 23.2V20L89.4 19H94L106 17.2V18.2L95.4 20.6V23.2ZM82 20V17.4L83.4 16.4H87.6L98 14.4V15.4L88.6 18V20Z",
    "M33 23.4V20.4L31.6 19.2H27L16 17.6V18.5L26 20.8V23.4Z",
  ],
  tender: [
    "M2 22 40 21.6H84L117 19.6Q114 27 109 31H10Q4 28.4 2 22Z",
    "M70 21.6V15H73V9H74.4V3H75.2V9H79.4V15H83V21.6ZM58 21.6V17L57.2 9.5H63L64.2 17V21.6Z",
    "M10 22 12 10 26 5.5 26.4 6.6 13.6 11.4 13 22Z", // the crane
    "M18 20.5H32L33 18.6H38V19.8H35L34.4 21.6H18ZM22 18.4H30V19.4H22ZM42 20.5H50L51 18.6H55V19.8H53L52.4 21.6H42Z",
    "M90 20.8V18.2H95L104 16.6V17.6L96 19.6V20.8Z",
  ],
  transports: [
    "M4 20.5 24 20 28 22.4H84L90 19.6 116 17.4Q113 26.6 107 31H12Q5 28 4 20.5Z",
    "M50 22.4V14H53V10.5H66V14H69V22.4ZM57 10.5 56.4 4H61.4L62.4 10.5Z",
    "M36 22.4V4H37V22.4ZM80 22.4V4H81V22.4ZM30 14.6 36.5 7 43 14.6 42.2 15.2 36.5 8.6 30.8 15.2ZM74 14.6 80.5 7 87 14.6 86.2 15.2 80.5 8.6 74.8 15.2Z",
    "M100 18.6V15.8H104L110 14V14.9L105 17V18.4ZM12 20.2V17.4H16V20.2Z",
  ],
  submarine: [
    "M2 25.6Q20 24 40 24H76Q104 24.6 118 23.4 112 29.6 96 31H24Q8 30 2 25.6Z",
    "M52 24.2 53.6 15H69L71 24.2ZM58 15V6H58.9V15ZM61 15V9H61.8V15ZM63 15V13H67V15Z",
    "M80 24V21.2H84L93 18.6V19.5L85 22.4V24Z",
  ],
};

const DESTROYER = [
  "M1 11.6 20 11.4H42L58 9.4Q56.4 14 54 16H5Q2 14.6 1 11.6Z",
  "M37 11.4V7.4H38.6V5H39.6V1.5H40.2V5H42.4V7.4H44V11.4ZM29 11.4 28.4 6H31.6L32.4 11.4ZM22 11.4 21.5 6.8H24.5L25.2 11.4Z",
  "M45 11V9H47.6L52.6 7.6V8.3L48.4 9.8V11ZM15 11.4V9.2L10 8V8.7L13.6 9.8V11.4Z",
];

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
  return s("g", {class: `silhouette ${kind}`, transform: `translate(${left} ${top}) scale(${scale})${turn}`}, parts(kind, card));
}

function parts(kind, card) {
  if (kind === "base") return base(card);
  if (kind === "destroyers") return [flotilla(0, 15, 1), flotilla(58, 15, 1), flotilla(30, 4, 0.8), water()];
  return [HULLS[kind].map((d) => s("path", {d})), water()];
}

function flotilla(x, y, scale) {
  return s("g", {transform: `translate(${x} ${y}) scale(${scale})`, class: scale < 1 ? "far" : null},
    DESTROYER.map((d) => s("path", {d})));
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

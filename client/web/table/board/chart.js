/**
 * What the cards lie on: the waters between two coasts, the enemy's above and one's own below, with islands between
 * them; and the weather of what is played, night for fights at sea and a clear sky for flights, as a tint.
 */
import {h, memo, s} from "../../base/dom.js";

/** The waters of the game, drawn by us after no map in particular. */
const ISLANDS = [
  "M330 170Q390 150 438 186T540 238Q560 262 520 270T410 244 340 208 330 170Z",
  "M600 268Q662 250 716 288T800 330Q812 352 770 354T660 322 600 268Z",
  "M850 372Q880 356 912 376T948 410Q930 426 896 416T850 372Z",
  "M150 360Q190 336 236 356T300 402Q292 428 240 420T166 400 150 360Z",
  "M380 478Q420 454 466 478T548 516Q566 540 520 544T416 528 380 478Z",
  "M884 500Q896 488 910 498T912 518 890 518 884 500Z",
  "M1020 452Q1054 438 1082 456T1108 492Q1086 506 1050 492T1020 452Z",
  "M700 560Q760 540 812 566T886 600Q880 622 820 612T720 596 700 560Z",
];
const PEAKS = [[440, 214], [706, 304], [232, 384], [468, 508], [1060, 470], [800, 584]];

/** A shore along the upper edge, 1200 by 100: the line of the water, from left to right. */
const SHORES = [
  "M0 62Q60 78 118 58T236 66Q300 84 352 60T470 46Q540 70 604 56T730 70Q800 88 862 62T980 52Q1046 66 1100 54T1200 64V0H0Z",
  "M0 54Q70 40 132 60T250 74Q318 58 380 68T500 58Q566 44 632 64T760 76Q826 62 884 54T1010 66Q1080 84 1134 62T1200 56V0H0Z",
];

const NIGHT = ["landing-phase", "approach", "patrol", "sea-segment", "submarines"];
const DAY = ["air-combat-phase", "attacked-lines", "reconnaissance", "searched-lines"];

/** "night", "sky" or "": how the sea looks in what is played now, by the sections of a view, outermost first. */
export function weather(sections) {
  const last = sections.findLast((one) => NIGHT.includes(one) || DAY.includes(one));
  if (!last) return "";
  return NIGHT.includes(last) ? "night" : "sky";
}

/** All of it; but for the weather it never changes, so it is drawn once. */
export function chart(sections = []) {
  const now = weather(sections);
  return h("div", {class: "waters", key: "waters", "aria-hidden": "true"},
    memo("chart", [], () => s("svg", {class: "chart", viewBox: "0 0 1200 800", preserveAspectRatio: "xMidYMid slice"},
      ["far", "near"].map((depth) => s("g", {key: depth, class: `depth ${depth}`}, ISLANDS.map((d) => s("path", {d})))),
      graticule(),
      s("g", {class: "coasts"}, ISLANDS.map((d) => s("path", {d}))),
      s("g", {class: "peaks"}, PEAKS.map(([x, y]) => s("path", {d: `M${x - 7} ${y + 5}l7-11 7 11`}))),
      compass(1070, 210, 64))),
    h("div", {key: "night", class: ["weather by-night", now === "night" && "on"]}),
    h("div", {key: "sky", class: ["weather by-day", now === "sky" && "on"]}),
    memo("shores", [], () => h("div", {class: "shores"}, SHORES.map((d, n) => shore(d, ["theirs", "mine"][n])))));
}

/** Sand, and three lines where the sea grows deep. */
function shore(d, place) {
  return s("svg", {key: place, class: `shore ${place}`, viewBox: "0 0 1200 100", preserveAspectRatio: "none"},
    [3, 2, 1].map((n) => s("path", {key: n, class: `surf surf${n}`, d})), s("path", {class: "sand", d}));
}

function graticule() {
  const lines = [];
  for (let x = 100; x < 1200; x += 200) lines.push(`M${x} 0V800`);
  for (let y = 100; y < 800; y += 200) lines.push(`M0 ${y}H1200`);
  return s("path", {class: "graticule", d: lines.join("")});
}

function compass(x, y, r) {
  const ticks = [];
  for (let turn = 0; turn < 360; turn += 10) {
    const [sin, cos] = [Math.sin(turn * Math.PI / 180), Math.cos(turn * Math.PI / 180)];
    const inner = turn % 30 ? 0.92 : 0.84;
    const at = (far) => `${(sin * far).toFixed(1)} ${(cos * far).toFixed(1)}`;
    ticks.push(`M${at(inner * r)}L${at(r)}`);
  }
  const point = (turn, long) => {
    return s("path", {key: turn, transform: `rotate(${turn}) scale(${r})`, d: `M0-${long}.09-.12 0 0-.09-.12Z`});
  };
  return s("g", {class: "compass", transform: `translate(${x} ${y})`},
    s("circle", {r}), s("circle", {r: r * 0.7}), s("path", {d: ticks.join("")}),
    [45, 135, 225, 315].map((turn) => point(turn, 0.55)), [0, 90, 180, 270].map((turn) => point(turn, 0.8)));
}

/** The sea chart that lies under everything: coasts with their depth lines, soundings, a graticule, a rose. */
import {memo, s} from "../../base/dom.js";

/** The waters of the game, drawn by us after no map in particular: two chains of islands and the sound between them. */
const COASTS = [
  "M40 96Q92 60 150 84T262 120Q300 150 268 168T150 158 62 142 40 96Z",
  "M330 170Q390 150 438 186T540 238Q560 262 520 270T410 244 340 208 330 170Z",
  "M600 268Q662 250 716 288T800 330Q812 352 770 354T660 322 600 268Z",
  "M850 372Q880 356 912 376T948 410Q930 426 896 416T850 372Z",
  "M150 360Q190 336 236 356T300 402Q292 428 240 420T166 400 150 360Z",
  "M380 478Q420 454 466 478T548 516Q566 540 520 544T416 528 380 478Z",
  "M640 560Q730 520 820 552T1010 622Q1036 660 970 672T780 650 660 622 640 560Z",
  "M884 500Q896 488 910 498T912 518 890 518 884 500Z",
  "M1020 452Q1054 438 1082 456T1108 492Q1086 506 1050 492T1020 452Z",
  "M1080 700Q1120 684 1160 708T1200 760Q1160 778 1110 756T1080 700Z",
  "M40 640Q84 616 130 640T190 694Q170 716 116 704T40 640Z",
];
const PEAKS = [[150, 118], [440, 214], [706, 304], [232, 384], [468, 508], [760, 590], [900, 630], [116, 666], [1060, 470]];
const SOUNDINGS = [
  [80, 240, 340], [190, 220, 512], [300, 300, 610], [250, 500, 705], [120, 520, 88], [360, 380, 423], [470, 400, 366],
  [560, 150, 940], [660, 200, 815], [760, 220, 660], [880, 280, 402], [980, 330, 355], [600, 430, 291], [700, 470, 214],
  [820, 470, 380], [560, 620, 744], [420, 640, 902], [300, 700, 1010], [980, 560, 120], [1090, 600, 265], [1120, 380, 508],
  [1060, 240, 1130], [960, 140, 1350], [820, 110, 1204], [690, 90, 1077], [420, 90, 870], [330, 70, 644], [1150, 160, 1490],
  [900, 740, 233], [760, 720, 471], [520, 730, 996], [220, 610, 540],
];

/** The chart; it never changes, so it is drawn once. */
export function chart() {
  return memo("chart", [], () => s("svg", {
    class: "chart", viewBox: "0 0 1200 800", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true",
  },
    ["far", "mid", "near"].map((depth) => s("g", {key: depth, class: `depth ${depth}`}, COASTS.map((d) => s("path", {d})))),
    graticule(),
    s("g", {class: "coasts"}, COASTS.map((d) => s("path", {d}))),
    s("g", {class: "peaks"}, PEAKS.map(([x, y]) => s("path", {d: `M${x - 7} ${y + 5}l7-11 7 11`}))),
    s("g", {class: "soundings"}, SOUNDINGS.map(([x, y, fathoms]) => {
      return s("text", {x, y, transform: `rotate(-3 ${x} ${y})`}, String(fathoms));
    })),
    compass(1070, 130, 74)));
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

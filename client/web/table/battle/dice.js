/**
 * Dice on a card of the battle board.  A fresh throw tumbles in, then what is lost falls away (1 to 3), what is kept
 * slides together and stays lying, and every hit flies to its target; all of it in CSS, by the length of the beat.
 */
import { columnsAcross } from "./room.js";
import { s } from "../../base/dom.js";
import { CHECK, facesOf } from "../../text/throws.js";

const PIPS = [
  [],
  [[5, 5]],
  [
    [2.6, 2.6],
    [7.4, 7.4],
  ],
  [
    [2.6, 2.6],
    [5, 5],
    [7.4, 7.4],
  ],
  [
    [2.6, 2.6],
    [7.4, 2.6],
    [2.6, 7.4],
    [7.4, 7.4],
  ],
  [
    [2.6, 2.6],
    [7.4, 2.6],
    [5, 5],
    [2.6, 7.4],
    [7.4, 7.4],
  ],
  [
    [2.6, 2.3],
    [7.4, 2.3],
    [2.6, 5],
    [7.4, 5],
    [2.6, 7.7],
    [7.4, 7.7],
  ],
];
const LARGEST = 16; // the side of a die

const sideOf = (n, width) => Math.min(LARGEST, width / Math.max(n, 1) - 3);

const thrown = new WeakMap();
let throws = 0;

/** Each throw is drawn anew, also one that fell like the last. */
export function throwNumber(event) {
  if (!thrown.has(event)) thrown.set(event, ++throws);
  return thrown.get(event);
}

/** On a small page the board is scrolled to what happens; where all of it is seen, the look for that would cost a layout. */
export function inSight(element) {
  if (columnsAcross()) (element.closest(".tile") ?? element).scrollIntoView?.({ block: "nearest", inline: "nearest" });
}

/** Dice that lie there, by their faces; 0: a face that nobody knows any more. */
export function lyingDice(faces, limited, { x, y, width }) {
  const side = sideOf(faces.length, width);
  return s(
    "g",
    { class: "dice lying", key: "lying" },
    faces.map((face, i) => s("g", { key: i, transform: place(x, y, i, side) }, body(face, side, limited))),
  );
}

/** The faces that a throw kept, the best first; as many as are left now. */
export function keptFaces(event, left) {
  const faces = event
    ? facesOf(event)
        .filter((face) => face > 3)
        .sort((a, b) => b - a)
    : [];
  if (faces.length === left) return faces;
  return Array.from({ length: left }, (_one, i) => (faces.length > left ? faces[i] : 0));
}

/** A throw that is made just now. */
export function rollingDice(event, limited, { x, y, width }) {
  const faces = facesOf(event),
    side = sideOf(faces.length, width);
  const check = event.ability === CHECK;
  let kept = 0;
  return s(
    "g",
    { class: "dice rolling", key: `roll${throwNumber(event)}`, ref: inSight },
    faces.map((face, i) => {
      const stays = check ? face > 4 : limited ? face === 6 : face > 3;
      const slide = stays && !check ? (kept++ - i) * (side + 3) : 0;
      return s(
        "g",
        { key: i, transform: place(x, y, i, side) },
        s(
          "g",
          { class: ["die", stays ? "kept" : "lost"], style: { "--n": String(i), "--slide": `${slide}px` } },
          s("g", { class: "tumbling" }, body(((face + 2) % 6) + 1, side, limited)),
          s("g", { class: "settled" }, body(face, side, limited), stays ? ring(side) : null),
        ),
      );
    }),
  );
}

/** The hits of a throw on their way to a target. */
export function flyingHits(event, limited, { x, y, width }, target) {
  const faces = facesOf(event),
    side = sideOf(faces.length, width);
  return s(
    "g",
    { class: "hits", key: `hits${throwNumber(event)}` },
    faces.flatMap((face, i) => hits(face, limited).map((n) => spark(n, i, side, x, y, target))),
  );
}

/** §3.2, §3.4  A 5 hits once, a 6 twice; the limited die once. */
function hits(face, limited) {
  if (limited) return face === 6 ? [0] : [];
  return face === 6 ? [0, 1] : face === 5 ? [0] : [];
}

function spark(n, i, side, x, y, target) {
  const dx = target.x - (x + i * (side + 3)) - side / 2,
    dy = target.y - y - side / 2;
  return s(
    "g",
    { key: `${i}.${n}`, transform: place(x, y, i, side) },
    s(
      "g",
      { class: "hit", style: { "--dx": `${round(dx)}px`, "--dy": `${round(dy)}px`, "--n": String(i + n) } },
      s("path", { class: "hit-star", transform: `translate(${side / 2} ${side / 2})`, d: STAR }),
    ),
  );
}

const STAR = "M0-9 2.4-3 8.6-2.8 3.6 1.4 5.3 7.3 0 4-5.3 7.3-3.6 1.4-8.6-2.8-2.4-3Z";

const place = (x, y, i, side) => `translate(${round(x + i * (side + 3))} ${round(y)})`;
const round = (n) => Math.round(n * 10) / 10;

function body(face, side, limited) {
  return s(
    "g",
    { transform: `scale(${Math.round(side * 10) / 100})` },
    s("rect", { class: ["die-body", limited && "limited"], x: 0.3, y: 0.3, width: 9.4, height: 9.4, rx: 2 }),
    PIPS[face].map(([cx, cy], i) => s("circle", { key: i, class: "die-pip", cx, cy, r: 1.05 })),
  );
}

function ring(side) {
  return s("rect", { class: "die-ring", x: -1.5, y: -1.5, width: side + 3, height: side + 3, rx: side / 4 });
}

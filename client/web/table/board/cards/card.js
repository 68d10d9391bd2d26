/** Cards as drawings.  One module for everybody: card() for faces of every kind, back() for what lies face down. */
import {s} from "../../../base/dom.js";
import {largeFace} from "./card_large.js";
import {smallFace} from "./card_small.js";
import {nation, sideClass} from "./shapes.js";
import {propeller} from "./silhouettes.js";
import {words} from "./fitted_text.js";

/**
 * A card.  `size`: "large" is the whole card, upright, everything printed on it; "small" is the one that lies on the table.
 * `damage` marks; `values`: what it can do now (SeenValues), where that may differ from what is printed; `sight`: "open",
 * "closed" or "known"; `half`: "transports" or "submarine", when an event card lies on the table as that; `face`: "back".
 * @param {any} data
 * @param {Page.Face} options
 */
export function card(data, options = {}) {
  if (options.face === "back" || !data) {
    const kind = data?.maker !== undefined || data?.effect ? "air" : "fleet";
    return back({side: data?.side ?? 0, kind, ...options});
  }
  return options.size === "small" ? smallFace(data, options) : largeFace(data, options);
}

/**
 * The back of a card of the fleet deck (a rose of the winds) or of the airplane deck (a propeller).
 * @param {Page.Back} how
 */
export function back({side, kind = "fleet", airplanes = 0, label = "", key, size}) {
  const [w, h] = size === "large" ? [260, 364] : [150, 100];
  const middle = [w / 2, h / 2];
  return s("svg", {key, class: ["card-face", "back", kind, sideClass(side)], viewBox: `0 0 ${w} ${h}`, "aria-hidden": "true"},
    s("rect", {class: "back-ground", x: 1, y: 1, width: w - 2, height: h - 2, rx: 7}),
    s("rect", {class: "back-frame", x: 6, y: 6, width: w - 12, height: h - 12, rx: 4}),
    waves(w, h),
    kind === "air" ? propeller(...middle, Math.min(w, h) * 0.3) : rose(...middle, Math.min(w, h) * 0.36),
    nation(side, 19, 19, 8),
    label ? words("back-letter", [12, h - 12], 18, "start 400", label) : null,
    airplanes > 0 ? aboard(airplanes, w, h) : null);
}

/** A rose of the winds: eight points, the four great ones in light and shadow. */
function rose(x, y, r) {
  const points = [0, 90, 180, 270].map((turn) => s("g", {key: turn, transform: `rotate(${turn})`},
    s("path", {class: "rose-small", transform: "rotate(45)", d: "M0-.66.14-.14 0 0-.14-.14Z"}),
    s("path", {class: "rose-light", d: "M0-1 0 0-.17-.17Z"}),
    s("path", {class: "rose-shade", d: "M0-1 0 0 .17-.17Z"})));
  return s("g", {class: "rose", transform: `translate(${x} ${y}) scale(${r})`},
    s("circle", {class: "rose-ring", r: 0.78}), s("circle", {class: "rose-ring", r: 0.52}), points);
}

function waves(w, h) {
  const row = (y) => `M8 ${y}${"q5-3.4 10 0t10 0".repeat(Math.ceil((w - 30) / 20))}`;
  const rows = [];
  for (let y = 14; y < h - 6; y += 9) rows.push(row(y));
  return s("path", {class: "back-waves", d: rows.join("")});
}

/** §6.1  How many airplanes are aboard of a ship that lies face down. */
function aboard(n, w, h) {
  return s("g", {class: "back-aboard", transform: `translate(${w - 54} ${h - 33})`},
    s("rect", {class: "count-ground", width: 47, height: 26, rx: 5}),
    s("path", {class: "count-plane", transform: "translate(4 3) scale(.5)",
      d: "M24 1.5Q26.6 3 26.8 9V13L45 16.6Q46.6 18.6 45 20.6L26.6 21.6 25.6 32.4 32 34.4V37L24 36.2 16 37V34.4L22.4 32.4 21.4 21.6 3 20.6Q1.4 18.6 3 16.6L21.2 13V9Q21.4 3 24 1.5Z"}),
    words("count-number", [37, 19.4], 18, "middle 400", String(n)));
}

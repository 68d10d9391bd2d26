/** Text inside of drawings: it has to be measured, because SVG neither wraps nor shrinks it. */
import {s} from "../../../base/dom.js";

const FAMILY = '"Avenir Next", "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "DejaVu Sans Condensed", "DejaVu Sans", '
  + '"Hiragino Sans", "Yu Gothic UI", "Noto Sans CJK JP", sans-serif'; // the same as --sans in theme.css
const pens = new Map();
const widths = new Map();

/** How wide a text is, in the unit of its size. */
export function measure(text, size, weight = 400) {
  const key = `${weight} ${text}`;
  if (!widths.has(key)) widths.set(key, pen(weight)?.measureText(text).width ?? guess(text) * 100);
  return widths.get(key) * size / 100;
}

function pen(weight) {
  if (!pens.has(weight)) {
    const made = globalThis.document?.createElement("canvas").getContext("2d") ?? null;
    if (made) made.font = `${weight} 100px ${FAMILY}`;
    pens.set(weight, made);
  }
  return pens.get(weight);
}

/** Where there is no canvas: letters of East Asia are square, others about half as wide. */
function guess(text) {
  return [...text].reduce((sum, letter) => sum + (letter > "\u2e7f" ? 1 : 0.57), 0);
}

/** A short text at a point; `manner` is its anchor and its weight: "middle 700". */
export function words(className, [x, y], size, manner, text) {
  const [anchor, weight] = manner.split(" ");
  return s("text", {
    class: className, x: round(x), y: round(y), "font-size": size,
    ...(anchor === "start" ? {} : {"text-anchor": anchor}), ...(weight === "400" ? {} : {"font-weight": weight}),
  }, text);
}

/**
 * A line of text that keeps within `width`: smaller first, down to `least`, then pressed together by up to a fifth,
 * and only then cut off.
 */
export function fitted(text, {x, y, size, width, least = size * 0.72, weight = 400, ...rest}) {
  const wide = measure(text, size, weight);
  const fits = wide <= width ? size : Math.max(least, size * width / wide);
  const [said, pressed] = shortened(text, fits, width, weight);
  return s("text", {
    x, y, ...rest, "font-size": round(fits), "font-weight": weight,
    ...(pressed ? {textLength: round(width), lengthAdjust: "spacingAndGlyphs"} : {}),
  }, said);
}

function shortened(text, size, width, weight) {
  if (measure(text, size, weight) <= width * 1.01) return [text, false];
  if (measure(text, size, weight) <= width * 1.2) return [text, true];
  const letters = [...text];
  while (letters.length > 1 && measure(`${letters.join("")}…`, size, weight) > width * 1.12) letters.pop();
  return [`${letters.join("").trimEnd()}…`, true];
}

/** Text in lines of at most this width; Japanese breaks between any two letters, other text between words. */
export function wrapped(text, size, width, weight = 400) {
  const pieces = text.match(/[\u3000-\u9fff\uff00-\uffef][、。）」・]*|[^\s\u3000-\u9fff\uff00-\uffef]+\s*|\s+/gu) ?? [];
  const lines = [""];
  for (const piece of pieces) {
    const longer = lines[lines.length - 1] + piece;
    if (measure(longer.trimEnd(), size, weight) <= width || lines[lines.length - 1] === "") lines[lines.length - 1] = longer;
    else lines.push(piece);
  }
  return lines.map((line) => line.trimEnd());
}

/** Several lines; smaller where there are too many for the height. */
export function paragraph(text, {x, y, size, width, height, least = size * 0.7, lead = 1.28, ...rest}) {
  let fits = size;
  let lines = wrapped(text, fits, width);
  while (lines.length * fits * lead > height && fits > least) {
    fits -= 0.5;
    lines = wrapped(text, fits, width);
  }
  return lines.map((line, n) => s("text", {
    key: `line${n}`, x, y: round(y + (n + 0.8) * fits * lead), "font-size": fits, ...rest,
  }, line));
}

/** The short form of a name: without what stands in brackets behind it. */
export function shortName(name) {
  return name.replace(/\s*[(（][^)）]*[)）]\s*$/u, "") || name;
}

function round(n) {
  return Math.round(n * 100) / 100;
}

/** Where what is staged leads: arrows over the table, from a card or an airplane to its line or its target. */
import {draw, h, s} from "../../base/dom.js";
import {GLIDE} from "./glide.js";

const MANY = 12; // with more of them only those are drawn that the player has chosen
const NEAR = 36; // pixels: what stays where it is needs no arrow

/** @type {any} */
let layer = null;
let wanted = [];
let scheduled = false;

/** The layer for them; it is filled when the table is laid out, because arrows need to know where things lie. */
export function arrows(marks) {
  const all = [...marks].filter(([, mark]) => mark.to?.length);
  const chosen = all.length > MANY ? all.filter(([, mark]) => mark.state === "chosen") : all;
  wanted = chosen.flatMap(([from, mark]) => mark.to.map((to) => ({from, to, sure: mark.state === "chosen"})));
  if (wanted.length || layer?.childElementCount) soon();
  return h("div", {class: "arrows", key: "arrows", "aria-hidden": "true", ref: (element) => { layer = element; }});
}

function soon() {
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(lay);
}

/** What is still on its way to its place has its arrow when it has come there. */
async function lay() {
  scheduled = false;
  if (!layer?.isConnected) return;
  const moving = layer.parentElement.getAnimations({subtree: true}).filter(({id}) => id === GLIDE);
  if (moving.length) {
    await Promise.allSettled(moving.map(({finished}) => finished));
    soon();
    return;
  }
  const frame = layer.getBoundingClientRect();
  const {width, height} = frame;
  const found = wanted.map((one) => curve(one, frame)).filter(Boolean);
  draw(layer, found.length ? s("svg", {viewBox: `0 0 ${width} ${height}`, width, height}, found) : null);
}

function curve({from, to, sure}, frame) {
  const [start, end] = [boxOf(from), boxOf(to)];
  if (!start || !end) return null;
  const b = to.startsWith("l") ? overLine(end, frame) : rim(end, start, frame), a = rim(start, end, frame);
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const long = Math.hypot(dx, dy);
  if (long < NEAR || (to.startsWith("l") && a.y > end.top - frame.top && a.y < end.bottom - frame.top)) return null;
  const bow = Math.min(60, long / 4) * (dx < 0 ? -1 : 1);
  const [mx, my] = [a.x + dx / 2 + (bow * -dy) / long, a.y + dy / 2 + (bow * dx) / long];
  const turn = Math.atan2(b.y - my, b.x - mx) * 180 / Math.PI;
  const d = `M${a.x} ${a.y}Q${mx.toFixed(1)} ${my.toFixed(1)} ${b.x} ${b.y}`;
  return s("g", {key: `${from} ${to}`, class: sure ? "arrow sure" : "arrow"},
    s("path", {class: "arrow-halo", d}), s("path", {class: "arrow-line", d}),
    s("path", {class: "arrow-head", d: "M2 0-12-6.5-8 0-12 6.5Z", transform: `translate(${b.x} ${b.y}) rotate(${turn.toFixed(1)})`}));
}

function boxOf(thing) {
  return layer.parentElement.querySelector(`[data-thing="${CSS.escape(thing)}"]`)?.getBoundingClientRect() ?? null;
}

/** The side of a thing that another one lies on: what is written on both can still be read. */
function rim(box, other, frame) {
  const {x, y} = middle(box, frame), away = middle(other, frame).x - x, half = Math.round(box.width / 2);
  return Math.abs(away) > box.width ? {x: x + (away < 0 ? -half : half), y} : {x, y};
}

function middle(box, frame) {
  return {x: Math.round(box.left + box.width / 2 - frame.left), y: Math.round(box.top + box.height / 2 - frame.top)};
}

/** Over a line airplanes gather at its end. */
function overLine(box, frame) {
  return {...middle(box, frame), x: Math.round(box.right - frame.left - Math.min(90, box.width / 5))};
}

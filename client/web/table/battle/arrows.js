/**
 * Aims as arrows from card to card; the one that fires just now is drawn anew.  No arrow crosses a card: one that leaves
 * from behind others, or ends there, goes through the gap between them.
 */
import { s } from "../../base/dom.js";
import { GAP, TILE } from "./layout.js";

const HALF = GAP / 2;

/** `placed`: where everything lies (layout.js); `sideOf`: whose card a token is. */
export function arrow(aim, placed, sideOf) {
  const from = placed.tiles.get(aim.by),
    to = placed.tiles.get(aim.at);
  if (!from || !to) return null;
  const { d, end, down } = way(from, to, placed);
  return s(
    "g",
    { key: aim.key, class: ["aim", sideOf(aim.by) ? "jp" : "us", aim.live && "live", aim.staged && "staged"] },
    s("path", { class: "aim-shadow", d }),
    s("path", { class: "aim-line", d, pathLength: 100 }),
    s(
      "g",
      { transform: `translate(${end.x} ${end.y}) rotate(${down ? 180 : 0})` },
      s("path", { class: "aim-head", d: "M0-2 7 11 0 8-7 11Z" }),
    ),
  );
}

/** {d, end, down}: the line, where its head is, and whether that points down. */
function way(from, to, placed) {
  const above = (spot) => spot.y + TILE.height / 2 < placed.middle;
  if (above(from) === above(to)) return bow(from, to);
  const down = above(from);
  const start = toTheWater(from, placed, down, 0, to.x + TILE.width / 2);
  const goal = toTheWater(to, placed, !down, lean(from, to), from.x + TILE.width / 2);
  goal[0].y += down ? -3 : 3; // the head stands off the card
  const [a, b] = [start[start.length - 1], goal[goal.length - 1]];
  const bend = (b.y - a.y) * 0.45;
  const line = (points) => points.map(({ x, y }) => `L${x} ${y}`).join("");
  const d = `M${start[0].x} ${start[0].y}${line(start.slice(1))}C${a.x} ${a.y + bend} ${b.x} ${b.y - bend} ${b.x} ${b.y}${line(goal.slice(0, -1).reverse())}`;
  return { d, end: goal[0], down };
}

/** Between two cards of one half: around below them. */
function bow(from, to) {
  const level = to.y === from.y,
    down = to.y > from.y;
  const a = { x: from.x + TILE.width / 2, y: down ? from.y + TILE.height : from.y };
  const b = { x: to.x + TILE.width / 2 + lean(from, to), y: level || !down ? to.y + TILE.height + 3 : to.y - 3 };
  const bend = level ? -46 : (b.y - a.y) * 0.45;
  return { d: `M${a.x} ${a.y}C${a.x} ${a.y + bend} ${b.x} ${b.y - (level ? 46 : bend)} ${b.x} ${b.y}`, end: b, down };
}

/** From the edge of a card to the water between the sides, past the cards that lie before it. */
function toTheWater({ x, y }, { tiles, middle }, down, aside, goal) {
  const edge = { x: x + TILE.width / 2 + aside, y: down ? y + TILE.height : y };
  const before = [...tiles.values()].filter((one) => (down ? one.y > y && one.y < middle : one.y < y && one.y > middle));
  const free = (lane) => before.every((one) => lane <= one.x || lane >= one.x + TILE.width);
  if (!before.length) return [edge];
  const lanes = [edge.x, ...before.flatMap((one) => [one.x - HALF, one.x + TILE.width + HALF])].filter(free);
  const far = (lane) => 2 * Math.abs(lane - edge.x) + Math.abs(lane - goal);
  const lane = free(edge.x) ? edge.x : lanes.reduce((best, one) => (far(one) < far(best) ? one : best));
  const front = down ? Math.max(...before.map((one) => one.y)) + TILE.height : Math.min(...before.map((one) => one.y));
  const turn = edge.y + (down ? HALF : -HALF);
  const points = [edge, { x: edge.x, y: turn }, { x: lane, y: turn }, { x: lane, y: front }];
  return lane === edge.x ? [edge, points[3]] : points;
}

/** Several arrows at one card end beside each other. */
function lean(from, to) {
  return Math.max(-34, Math.min(34, (from.x - to.x) / 6));
}

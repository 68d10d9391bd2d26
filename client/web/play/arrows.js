/** Aims as arrows from card to card; the one that fires just now is drawn anew. */
import { s } from "../dom.js";
import { TILE } from "./layout.js";

/** Where an arrow leaves and where it ends: at the edges of two tiles, not in their middles. */
export function arrow(aim, tiles, sideOf) {
  const from = tiles.get(aim.by),
    to = tiles.get(aim.at);
  if (!from || !to) return null;
  const down = to.y > from.y,
    level = to.y === from.y;
  const a = { x: from.x + TILE.width / 2, y: down ? from.y + TILE.height : from.y };
  const b = { x: to.x + TILE.width / 2 + lean(from, to), y: level || !down ? to.y + TILE.height + 3 : to.y - 3 };
  const bend = level ? -46 : (b.y - a.y) * 0.45;
  const d = `M${a.x} ${a.y}C${a.x} ${a.y + bend} ${b.x} ${b.y - (level ? 46 : bend)} ${b.x} ${b.y}`;
  return s(
    "g",
    { key: aim.key, class: ["aim", sideOf(aim.by) ? "jp" : "us", aim.live && "live", aim.staged && "staged"] },
    s("path", { class: "aim-shadow", d }),
    s("path", { class: "aim-line", d, pathLength: 100 }),
    s(
      "g",
      { transform: `translate(${b.x} ${b.y}) rotate(${down ? 180 : 0})` },
      s("path", { class: "aim-head", d: "M0-2 7 11 0 8-7 11Z" }),
    ),
  );
}

/** Several arrows at one card end beside each other. */
function lean(from, to) {
  return Math.max(-34, Math.min(34, (from.x - to.x) / 6));
}

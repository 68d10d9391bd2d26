/** A card on the battle board: its face or back as on the table, its dice below it, and what befalls it just now. */
import { h, memo, s } from "../../base/dom.js";
import { _, language } from "../../base/language/words.js";
import { lyingBack, lyingFace } from "../board/cards/lying_face.js";
import { backs, faces } from "../board/line.js";
import { thing } from "../board/thing.js";
import { cardOf } from "../../text/naming.js";
import { isLimited } from "../../text/story.js";
import { diceLeft, taskName } from "../../text/phrases.js";
import { flyingHits, inSight, keptFaces, lyingDice, rollingDice } from "./dice.js";
import { TILE } from "./layout.js";
import { isTaken } from "./motion.js";
import { phrase } from "../../base/language/vocabulary.js";

const FOOT = 20, // what lies below a card: its dice, or what became of it
  HANGS = 14; // so much of it below the tile
const DICE = { x: 5, y: TILE.height - FOOT + HANGS + 2, width: TILE.width - 10 };
const MIDDLE = { x: TILE.width / 2, y: TILE.height / 2 - 8 }; // of what is seen of a card

/**
 * `fight`: the field; `spot`: where it lies; `names`: see naming; `box`: the thing that it lies in, if it is one; `frozen`: it
 * is of the past, and no thing that can be touched.
 */
export function tile(piece, { fight, spot, names, cards, mark, box, frozen }) {
  const { token, side, row } = piece, struck = blows(fight, token), id = idOf(row), fate = fateOf(piece);
  const name = token ? names.token(token) : phrase("cards.a_submarine");
  return thing(`t${token}`, frozen ? null : mark, {
    className: ["tile", side ? "jp" : "us", struck && "struck", fate && `fate-${fate}`, turned(fight, token) && "turned"],
    text: label(piece, name, fight),
    card: frozen ? null : id,
    style: { "--left": String(spot.x), "--top": String(spot.y) },
    tabindex: "0",
    "data-thing": frozen ? null : `t${token}`,
    "data-on": frozen ? null : (box ?? null),
  },
  sinking(fate, memo("card", [JSON.stringify([row, name, names.letter(token)]), side, cards, language()], () => shownCard(piece, names, name))),
  foot(fate, diceOf(piece, fight)),
  struck ? h("div", { key: "blow", class: "tile-over" }, over(blow(struck))) : null);
}

/** The card whose face it is; null: nobody sees it. */
const idOf = (row) => ("pair" in row ? row.lead : row.card);

/** "sunk" of a ship, "fallen" of a base; else what became of it. */
function fateOf({ fate, row }) {
  return fate === "sunk" && !("pair" in row) && !("host" in row) ? "fallen" : fate;
}

/** What lies there, as on the table; of what is unseen the name, and of airplanes that are alike the letter. */
function shownCard(piece, names, name) {
  const { row } = piece, letter = names.letter(piece.token);
  return h("div", { class: "tile-card" },
    face(piece, names),
    idOf(row) === null ? h("bdi", { key: "name", class: "tile-name", "aria-hidden": "true" }, name) : null,
    letter && row.card !== null && !("pair" in row) ? h("b", { key: "letter", class: "tile-letter", "aria-hidden": "true" }, letter) : null);
}

function face({ row, side }, names) {
  const data = idOf(row) === null ? null : cardOf(idOf(row));
  if (!data) return "pair" in row ? backs(row, side, names) : lyingBack({ side, kind: "host" in row ? "air" : "fleet" });
  if ("pair" in row) return faces(row, data, row.escort === null ? null : cardOf(row.escort));
  return lyingFace(data, { values: row.values ?? null, damage: row.damage ?? 0, half: row.half ?? "" });
}

/** A drawing over the whole tile, in the units of the board. */
function over(...drawing) {
  return s("svg", { viewBox: `0 0 ${TILE.width} ${TILE.height}`, "aria-hidden": "true" }, drawing);
}

const SURFACE = TILE.height - FOOT + HANGS - 9; // where a ship goes under
const BUBBLES = [[22, 3], [41, 4.6], [60, 3.4], [76, 5.2], [98, 3.8]];

/** A ship that is lost goes under: only what is over the water is seen of its card. */
function sinking(fate, card) {
  if (fate !== "sunk") return card;
  return [
    h("div", { key: "sinking", class: "sinking" }, card),
    h("div", { key: "surface", class: "tile-over" }, over(
      s("path", { class: "surface", d: `M2 ${SURFACE}${"q5-4 10 0t10 0".repeat(6)}V${SURFACE + 9}H2Z` }),
      BUBBLES.map(([x, r], i) =>
        s("g", { key: i, transform: `translate(${x} ${SURFACE - 2})` }, s("circle", { class: "rising", r, style: { "--n": String(i) } }))))),
  ];
}

/** Below the card: what is said of a loss of this fight, else its dice.  Where there is neither the card takes the room. */
function foot(fate, dice) {
  const lost = { sunk: () => _("sunk"), fallen: () => _("lost"), shot: () => _("shot down") }[fate]?.();
  if (!lost && !dice) return null;
  return h("div", { key: "foot", class: "tile-foot", "aria-hidden": "true" }, lost ? h("b", { class: "lost-word" }, lost) : dice);
}

/** Dice that are rolled just now, or those that lie there. */
function diceOf({ token, row }, fight) {
  const place = { ...DICE, x: 0, y: 2 };
  const tray = (dice) => s("svg", { class: "tile-dice", viewBox: `0 0 ${DICE.width} ${FOOT}` }, dice);
  const fresh = fight.fresh.find((event) => event.event === "rolled" && event.by === token);
  if (fresh) return tray(rollingDice(fresh, isLimited(fresh), place));
  const attempts = fight.dice.get(token) ?? row.attempts ?? null;
  if (!attempts) return null;
  const [n, limited = false] = attempts;
  if (!n) return h("i", { class: "no-dice" }, phrase("dice.none_left"));
  return tray(lyingDice(keptFaces(fight.throws.get(token), n), limited, place));
}

/** The hits of the throws of this beat, on their way: a layer above all tiles. */
export function hitsOf(fight, tiles) {
  return fight.fresh
    .filter((event) => event.event === "rolled" && event.hits && tiles.has(event.by) && tiles.has(event.at))
    .map((event) => {
      const from = tiles.get(event.by),
        to = tiles.get(event.at);
      const dice = { ...DICE, x: from.x + DICE.x, y: from.y + DICE.y };
      return flyingHits(event, isLimited(event), dice, { x: to.x + MIDDLE.x, y: to.y + MIDDLE.y });
    });
}

/** The damage that it takes in this beat; 0: it is lost by other means. */
function blows(fight, token) {
  const harm = fight.fresh.find((event) => event.event === "damaged" && event.token === token);
  if (harm) return { hits: harm.hits };
  const lost = fight.fresh.some(
    (event) =>
      (event.event === "eliminated" && event.token === token && !isTaken(event)) ||
      (event.event === "shot-down" && event.airplanes.some(([one]) => one === token)),
  );
  return lost ? { hits: 0 } : null;
}

const turned = (fight, token) =>
  fight.fresh.some(
    (event) =>
      (event.event === "turned" && event.token === token) ||
      (event.event === "faced" && event.airplanes.some(([one]) => one === token)),
  );

const BURST = "M0-27 6-13 20-20 14-6 28 0 14 6 20 20 6 13 0 27-6 13-20 20-14 6-28 0-14-6-20-20-6-13Z";

function blow({ hits }) {
  return s(
    "g",
    { key: "blow", ref: inSight, transform: `translate(${MIDDLE.x} ${MIDDLE.y})` },
    s(
      "g",
      { class: "blow" },
      s("circle", { class: "blow-wave", r: 30 }),
      s("path", { class: "blow-form", d: BURST }),
      s(
        "text",
        { class: "blow-number", y: 7, "text-anchor": "middle", "font-size": 20, "font-weight": 800 },
        hits ? `−${hits}` : "×",
      ),
    ),
  );
}

/** Everything that can be seen of it, for who hears it. */
function label({ row, token }, name, fight) {
  const attempts = fight.dice.get(token) ?? row.attempts ?? null;
  const parts = [
    name,
    row.task ? taskName(row.task, "pair" in row) : "",
    row.damage
      ? phrase("cards.damage", { damage: row.damage, hp: row.values?.hp ?? cardOf(row.card)?.hp ?? "?" })
      : "",
    attempts ? diceLeft(attempts) : "",
  ];
  return parts.filter(Boolean).join(phrase("rows.inside"));
}

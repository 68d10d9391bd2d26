/** A card on the battle board: its face or back, its dice below it, what befalls it just now, and its mark. */
import { s } from "../../base/dom.js";
import { _ } from "../../base/language/words.js";
import { card } from "../board/cards/card.js";
import { fitted } from "../board/cards/fitted_text.js";
import { cardOf } from "../../text/naming.js";
import { isLimited } from "../../text/story.js";
import { diceLeft, taskName } from "../../text/phrases.js";
import { flyingHits, inSight, keptFaces, lyingDice, rollingDice } from "./dice.js";
import { TILE } from "./layout.js";
import { isTaken } from "./motion.js";
import { phrase } from "../../base/language/vocabulary.js";

const FACE = { width: 120, height: 80 };
const DICE = { x: 5, y: FACE.height + 11, width: TILE.width - 8 };

/**
 * `fight`: the field; `spot`: where it lies; `names`: see naming; `box`: the thing that it lies in, if it is one; `frozen`: it
 * is of the past, and no thing that can be touched.
 */
export function tile(piece, { fight, spot, names, mark, box, frozen }) {
  const { token, side, fate } = piece;
  const name = token ? names.token(token) : phrase("cards.a_submarine"),
    struck = blows(fight, token);
  return s(
    "g",
    {
      key: `t${token}`,
      transform: `translate(${spot.x} ${spot.y})`,
      class: [
        "tile",
        side ? "jp" : "us",
        mark && `mark-${mark.state}`,
        struck && "struck",
        fate && `fate-${fateOf(piece)}`,
        turned(fight, token) && "turned",
      ],
      "data-thing": frozen ? null : `t${token}`,
      "data-on": frozen ? null : (box ?? null),
      tabindex: "0",
      role: mark ? "button" : "img",
      "aria-label": label(piece, name, fight, mark),
      "aria-pressed": mark ? String(mark.state === "chosen") : null,
      "aria-disabled": mark?.state === "off" ? "true" : null,
    },
    s("title", mark?.why ? `${name}: ${mark.why}` : name),
    s("rect", { class: "tile-ground", x: 0, y: 0, width: TILE.width, height: TILE.height, rx: 8 }),
    sinking(piece, s("g", { class: "tile-card", transform: `translate(2 ${piece.row.pair ? 5 : 2})` }, faces(piece))),
    unseenName(piece, name),
    lettered(piece, names.letter(token)),
    lostWord(piece) ?? diceOf(piece, fight),
    struck ? blow(struck) : null,
    mark ? marked(mark) : null,
  );
}

/** "sunk" of a ship, "fallen" of a base; else what became of it. */
function fateOf({ fate, row }) {
  return fate === "sunk" && !("pair" in row) && !("host" in row) ? "fallen" : fate;
}

const SURFACE = FACE.height - 12; // where a ship goes under
const BUBBLES = [[22, 3], [41, 4.6], [60, 3.4], [76, 5.2], [98, 3.8]];

/** A ship that is lost goes under: only what is over the water is seen of its card. */
function sinking(piece, face) {
  if (fateOf(piece) !== "sunk") return face;
  return s(
    "g",
    { key: "sinking", class: "sinking" },
    s("svg", { x: -20, y: -20, width: TILE.width + 40, height: SURFACE + 20 }, s("g", { transform: "translate(20 20)" }, face)),
    s("path", { class: "surface", d: `M3 ${SURFACE}${"q5-4 10 0t10 0".repeat(6)}V${SURFACE + 9}H3Z` }),
    BUBBLES.map(([x, r], i) =>
      s("g", { key: i, transform: `translate(${x} ${SURFACE - 2})` }, s("circle", { class: "rising", r, style: { "--n": String(i) } }))),
  );
}

/** Said of what was lost in this fight, where its dice would lie. */
function lostWord(piece) {
  const text = { sunk: () => _("sunk"), fallen: () => _("lost"), shot: () => _("shot down") }[fateOf(piece)]?.();
  return text
    ? s("g", { key: "lost", class: "lost-word" }, fitted(text, { x: DICE.x + 1, y: DICE.y + 15, size: 13, width: DICE.width, weight: 700 }))
    : null;
}

/** What is printed on it, as far as it may be seen; of a pair the escort shows behind the leader. */
function faces({ row, side }) {
  const id = "pair" in row ? row.lead : row.card;
  const data = id === null ? null : (cardOf(id) ?? null);
  const air = "host" in row;
  const options = {
    size: "small",
    side,
    kind: air ? "air" : "fleet",
    damage: row.damage ?? 0,
    values: row.values ?? null,
    airplanes: row.airplanes ?? 0,
    half: row.half ?? (data?.transports && "pair" in row ? "transports" : ""),
    sight: "pair" in row ? (row.detected ? "" : row.known ? "known" : "closed") : "",
    escort: row.escort ? (cardOf(row.escort) ?? null) : null,
  };
  const face = () => (data ? card(data, options) : card(null, { ...options, face: "back" }));
  return [
    row.pair &&
      s(
        "g",
        { class: "tile-escort", key: "escort" },
        framed(
          row.escort && cardOf(row.escort)
            ? card(cardOf(row.escort), { size: "small" })
            : card(null, { ...options, face: "back", airplanes: 0 }),
          4,
          -5,
        ),
      ),
    framed(face(), 0, 0),
  ];
}

function framed(face, x, y) {
  return s("svg", { key: `${x}`, x, y, width: FACE.width, height: FACE.height, viewBox: "0 0 150 100" }, face);
}

/** A back has no name printed on it, so that it is written below. */
function unseenName({ row }, name) {
  const id = "pair" in row ? row.lead : row.card;
  if (id !== null) return null;
  const y = FACE.height - 4;
  return s(
    "g",
    { key: "name" },
    s("rect", { class: "tile-name-ground", x: 9, y: y - 11, width: FACE.width - 14, height: 15, rx: 4 }),
    fitted(name, {
      class: "tile-name",
      x: TILE.width / 2,
      y,
      size: 10.5,
      least: 8,
      width: FACE.width - 18,
      weight: 700,
      "text-anchor": "middle",
    }),
  );
}

/** Airplanes that are alike are told apart by their letters. */
function lettered({ row }, letter) {
  if (!letter || row.card === null || "pair" in row) return null;
  return s(
    "g",
    { key: "letter", transform: "translate(109 28)" },
    s("circle", { class: "letter-ground", r: 9 }),
    s("text", { class: "letter", y: 4.6, "text-anchor": "middle", "font-size": 13, "font-weight": 800 }, letter),
  );
}

/** Dice that are rolled just now, or those that lie there. */
function diceOf({ token, row }, fight) {
  const fresh = fight.fresh.find((event) => event.event === "rolled" && event.by === token);
  if (fresh) return rollingDice(fresh, isLimited(fresh), DICE);
  const attempts = fight.dice.get(token) ?? row.attempts ?? null;
  if (!attempts) return null;
  const [n, limited = false] = attempts;
  if (!n)
    return s(
      "g",
      { key: "spent", class: "no-dice" },
      fitted(phrase("dice.none_left"), { x: DICE.x + 1, y: DICE.y + 14, size: 11, width: DICE.width }),
    );
  return lyingDice(keptFaces(fight.throws.get(token), n), limited, DICE);
}

/** The hits of the throws of this beat, on their way: a layer above all tiles. */
export function hitsOf(fight, tiles) {
  return fight.fresh
    .filter((event) => event.event === "rolled" && event.hits && tiles.has(event.by) && tiles.has(event.at))
    .map((event) => {
      const from = tiles.get(event.by),
        to = tiles.get(event.at);
      const dice = { ...DICE, x: from.x + DICE.x, y: from.y + DICE.y };
      return flyingHits(event, isLimited(event), dice, { x: to.x + FACE.width / 2, y: to.y + FACE.height / 2 });
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
    { key: "blow", ref: inSight, transform: `translate(${FACE.width / 2} ${FACE.height / 2})` },
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

const MARKS = {
  legal: "M0-5 5 0 0 5-5 0Z",
  chosen: "M-5 0-1.6 3.6 5-4",
  target: "M-6 0H-2M2 0H6M0-6V-2M0 2V6M-4 0A4 4 0 1 0 4 0 4 4 0 1 0-4 0",
  off: "M-4-4 4 4M4-4-4 4",
};

/** The mark: a frame, a sign that tells it without the colour, and its number in an order. */
function marked(mark) {
  return s(
    "g",
    { key: "mark", class: `tile-mark ${mark.state}` },
    s("rect", { class: "mark-frame", x: 1, y: 1, width: TILE.width - 2, height: TILE.height - 2, rx: 8 }),
    s(
      "g",
      { transform: "translate(3 3) scale(.9)" },
      s("circle", { class: "mark-ground", r: 10 }),
      s("path", { class: `mark-shape ${mark.state}`, d: MARKS[mark.state] ?? MARKS.legal }),
    ),
    mark.note
      ? fitted(mark.note, {
          class: "mark-note",
          x: 8,
          y: TILE.height - 9,
          size: 11.5,
          least: 8,
          width: TILE.width - (mark.label ? 42 : 16),
          weight: 700,
        })
      : null,
    mark.label
      ? s(
          "g",
          { transform: `translate(${TILE.width - 16} ${TILE.height - 15})` },
          s("circle", { class: "mark-ground", r: 11 }),
          fitted(String(mark.label), {
            class: "mark-label",
            x: 0,
            y: 5,
            size: 14,
            least: 8,
            width: 19,
            weight: 800,
            "text-anchor": "middle",
          }),
        )
      : null,
  );
}

/** Everything that can be seen of it, for who hears it. */
function label({ row, token }, name, fight, mark) {
  const attempts = fight.dice.get(token) ?? row.attempts ?? null;
  const parts = [
    name,
    row.task ? taskName(row.task, "pair" in row) : "",
    row.damage
      ? phrase("cards.damage", { damage: row.damage, hp: row.values?.hp ?? cardOf(row.card)?.hp ?? "?" })
      : "",
    attempts ? diceLeft(attempts) : "",
    mark?.why ?? "",
  ];
  return parts.filter(Boolean).join(phrase("rows.inside"));
}

/** What a card is, in one line; the twin of client/text/card_summary.py. */
import { _, fill } from "../base/language/words.js";
import { printedName } from "./naming.js";
import { inRow, kindOf, windowName } from "./phrases.js";
import { clean, own, phrase, word } from "../base/language/vocabulary.js";

const SHIP = ["air", "surface", "torp", "land", "sub", "speed", "army"]; // abilities in the order of the card
const AIRPLANE = ["airc", "air", "bomb", "torp", "land", "recon", "range"];

const shown = (value) => (value === null || value === undefined ? "-" : String(value));
const plus = (value) => (value === null || value === undefined ? "-" : `+${value}`);

/** Alone and as an escort: "3/+2". */
function columns(alone, attached) {
  return shown(alone) === "-" && plus(attached) === "-" ? "-" : `${shown(alone)}/${plus(attached)}`;
}

function shipFigures(card) {
  const v = card.values, a = card.attached;
  const both = (name) => (a ? columns(v[name], a[name]) : shown(v[name]));
  const added = a ? plus : shown;
  return [
    ["air", added(v.air)], ["surface", both("surface")], ["torp", both("torp")],
    ["land", both("land")], ["sub", added(v.sub)], ["speed", shown(v.speed)], ["hp", added(v.hp)],
    ["vp", String(card.vp)],
  ];
}

function baseFigures(card) {
  const points = { home: "-", strategic: phrase("card_face.auto"), front: String(card.vp) }[card.rank] ?? "-";
  return [
    ["air", shown(card.air)], ["tb", shown(card.tb)], ["guns", shown(card.guns)],
    ["garrison", shown(card.garrison)], ["patrol", shown(card.patrol)], ["repair", shown(card.repair)],
    ["hp", String(card.hp)], ["vp", points],
  ];
}

function halfFigures(card) {
  if (card.transports) {
    const v = card.transports.values;
    return [
      ["army", shown(v.army)], ["air", shown(v.air)], ["speed", shown(v.speed)], ["hp", String(v.hp)],
    ];
  }
  const s = card.submarine;
  return s ? [["torp", String(s.torp)], ["recon", String(s.recon)], ["hp", String(s.hp)]] : [];
}

/** Names and values of what a card prints, without what is said apart. */
export function figures(card) {
  const kind = kindOf(card);
  if (kind === "ship") return shipFigures(card);
  if (kind === "base") return baseFigures(card);
  return kind === "airplane" ? AIRPLANE.map((name) => [name, shown(card[name])]) : halfFigures(card);
}

function numbers(pairs) {
  return inRow(pairs.map(([name, value]) => phrase("few_words.label_and_value", { label: word("labels", name), value })));
}

/** What kind of card it is, and its figures. */
export function inFewWords(card) {
  const kind = kindOf(card), values = numbers(figures(card).filter(([, value]) => value !== "-"));
  if (kind === "airplane") return phrase("few_words.kind_and_values", { kind: word("airplane_kinds", card.icon), values });
  if (kind === "base") return phrase("few_words.kind_and_values", { kind: word("ranks", card.rank), values });
  if (kind === "ship") {
    const what = card.attached ? phrase("few_words.escort_capable") : phrase("few_words.ship");
    return phrase("few_words.ship_and_values", { kind: what, type: clean(card.type, 20), values });
  }
  return phrase("few_words.event", { does: eventWords(card), half: shipHalf(card), values });
}

/** "draw 2 airplane cards (airplanes)": what it does, and at which moments. */
export function eventWords(card) {
  const { does, n } = card.effect, windows = own("moments", does), text = fill(word("does", does), { n });
  return windows ? fill(_("{does} ({moments})"), { does: text, moments: inRow(windows.map(windowName)) }) : text;
}

/** The ship half of an event card: "submarine Albacore". */
export function shipHalf(card) {
  if (card.transports) return phrase("few_words.transports", { name: printedName(card.transports) });
  return phrase("few_words.submarine", { name: card.submarine ? printedName(card.submarine) : "" });
}

/** What a formation can do now, in the order of the card; no `wanted` is everything. */
export function valuesNow(values, wanted = []) {
  return abilities(SHIP, values, wanted);
}

/** What an airplane can do, its Range last; no `wanted` is everything. */
export function airplaneValues(card, wanted = []) {
  return abilities(AIRPLANE, card, wanted);
}

function abilities(names, values, wanted) {
  const shownNow = names.filter((name) => (values[name] ?? null) !== null && (!wanted.length || wanted.includes(name)));
  return numbers(shownNow.map((name) => [name, values[name]]));
}

/** The icons that damage has left (§4.6); `slots` are pairs of kind and number. */
export function iconsNow(slots, damage) {
  const left = slots.filter(([, n]) => n > damage);
  const said = left.map(([icon, n]) => phrase("few_words.icons", { kind: word("icons", icon), n: n - damage }));
  return inRow(said) || phrase("cards.no_icons");
}

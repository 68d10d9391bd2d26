/** What a card is, in one line; the twin of client/text/card_summary.py. */
import { N_, _, fill } from "../words.js";
import { windowName } from "../sheets/windows.js";
import { printedName } from "./naming.js";
import { clean, inRow, kindOf, phrase } from "./wording.js";

const KINDS = {
  carrier: N_("carrier airplane"), land: N_("land airplane"), sea: N_("seaplane"), flying: N_("flying boat"),
};
const ICON_NAMES = {
  carrier: N_("carrier icons"), land: N_("land icons"), sea: N_("seaplane icons"), flying: N_("flying boat icons"),
};
const RANKS = { home: N_("home base"), strategic: N_("strategic base"), front: N_("front base") };

// What an event does, and in which windows it may be played.
const DOES = {
  reinforce: [N_("draw fleet cards worth {n} VP"), "4"],
  draw: [N_("draw {n} airplane cards"), "6"],
  uncover: [N_("find up to {n} formations in a line"), "8"],
  "patrol-line": [N_("submarines search with Recon {n}"), "14"],
  watchers: [N_("Air Control {n} higher over one of your lines"), "20.2", "20.3"],
  squall: [N_("bad weather over a line"), "20.2", "20.3"],
  decoy: [N_("a detected formation and an unseen one change places in sight"), "20.2", "20.3"],
  weave: [N_("hits on one airplane are ignored for a round"), "23"],
  skip: [N_("a land airplane attacks with Bomb {n}"), "25"],
  radar: [N_("guns of a formation {n} higher, no enemy withdraws in round two"), "28"],
  lookouts: [N_("enemy guns are silent in round one"), "28"],
  lance: [N_("torpedoes {n} higher in round one"), "29"],
  shells: [N_("Land of a battleship or heavy cruiser {n} higher"), "30"],
  boats: [N_("torpedo boats of a base {n} higher against a landing"), "31a"],
  engineers: [N_("remove up to {n} damage from a base"), "6", "31a"],
  express: [N_("transports go with an unseen escort"), "4"],
  evacuate: [N_("a lost front base counts once"), "31b"],
};

const SHIP = [
  ["air", N_("Air")], ["surface", N_("Surface")], ["torp", N_("Torp")], ["land", N_("Land")], ["sub", N_("Sub")],
  ["speed", N_("Speed")], ["army", N_("Army")],
];
const AIRPLANE = [
  ["airc", N_("AirC")], ["air", N_("Air")], ["bomb", N_("Bomb")], ["torp", N_("Torp")], ["land", N_("Land")],
  ["recon", N_("Recon")], ["range", N_("Range")],
];

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
    [N_("Air"), added(v.air)], [N_("Surface"), both("surface")], [N_("Torp"), both("torp")],
    [N_("Land"), both("land")], [N_("Sub"), added(v.sub)], [N_("Speed"), shown(v.speed)], [N_("HP"), added(v.hp)],
    [N_("VP"), String(card.vp)],
  ];
}

function baseFigures(card) {
  const points = { home: "-", strategic: _("Auto"), front: String(card.vp) }[card.rank] ?? "-";
  return [
    [N_("Air"), shown(card.air)], [N_("TB"), shown(card.tb)], [N_("Guns"), shown(card.guns)],
    [N_("Garrison"), shown(card.garrison)], [N_("Patrol"), shown(card.patrol)], [N_("Repair"), shown(card.repair)],
    [N_("HP"), String(card.hp)], [N_("VP"), points],
  ];
}

function halfFigures(card) {
  if (card.transports) {
    const v = card.transports.values;
    return [
      [N_("Army"), shown(v.army)], [N_("Air"), shown(v.air)], [N_("Speed"), shown(v.speed)], [N_("HP"), String(v.hp)],
    ];
  }
  const s = card.submarine;
  return s ? [[N_("Torp"), String(s.torp)], [N_("Recon"), String(s.recon)], [N_("HP"), String(s.hp)]] : [];
}

/** Labels (in English, marked) and values of a card, without what is said apart. */
export function figures(card) {
  const kind = kindOf(card);
  if (kind === "ship") return shipFigures(card);
  if (kind === "base") return baseFigures(card);
  return kind === "airplane" ? AIRPLANE.map(([name, label]) => [label, shown(card[name])]) : halfFigures(card);
}

function numbers(pairs) {
  return inRow(pairs.map(([label, value]) => fill(_("{label} {value}"), { label: _(label), value })));
}

/** What kind of card it is, and its figures. */
export function inFewWords(card) {
  const kind = kindOf(card), values = numbers(figures(card).filter(([, value]) => value !== "-"));
  if (kind === "airplane") return fill(_("{kind}: {values}"), { kind: phrase(KINDS, card.icon), values });
  if (kind === "base") return fill(_("{kind}: {values}"), { kind: phrase(RANKS, card.rank), values });
  if (kind === "ship") {
    const what = card.attached ? _("escort-capable ship") : _("ship");
    return fill(_("{kind}, {type}: {values}"), { kind: what, type: clean(card.type, 20), values });
  }
  return fill(_("event: {does}; or {half} ({values})"), { does: eventWords(card), half: shipHalf(card), values });
}

/** "draw 2 airplane cards (airplanes)": what it does, and at which moments. */
export function eventWords(card) {
  const { does, n } = card.effect;
  const [text, ...windows] = Object.hasOwn(DOES, does) ? DOES[does] : [does];
  return windows.length ? fill(_("{does} ({moments})"), { does: fill(_(text), { n }), moments: inRow(windows.map(windowName)) }) : clean(text, 40);
}

/** The ship half of an event card: "submarine Albacore". */
export function shipHalf(card) {
  if (card.transports) return fill(_("transports {name}"), { name: printedName(card.transports) });
  return fill(_("submarine {name}"), { name: card.submarine ? printedName(card.submarine) : "" });
}

/** What a formation can do now, in the order of the card; no `wanted` is everything. */
export function valuesNow(values, wanted = []) {
  return abilities(SHIP, values, wanted);
}

/** What an airplane can do, its Range last; no `wanted` is everything. */
export function airplaneValues(card, wanted = []) {
  return abilities(AIRPLANE, card, wanted);
}

function abilities(table, values, wanted) {
  const pairs = table.map(([name, label]) => [label, values[name]]);
  return numbers(pairs.filter(([label, value]) => value !== null && (!wanted.length || wanted.includes(label))));
}

/** The icons that damage has left (§4.6); `slots` are pairs of kind and number. */
export function iconsNow(slots, damage) {
  const left = slots.filter(([, n]) => n > damage);
  const said = left.map(([icon, n]) => fill(_("{kind} {n}"), { kind: phrase(ICON_NAMES, icon), n: n - damage }));
  return inRow(said) || _("no icons");
}

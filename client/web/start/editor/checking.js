/**
 * Whether a battle can be laid out with a set (§24), in one sentence; empty: it can.  Twin of ironbottom/battle_check.py, whose
 * sentences it says; only what somebody may have meant by a wrong name is not guessed here.  The server checks again.
 */
import { bring } from "../../base/language/bring.js";
import { TABLES } from "../../base/language/vocabulary.js";
import { _, fill } from "../../base/language/words.js";
import { clean } from "../../base/language/clean.js";
import { printedName } from "../../text/naming.js";
import { LINES, SCORED, allOf, kindOf, sideOf } from "./editing.js";

await bring("editor");

const SAYS = TABLES.battle_faults;
const SIDE_KEYS = ["us", "jp"];
const REAR = 2;

/** Why not; a fault ends the check. */
class BattleFault extends Error {}

/** The sentence. */
export function fault(battle, set, rules) {
  try {
    check(battle, set, rules);
    return "";
  } catch (found) {
    if (found instanceof BattleFault) return found.message;
    throw found;
  }
}

const sideName = (side) => (side === 0 ? _("the US") : _("Japan"));
const quoted = (text) => `"${clean(text, 40)}"`;
const slug = (id) => id.slice(id.lastIndexOf("/") + 1);
const atMost = (n) => fill(_("at most {n}"), { n });

function wrong(path, found, allowed) {
  const place = fill(_("field {name}"), { name: path.join(".") });
  throw new BattleFault(fill(_(SAYS.place), { place, found, allowed }));
}

function check(battle, set, rules) {
  if (battle.set !== set.name) wrong(["set"], quoted(battle.set), fill(_(SAYS.set), { name: set.name }));
  checkOptions(battle, rules);
  const words = battle.scores.map(([word]) => word);
  for (const word of words) {
    if (!SCORED.includes(word) || words.indexOf(word) !== words.lastIndexOf(word)) {
      wrong(["scores", word], quoted(word), fill(_("each of {words} once"), { words: SCORED.join(", ") }));
    }
  }
  if (battle.clear >= battle.decisive) {
    wrong(["levels", "decisive"], String(battle.decisive), fill(_(SAYS.more), { n: battle.clear }));
  }
  for (const side of [0, 1]) new OrderOfBattle(battle, set, side).check();
}

/** §23  Rules that exclude each other, or need decks. */
function checkOptions({ options, decks }, rules) {
  const words = options.map((said) => said.split(":")[0]), about = (text) => {
    throw new BattleFault(fill(_("{file}, field {field}: {error}"), { file: "", field: "options", error: text }).replace(/^, /u, ""));
  };
  words.forEach((word, n) => {
    const rule = rules.find((one) => one.word === word);
    if (!rule) about(fill(_(SAYS.option), { word: `'${clean(options[n], 40)}'`, words: rules.map((one) => one.word).join(", ") }));
    if (words.indexOf(word) !== n) about(fill(_(SAYS.twice), { rule: word }));
    const other = rule.excludes.find((one) => words.slice(0, n).includes(one));
    if (other) about(fill(_(SAYS.exclude), { one: other, other: word }));
  });
  if (words.includes("victory-fever") && !decks) wrong(["options"], "victory-fever", _(SAYS.fever));
}

const WANTED = {
  ship: [() => _(SAYS.ship), (card) => kindOf(card) === "ship"],
  escort: [() => _(SAYS.escort), (card) => kindOf(card) === "ship" && Boolean(card.attached)],
  transports: [() => _(SAYS.transports), (card) => kindOf(card) === "event" && Boolean(card.transports)],
  base: [() => _(SAYS.base), (card) => kindOf(card) === "base"],
  airplane: [() => _("airplane cards of {side}"), (card) => kindOf(card) === "airplane"],
  deck: [() => _(SAYS.deck), (card) => ["airplane", "event"].includes(kindOf(card))],
  reserve: [() => _(SAYS.reserve), (card) => kindOf(card) === "ship" || card.rank === "front"],
};

const ICONS = { carrier: () => _("carrier"), land: () => _("land"), sea: () => _("seaplane"), flying: () => _("flying boat") };

/** One side: who lies where, and which of its cards are taken already. */
class OrderOfBattle {
  constructor(battle, set, side) {
    this.placed = sideOf(battle, side);
    this.side = side;
    this.path = [SIDE_KEYS[side]];
    this.cards = new Map([0, 1].flatMap((one) => allOf(set, one)).map((card) => [card.id, card]));
    this.left = new Map();
    for (const { id } of allOf(set, side)) this.left.set(id, (this.left.get(id) ?? 0) + 1);
    this.printed = new Map(this.left);
  }

  check() {
    const { bases, ships, deck, reserve, hand } = this.placed, places = [0, 0, 0];
    bases.forEach((base, n) => this.base([...this.path, "bases", n + 1], base));
    this.bothBases();
    for (const ship of ships) this.ship([...this.path, LINES[ship.line], ++places[ship.line]], ship);
    for (const id of deck) this.card([...this.path, "deck"], id, "deck");
    for (const id of reserve) this.card([...this.path, "reserve"], id, "reserve");
    if (hand > deck.length) wrong([...this.path, "hand"], String(hand), fill(_(SAYS.hand), { n: deck.length }));
  }

  /** The card, which is then taken. */
  card(path, id, wanted) {
    const [name, fits] = WANTED[wanted], card = this.cards.get(id), allowed = fill(name(), { side: sideName(this.side) });
    if (!card || card.side !== this.side) {
      const theirs = this.cards.has(`${SIDE_KEYS[1 - this.side]}/${slug(id)}`);
      wrong(path, theirs ? fill(_(SAYS.theirs), { card: quoted(slug(id)), side: sideName(1 - this.side) }) : fill(_("no card {card}"), { card: quoted(slug(id)) }), allowed);
    }
    if (!fits(card)) wrong(path, quoted(slug(id)), allowed);
    if (!this.left.get(id)) this.tooMany(path, card);
    this.left.set(id, this.left.get(id) - 1);
    return card;
  }

  tooMany(path, { id }) {
    const most = this.printed.get(id), card = quoted(slug(id));
    if (most === 1) wrong(path, fill(_("{card} a second time"), { card }), _("each card once"));
    wrong(path, fill(_(SAYS.many), { card }), atMost(most));
  }

  base(path, placed) {
    const card = this.card([...path, "base"], placed.card, "base");
    if (placed.damage > card.hp) wrong([...path, "damage"], String(placed.damage), fill(_(SAYS.hp), { n: card.hp }));
    this.aboard([...path, "airplanes"], placed, card.slots, true);
  }

  /** §2.3, §5.2 */
  bothBases() {
    for (const card of this.cards.values()) {
      if (card.side === this.side && card.rank !== undefined && card.rank !== "front" && this.left.get(card.id)) {
        wrong([...this.path, "bases"], fill(_("no {rank} base"), { rank: card.rank }), fill(_(SAYS.both), { card: quoted(slug(card.id)) }));
      }
    }
  }

  ship(path, placed) {
    const field = placed.transports ? "transports" : "ship", lead = this.card([...path, field], placed.lead, field);
    const values = placed.transports ? lead.transports.values : lead.values, { hp, icons } = this.paired(path, placed, lead, values);
    if (placed.damage >= hp) wrong([...path, "damage"], String(placed.damage), fill(_(SAYS.sunk), { n: hp - 1, hp }));
    if (placed.damage && !(placed.detected || placed.transports)) wrong([...path, "damage"], String(placed.damage), _(SAYS.seen));
    if (placed.line === REAR && placed.airplanes.length) wrong([...path, "airplanes"], String(placed.airplanes.length), _(SAYS.rear));
    this.aboard([...path, "airplanes"], placed, icons, false);
  }

  /** §8.4  What counts here of the abilities of a pair. */
  paired(path, placed, lead, { hp, icon = null, icons = 0 }) {
    const slots = icon ? [[icon, icons]] : [];
    if (!placed.escort) return { hp, icons: slots };
    if (lead.attached) wrong([...path, "escort"], fill(_(SAYS.escorted), { card: quoted(lead.name) }), _(SAYS.pair));
    const { attached } = this.card([...path, "escort"], placed.escort, "escort");
    return { hp: hp + attached.hp, icons: icon ? [[icon, icons + (attached.icons ?? 0)]] : attached.icon ? [[attached.icon, attached.icons]] : [] };
  }

  /** §6.2  Each airplane has an icon of its own that damage has left; carrier airplanes stand on land icons. */
  aboard(path, { airplanes, damage }, slots, onBase) {
    const there = slots.map(([icon, n]) => [icon, Math.max(0, n - damage)]), free = new Map(there);
    for (const id of airplanes) {
      const card = this.card(path, id, "airplane"), icon = onBase && card.icon === "carrier" ? "land" : card.icon;
      if (!free.get(icon)) {
        const kinds = there.map(([kind, n]) => `${n} ${ICONS[kind]()}`).join(", ") || "0";
        wrong(path, fill(_(SAYS.free), { card: quoted(slug(id)), icon: ICONS[icon]() }),
          fill(_(SAYS.icons), { icons: kinds }));
      }
      free.set(icon, free.get(icon) - 1);
    }
  }
}

/** The name of a formation for people: ship or troops, and its escort. */
export function formationName(cards, { lead, escort = null }) {
  const named = (id) => (cards[id] ? printedName(cards[id]) : clean(id, 60)), card = cards[lead];
  const name = card?.transports ? printedName(card.transports) : named(lead);
  return escort ? fill(_("{ship} with {escort}"), { ship: name, escort: named(escort) }) : name;
}

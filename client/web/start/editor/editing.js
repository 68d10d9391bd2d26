/**
 * What can be done to a battle (§24): each step gives another battle; twin of client/terminal/editor/editing.py.
 *
 * A *thing* is what is picked up, a *place* where it is put: {kind, side, n, card}.  Things are "left" (a card that lies nowhere yet),
 * "ship", "base", "aboard-ship", "aboard-base", "deck", "reserve"; places "line", "bases", "deck", "reserve", "ship", "base", "off".
 */
const SIDE_KEYS = ["us", "jp"];
const SCORES = ["ashore", "transports", "airplanes", "bases", "damage"];
export const LINES = ["front", "middle", "rear"];
const WITHOUT = { damage: 0, airplanes: [] };
/** @type {Record<string, [number, number]>} */
export const BOUNDS = { turns: [1, 40], clear: [1, 99], decisive: [1, 99], lead: [0, 99], hand: [0, 80], damage: [0, 99], score: [0, 99] };

export const sideOf = (battle, side) => battle[SIDE_KEYS[side]];
const withSide = (battle, side, patch) => ({ ...battle, [SIDE_KEYS[side]]: { ...sideOf(battle, side), ...patch } });
const within = (n, [least, most]) => Math.min(most, Math.max(least, n));
const hosts = (kind) => `${kind.replace("aboard-", "")}s`;

/** What kind of card it is, by what it prints. */
export function kindOf(card) {
  if (card.rank !== undefined) return "base";
  if (card.maker !== undefined) return "airplane";
  return card.effect !== undefined ? "event" : "ship";
}

/** All cards of a side, each as often as it is in the set. */
export function allOf(set, side) {
  const { home, strategic, fleet, air } = set[SIDE_KEYS[side]];
  return [home, strategic, ...fleet, ...air];
}

/** The cards of a side that the battle uses, one by one. */
export function usedBy({ bases, ships, deck, reserve }) {
  const there = ships.flatMap(({ lead, escort, airplanes }) => [lead, ...(escort ? [escort] : []), ...airplanes]);
  return [...bases.flatMap(({ card, airplanes }) => [card, ...airplanes]), ...there, ...deck, ...reserve];
}

/** What the set has left of a side: a Map from id to how many. */
export function left(battle, set, side) {
  const found = new Map();
  for (const { id } of allOf(set, side)) found.set(id, (found.get(id) ?? 0) + 1);
  for (const id of usedBy(sideOf(battle, side))) if (found.has(id)) found.set(id, found.get(id) - 1);
  return new Map([...found].filter(([, n]) => n > 0));
}

/** A battle with nothing in it but the two bases that each side always has (§5.2). */
export function blank(set, words) {
  const side = (name) => ({ bases: [set[name].home, set[name].strategic].map(({ id }) => ({ card: id, ...WITHOUT })), ships: [], deck: [], hand: 0, reserve: [], lead: 0 });
  const text = { title: words.title, introduction: words.introduction, history: words.history };
  return {
    name: "own-battle", version: 1, set: set.name, date: "1942-08-07", first: 0, turns: 6, decks: false, options: [], scores: [], ties: 1,
    clear: 4, decisive: 10, us: side("us"), jp: side("jp"), english: text, japanese: text, sources: [],
  };
}

/** Which card a thing is. */
export function cardOf(battle, { kind, side, n, card }) {
  if (kind === "ship") return sideOf(battle, side).ships[n]?.lead;
  return kind === "base" ? sideOf(battle, side).bases[n]?.card : card;
}

/** The places where a thing may be put, from the top of the table. */
export function places(battle, cards, thing) {
  const { side } = thing, kind = kindOf(cards[cardOf(battle, thing)] ?? {}), mine = sideOf(battle, side), place = (name, n = 0) => ({ kind: name, side, n });
  const transports = Boolean(cards[cardOf(battle, thing)]?.transports), escort = Boolean(cards[cardOf(battle, thing)]?.attached);
  const isShip = kind === "ship" || (kind === "event" && transports), off = thing.kind === "left" ? [] : [place("off")];
  const lines = isShip ? LINES.map((_name, n) => place("line", n)) : [];
  const paired = escort && !mine.ships[thing.n]?.escort ? mine.ships.flatMap((one, n) => (one.escort || (thing.kind === "ship" && thing.n === n) || cards[one.lead]?.attached ? [] : [place("ship", n)])) : [];
  const boarded = kind === "airplane" ? [...mine.bases.map((_base, n) => place("base", n)), ...mine.ships.map((_ship, n) => place("ship", n))] : [];
  const bases = kind === "base" ? [place("bases")] : [], deck = kind === "airplane" || kind === "event" ? [place("deck")] : [];
  const reserve = kind === "ship" || cards[cardOf(battle, thing)]?.rank === "front" ? [place("reserve")] : [];
  return [...lines, ...paired, ...boarded, ...bases, ...deck, ...reserve, ...off];
}

/** A thing put in a place. */
export function put(battle, cards, thing, place) {
  if (thing.kind === "ship" && place.kind === "line") return moved(battle, thing, place.n);
  if (thing.kind === "base" && place.kind === "bases") return battle;
  const card = cardOf(battle, thing), rest = taken(battle, thing);
  return added(rest, cards, card, shifted(thing, place));
}

/** Where a place is once the thing is away. */
function shifted(thing, place) {
  return thing.kind === "ship" && place.kind === "ship" && thing.n < place.n ? { ...place, n: place.n - 1 } : place;
}

/** A formation to another line, behind those that are there. */
export function moved(battle, { side, n }, line) {
  const ships = [...sideOf(battle, side).ships], [ship] = ships.splice(n, 1);
  const at = ships.filter((one) => one.line <= line).length;
  ships.splice(at, 0, { ...ship, line });
  return withSide(battle, side, { ships });
}

/** Off the table or out of a deck; what was aboard goes with it. */
export function taken(battle, { kind, side, n, card }) {
  const mine = sideOf(battle, side);
  if (kind === "ship" || kind === "base") return withSide(battle, side, { [hosts(kind)]: mine[hosts(kind)].filter((_one, at) => at !== n) });
  if (kind === "deck" || kind === "reserve") return withSide(battle, side, { [kind]: without(mine[kind], card) });
  if (!kind.startsWith("aboard-")) return battle;
  return instead(battle, hosts(kind), { side, n }, (one) => ({ airplanes: without(one.airplanes, card) }));
}

function added(battle, cards, card, { kind, side, n }) {
  const mine = sideOf(battle, side);
  if (kind === "line") {
    const at = mine.ships.filter((one) => one.line <= n).length, ship = { lead: card, line: n, transports: kindOf(cards[card]) === "event", escort: null, detected: false, ...WITHOUT };
    return withSide(battle, side, { ships: [...mine.ships.slice(0, at), ship, ...mine.ships.slice(at)] });
  }
  if (kind === "bases") return withSide(battle, side, { bases: [...mine.bases, { card, ...WITHOUT }] });
  if (kind === "deck" || kind === "reserve") return withSide(battle, side, { [kind]: [...mine[kind], card].sort() });
  if (kind === "ship" && kindOf(cards[card]) === "ship") return instead(battle, "ships", { side, n }, () => ({ escort: card }));
  if (kind === "ship" || kind === "base") return instead(battle, hosts(kind), { side, n }, (one) => ({ airplanes: [...one.airplanes, card].sort() }));
  return battle;
}

/** A pair parted: the escort lies nowhere. */
export const parted = (battle, { side, n }) => instead(battle, "ships", { side, n }, () => ({ escort: null }));

export const seen = (battle, { side, n }) => instead(battle, "ships", { side, n }, ({ detected }) => ({ detected: !detected }));

/** More or less damage on a formation or a base. */
export function damaged(battle, { kind, side, n }, by) {
  return instead(battle, hosts(kind), { side, n }, ({ damage }) => ({ damage: within(damage + by, BOUNDS.damage) }));
}

/** A figure of the battle, or with a side of that one, within its bounds. */
export function figure(battle, name, n, side = -1) {
  return side < 0 ? { ...battle, [name]: n } : withSide(battle, side, { [name]: n });
}

/** What counts, in the order of SCORES. */
export function scored(battle, word, n) {
  const found = { ...Object.fromEntries(battle.scores), [word]: n };
  return { ...battle, scores: SCORES.filter((one) => found[one] > 0).map((one) => [one, found[one]]) };
}

export const SCORED = SCORES;

/** Optional rules: `said` in place of the one with this word; empty: without it.  In the order of `rules`. */
export function ruled(battle, rules, word, said) {
  const kept = battle.options.filter((one) => one.split(":")[0] !== word), all = [...kept, ...(said ? [said] : [])];
  return { ...battle, options: rules.flatMap((rule) => all.filter((one) => one.split(":")[0] === rule.word)) };
}

export function titled(battle, title) {
  return { ...battle, english: { ...battle.english, title }, japanese: { ...battle.japanese, title } };
}

function instead(battle, field, { side, n }, patch) {
  return withSide(battle, side, { [field]: sideOf(battle, side)[field].map((one, at) => (at === n ? { ...one, ...patch(one) } : one)) });
}

/** One of this kind less. */
function without(cards, card) {
  const at = cards.indexOf(card);
  return at < 0 ? cards : [...cards.slice(0, at), ...cards.slice(at + 1)];
}

/**
 * What happened, told in the sentences of ironbottom/vocabulary/events.toml; the twin of ironbottom/narration.py, and
 * tests/client/support/vectors/story.json drives both.  What tokens are called at this moment is said by the story (`names`).
 */
import { ACCIDENT, CHECK, facesOf } from "./throws.js";
import { amount, clean, own, phrase, told, word } from "../base/language/vocabulary.js";
import { enemy, ended, hitCount, inRow, lineName, listed, sideName, taskName } from "./phrases.js";

const NO_FIELDS = new Set(["say", "each", "by", "if", "unless", "is", "text"]); // of a table of events.toml

/** The sentences of an event; null for an event of a newer server. */
export function tell(event, names, limited = false) {
  const specs = own("events", event.event);
  if (!specs) return null;
  const fields = { ...event, limited, full: !limited };
  Object.assign(fields, ADDED[event.event]?.(names, event));
  return sentences(specs.say, fields, specs, names);
}

/** The sentences whose condition holds; of each row, where they are for rows. */
function sentences(say, fields, specs, names) {
  return [say].flat().flatMap((one) => {
    const sentence = typeof one === "string" ? { text: one } : one, here = more(specs, sentence);
    if (sentence.each) return ofRows(sentence, fields, here, names);
    if (!holds(sentence, fields)) return [];
    return [sentence.text ? filled(sentence.text, fields, here, names) : said(sentence.is, fields, here, names)];
  });
}

function ofRows(sentence, fields, specs, names) {
  const say = sentence.say ?? [{ is: sentence.is, text: sentence.text }];
  const rows = sentence.by === undefined ? fields[sentence.each] : alike(fields[sentence.each], sentence.by);
  return [...rows].flatMap((row) => sentences(say, { ...fields, ...row }, specs, names));
}

/** A template with its fields; a part in [brackets] falls away where one of them is empty. */
function filled(text, fields, specs, names) {
  const has = (name) => truthy(fields[source(specs[name], name)]);
  return told(text, has, (name) => said(specs[name] ?? name, fields, specs, names));
}

/** A field by its kind: "token by"; or sentences in a row. */
function said(spec, fields, specs, names) {
  if (typeof spec !== "string") {
    return listed(sentences(spec.each ? [spec] : spec.say, fields, more(specs, spec), names));
  }
  const [kind] = spec.split(" "), value = fields[source(spec, spec)];
  return Object.hasOwn(KINDS, kind) ? KINDS[kind](names, value, fields) : String(value);
}

/** What fields are, with what a sentence or a part says of its own. */
function more(specs, inner) {
  return { ...specs, ...Object.fromEntries(Object.entries(inner).filter(([name]) => !NO_FIELDS.has(name))) };
}

/** The field of the event that a field of a sentence comes from. */
function source(spec, name) {
  return typeof spec === "string" ? spec.split(" ").at(-1) : spec?.each ?? name;
}

/** Whether there is something in a field. */
const truthy = (value) => (Array.isArray(value) ? value.length > 0 : Boolean(value));

function holds(sentence, fields) {
  if (sentence.unless) return !truthy(fields[sentence.unless]);
  return !sentence.if || truthy(fields[sentence.if]);
}

/** Pairs that are alike in one column as one pair, with all that stands in the other. */
function alike(rows, by) {
  const found = new Map();
  for (const row of rows) found.set(row[by], [...(found.get(row[by]) ?? []), row[1 - by]]);
  return [...found].map(([key, its]) => (by === 0 ? [key, its] : [its, key]));
}

const KINDS = {
  side: (_names, value) => sideName(Number(value)),
  line: (_names, value) => lineName(value),
  ability: (_names, value) => word("abilities", value),
  action: (_names, value) => word("actions", value),
  mode: (_names, value) => word("modes", value),
  score: (_names, value) => word("scores", value),
  task: (_names, value, { rule }) => taskName(value, rule.startsWith("18")),
  card: (names, value) => names.card(value),
  cards: (names, value) => listed(value.map((card) => names.card(card))),
  card_row: (names, value) => inRow(value.map((card) => names.card(card))),
  ship_half: (names, value) => names.half(value),
  formation: (names, value) => names.formation(value),
  token: (names, value) => names.token(value),
  tokens: (names, value) => listed(value.map((token) => names.token(token))),
  token_row: (names, value) => inRow(value.map((token) => names.token(token))),
  placed: (names, value) => names.placed(value),
  flying: (names, value) => flying(names, value),
  hit_count: (_names, value) => hitCount(value),
  dice_count: (_names, value) => amount("dice", value),
  card_count: (_names, value) => amount("cards", value),
  airplane_count: (_names, value) => amount("airplanes", value),
  formation_count: (_names, value) => amount("formations", value),
};

/** Airplanes by name; those that are called alike once, with their number. */
function flying(names, tokens) {
  const times = new Map();
  for (const name of tokens.map((token) => names.inFlight(token))) times.set(name, (times.get(name) ?? 0) + 1);
  return inRow([...times].map(([card, n]) => (n === 1 ? card : phrase("cards.several", { n, card }))));
}

function byView(names) {
  names.byView();
}

/** The text of an event is read out: the other side may never have seen the card. */
function played(names, event) {
  if (event.half === "event") return { as_event: true, text: names.eventText(event.card) };
  return { half: names.shipHalf(event.card) || word("halves", event.half) };
}

function named(names, { target }) {
  if (typeof target === "string") return { target: own("words", target) ? word("words", target) : names.card(target) };
  const isLine = own("lines", target) !== undefined && !names.knows(target);
  return { target: isLine ? lineName(target) : names.token(target) };
}

function turned(names, event) {
  const before = names.token(event.token), now = names.formation(event.cards);
  names.learn(event.token, now);
  return { old: before === now ? "" : before, new: now };
}

/** What it was called and is called; no old name where nothing new is seen. */
function turnedUp(names, [token, card]) {
  const before = names.token(token);
  names.learn(token, names.card(card));
  const now = names.token(token);
  return { old: before === now ? "" : before, new: now };
}

function shotDown(names, event) {
  for (const [token, card] of event.airplanes) if (!names.knows(token)) names.learn(token, names.card(card));
}

/** Flights by line and host. */
function flew(names, event) {
  const routes = new Map();
  for (const [airplane, host, line] of event.flights) {
    const escapes = names.escapes(event.side, airplane, line), key = `${line} ${escapes}`;
    const route = routes.get(key) ?? { line, escapes, hosts: new Map() };
    routes.set(key, route);
    route.hosts.set(host, [...(route.hosts.get(host) ?? []), airplane]);
  }
  return { routes: [...routes.values()].map((route) => ({ ...route, hosts: [...route.hosts] })) };
}

function detached(names, event) {
  const pair = names.token(event.token);
  names.learnEscort(event.escort);
  return { pair };
}

function rolled(_names, event) {
  const faces = facesOf(event), thrown = faces.length;
  const check = event.ability === CHECK, accident = event.ability === ACCIDENT;
  return { check, accident, single: check || accident, faces: faces.join(" "), thrown, lost: thrown - event.left };
}

/** What the sentences of an event need besides its fields. */
const ADDED = {
  "set-up-shown": byView,
  discarded: (_names, { count }) => ({ several: count !== 1 }),
  played,
  named,
  reinforced: (names, { ships, bases }) => {
    names.byView();
    return { in_rear: ships.length > 0 || !bases.length, entered: ships.length };
  },
  "transports-entered": (names, { card, token }) => {
    const name = names.half(card);
    names.learn(token, name);
    return { name };
  },
  "express-loaded": (_names, { token, card }) => ({ seen: token !== null && card !== null }),
  "deployment-shown": byView,
  "looked-at": byView,
  turned,
  faced: (names, { airplanes }) => ({ turned: airplanes.map((one) => turnedUp(names, one)) }),
  damaged: (names, { token }) => ({ hp: names.hp(token) }),
  eliminated: (_names, { side }) => ({ enemy: sideName(enemy(side)) }),
  "shot-down": shotDown,
  flew,
  "line-began": (_names, { rule }) => ({ searched: rule.startsWith("15") }),
  aimed: (_names, { aims, modes }) => ({ aims: aims.map((aim, i) => [...aim, modes?.[i] ?? ""]) }),
  detached,
  returned: (names, { bases }) => {
    names.byView();
    return { at_bases: alike(bases, 1).map(([cards, host]) => [host, cards]) };
  },
  rolled,
  "game-ended": (_names, { winner, reason }) => ({ reason: ended(winner, clean(reason, 60)), drawn: winner === null }),
};

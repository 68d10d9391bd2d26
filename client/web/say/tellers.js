/** A sentence for each kind of event; `s` is the Story that they stand on.  More than one line: joined by line ends. */
import { _, fill } from "../words.js";
import { cardName, cardOf } from "./naming.js";
import { shipHalf } from "./few.js";
import {
  ACTIONS, HALVES, MIDDLE, WORDS, airplaneCount, cardCount, enemy, formationCount, gameOver, inRow, lineName, listed,
  modeName, phrase, sideName, taskName,
} from "./wording.js";

const say = (text, event, parts) => fill(text, { side: sideName(event.side), ...parts });

function sidesSettled(s, event) {
  const text = event.drawn
    ? _("The sides are drawn by lot: who sat down first plays {side}.")
    : _("The sides are settled: who sat down first plays {side}.");
  return fill(text, { side: sideName(event.crossed ? 1 : 0) });
}

function fleetDrawn(s, event) {
  const text = event.again ? _("{side} draws its fleet anew: {cards}.") : _("{side} draws its fleet: {cards}.");
  return say(text, event, { cards: s.cards(event.cards) });
}

function setUpShown(s, event) {
  s.byView();
  return say(_("{side} shows its set-up: {formations}{again}."), event, {
    formations: formationCount(event.formations), again: event.redrew ? _(", drawn a second time") : "",
  });
}

/** Cards that follow a colon, where they may be read. */
function following(s, cards) {
  return cards?.length ? fill(_(": {cards}"), { cards: s.cards(cards) }) : "";
}

function drew(s, event) {
  return say(_("{side} draws {count} from its airplane deck{cards}."), event, {
    count: cardCount(event.count), cards: following(s, event.cards),
  });
}

function discarded(s, event) {
  const top = cardName(event.top);
  if (event.count === 1) return say(_("{side} discards {card}."), event, { card: top });
  return say(_("{side} discards {count}{cards}; {top} lies on top."), event, {
    count: cardCount(event.count), cards: following(s, event.cards), top,
  });
}

function turnBegan(s, event) {
  return `\n${say(_("Turn {turn}, {side}."), event, { turn: event.turn })}`;
}

function turnSkipped(s, event) {
  return say(_("{side} keeps all the cards it drew and skips its turn."), event);
}

/** The text of an event is read out: the other side may never have seen the card. */
function played(s, event) {
  const card = cardOf(event.card), isEvent = card && "effect" in card;
  if (event.half !== "event") {
    const half = isEvent ? shipHalf(card) : phrase(HALVES, event.half);
    return say(_("{side} plays {card} for its {half}."), event, { card: cardName(event.card), half });
  }
  const text = isEvent && card.text ? _(card.text) : "";
  return say(_("{side} plays the event {card}: {text}"), event, { card: cardName(event.card), text });
}

function named(s, event) {
  const target = event.target;
  let name;
  if (typeof target === "string") name = Object.hasOwn(WORDS, target) ? _(WORDS[target]) : cardName(target);
  else name = target >= 0 && target < 6 && !s.called.has(target) ? lineName(target) : s.token(target);
  return say(_("{side} names for {card}: {target}."), event, { card: cardName(event.card), target: name });
}

function reinforced(s, event) {
  s.byView();
  const bases = event.bases.map(([, card]) => cardName(card));
  const parts = [];
  if (event.ships.length || !bases.length) {
    parts.push(fill(_("{formations} in the rear line"), { formations: formationCount(event.ships.length) }));
  }
  if (bases.length) parts.push(fill(_("{bases} in the front line"), { bases: listed(bases) }));
  if (event.cards?.length) parts.push(fill(_("drawn: {cards}"), { cards: s.cards(event.cards) }));
  return say(_("{side} is reinforced: {parts}."), event, { parts: listed(parts) });
}

function transportsEntered(s, event) {
  const name = s.half(event.card);
  s.learn(event.token, name);
  return say(_("{side}: the transports {name} enter the rear line."), event, { name });
}

function expressLoaded(s, event) {
  if (event.token === null || event.card === null) return say(_("{side} loads transports on an unseen escort."), event);
  return say(_("{side} loads {card} on {escort}, unseen."), event, {
    card: s.half(event.card), escort: s.token(event.token),
  });
}

function baseMoved(s, event) {
  return say(_("{side}: {base} moves to the {line}."), event, {
    base: s.token(event.token), line: lineName(event.line),
  });
}

/** Cards by the host that they are on. */
function byHost(pairs) {
  const hosts = new Map();
  for (const [card, host] of pairs) hosts.set(host, [...(hosts.get(host) ?? []), cardName(card)]);
  return [...hosts];
}

/** What lies where from now on; unseen formations were mixed. */
function deploymentShown(s, event) {
  s.byView();
  const lines = [say(_("{side} shows its deployment; its unseen cards are mixed."), event)];
  if (event.detected.length) {
    lines.push(fill(_("Detected now: {cards}."), { cards: s.cards(event.detected.map(([, card]) => card)) }));
  }
  const onBases = byHost(event.bases).map(([host, cards]) =>
    fill(_("{base}: {cards}"), { base: s.token(host), cards: inRow(cards) }));
  const onShips = event.ships.map(([token, n]) =>
    fill(_("{n} on {ship}"), { n: airplaneCount(n), ship: s.names.placed(token) }));
  if (onBases.length) lines.push(fill(_("On bases: {bases}."), { bases: listed(onBases) }));
  if (onShips.length) lines.push(fill(_("On ships: {ships}."), { ships: listed(onShips) }));
  return lines.join("\n");
}

function turned(s, event) {
  const before = s.token(event.token), now = s.formation(event.cards);
  s.learn(event.token, now);
  if (before === now) return say(_("{side}: {card} is detected."), event, { card: now });
  return say(_("{side}: {old} is detected: {new}."), event, { old: before, new: now });
}

function hidden(s, event) {
  return say(_("{side} turns unseen: {cards}."), event, { cards: s.tokens(event.tokens) });
}

function faced(s, event) {
  const told = event.airplanes.map(([token, card]) => {
    const before = s.token(token);
    s.learn(token, cardName(card));
    const now = s.token(token);
    return before === now ? now : fill(_("{old} is {new}"), { old: before, new: now });
  });
  return say(_("{side}: face up now: {airplanes}."), event, { airplanes: listed(told) });
}

function damaged(s, event) {
  const hp = s.hp(event.token), damage = event.damage;
  return say(_("{side}: {card} takes {hits} damage; its damage is {in_all}."), event, {
    card: s.token(event.token), hits: event.hits, in_all: hp ? fill(_("{damage} of {hp}"), { damage, hp }) : damage,
  });
}

function repaired(s, event) {
  return say(_("{side}: {card} is repaired by one; its damage is {damage}."), event, {
    card: s.token(event.token), damage: event.damage,
  });
}

function recovered(s, event) {
  return say(_("{side}: {card} recovers; its damage is {damage}."), event, {
    card: s.token(event.token), damage: event.damage,
  });
}

function eliminated(s, event) {
  const text = event.points ? _("{side} loses {card}: {points} VP for {enemy}.") : _("{side} loses {card}.");
  return say(text, event, {
    card: s.formation(event.cards), points: event.points, enemy: sideName(enemy(event.side)),
  });
}

function shotDown(s, event) {
  for (const [token, card] of event.airplanes) if (!s.called.has(token)) s.learn(token, cardName(card));
  return say(_("{side}: shot down: {airplanes}."), event, {
    airplanes: s.tokens(event.airplanes.map(([token]) => token)),
  });
}

/** Flights by line and host; those that escape are told as such. */
function flew(s, event) {
  const ways = new Map();
  for (const [airplane, host, line] of event.flights) {
    const escapes = escaped(s, event.side, airplane, line);
    const way = ways.get(`${line} ${escapes}`) ?? { line, escapes, hosts: new Map() };
    ways.set(`${line} ${escapes}`, way);
    way.hosts.set(host, [...(way.hosts.get(host) ?? []), airplane]);
  }
  const lines = [...ways.values()].map(({ line, escapes, hosts }) => {
    const told = [...hosts].map(([host, tokens]) =>
      fill(_("{airplanes} from {host}"), { airplanes: flying(s, tokens), host: s.token(host) }));
    const text = escapes ? _("{side} lets escape: {airplanes}.") : _("{side} flies to the {line}: {airplanes}.");
    return say(text, event, { line: lineName(line), airplanes: listed(told) });
  });
  return lines.join("\n") || say(_("{side} flies nowhere."), event);
}

/** Who escapes waits by its own middle line, withdrawn from the start (§17.1(4)). */
function escaped(s, side, airplane, line) {
  const row = s.names.rows.get(airplane)?.row;
  return row !== undefined && "host" in row && row.task === "withdrawn" && line === MIDDLE[side];
}

/** Airplanes by name; those that fly unseen by the letters that they have from now on, or by their number. */
function flying(s, tokens) {
  const times = new Map();
  for (const token of tokens) {
    if (s.names.inAir.has(token)) s.called.set(token, s.names.now.get(token));
    const name = s.token(token);
    times.set(name, (times.get(name) ?? 0) + 1);
  }
  return inRow([...times].map(([card, n]) => (n === 1 ? card : fill(_("{n} times {card}"), { n, card }))));
}

function lineBegan(s, event) {
  const text = event.rule.startsWith("15")
    ? _("The search of the {line} begins.") : _("Air combat over the {line} begins.");
  return fill(text, { line: lineName(event.line) });
}

function tasked(s, event) {
  const atSea = event.rule.startsWith("18"), tasks = new Map();
  for (const [token, task] of event.tasks) tasks.set(task, [...(tasks.get(task) ?? []), s.token(token)]);
  const told = [...tasks].map(([task, cards]) =>
    fill(_("{task}: {cards}"), { task: taskName(task, atSea), cards: inRow(cards) }));
  return say(_("{side} gives tasks. {tasks}."), event, { tasks: listed(told) });
}

function withdrew(s, event) {
  return say(_("{side} withdraws {cards}."), event, { cards: s.tokens(event.tokens) });
}

function aimed(s, event) {
  const modes = event.modes ?? [];
  const told = event.aims.map(([by, at], i) => {
    const aim = fill(_("{card} at {target}"), { card: s.token(by), target: s.token(at) });
    return modes[i] ? fill(_("{aim} ({mode})"), { aim, mode: modeName(modes[i]) }) : aim;
  });
  return say(_("{side} aims: {aims}."), event, { aims: listed(told) });
}

function actionTaken(s, event) {
  return say(_("{side} chooses its action: {action}."), event, { action: phrase(ACTIONS, event.action) });
}

function targetNamed(s, event) {
  return say(_("{side} will land at {base}."), event, { base: s.token(event.token) });
}

function landed(s, event) {
  return say(_("{side} sends transports ashore: {cards}."), event, { cards: s.tokens(event.tokens) });
}

function detached(s, event) {
  const pair = s.token(event.token);
  s.learn(event.escort, s.names.now.get(event.escort) ?? _("the escort"));
  return say(
    _("{side}: {escort} leaves {pair}; damage {own} on the escort, {damage} on the transports."), event,
    { escort: s.token(event.escort), pair, own: event.escort_damage, damage: event.damage },
  );
}

function returned(s, event) {
  s.byView();
  const parts = byHost(event.bases).map(([host, cards]) =>
    fill(_("to {base} {cards}"), { base: s.token(host), cards: inRow(cards) }));
  if (event.ships) parts.push(fill(_("to ships {n}"), { n: airplaneCount(event.ships) }));
  if (event.lost) parts.push(fill(_("lost {n}"), { n: airplaneCount(event.lost) }));
  return say(_("{side}: airplanes return: {parts}."), event, { parts: listed(parts) });
}

function resigned(s, event) {
  return say(_("{side} resigns."), event);
}

function gameEnded(s, event) {
  return gameOver(event.winner, event.reason, [event.us, event.jp]);
}

export const TELLERS = {
  "sides-settled": sidesSettled, "fleet-drawn": fleetDrawn, "set-up-shown": setUpShown, drew, discarded,
  "turn-began": turnBegan, "turn-skipped": turnSkipped, played, named, reinforced,
  "transports-entered": transportsEntered, "express-loaded": expressLoaded, "base-moved": baseMoved,
  "deployment-shown": deploymentShown, turned, hidden, faced, damaged, repaired, recovered, eliminated,
  "shot-down": shotDown, flew, "line-began": lineBegan, tasked, withdrew, aimed, "action-taken": actionTaken,
  "target-named": targetNamed, landed, detached, returned, resigned, "game-ended": gameEnded,
};

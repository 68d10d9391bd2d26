/**
 * What happened, as sentences: as a rule one line for each event, with its paragraph of the rulebook at the end.  The
 * twin of client/text/narration.py.
 *
 * Events name cards by token.  Each is called as it was called when the event happened: a formation that is found is
 * still "unseen formation A" in the shot before.  So the events of an update are told together, once, when they come;
 * `sentences` then gives those of one event, in the language that is spoken now.
 */
import { _, edition } from "../base/language/words.js";
import { cardName, cardOf, cardsKnown, formationName, halfName, knowCards, see } from "./naming.js";
import { phrase } from "../base/language/vocabulary.js";
import { shipHalf } from "./card_summary.js";
import { tell } from "./narration.js";
import { Throws } from "./throws.js";
import { OWN_LINES } from "./phrases.js";

const MIDDLE = 1; // of the lines of a side, from the front

/** What everything is called at this point of an update: the narrator asks it. */
class Story {
  constructor(names, events) {
    this.names = names;
    this.called = new Map([...names.now, ...names.before]);
    this.faces = new Map(events.flatMap(faces));
  }

  card(id) {
    return cardName(id);
  }

  half(lead) {
    return halfName(lead);
  }

  /** "submarine Albacore"; "" of what is no event card. */
  shipHalf(id) {
    const card = cardOf(id);
    return card && "effect" in card ? shipHalf(card) : "";
  }

  eventText(id) {
    const text = cardOf(id)?.text;
    return text ? _(text) : "";
  }

  formation([lead, escort = null]) {
    return formationName(lead, escort);
  }

  token(token) {
    return this.called.get(token) || this.faces.get(token) || phrase("cards.unknown");
  }

  placed(token) {
    return this.names.placed(token);
  }

  /** One that flies unseen has a letter from now on. */
  inFlight(token) {
    if (this.names.inAir.has(token)) this.called.set(token, this.names.now.get(token));
    return this.token(token);
  }

  knows(token) {
    return this.called.has(token);
  }

  /** From here on a token is called by what was seen of it: as the view calls it, if it still does. */
  learn(token, name) {
    const now = this.names.now.get(token) ?? "";
    this.called.set(token, now && now.startsWith(name) ? now : name);
  }

  learnEscort(token) {
    this.learn(token, this.names.now.get(token) ?? phrase("cards.the_escort"));
  }

  /** From here on everything is called as the view calls it; what is gone keeps its name. */
  byView() {
    for (const [token, name] of this.names.now) this.called.set(token, name);
  }

  /** The HP of a formation or base; 0 where they are not known. */
  hp(token) {
    for (const rows of [this.names.rows, this.names.earlier?.rows]) {
      const row = rows?.get(token)?.row;
      if (row && "pair" in row && row.values) return row.values.hp;
      if (row && !("pair" in row) && !("host" in row)) return cardOf(row.card)?.hp ?? 0;
    }
    return 0;
  }

  /** Who escapes waits by its own middle line, withdrawn from the start (§17.1(4)). */
  escapes(side, airplane, line) {
    const row = this.names.rows.get(airplane)?.row;
    return row !== undefined && "host" in row && row.task === "withdrawn" && line === OWN_LINES[side][MIDDLE];
  }
}

/** Cards that were turned up or lost: who hears a long story at once has not seen their tables. */
function faces({ event, token, cards, airplanes }) {
  if (event === "turned" || event === "eliminated") return [[token, formationName(cards[0], cards[1] ?? null)]];
  return event === "faced" || event === "shot-down" ? airplanes.map(([one, card]) => [one, cardName(card)]) : [];
}

/** The events of an update, told: for each event its lines, and whether its die was limited. */
function toldAll(events, names) {
  const story = new Story(names, events), throws = new Throws(names);
  return events.map((event, i) => {
    const limited = throws.hear(event);
    const ours = repeats(events[i - 1], event) ? [] : told(story, event, limited);
    return { lines: ours, limited };
  });
}

/** One event: texts with the paragraph that brought it about; none for an event of a newer server. */
function told(story, event, limited) {
  const found = tell(event, story, limited) ?? [];
  if (event.event === "turn-began") return ["", ...found].map((text) => ({ text, rule: "" }));
  return found.map((text) => ({ text, rule: event.rule }));
}

/** A discard that says no more than the event before it: the card that was played, the airplane that was lost. */
function repeats(last, event) {
  if (event.event !== "discarded" || event.count !== 1 || !last) return false;
  if (last.event === "played") return last.card === event.top;
  return last.event === "shot-down" && last.side === event.side && last.airplanes[0][1] === event.top;
}

const updates = new WeakMap(); // event -> {update, at}: the update that it came in, and its place there

/** Take in the events of an update, or of all that were missed, and the view that came with them: once, in their order. */
export function hear(events, view, cards) {
  if (cards) knowCards(cards);
  keep(events, see(view));
}

function keep(events, names) {
  const update = { events, names, words: null, cards: null, told: [] };
  for (const [at, event] of events.entries()) updates.set(event, { update, at });
}

/** What is told of an event, with whether its die was limited; null for one that nobody took in. */
function toldOf(event) {
  const found = updates.get(event);
  if (!found) return null;
  const { update, at } = found;
  if (update.words !== edition() || update.cards !== cardsKnown()) {
    update.told = toldAll(update.events, update.names);
    update.words = edition();
    update.cards = cardsKnown();
  }
  return update.told[at];
}

/**
 * The lines of an event as {text, rule}: the rule is the paragraph to be looked up, "" for none.  An event that came in
 * no update is told by a view that is at hand.
 */
export function lines(event, view = null) {
  if (view && !updates.has(event)) keep([event], see(view));
  return toldOf(event)?.lines ?? [];
}

/** Whether a throw was the one limited die of an ability 0 (§3.4). */
export function isLimited(event) {
  return toldOf(event)?.limited ?? false;
}

/** An event as sentences, with their paragraphs at the end. */
export function sentences(event, before = null, after = null) {
  if (before && !updates.has(event)) see(before);
  return lines(event, after ?? before).map(withRule);
}

const withRule = ({ text, rule }) => (rule ? `${text} §${rule}` : text);

/**
 * What the reader calls the cards on the table; the twin of client/text/naming.py.
 *
 * A card whose face he may read has its name.  One that lies face down has a letter, which depends on the views before:
 * so each view is taken in once, when it comes (`see`), and keeps what it was given.
 */
import { language } from "../base/language/words.js";
import { Letters } from "./letters.js";
import { answerWord, lineName, sideName } from "./phrases.js";
import { clean, phrase } from "../base/language/vocabulary.js";

const SPENDING = ["7", "8", "12", "19"]; // windows where hits are spent one by one

/** The cards of the set that is played with; names are made of them. */
let known = {};

export function knowCards(cards) {
  known = cards ?? {};
}

/** The cards that names are made of now: another object when others have come. */
export const cardsKnown = () => known;

export const cardOf = (id) => (Object.hasOwn(known, id) ? known[id] : undefined);
export const sides = (view) => [[0, view.us], [1, view.jp]];
export const halfOf = (view, side) => (side === 0 ? view.us : view.jp);
export const rowsOf = (half) => [...half.formations, ...half.bases, ...half.airplanes];

const isFormation = (row) => "pair" in row;
const isAirplane = (row) => "host" in row;

/** A printed thing by its name in the reader's language. */
export function printedName(thing) {
  return clean(language() === "ja" && thing.ja ? thing.ja : thing.name, 80);
}

export function cardName(id) {
  const card = cardOf(id);
  return card ? printedName(card) : clean(id, 80);
}

/** A leader by its name; transports by the name of the troops. */
export function halfName(lead) {
  const card = cardOf(lead);
  return card?.transports ? printedName(card.transports) : cardName(lead);
}

/** A formation by its cards. */
export function formationName(lead, escort) {
  const name = lead === null || lead === undefined ? "" : halfName(lead);
  if (escort === null || escort === undefined) return name;
  return phrase("cards.with_escort", { leader: name, escort: cardName(escort) });
}

/** One view, with the letters of what lies face down in it.  The names are made when they are asked for. */
class Names {
  constructor(view, unseen, inAir, several) {
    this.view = view;
    this.unseen = unseen;
    this.inAir = inAir;
    this.several = several;
    this.rows = new Map(sides(view).flatMap(([side, half]) => rowsOf(half).map((row) => [row.token, { side, row }])));
    this.lying = view.lying;
    this.target = view.target;
    this.spending = view.waiting.some(([, window]) => SPENDING.includes(window));
    this.earlier = null; // the names of the view before, without their own past
    this.made = null;
  }

  /** Names by token, in the reader's language. */
  get now() {
    const tongue = language();
    if (this.made?.tongue !== tongue || this.made.cards !== known) {
      const by = new Map([...this.rows].map(([token, found]) => [token, this.named(token, found.row)]));
      this.made = { tongue, cards: known, by };
    }
    return this.made.by;
  }

  get before() {
    return this.earlier ? this.earlier.now : new Map();
  }

  /** The name of a token that is on the table, or was until now. */
  token(token) {
    return this.now.get(token) || this.before.get(token) || phrase("cards.unknown");
  }

  /** Where a token is: its own line, or that of its host. */
  line(token) {
    const row = this.rows.get(token)?.row;
    if (!row) return null;
    return isAirplane(row) && row.host ? this.line(row.host) : row.line;
  }

  /** The name with its line, where that is needed to find it. */
  placed(token) {
    const line = this.line(token), name = this.token(token);
    return line === null ? name : phrase("cards.in_line", { card: name, line: lineName(line) });
  }

  named(token, row) {
    if (isFormation(row)) return this.formation(token, row);
    if (row.card === null) {
      const letter = this.inAir.get(token);
      return letter ? phrase("cards.unseen_airplane", { letter }) : phrase("cards.an_unseen_airplane");
    }
    const name = cardName(row.card);
    if (!this.several.has(token)) return name;
    return phrase("cards.one_of_several", { airplane: name, letter: this.several.get(token) });
  }

  formation(token, row) {
    if (row.lead !== null) return formationName(row.lead, row.escort);
    return phrase(row.pair ? "cards.unseen_pair" : "cards.unseen_formation", { letter: this.unseen.get(token) });
  }

  /** The same without a past, for who comes after: no chain of all views is kept. */
  alone() {
    const copy = new Names(this.view, this.unseen, this.inAir, this.several);
    copy.made = this.made;
    return copy;
  }
}

/** One pair of eyes through one game: gives letters, view after view. */
class Watcher {
  constructor() {
    this.unseen = new Letters();
    this.inAir = new Letters();
    this.copies = new Map();
    this.last = null;
  }

  see(view) {
    this.giveLetters(view);
    const names = new Names(view, this.unseen.given, this.inAir.given, this.inCopies(view));
    names.earlier = this.last?.alone() ?? null;
    this.last = names;
    return names;
  }

  giveLetters(view) {
    const unseen = [], flying = [];
    for (const [, half] of sides(view)) {
      unseen.push(...half.formations.filter((f) => f.lead === null));
      flying.push(...half.airplanes.filter((a) => a.card === null && !a.host).map((a) => a.token));
    }
    unseen.sort((a, b) => a.line - b.line || a.token - b.token);
    this.unseen.give(unseen.map((f) => f.token));
    this.inAir.give(flying.sort((a, b) => a - b));
  }

  /** Letters for airplanes of one kind where several of them are in sight. */
  inCopies(view) {
    const letters = new Map();
    for (const [side, half] of sides(view)) {
      const alike = new Map();
      for (const a of half.airplanes) if (a.card !== null) alike.set(a.card, [...(alike.get(a.card) ?? []), a.token]);
      for (const [card, tokens] of alike) {
        const series = this.series(side, card, side === view.viewer);
        series.give(tokens);
        if (tokens.length > 1) for (const [token, letter] of series.given) letters.set(token, letter);
      }
    }
    return letters;
  }

  series(side, card, again) {
    const key = `${side} ${card}`;
    if (!this.copies.has(key)) this.copies.set(key, new Letters(again));
    return this.copies.get(key);
  }
}

const watchers = new Map(); // by viewer: a replay looks through several pairs of eyes, one of which sees all
const seen = new WeakMap(); // both halves of a view -> Names: a view whose question was answered is the same table

/** Another game begins: letters are given anew. */
export function forget() {
  watchers.clear();
}

/** Whether a view cannot follow another in one game. */
function begins(view, last) {
  return (last.outcome !== null && view.outcome === null) || view.turn < last.turn;
}

/** Take in the next view; one that was taken in before keeps its names. */
export function see(view) {
  const byHalf = seen.get(view.us) ?? new WeakMap();
  if (byHalf.has(view.jp)) return byHalf.get(view.jp);
  const eyes = view.eyes ?? view.viewer;
  let watcher = watchers.get(eyes);
  if (!watcher || (watcher.last && begins(view, watcher.last.view))) {
    watcher = new Watcher();
    watchers.set(eyes, watcher);
  }
  const names = watcher.see(view);
  seen.set(view.us, byHalf.set(view.jp, names));
  return names;
}

/**
 * The view that is drawn: a moment of the past that was clicked, or what the beats have come to.
 * @param {Page.State} state
 */
export function drawnView(state) {
  const past = state.past === null || state.past === undefined ? null : state.log[state.past];
  return past?.view ?? state.shown?.view ?? null;
}

const speakers = new WeakMap();

/**
 * What everything is called in the view that is drawn; `later`: what comes next, for cards that are new in it.
 * @param {Page.State} state
 */
export function naming(state) {
  knowCards(state.cards);
  const view = drawnView(state);
  if (!view) return speaker(null, null);
  const names = see(view);
  const later = state.beat?.after ? see(state.beat.after) : null;
  if (later && later !== names) return speaker(names, later);
  if (!speakers.has(view)) speakers.set(view, speaker(names, null));
  return speakers.get(view);
}

/** The names of one view, for whoever draws or speaks; nothing of it is kept, so it may be made at any time. */
function speaker(names, later) {
  const token = (n) => {
    if (!names) return phrase("cards.unknown");
    return names.now.get(n) || later?.now.get(n) || names.token(n);
  };
  const word = answerWord;
  return {
    names, token, word,
    letter: (n) => names?.several.get(n) ?? names?.unseen.get(n) ?? names?.inAir.get(n) ?? "",
    card: cardName,
    half: halfName,
    formation: formationName,
    side: sideName,
    line: lineName,
    where: (n) => names?.line(n) ?? null,
    placed: (n) => names?.placed(n) ?? phrase("cards.unknown"),
    value: (value) => anyValue(value, { token, word, names }),
  };
}

/** A token, a line, a card or a word, for who cannot know which. */
function anyValue(value, { token, word, names }) {
  if (Array.isArray(value)) return value.map((one) => anyValue(one, { token, word, names })).join(" ");
  if (typeof value === "number") {
    if (names && (names.now.has(value) || names.before.has(value))) return token(value);
    return value >= 0 && value < 6 ? lineName(value) : String(value);
  }
  return cardOf(value) ? cardName(value) : word(String(value));
}

/**
 * What words of the engine are called by people: sides, lines, sections, tasks, abilities, what an answer means.
 * The twin of client/text/vocabulary.py and of the tables of ironbottom/phrases.py.
 */
import { N_, _, counted, fill } from "../words.js";

export const SIDES = [0, 1];
export const OWN_LINES = [[2, 1, 0], [3, 4, 5]]; // by side, front to rear
export const MIDDLE = [1, 4]; // by side

const SIDE_NAMES = [N_("US"), N_("Japan")];
const OF_SIDE = [N_("US"), N_("Japanese")]; // before a noun
const LINE_NAMES = [
  N_("US rear"), N_("US middle"), N_("US front"), N_("Japanese front"), N_("Japanese middle"), N_("Japanese rear"),
];

const ENDINGS = {
  "strategic-base": N_("{loser} has lost a strategic base"), "time-up": N_("the airplane deck is used up"),
  resigned: N_("{loser} has resigned"),
};
export const ACTIONS = { retreat: N_("retreat"), "air-attack": N_("air attack"), landing: N_("landing") };

const ABILITIES = {
  airc: N_("Air Control"), air: N_("Anti-Air"), bomb: N_("bombs"), torp: N_("torpedoes"), land: N_("Land"),
  recon: N_("Recon"), surface: N_("guns"), submarine: N_("Torp"), sub: N_("Anti-Submarine"), speed: N_("Speed"),
  tb: N_("torpedo boats"), guns: N_("guns"), garrison: N_("Garrison"), patrol: N_("Patrol"), repair: N_("Repair"),
  army: N_("Army"),
};

const SECTIONS = {
  setup: N_("set-up"),
  "first-deployment": N_("first deployment, in secret"),
  draw: N_("draw"),
  deployment: N_("deployment"),
  reinforcement: N_("reinforcement"),
  ships: N_("deployment of ships, in private"),
  airplanes: N_("deployment of airplanes, in private"),
  repair: N_("repair"),
  "remove-damage": N_("repair"),
  reconnaissance: N_("reconnaissance"),
  "searched-lines": N_("search"),
  "searched-line": N_("search"),
  "search-rounds": N_("search"),
  find: N_("search"),
  uncover: N_("search"),
  submarines: N_("submarines"),
  surplus: N_("airplanes without icons"),
  action: N_("choice of action"),
  retreat: N_("retreat"),
  approach: N_("approach to the landing"),
  patrol: N_("patrol of the base"),
  "air-combat-phase": N_("flights"),
  "attacked-lines": N_("air combat"),
  "air-combat": N_("air combat"),
  "air-control": N_("air control combat"),
  "intercept-combat": N_("intercept combat"),
  "air-attack": N_("air attack"),
  attacks: N_("air attack"),
  strike: N_("air attack"),
  "landing-phase": N_("landing"),
  "sea-segment": N_("combat at sea"),
  "sea-rounds": N_("combat at sea"),
  bombardment: N_("bombardment of the base"),
  barrage: N_("bombardment of the base"),
  "going-ashore": N_("landing under fire"),
  detach: N_("landing under fire"),
  "land-combat": N_("combat ashore"),
  return: N_("return of airplanes"),
  "hand-limit": N_("hand limit"),
  playing: N_("an event"),
};

const AIR_TASKS = {
  flown: N_("flown here"), search: N_("Search"), escort: N_("Escort"), attack: N_("Air Attack"),
  control: N_("Air Control"), intercept: N_("Intercept"), withdrawn: N_("withdrawn"),
};
const SEA_TASKS = {
  escort: N_("Escort"), support: N_("Landing Support"), control: N_("Sea Control"), intercept: N_("Intercept"),
  withdrawn: N_("withdrawn"),
};
export const MODES = { bomb: N_("bomb"), torp: N_("torpedo"), land: N_("attack") };
export const HALVES = { event: N_("event"), transports: N_("transports"), submarine: N_("submarine") };

const MEANINGS = {
  "action.choose": {
    retreat: N_("retreat: draw a card, turn unseen what can"),
    "air-attack": N_("air attack"),
    landing: N_("landing on a base in the enemy front line"),
  },
  "barrage.go_on": { fire: N_("go on firing"), cease: N_("cease fire") },
  "bombardment.choose": { none: N_("none: no more bombardment") },
  "draw.choose": { keep: N_("keep all and skip the turn") },
  "setup.redraw": { keep: N_("keep this fleet"), redraw: N_("draw anew, once") },
  "setup.wish": { either: N_("either side"), us: N_("US"), jp: N_("Japan") },
  "strike.go_on": { attack: N_("attack"), "break-off": N_("break off") },
  "uncover.choose": { "no-more": N_("no more") },
};
export const WORDS = {
  pass: N_("pass"), stay: N_("stay"), escape: N_("escape"), withdraw: N_("withdraw"), none: N_("none"),
  keep: N_("keep all and skip the turn"),
  "squall-no-attack": N_("no airplane attacks formations there"),
  "squall-no-combat": N_("no air-to-air combat there"),
};

/** Words of answers, tasks, modes and outcomes where nothing tells more about them. */
export const ANSWERS = {
  ...WORDS,
  attack: N_("attack"), bomb: N_("bomb"), "break-off": N_("break-off"), cease: N_("cease"), control: N_("control"),
  deploy: N_("deploy"), discard: N_("discard"), done: N_("done"), either: N_("either"), escort: N_("escort"),
  express: N_("express"), fire: N_("fire"), intercept: N_("intercept"), jp: N_("jp"), land: N_("land"),
  landing: N_("landing"), move: N_("move"), "no-more": N_("no-more"), pair: N_("pair"), part: N_("part"),
  recall: N_("recall"), redraw: N_("redraw"), retreat: N_("retreat"), reveal: N_("reveal"), search: N_("search"),
  shift: N_("shift"), submarine: N_("submarine"), support: N_("support"), swap: N_("swap"), torp: N_("torp"),
  transports: N_("transports"), undo: N_("undo"), us: N_("us"), withdrawn: N_("withdrawn"), "air-attack": N_("air-attack"), flown: N_("flown"),
};

const EFFECTS = {
  "patrol-line": N_("{side}: every submarine searches with Recon {n} (Submarine Patrol Line)"),
  watchers: N_("{side}: Air Control {n} higher at first fire in the {line} (Coastwatchers)"),
  "squall-no-attack": N_("no airplane attacks formations in the {line} (Squall)"),
  "squall-no-combat": N_("no air-to-air combat in the {line} (Squall)"),
  weave: N_("{side}: hits on {card} are ignored in this round (Thach Weave)"),
  skip: N_("{side}: {card} attacks with Bomb {n} (Skip Bombing)"),
  radar: N_("{side}: guns of {card} {n} higher at first fire (SG Radar)"),
  lookouts: N_("{side}: the enemy's guns are silent in this round (Night Lookouts)"),
  lance: N_("{side}: torpedoes {n} higher in this round (Long Lance)"),
  shells: N_("{side}: Land of {card} {n} higher in round one (Type 3 Shells)"),
  boats: N_("{side}: torpedo boats {n} higher at each of the transports (PT Boats)"),
};

const PARTS = { control: N_("sea control"), intercept: N_("intercept") };
const WEAPONS = { surface: N_("guns"), torp: N_("torpedoes") };

const own = (table, key) => (Object.hasOwn(table, key) ? table[key] : undefined);

/** Text from outside for one line: without what would steer the reader's eye, and never endless. */
export function clean(text, most = 400) {
  return String(text).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, "").slice(0, most);
}

/** Why a game is over, with who lost it by that: the last line of its story. */
export function gameOver(winner, reason, [us, jp]) {
  return fill(_("The game is over, {winner} has won: {reason}; VP US {us}, Japan {jp}."), {
    winner: sideName(winner), reason: fill(phrase(ENDINGS, reason), { loser: sideName(enemy(winner)) }), us, jp,
  });
}

/** The phrase of a table for a word of the engine, or the word itself where a newer engine has more of them. */
export function phrase(table, word) {
  return _(own(table, word) ?? clean(word, 60));
}

const said = (text) => (text ? _(text) : "");
export const enemy = (side) => 1 - side;
export const sideName = (side) => said(SIDE_NAMES[side]);
export const ofSide = (side) => said(OF_SIDE[side]);
export const lineName = (line) => said(LINE_NAMES[line]);
export const abilityName = (ability) => phrase(ABILITIES, ability);
export const taskName = (task, atSea) => phrase(atSea ? SEA_TASKS : AIR_TASKS, task);
export const modeName = (mode) => phrase(MODES, mode);

/** Names in a row; many of them hold commas themselves. */
export const listed = (names) => [...names].join(_("; ")) || _("nothing");

/** Names in a row inside of another. */
export const inRow = (names) => [...names].join(_(", "));

export const diceCount = (n) => counted("{n} die", "{n} dice", n);
export const hitCount = (n) => (n ? counted("one hit", "{n} hits", n) : _("no hit"));
export const cardCount = (n) => counted("{n} card", "{n} cards", n);
export const airplaneCount = (n) => counted("{n} airplane", "{n} airplanes", n);
export const formationCount = (n) => counted("{n} formation", "{n} formations", n);

/** What may still be rolled; attempts come as [dice, limited], and the second may be left out. */
export function diceLeft([dice, limited = false]) {
  if (!dice) return _("no dice left");
  return limited ? _("one limited die left") : fill(_("{dice} left"), { dice: diceCount(dice) });
}

/** A word that is an answer, as people say it. */
export function meaning(step, word) {
  const special = own(MEANINGS, step);
  const text = (special && own(special, word)) ?? own(WORDS, word);
  return text === undefined ? _(clean(word, 60)) : _(text);
}

/** Where in the turn the game is: the innermost section that has a name, with its line. */
export function sectionName(view) {
  if (view.outcome) return _("the game is over");
  const named = view.sections.map((tag) => own(SECTIONS, tag)).filter(Boolean);
  if (!named.length) return _("between two turns");
  let where = _(named.at(-1));
  const fought = view.lying.findLast((lying) => lying.part);
  if (fought) {
    const part = phrase(PARTS, fought.part), weapon = phrase(WEAPONS, fought.weapon ?? "");
    where = fill(_("{section}, {part}, {weapon}"), { section: where, part, weapon });
  }
  if (view.line === null) return where;
  return fill(_("{section} over the {line}"), { section: where, line: lineName(view.line) });
}

/** An event that works on; `card` is what its token is called. */
export function effectText(effect, card) {
  const line = effect.line === null ? "" : lineName(effect.line);
  return fill(phrase(EFFECTS, effect.does), { side: sideName(effect.side), n: effect.n, line, card });
}

/** Whose lines lie at the bottom, and whose above; a spectator sits on the US side. */
export function viewpoint(viewer) {
  const mine = viewer ?? 0;
  return [mine, enemy(mine)];
}

/** What kind of card it is, by what only that kind prints. */
export function kindOf(card) {
  if ("effect" in card) return "event";
  if ("maker" in card) return "airplane";
  return "rank" in card ? "base" : "ship";
}

/** Whether who loses this card loses all: a strategic base scores no points, but the game. */
export const isAll = (card) => card?.rank === "strategic";

/** A card of a victory pile, and what it was worth. */
export function scoredText(card, name, points) {
  return isAll(card) ? fill(_("{card} for the whole game"), {card: name}) : fill(_("{card} for {points}"), {card: name, points});
}

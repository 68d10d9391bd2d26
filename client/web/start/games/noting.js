/** The figures of a game that has ended before us, out of what this browser was told of it; the twin of client/cli/statistics/. */
import { enter, enterSkill } from "../../session/storage/game_ledger.js";
import { luckOf } from "../../text/luck.js";
import { halfOf, rowsOf } from "../../text/naming.js";
import { enemy, OWN_LINES } from "../../text/phrases.js";
import { CHECK } from "../../text/throws.js";
import { change } from "../../base/store.js";
import { own, phrase } from "../../base/language/vocabulary.js";
import { N_, _ } from "../../base/language/words.js";
import { TUTOR } from "../../session/tutor.js";

const FINDS = "recon"; // the ability whose hits find what is unseen
const SUBMARINE = 0; // what a submarine is called by: it has no card on the table

const ADMIRAL = "envelope"; // the bot that plays by printed tables
const ALL = 99; // what a game counts that ends at once
const LEVELS = [ // of victory against him, and the VP that we must be ahead by
  [N_("a triumph"), 12], [N_("a success"), 4], [N_("a draw"), -3], [N_("a setback"), -10], [N_("a rout"), -ALL],
];

/** The level of victory against the admiral in the envelope; "" against others.  The twin of client/text/situation.py. */
export function levelLine({ winner, reason, points }, seats, side) {
  if (side === null || !seats?.some((seat) => seat.bot && seat.name === ADMIRAL && seat.side === enemy(side))) return "";
  const lead = points[side] - points[enemy(side)], all = winner === side ? ALL : -ALL;
  const [level] = LEVELS.find(([, least]) => (own("lost_by", reason) ? all : lead) >= least) ?? [""];
  return phrase("seat.level", { level: _(level) });
}

/**
 * Note the game that has just ended; nothing of a lesson, a what-if, or a game that we looked on at.
 * @param {Page.State} state
 */
export function note(state) {
  const { seat, side, table, latest } = state, outcome = latest?.view.outcome;
  const place = seat?.place ?? -1;
  if (outcome) change({ level: levelLine(outcome, table?.seats, side) }); // the end sheet shows it
  if (side === null || place < 0 || !table?.game || table.whatif || !outcome) return;
  const other = table.seats[1 - place], their = enemy(side), luck = luckOf(state), updates = updatesOf(state.log);
  if (other?.bot && other.name === TUTOR) return;
  enter({
    game: table.game, table: seat?.table, at: Date.now(), side, against: other?.name ?? "", bot: Boolean(other?.bot),
    set: table.terms?.cards, won: outcome.winner === side, reason: outcome.reason, points: [outcome.points[side], outcome.points[their]],
    turns: latest.view.turn, fleet: firstFleet(updates, side), cards: deeds(updates, side),
    dice: [side, their].map((one) => ({ dice: luck[one].dice, hits: luck[one].hits, expected: luck[one].expected })), skill: null, ...playedBy(table.terms),
  });
}

/** What it was played by besides the rules, where there is any: by it a game may tell nothing of strength. */
function playedBy(terms) {
  const { options, battle, practice, teams } = terms ?? {};
  return { ...(options?.length ? { options } : {}), ...(battle ? { battle: true } : {}), ...(practice ? { practice } : {}), ...(teams?.length ? { shared: true } : {}) };
}

/** The log as it came: {events, view} for each update that told something. */
function updatesOf(log) {
  const found = new Map();
  for (const { number, event, view } of log) {
    const one = found.get(number) ?? found.set(number, { events: [], view }).get(number);
    one.events.push(event);
    one.view = view;
  }
  return [...found.values()];
}

/** Where our ships stood when both set-ups were shown (§10.4); nothing of a game that was given up before. */
export function firstFleet(updates, side) {
  const shown = updates.find(({ events }) => events.some((one) => one.event === "set-up-shown" && one.side === side));
  const ships = shown ? halfOf(shown.view, side).formations : [], [front] = OWN_LINES[side];
  const names = (fits) => ships.filter(fits).flatMap(({ lead, escort }) => [lead, escort]).filter(Boolean).sort();
  return {
    formations: ships.filter(({ line }) => line === front).length,
    front: names(({ line }) => line === front), behind: names(({ line }) => line !== front),
  };
}

/** What each card of ours did: hits, what its searches found, and its share in what was eliminated. */
export function deeds(updates, side) {
  const found = new Map(), hitBy = new Map();
  let submarine = "", before = new Map();
  const of = (card) => found.get(card) ?? found.set(card, { card, hits: 0, finds: 0, points: 0 }).get(card);
  for (const { events, view } of updates) {
    const now = namesIn(view, side), name = (token) => now.get(token) ?? before.get(token) ?? "";
    for (const one of events) {
      if (one.event === "played" && one.side === side) {
        of(one.card);
        if (one.half === "submarine") submarine = one.card;
      } else if (one.event === "rolled" && one.side === side && one.hits && one.ability !== CHECK) {
        const card = one.by === SUBMARINE ? submarine : name(one.by);
        if (card) hit(of(card), one, hitBy);
      } else if (one.event === "eliminated" && one.side !== side) share(one, hitBy, of);
    }
    before = now;
  }
  return [...found.values()];
}

/** Our cards on the table, by token; a pair is called by the card that leads it. */
function namesIn(view, side) {
  const rows = rowsOf(halfOf(view, side)).map((row) => [row.token, row.lead ?? row.card]);
  return new Map(/** @type {[number, string][]} */ (rows.filter(([, card]) => card)));
}

function hit(deed, { ability, hits, at }, hitBy) {
  if (ability === FINDS) {
    deed.finds += hits;
    return;
  }
  deed.hits += hits;
  const by = hitBy.get(at) ?? hitBy.set(at, new Map()).get(at);
  by.set(deed.card, (by.get(deed.card) ?? 0) + hits);
}

/** Share the VP out among those that hit it, as often as they did. */
function share({ token, points }, hitBy, of) {
  const by = hitBy.get(token) ?? new Map(), all = [...by.values()].reduce((sum, n) => sum + n, 0);
  hitBy.delete(token);
  for (const [card, n] of by) of(card).points += (points * n) / all;
}

/** What a review says of us, with the game: what decisions gave away by kind, and what chance gave us in all. */
export function noteReview(table, { account, decisions }) {
  enterSkill(table, (side) => {
    const sections = {}, sign = side === 0 ? 1 : -1;
    for (const { side: whose, section, known } of decisions) {
      if (whose !== ["US", "JP"][side]) continue;
      const was = sections[section] ?? { decisions: 0, loss: 0 };
      sections[section] = { decisions: was.decisions + 1, loss: was.loss + known.loss };
    }
    const luck = Object.values(account.luck).reduce((sum, one) => sum + one, 0);
    return { luck: sign * luck, sections };
  });
}

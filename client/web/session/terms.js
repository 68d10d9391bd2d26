/** What a table is played by: the page's twin of client/launch/table_options.py. */
import { part } from "../base/later.js";
import { _, fill } from "../base/language/words.js";
import { phrase } from "../base/language/vocabulary.js";

const HEX = /^[0-9a-fA-F]{1,64}$/u;
const EARLIER = /^(core|full)@(\d+)$/u;
const MOST_MINUTES = 1440, MOST_LEAST = 5000;

export function sides() {
  return [["us", _("US")], ["jp", _("Japan")], ["either", phrase("terms.either_side")]];
}

/**
 * The card sets that the server has for new games; "core@1" is an earlier version, of games that were begun with it.
 * @param {Page.State} state
 */
export function setNames(state) {
  const names = state.server.sets.map(([name]) => name).filter((name) => !EARLIER.test(name));
  return (names.length ? names : ["core"]).map((name) => [name, setName(name)]);
}

export function setName(name) {
  const [, plain, version] = EARLIER.exec(name) ?? [];
  if (version) return fill(_("{set}, as it was in version {n}"), {set: plain, n: version});
  if (name === "core") return _("core: the first game");
  return name === "full" ? _("full: all cards") : name;
}

/** What there is to a table's terms besides its cards, as a line of words. */
export function termsInWords(terms) {
  return [
    phrase("terms.away", { what: new Map(absences()).get(terms.absent) }), clockInWords(terms), lookingOn(terms),
    terms.practice && phrase("terms.practice"), terms.advice && phrase("advice.for_both"), terms.offers?.length && part("../session/tables/agreed/offers_sheet.js")?.inBrief(terms), ...specialInBrief(terms),
  ].filter(Boolean).join(" · ");
}

/** Battle and optional rules in brief; nothing while the words for them are on their way. */
export function specialInBrief(terms) {
  if (!isSpecial(terms)) return [];
  const told = part("../text/table_rules.js");
  return told ? told.inBrief(told.ofTerms(terms)) : [];
}

export function clockInWords({ bank }) {
  return bank > 0 ? fill(_("clock: {n} min"), { n: Math.round(bank / 60) }) : phrase("terms.no_clock");
}

/**
 * Whether advice may be asked for here: both players agreed to it, or a bot sits opposite.
 * @param {Page.State} state
 */
export function mayAsk({ table, seat, side, screen }) {
  if (screen !== "table" || side === null || !table || seat?.place === undefined) return false;
  return table.terms?.advice === true || Boolean(table.seats[1 - seat.place]?.bot);
}

export function lookingOn({ spectators }) {
  return spectators ? _("others may look on") : phrase("terms.nobody_looks_on");
}

/** @returns {[string, string][]} */
export function absences() {
  return [["wait", phrase("terms.waits")], ["clock", phrase("terms.runs_on")], ["bot", phrase("terms.stand_in")]];
}

export function reaches() {
  return [["invite", _("only who has the invite")], ["lan", _("whoever is on this network")],
    ["open", _("whoever reaches this server")]];
}

/** 32 bytes in base64 from hexadecimal digits, as the wire has them; a short seed has noughts before it. */
export function bytesOfSeed(text) {
  const typed = text.trim();
  if (!typed) return null;
  if (!HEX.test(typed)) {
    throw new Error(phrase("terms.bad_seed", { text: JSON.stringify(typed) }));
  }
  const digits = typed.padStart(64, "0").match(/../gu);
  return btoa(String.fromCharCode(...digits.map((two) => parseInt(two, 16))));
}

/**
 * Against a bot nobody waits for anybody.
 * @param {{side: string, set: any, seed: string | null, special?: any}} chosen
 */
export function termsOfBotGame({ side, set, seed, special }) {
  return withSpecial({ side, cards: set, absent: "wait", bank: 0, spectators: false, reach: "invite", least: 0, seed }, special);
}

/**
 * With the optional rules and the battle that were chosen; a battle brings its cards with it.
 * @param {any} terms
 * @param {{words?: string[], battle?: any, teams?: number[], absent?: string}} special
 */
function withSpecial(terms, { words = [], battle = null, teams = [], absent = terms.absent } = {}) {
  return { ...terms, absent, ...(teams.length ? { teams } : {}), ...(battle ? { battle, cards: battle.set } : {}), ...(words.length ? { options: words } : {}) };
}

/** Whether there is more to agree upon than the rules: who sits down must have been shown it. */
export const isSpecial = (terms) => Boolean(terms?.options?.length || terms?.battle || terms?.teams || terms?.pace || terms?.rated || terms?.cast);

/** The terms of a table for a friend.  Throws an Error with one sentence where a number is none. */
export function termsOfFriend(now) {
  return withSpecial({
    side: now.friendSide, cards: now.set, absent: now.absent,
      bank: 60 * number(now.bank, _("Minutes of thinking"), MOST_MINUTES),
    spectators: now.spectators, reach: now.reach, least: number(now.least, _("Least time of an answer"), MOST_LEAST),
    seed: bytesOfSeed(now.seed), ...(now.advice ? { advice: true } : {}), pace: now.pace,
    ...(now.offers?.length ? { offers: now.offers } : {}), ...(now.rated ? { rated: true } : {}), ...(now.cast ? { cast: now.cast } : {}),
  }, now.special);
}

function number(text, what, most) {
  const typed = String(text).trim();
  if (/^\d{1,5}$/u.test(typed) && Number(typed) <= most) return Number(typed);
  const wrong = phrase("terms.bad_number", { text: JSON.stringify(typed), most });
  throw new Error(`${what}: ${wrong}`);
}

/** Going where the address of the page leads, and keeping the address such that a reload leads back. */
import { clean } from "../base/language/clean.js";
import { join, keptSeats, resume, watch as lookOn } from "../session/api.js";
import { keepName } from "../base/browser_storage.js";
import { attempt } from "../base/draft.js";
import { beginPair, editor, fetched } from "../base/later.js";
import { languageIn, leadsNowhere, nameIn, place, remember, warnedIn, withoutLanguage } from "../base/address.js";
import { change, state } from "../base/store.js";
import { lookThrough } from "../session/finished_games.js";
import { _, fill, LANGUAGES } from "../base/language/words.js";
import { invite } from "../session/tables/invited.js";
import { playBot } from "../session/bot_game.js";
import { base64OfLink, forLink } from "../session/crypto/link_secret.js";
import { botNames } from "../session/tables/bots.js";

const LONGEST_NAME = 24; // letters
const TO_AGREE = ["special", "advice"]; // codes: the table has terms that must be read before
const ENTRANCES = { join: byLink, watch: byWatching, bot: byBot, resume: back, replay: byReplay, key: byKey, "own-battle": byOwnBattle };

/** Who opens the page by a program reads it in that one's language, and without a name here is known by the one there. */
export function introduce(hash) {
  const lang = languageIn(hash);
  if (lang) remember(withoutLanguage(hash));
  if (LANGUAGES.includes(lang) && lang !== state.settings.lang) change({ settings: { ...state.settings, lang } });
  if (warnedIn(hash)) change({ settings: { ...state.settings, warn: true } });
  const name = clean(nameIn(hash), LONGEST_NAME);
  if (state.me.name || !name) return;
  keepName(name);
  change({ me: { ...state.me, name } });
}

/** Go where a hash leads; what is wrong with it is said on the start page. */
export async function goTo(hash) {
  const to = place(hash);
  if (to === null) return unreadable(hash);
  if (isHere(to)) return;
  const introduced = nameIn(hash) !== "";
  if (state.invited) change({ invited: null });
  await attempt(to.to === "bot" ? "bot" : to.to === "join" ? "join" : "resume", () => ENTRANCES[to.to]({ ...to, introduced }));
}

/** A link that lost some of its letters on the way. */
async function unreadable(hash) {
  if (leadsNowhere(hash) || state.screen !== "start") return;
  await attempt("resume", () => { throw new Error(_("This link leads to no table; ask for the whole of it.")); });
}

/** The address of the place where we are already: the page has put it there itself. */
function isHere(to) {
  if (to.to === "replay") {
    const { table, at, eye, game } = state.replay ?? {};
    if (to.playOn || to.scene) return false;
    return state.screen === "replay" && table === to.table && (!to.game || game === to.game) && at === to.at && (to.eye === "" || eye === to.eye);
  }
  return state.screen === "table" && state.seat?.table === to.table;
}

/**
 * A link that one has followed before leads to the seat that one has got by it.  Whom a program of his own brings here
 * sits down at once, unless there is something to agree upon; who comes by a friend's link is asked for his name and side, and reads how he has come.
 */
async function byLink({ table, secret, side, introduced, partner = false }) {
  const kept = keptSeats().find((seat) => seat.table === table);
  if (kept) return resume(kept);
  if (partner || (!introduced && state.screen === "start")) return invite({ table, secret, side, partner });
  try {
    return await join(table, base64OfLink(secret), side);
  } catch (refused) {
    if (!TO_AGREE.includes(refused.code)) throw refused;
    return invite({ table, secret, side });
  }
}

function byWatching({ table, secret }) {
  return lookOn(table, base64OfLink(secret));
}

/** A bot that this server has not is said before a table is made that would wait for it. */
async function byBot({ name, side, seed, set, options, battle, team, absent }) {
  if (name === "hotseat") return beginPair();
  const names = botNames(state).map(([one]) => clean(one, 24)).join(", ");
  if (names && !state.server.bots?.includes(name)) {
    throw new Error(fill(_("There is no bot {name}; there are {names}."), { name: `“${clean(name, 40)}”`, names }));
  }
  const words = options ? options.split(",") : [];
  const fight = battle ? await (await fetched("../start/terms/special.js")).battleNamed(battle) : null;
  if (team) change({ command: team });
  return playBot({ bot: name, side, set, seed, special: { words, battle: fight, teams: team && [0], absent } });
}

/** A battle that comes with its link is shown, to be played or changed. */
async function byOwnBattle({ packed }) {
  await (await editor()).openLink(packed);
}

/** The words are good once, and so are gone from the address. */
function byKey({ words }) {
  remember("");
  change({ open: "own-key", ownKey: { words: words.replaceAll("-", " ") } });
}

/** To a moment of a finished game; and perhaps to how it is to be played on from there. */
async function byReplay({ playOn, bot, ...where }) {
  await lookThrough(where);
  if (bot) change({ whatIf: { bot } });
  if (playOn) change({ whatIf: playOn, open: "play-on" });
}

async function back({ table }) {
  const kept = keptSeats().find((seat) => seat.table === table);
  if (!kept) throw new Error(_("This browser has no seat at that table any more."));
  return resume(kept);
}

/** Watches the state: while one is at a table, the address leads back there. */
export function keepAddress({ screen, seat }) {
  if (screen !== "table" || !seat || location.hash.startsWith("#bot=hotseat")) return;
  remember(seat.place < 0 ? `#watch=${seat.table}${seat.secret ? `:${forLink(seat.secret)}` : ""}` : `#resume=${seat.table}`);
}

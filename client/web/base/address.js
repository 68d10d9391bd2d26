/**
 * What stands behind the # of the page's address: where somebody wants to go.
 *
 *   #partner=TABLE:SECRET: share a side there
 *   #join=TABLE:SECRET&side=us   #watch=TABLE:SECRET   #bot=mate&side=us&seed=1942&set=core   #resume=TABLE
 *   &options=radar,fuel:24 &battle=cape-esperance behind #bot: optional rules, and a battle of the server
 *   &team=fleet &absent=bot behind #bot: a friend shares my side, of which I command that; a bot stands in for who is away
 *   #replay=TABLE:SECRET&game=2&at=12&eye=jp   (a side, a secret, a seed, a set, a game, a moment and whose eyes may be left out)
 *   #replay=TABLE:SECRET&answers=131&play-on=KNOWS,DICE,SIDE,BOT,SEED: after so many answers, and how to play on from there
 *   &against=mate behind #replay: whom one meets who plays on, if nobody else is chosen
 *   #key=WORD-...-WORD: eight words by which my key comes from another device of mine
 *   #own-battle=LETTERS: a battle that somebody has made, all of it; &against=mate&as=us&rules=radar,fuel:24&seed=1942 behind it:
 *   how it is played if nobody chooses otherwise, read by the editor
 *   &name=Ann behind any of them: how the program that opened the page knows its player
 *   &lang=ja behind any of them: the language that the program speaks
 *   &advice=on behind any of them: the player wishes to be warned of blunders
 *
 * Nothing behind the # is ever sent to a server, so that a secret there stays between friends.
 */

export const HOTSEAT = "#bot=hotseat"; // two people at this screen
export const twoHere = () => location.hash === HOTSEAT;

const TABLE = /^[A-Za-z0-9_-]{1,16}$/;
const SECRET = /^[A-Za-z0-9_-]{0,24}$/;
const NAME = /^[A-Za-z0-9_.-]{1,64}$/;
const OWN_BOT = /^[A-Za-z0-9_.:-]{1,64}$/;
const OPTIONS = /^[a-z0-9,:-]{0,500}$/, BATTLE = /^[a-z0-9-]{0,40}$/;
const PACKED = /^[A-Za-z0-9_-]{1,24576}$/;
const SEED = /^[0-9a-fA-F]{1,64}$/;
const WORDS = /^[a-z]+(-[a-z]+){7}$/;
const TEAM = /^(|fleet|air)$/, ABSENT = /^(|wait|bot)$/;
const SIDES = ["us", "jp", "either"], EYES = ["us", "jp", "both"];
const ROUTES = { join, partner, watch, bot, resume, replay, key, "own-battle": ownBattle };

function fieldsOf(hash) {
  return new URLSearchParams(hash.replace(/^#/, "").replaceAll("+", "%2B"));
}

/** Where a hash leads: {to: "join", table, secret}, ...; null for none, or one that nobody can read. */
export function place(hash) {
  const fields = fieldsOf(hash);
  const route = Object.keys(ROUTES).find((name) => fields.has(name));
  return route ? ROUTES[route](fields) : null;
}

/** The name that the program which opened the page knows its player by; empty: it says none. */
export function nameIn(hash) {
  return fieldsOf(hash).get("name") ?? "";
}

/** The language that the program speaks which opened the page; empty: it says none. */
export function languageIn(hash) {
  return fieldsOf(hash).get("lang") ?? "";
}

/** Whether the program that opened the page was told to warn its player of blunders. */
export function warnedIn(hash) {
  return fieldsOf(hash).get("advice") === "on";
}

/** Whether a hash tells about its reader alone, and leads nowhere. */
export function leadsNowhere(hash) {
  return [...fieldsOf(hash).keys()].every((name) => ["name", "lang", "advice"].includes(name));
}

/** The hash without the language, which is taken over once: a reload does not undo what was chosen since. */
export function withoutLanguage(hash) {
  const left = hash.replace(/^#/, "").split("&").filter((part) => part && !part.startsWith("lang="));
  return left.length ? `#${left.join("&")}` : "";
}

function join(fields) {
  const [table, secret = ""] = fields.get("join").split(":"), side = fields.get("side") ?? "either";
  return TABLE.test(table) && SECRET.test(secret) && SIDES.includes(side) ? { to: "join", table, secret, side } : null;
}

function partner(fields) {
  const [table, secret = ""] = fields.get("partner").split(":");
  return TABLE.test(table) && SECRET.test(secret) ? { to: "join", table, secret, side: "either", partner: true } : null;
}

function watch(fields) {
  const [table, secret = ""] = fields.get("watch").split(":");
  return TABLE.test(table) && SECRET.test(secret) ? { to: "watch", table, secret } : null;
}

function bot(fields) {
  const name = fields.get("bot"), side = fields.get("side") ?? "either";
  const seed = fields.get("seed") ?? "", set = fields.get("set") ?? "core";
  const options = fields.get("options") ?? "", battle = fields.get("battle") ?? "";
  const good = NAME.test(name) && SIDES.includes(side) && NAME.test(set) && (seed === "" || SEED.test(seed));
  const team = fields.get("team") ?? "", absent = fields.get("absent") ?? "";
  const special = OPTIONS.test(options) && BATTLE.test(battle) && TEAM.test(team) && ABSENT.test(absent);
  const rest = Object.entries({ options, battle, team, absent }).filter(([, said]) => said);
  return good && special ? { to: "bot", name, side, seed, set, ...Object.fromEntries(rest) } : null;
}

function ownBattle(fields) {
  const packed = fields.get("own-battle");
  return PACKED.test(packed) ? { to: "own-battle", packed } : null;
}

function key(fields) {
  const words = fields.get("key");
  return WORDS.test(words) ? { to: "key", words } : null;
}

function resume(fields) {
  const table = fields.get("resume");
  return TABLE.test(table) ? { to: "resume", table } : null;
}

function replay(fields) {
  const [table, secret = ""] = fields.get("replay").split(":"), at = Number(fields.get("at") ?? 0);
  if (!TABLE.test(table) || !SECRET.test(secret)) return null;
  const eye = EYES.find((one) => one === fields.get("eye")) ?? "", game = Number(fields.get("game") ?? 0);
  const scene = natural(Number(fields.get("answers") ?? 0)), playOn = choices(fields.get("play-on"));
  const name = fields.get("against") ?? "";
  return { to: "replay", table, secret, at: natural(at), eye, game: natural(game), ...(scene ? { scene } : {}),
    ...(playOn ? { playOn } : {}), ...(OWN_BOT.test(name) ? { bot: name } : {}) };
}

/** How to play on; null where nobody says it, or nobody can read it. */
function choices(text) {
  const [knows, dice, side, name, seed = ""] = (text ?? "").split(",");
  const good = ["all", "us", "jp"].includes(knows) && ["same", "fresh"].includes(dice) && SIDES.includes(side) && OWN_BOT.test(name ?? "")
    && (seed === "" || SEED.test(seed));
  return good ? { knows, dice, side, bot: name, ...(seed ? { seed } : {}) } : null;
}

const natural = (number) => (Number.isSafeInteger(number) && number >= 0 ? number : 0);

/** What stands behind the # for a moment of a finished game, seen through these eyes; the secret as a link has it. */
export function replayHash({ table, secret, at, eye, game = 0 }) {
  return `#replay=${table}${secret ? `:${secret}` : ""}${game ? `&game=${game}` : ""}&at=${at}&eye=${eye}`;
}

/** The same for a what-if that begins there, after so many answers. */
export function playOnHash({ table, secret, answers, eye, game = 0 }, choice) {
  const where = `#replay=${table}${secret ? `:${secret}` : ""}${game ? `&game=${game}` : ""}&answers=${answers}&eye=${eye}`;
  return `${where}&play-on=${[choice.knows, choice.dice, choice.side, choice.bot, choice.seed].join(",")}`;
}

/** Let the address lead back here after a reload, without a new entry in the browser's history. */
export function remember(hash) {
  if (location.hash !== hash) history.replaceState(null, "", hash || location.pathname + location.search);
}

/** The whole link to something of this page, to be given to somebody else. */
export function whole(hash) {
  return location.origin + location.pathname + hash;
}

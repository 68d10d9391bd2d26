/**
 * Challenges of this server, on a sheet of their own: post one, seek an opponent, take one up or back.  Twin of
 * client/cli/meeting/challenges.py; the server keeps them as tables (server/lobby/club/meeting/).
 */
import { h } from "../../../base/dom.js";
import { bring } from "../../../base/language/bring.js";
import { clean } from "../../../base/language/clean.js";
import { phrase } from "../../../base/language/vocabulary.js";
import { _ } from "../../../base/language/words.js";
import { change, state as current } from "../../../base/store.js";
import { draft, edit as choose } from "../../../base/draft.js";
import { choice, fault, line } from "../../../base/widgets/fields.js";
import { part } from "../../../base/later.js";
import { close, open, sheet } from "../../../base/widgets/sheet.js";
import { keptSeats, postChallenge, resume, takeBack } from "../../../session/api.js";
import { setName, sides, termsInWords, termsOfFriend } from "../../../session/terms.js";
import { refresh } from "../../../session/tables/my_tables.js";
import { accept, waitingInWords } from "./waiting.js";

await bring("challenge");

const HOUR = 3600, DAY = 24 * HOUR;
const EMPTY = { within: "0", wait: "7", busy: "", told: "", fault: "" };
const LIMITS = { within: [0, 1000], wait: [1, 30] };
const USUAL = { // terms, in the draft of a table: by the day, as `ironbottom challenge post --days 3 --rated` has them
  posted: true, part: "", fault: null, busy: "", friendSide: "either", set: "core", special: undefined, absent: "clock", bank: "0",
  spectators: true, advice: false, reach: "open", least: "400", seed: "", offers: [], rated: true, cast: 0,
  pace: { bank: 3 * DAY, added: 12 * HOUR, most: 6 * DAY, hours: 24, vacation: 0 },
};

/** @param {Page.State} state */
const sheetOf = (state) => ({ ...EMPTY, ...state.challenges });

function edit(patch) {
  change({ challenges: { ...sheetOf(current), ...patch } });
}

/** Open it. */
export function openChallenges() {
  edit({ told: "", fault: "", busy: "" });
  change({ posting: { ...USUAL, ...current.posting } });
  open("challenges");
}

/**
 * The sheet.
 * @param {Page.State} state
 */
export function challenges(state) {
  const now = sheetOf(state), waiting = state.lobby.filter((one) => one.challenge);
  return sheet("challenges", phrase("challenge.title"), {},
    h("p", { class: "hint", key: "about" }, phrase("challenge.about")),
    form(state, now),
    h("p", { class: "hint", key: "told", role: "status" }, now.busy ? _("One moment ...") : now.told),
    fault(now.fault),
    waiting.length ? h("ul", { class: "entries", key: "waiting" }, waiting.map((one) => row(now, one)))
      : h("p", { class: "quiet-text", key: "none" }, phrase("challenge.none")),
    h("p", { key: "blocked" }, part("../start/games/blocked.js")?.blockedButton()));
}

/** @param {Page.State} state */
function form(state, now) {
  const figure = (name) => ({ type: "number", min: String(LIMITS[name][0]), max: String(LIMITS[name][1]), inputmode: "numeric", required: true });
  const press = (seek) => (event) => {
    event.preventDefault();
    attempt(seek ? "seek" : "post", () => post(sheetOf(current), seek));
  };
  const still = now.busy !== "" || draft(state).busy !== "";
  return h("form", { class: "order-form", key: "form", on: { submit: press(false) } },
    play(state),
    line("challenge-within", phrase("challenge.most_apart"), now.within, (within) => edit({ within }), figure("within"), phrase("challenge.anybody")),
    line("challenge-wait", phrase("challenge.wait"), now.wait, (wait) => edit({ wait }), figure("wait")),
    h("div", { class: "row-buttons" },
      h("button", { type: "submit", disabled: still }, phrase("challenge.post")),
      h("button", { type: "button", class: "quiet", disabled: still, on: { click: press(true) } }, phrase("challenge.seek"))));
}

/**
 * What is to be played, in words; everything that may be chosen for a table folds out.
 * @param {Page.State} state
 */
function play(state) {
  const terms = draft(state), unfolded = terms.part === "challenge";
  return h("div", { key: "terms" },
    choice("challenge-side", _("Your side"), sides(), terms.friendSide, (friendSide) => choose({ friendSide })),
    h("p", { class: "hint", key: "words" }, inWords(terms)),
    h("button", { type: "button", class: "quiet fold", "aria-expanded": String(unfolded),
      on: { click: () => choose({ part: unfolded ? "" : "challenge" }) } }, _("More options")),
    unfolded && part("../start/invite/friend_options.js")?.options(state, terms),
    fault(terms.fault?.text));
}

/** As others will read it; nothing while a number is none, which is said when it is posted. */
function inWords(chosen) {
  try {
    const terms = termsOfFriend(chosen);
    return [setName(terms.cards), termsInWords(terms)].join(" · ");
  } catch {
    return "";
  }
}

/** Do something, and say below the form what is wrong with it. */
async function attempt(busy, act) {
  edit({ busy, told: "", fault: "" });
  try {
    edit({ busy: "", told: await act() });
  } catch (error) {
    edit({ busy: "", fault: error.message });
  }
}

async function post(now, seek) {
  const found = await postChallenge({ seek, movable: seek, days: number(now, "wait"), within: number(now, "within"), terms: termsOfFriend(draft(current)) });
  refresh();
  if (!found.paired) return phrase("challenge.posted");
  close();
  await resume(found.table, true);
  return "";
}

function number(now, name) {
  const typed = String(now[name]).trim(), [least, most] = LIMITS[name];
  if (/^\d{1,4}$/u.test(typed) && Number(typed) >= least && Number(typed) <= most) return Number(typed);
  throw new Error(phrase("challenge.bad_number", { text: JSON.stringify(typed.slice(0, 20)), least, most }));
}

function row(now, one) {
  const mine = keptSeats().some(({ table }) => table === one.table), still = now.busy !== "";
  const press = mine ? () => attempt("back", () => back(one.table)) : () => attempt("accept", () => sitDown(one));
  return h("li", { key: one.table },
    h("div", { class: "row-words" },
      h("span", { class: "who" }, h("bdi", {}, clean(one.name, 24))),
      mine && h("span", { class: ["whose", "mine"] }, phrase("challenge.yours")),
      h("span", { class: "terms" }, [
        freeFor(one.free), setName(clean(one.terms.cards, 64)), termsInWords(one.terms), ...waitingInWords(one.challenge),
      ].join(" · "))),
    h("div", { class: "row-buttons" },
      h("button", { type: "button", class: mine && "quiet", disabled: still, on: { click: press } }, phrase(mine ? "challenge.take_back" : "challenge.accept"))));
}

/** The side that is left for who takes it up. */
function freeFor(free) {
  return phrase("challenge.free", { side: sides().find(([side]) => side === free)?.[1] ?? "" });
}

async function sitDown(one) {
  await accept(one);
  close();
  return "";
}

async function back(table) {
  await takeBack(table);
  refresh();
  return phrase("challenge.back");
}

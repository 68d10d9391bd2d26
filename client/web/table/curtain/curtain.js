/**
 * Two people at one screen: who they are, the curtain between their turns, what has happened behind it, and the question
 * whether the one who sits there has seen enough.  It lies over the page in a root of its own; while the curtain is down
 * the page below sits at no table.
 */
import { HOTSEAT, remember } from "../../base/address.js";
import { draft } from "../../base/draft.js";
import { draw, h } from "../../base/dom.js";
import { fetched, styled } from "../../base/later.js";
import { clean, phrase } from "../../base/language/vocabulary.js";
import { _, fill } from "../../base/language/words.js";
import { state, watch } from "../../base/store.js";
import { termsOfFriend } from "../../session/terms.js";
import { fault, line, tick } from "../../base/widgets/fields.js";
import { sideName } from "../../text/phrases.js";
import { lines } from "../../text/story.js";
import { forgetPair, anew, getUp, keepPair, look, make, pairHere, pairs, sitDown } from "./pair.js";

await styled("../style/later/hotseat.css");

const DEAF = 700; // milliseconds: a key that was pressed twice is not meant for the curtain
const GRACE = 400; // without news: until then a standing order of the other player may have answered for him
const LONGEST = 24; // letters of a name

const root = document.createElement("div");
root.id = "curtain";
document.body.append(root);

/** What is shown: "", "who", "wait", "curtain", "since", "offer" or "handing". */
let shown = "", why = "";
let names = ["", ""], every = false;
let deaf = 0, calm = 0, sitting = -1;
/** @type {any[]} */
let since = [];

/** Who comes by the button or by the command; a pair that is at this screen goes on. */
export async function begin() {
  const told = new URLSearchParams(location.hash.slice(1));
  names = (told.get("players") ?? "").split(",").map((name) => clean(name, LONGEST));
  every = told.get("every") === "on";
  const pair = pairHere();
  if (!pair) return show("who");
  await goOn(pair);
}

async function goOn(pair) {
  show("wait");
  remember(HOTSEAT);
  keepPair({ ...pair, here: true });
  try {
    if (pair.due < 0 || pair.again) await look(pair);
    show("curtain");
  } catch (error) {
    keepPair({ ...pair, here: false });
    failed(error);
  }
}

function failed({ message }) {
  why = message;
  show("who");
}

/** Draw it, and give the focus to what is to be pressed; what lies below cannot be reached meanwhile. */
function show(what) {
  shown = what;
  const app = document.getElementById("app"), below = what !== "" && what !== "offer";
  for (const part of [app, document.getElementById("sheets")]) if (part) part.inert = below;
  document.body.classList.toggle("curtained", below);
  if (what === "curtain") deaf = performance.now() + DEAF;
  draw(root, what ? DRAWS[what]() : null);
  first()?.focus();
}

/** @returns {?HTMLElement} */
const first = () => root.querySelector("[data-first]");

const DRAWS = { who, wait, curtain, since: sinceThen, offer, handing: wait };

function box(kind, title, ...more) {
  return h("div", { class: ["curtain-box", kind], key: kind, role: kind === "offer" ? "region" : "dialog", "aria-modal": kind === "offer" ? null : "true", "aria-labelledby": "curtain-title" },
    h("h2", { id: "curtain-title", role: kind === "offer" ? "status" : null }, title), ...more);
}

function button(text, act, more = {}) {
  return h("button", { type: "button", key: text, on: { click: act }, ...more }, text);
}

function who() {
  const games = pairs();
  return box("who", _("Two at one screen"),
    h("p", { key: "about" }, _("You take turns before this screen. A curtain hides everything until the other sits down.")),
    games.map((pair) => button(fill(_("Go on: {one} and {other}, turn {turn}"), { one: clean(pair.names[0], LONGEST), other: clean(pair.names[1], LONGEST), turn: pair.turn }), () => goOn(pair))),
    line("player-one", _("First player"), names[0], (text) => { names = [text, names[1]]; }, { maxlength: String(LONGEST), "data-first": "", placeholder: phrase("hotseat.first") }),
    line("player-two", _("Second player"), names[1], (text) => { names = [names[0], text]; }, { maxlength: String(LONGEST), placeholder: phrase("hotseat.second") }),
    tick("every-question", _("Hand over for each question, also where one answer is legal: else the other learns that it was so"), every, (on) => { every = on; }),
    fault(why),
    h("div", { class: "row-buttons", key: "ways" },
      button(_("Begin"), start, { class: "big", id: "hotseat-begin" }), button(_("Cancel"), () => { remember(""); show(""); }, { class: "quiet" })));
}

async function start() {
  const chosen = [names[0] || phrase("hotseat.first"), names[1] || phrase("hotseat.second")];
  why = "";
  show("wait");
  try {
    await make(chosen, { ...termsOfFriend(await wanted()), absent: "wait", bank: 0, spectators: false, reach: "invite", least: 0 }, every);
    anew();
  } catch (error) {
    failed(error);
  }
}

/** What was chosen beside "Play a friend", or by the command. */
async function wanted() {
  const now = draft(state), told = new URLSearchParams(location.hash.slice(1));
  if (!told.has("bot")) return now;
  const battle = told.has("battle") ? await (await fetched("../start/terms/special.js")).battleNamed(told.get("battle")) : null;
  const words = told.get("options")?.split(",") ?? now.special?.words ?? [];
  return { ...now, friendSide: told.get("side") ?? now.friendSide, set: told.get("set") ?? now.set, seed: told.get("seed") ?? "", advice: told.get("consent") === "on", special: { words, battle } };
}

function wait() {
  return box("wait", _("One moment ..."));
}

function curtain() {
  const pair = pairHere(), place = pair?.due ?? -1;
  if (!pair) return null;
  if (place < 0) return box("curtain", phrase("hotseat.both"), button(_("To the table"), () => sit(pair, 0), { class: "big", "data-first": "" }));
  const name = clean(pair.names[place], LONGEST);
  return box("curtain", phrase("hotseat.to", { name }),
    h("p", { key: "alone" }, phrase("hotseat.alone", { name })),
    h("p", { key: "seated", role: "status" }, phrase("hotseat.seated", { name })),
    h("div", { class: "row-buttons", key: "ways" },
      button(phrase("hotseat.sit"), () => sit(pair, place), { class: "big", id: "sit-down", "data-first": "" }),
      button(phrase("commands.leave"), () => away(pair), { class: "quiet" })));
}

/** Both leave; the game is kept. */
function away(pair) {
  keepPair({ ...pair, here: false });
  remember("");
  location.reload();
}

async function sit(pair, place) {
  if (performance.now() < deaf) return;
  show("wait");
  try {
    await sitDown(pair, place);
    sitting = place;
    await seen();
    since = state.log.filter(({ number }) => number > pair.seats[place].seen && pair.seats[place].seen > 0);
    watch(attend);
    show(since.length ? "since" : "");
    attend(state);
  } catch (error) {
    failed(error);
  }
}

/** The table is here. */
function seen() {
  return new Promise((done) => {
    const unwatch = watch(looked);
    function looked(now) {
      if (!now.shown) return;
      unwatch();
      done(null);
    }
    looked(state);
  });
}

function sinceThen() {
  const told = since.flatMap(({ event, view }) => lines(event, view)).filter(({ text }) => text);
  return box("since", phrase("hotseat.since"),
    h("ol", { class: "since", key: "lines", tabindex: "0" }, told.map(({ text, rule }, n) => h("li", { key: n }, text, rule && h("span", { class: "rule" }, ` §${rule}`)))),
    button(_("To the table"), () => show(""), { class: "big", id: "to-table", "data-first": "" }));
}

/** Watches the state while one sits there: whether the other is asked, whether he leaves, whether both want another game. */
function attend(now) {
  const pair = pairHere();
  if (sitting < 0 || !pair || shown === "handing") return;
  if (now.screen !== "table") return gone(now, pair);
  if (now.table?.status === "over" && now.table.seats[sitting]?.rematch) return void hand(pair, { due: -1, again: true });
  clearTimeout(calm);
  if (shown === "offer" && !due(now)) show("");
  if (shown === "" && due(now)) calm = setTimeout(() => shown === "" && due(state) && show("offer"), GRACE);
}

/** Whether nothing is asked here, all is shown, and the other is asked. */
function due({ latest, shown: seenNow, beat, sending, table, past }) {
  if (!latest || latest !== seenNow || beat || sending || past !== null || latest.view.outcome || latest.view.question) return false;
  const other = table?.seats[1 - sitting]?.side;
  return latest.view.waiting.some(([side]) => side === other);
}

/** Other screens are looked at from the table; who is at the start page has left. */
function gone(now, pair) {
  if (now.screen !== "start" || now.seat) return;
  sitting = -1;
  if (now.open === "" && over) forgetPair(pair);
  else keepPair({ ...pair, due: -1, here: false });
  remember("");
  location.reload();
}

let words = state.words; // how often more texts of the language have come
watch((now) => {
  if (now.words === words) return;
  words = now.words;
  if (!shown) return;
  draw(root, DRAWS[shown]());
  if (document.activeElement === document.body) first()?.focus();
});

let over = false; // the game that was seen last is
watch((now) => { if (now.latest) over = Boolean(now.latest.view.outcome); });

function offer() {
  const pair = pairHere(), other = 1 - sitting, side = state.table?.seats[other]?.side;
  const name = clean(pair?.names[other], LONGEST);
  return box("offer", phrase("hotseat.decides", { side: sideName(side), name }),
    h("div", { class: "row-buttons", key: "ways" },
      button(phrase("hotseat.hand_over"), () => hand(pair, { due: other }), { class: "big", id: "hand-over", "aria-keyshortcuts": "Shift+F" }),
      h("span", { class: "hint", key: "hint" }, _("or Shift F; look around first, if you like: this stays here"))));
}

addEventListener("keydown", ({ key, target }) => {
  const typing = target instanceof Element && target.closest("input, textarea, select, dialog") !== null, pair = pairHere();
  if (key === "F" && shown === "offer" && pair && !typing) hand(pair, { due: 1 - sitting });
});

/** The curtain falls before anything else is done. */
function hand(pair, next) {
  show("handing");
  return getUp(pair, next);
}

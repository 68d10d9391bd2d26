/** The tables that are open to whoever has come here. */
import { h } from "../base/dom.js";
import { clean } from "../base/language/clean.js";
import { join, watch } from "../session/api.js";
import { _, counted, fill, N_ } from "../base/language/words.js";
import { attempt } from "../base/draft.js";
import { fault } from "../base/widgets/fields.js";
import { fetched, part } from "../base/later.js";
import { invite } from "../session/tables/invited.js";
import { absences, isSpecial, setName, specialInBrief } from "../session/terms.js";
import { ready } from "../session/bot_game.js";
import { amount, phrase } from "../base/language/vocabulary.js";

/**
 * The list, or one sentence that there is nothing in it.
 * @param {Page.State} state
 */
export function openTables(state, now) {
  return h("section", { class: "open-tables", key: "tables", "aria-labelledby": "tables-title" },
    h("h2", { id: "tables-title" }, _("Open tables")),
    h("button", { type: "button", class: "quiet", id: "open-ladder", key: "ladder", on: { click: () => attempt("tables", ladder) } }, _("Ladder")),
    h("button", { type: "button", class: "quiet", id: "open-cups", key: "cups", on: { click: () => attempt("tables", cups) } }, _("Cups")),
    h("button", { type: "button", class: "quiet", id: "open-challenges", key: "challenges", on: { click: () => attempt("tables", challenges) } }, _("Challenges")),
    fault(now.fault?.part === "tables" ? now.fault.text : ""),
    state.lobby.length === 0
      ? h("p", { class: "quiet-text" }, _("No table waits for a player here. Make one."))
      : h("ul", { class: "entries" }, state.lobby.map((one) => row(state, now, one))));
}

const challenges = async () => (await fetched("../start/invite/challenges/challenges.js")).openChallenges();
const waiting = () => part("../start/invite/challenges/waiting.js");
const ladder = async () => (await fetched("../start/games/ladder.js")).openLadder();
const cups = async () => (await fetched("../start/games/cups.js")).openCups();

/** @param {Page.State} state */
function row(state, now, one) {
  const still = !ready(state) || now.busy !== "";
  return h("li", { key: one.table },
    h("div", { class: "row-words" }, who(one), h("span", { class: "terms" }, about(one))),
    h("div", { class: "row-buttons" },
      one.free !== null && h("button",
        { type: "button", disabled: still,
        on: { click: () => attempt("tables", () => sitDown(one)) } }, _("Join")),
      one.terms.spectators && one.status !== "open" &&
        h("button", { type: "button", class: "quiet", disabled: still,
          on: { click: () => attempt("tables", () => watch(one.table, "")) } }, _("Watch"))));
}

/** Where there is more to agree upon than the rules, he reads that first. */
function sitDown({ table, terms, challenge }) {
  if (challenge && waiting()) return waiting().accept({ table, terms });
  return isSpecial(terms) || terms.advice ? invite({ table, secret: "", side: "either" }) : join(table, "", "either");
}

/** Who sits there; a server that knows who plays against him tells it too. */
function who({ name, against }) {
  return h("span", { class: "who" }, h("bdi", {}, clean(name, 24)),
    against && [" – ", h("bdi", {}, clean(against, 24))]);
}

function about(one) {
  const { terms } = one;
  const words = [
    one.free === null ? STATUS[one.status] && _(STATUS[one.status]) : fill(_("free: {side}"), { side: freeSide(one.free) }),
    setName(clean(terms.cards, 64)),
    terms.bank > 0 && amount("minutes_each", Math.round(terms.bank / 60)),
    terms.absent !== "wait" && phrase("terms.away", { what: new Map(absences()).get(terms.absent) }),
    terms.practice && phrase("terms.practice"), ...specialInBrief(terms),
    ...(one.challenge && waiting()?.waitingInWords(one.challenge) || []),
    one.watchers > 0 && counted("{n} looks on", "{n} look on", one.watchers),
  ];
  return words.filter(Boolean).join(" · ");
}

/** How far a table is at which no seat is free. */
const STATUS = { open: N_("in play"), tossing: N_("in play"), playing: N_("in play"), paused: N_("paused"), over: N_("over") };

function freeSide(side) {
  return side === "either" ? phrase("terms.either_side") : side === "us" ? _("US") : _("Japan");
}

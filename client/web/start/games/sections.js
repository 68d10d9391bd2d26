/** The parts of "My games", one for each kind of sum. */
import "../../base/language/later_words.js";
import { h, s } from "../../base/dom.js";
import { clean } from "../../base/language/clean.js";
import { _, counted, fill, N_ } from "../../base/language/words.js";
import { phrase } from "../../base/language/vocabulary.js";
import { cardName } from "../../text/naming.js";
import { sideName } from "../../text/phrases.js";
import { gamesTable, percent, scoreTable, shareBar } from "./rows.js";

const CARDS = 10; // rows of a table of cards
const LARGE = 0.05; // given away by a decision: a bar over its whole width
const WIDE = 720, HIGH = 200, LEFT = 44, TOP = 10, FOOT = 24; // of the picture, and what is left free in it

const REASONS = {
  "strategic-base": N_("the strategic base fell"), "time-up": N_("the decks ran out"), "sudden-death": N_("sudden death"),
  resigned: N_("resigned"),
};
const KINDS = {
  setup: N_("set-up"), cards: N_("cards drawn"), deployment: N_("deployment"), search: N_("searches"), submarines: N_("submarines"),
  action: N_("action"), air: N_("air combat"), sea: N_("sea combat"), landing: N_("landing"), events: N_("event cards"),
};

const section = (id, title, ...children) => h("section", { key: id, "aria-labelledby": `${id}-title` }, h("h2", { id: `${id}-title` }, title), ...children);

/** By side, opponent, and how games ended. */
export function results({ score, sides, opponents, reasons }) {
  return section("results", fill(_("Results of {games}"), { games: counted("{n} game", "{n} games", score.games) }),
    scoreTable("", [
      [_("all"), score], ...sides.map(([side, one]) => [sideName(side), one]),
      ...opponents.map(([name, one]) => [fill(_("against {name}"), { name: clean(name, 24) }), one]),
      ...reasons.map(([reason, one]) => [REASONS[reason] ? _(REASONS[reason]) : clean(reason, 24), one]),
    ]));
}

/** Results and mean loss, some games in a row. */
export function overTime({ steps }, rows) {
  const without = rows.filter(({ skill }) => !skill).length;
  return section("over-time", _("Over time"),
    steps.length > 1 && plot(steps),
    gamesTable([_("games"), _("won"), "", _("a decision gave away"), ""], steps.map((one) => ({ key: one.first, cells: [
      one.first === one.last ? String(one.first) : fill(_("{a} to {b}"), { a: one.first, b: one.last }),
      percent(one.won / one.games), shareBar(one.won / one.games),
      one.mean === null ? _("not reviewed") : percent(one.mean), one.mean === null ? "" : shareBar(one.mean / LARGE),
    ] }))),
    without > 0 && h("p", { class: "hint", key: "without" },
      counted("{n} game has no review yet: “Review” in the list below makes it.", "{n} games have no review yet: “Review” in the list below makes one.", without)));
}

/** Both curves; the table below says the same in figures. */
function plot(steps) {
  const x = (n) => LEFT + ((WIDE - LEFT - 12) * n) / (steps.length - 1), y = (share) => TOP + (HIGH - TOP - FOOT) * (1 - Math.min(1, share));
  const curve = (name, points) => s("polyline", { class: name, key: name, points: points.map(([n, share]) => `${x(n)},${y(share)}`).join(" ") });
  const lost = steps.flatMap(({ mean }, n) => (mean === null ? [] : [[n, mean / LARGE]]));
  return h("figure", { class: "my-games-plot", key: "plot" },
    s("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true" },
      [0, 0.5, 1].map((share) => s("g", { key: share },
        s("line", { class: "level", x1: LEFT, x2: WIDE - 12, y1: y(share), y2: y(share) }),
        s("text", { x: LEFT - 4, y: y(share) + 4, "text-anchor": "end" }, percent(share)))),
      curve("games-won", steps.map(({ games, won }, n) => [n, won / games])),
      curve("games-lost", lost),
      lost.map(([n, share]) => s("circle", { class: "games-lost", key: n, cx: x(n), cy: y(share), r: 3 })),
      steps.map(({ last }, n) => s("text", { key: `at-${n}`, x: x(n), y: HIGH - 6, "text-anchor": "middle" }, String(last)))),
    h("figcaption", {},
      h("span", { class: "games-won" }, _("— won")), " ",
      lost.length > 0 && h("span", { class: "games-lost" }, fill(_("● a decision gave away, {most} at the top"), { most: percent(LARGE) }))));
}

/** What decisions gave away, by kind. */
export function whatWasGiven({ sections }) {
  if (!sections.length) return section("given", _("What your decisions gave away"), h("p", {}, _("No game is reviewed yet.")));
  return section("given", phrase("games.given"),
    gamesTable(["", _("decisions"), _("each, on the mean"), _("in all"), ""], sections.map(([name, { decisions, loss }]) => ({ key: name,
      cells: [_(KINDS[name]), String(decisions), percent(loss / decisions), percent(loss), shareBar(loss / decisions / LARGE)] }))));
}

/** Of dice in all games, of all chance in reviewed ones. */
export function whatLuck({ luck: { own, other, reviewed, chance } }) {
  const balance = own.hits - own.expected - (other.hits - other.expected);
  return section("luck", _("Luck"),
    h("p", {}, phrase("games.dice", {
      hits: own.hits, mean: own.expected.toFixed(1), other: other.hits, other_mean: other.expected.toFixed(1),
      balance: fill("{n:+.1f}", { n: balance }),
    })),
    reviewed > 0 && h("p", { key: "chance" }, phrase("games.chance", {
      games: counted("{n} reviewed game", "{n} reviewed games", reviewed), luck: `${chance < 0 ? "−" : "+"}${percent(Math.abs(chance))}` })));
}

/** First fleets: how much stood in FRONT, and which ships where. */
export function openings({ fronts, ships }) {
  const where = { front: _("{card}, in FRONT"), behind: _("{card}, behind") };
  return section("fleets", _("First fleets"),
    scoreTable("", fronts.map(([n, one]) => [counted("{n} formation in FRONT", "{n} formations in FRONT", n), one])),
    scoreTable(_("ships, the most frequent"), ships.slice(0, CARDS).map(([card, place, one]) => [fill(where[place], { card: cardName(card) }), one])));
}

/** The cards that did most. */
export function whoDidMost({ cards }) {
  return section("cards", phrase("games.cards"),
    gamesTable(["", _("VP"), _("hits"), _("found"), _("games"), _("won"), ""], cards.slice(0, CARDS).map(({ card, games, won, hits, finds, points }) => ({
      key: card, cells: [cardName(card), points.toFixed(1), String(hits), String(finds), String(games), percent(won / games), shareBar(won / games)] }))));
}

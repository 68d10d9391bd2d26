/** The end of a game: who won and why, what was lost, who was lucky, the proof of it all, and another game. */
import { h, s } from "../base/dom.js";
import { download, downloadRecord, rematch } from "../session/api.js";
import { enemy, gameOver, goesOn, scoredText, sideName } from "../text/phrases.js";
import { luck } from "../text/luck.js";
import { afterBattle } from "../text/campaigns.js";
import { comingLines } from "../session/tables/campaign.js";
import { judged } from "../text/table_rules.js";
import { cardName, cardOf, halfOf } from "../text/naming.js";
import { shortName } from "../table/board/cards/fitted_text.js";
import { miniFace } from "../table/board/cards/lying_face.js";
import { nationSign } from "../table/board/cards/shapes.js";
import { silhouette } from "../table/board/cards/silhouettes.js";
import { goHome } from "../session/home.js";
import { whatIfLine } from "../session/tables/what_if.js";
import { wished, wishedFor } from "../session/tables/rematch.js";
import { back } from "../session/tables/what_if_sheet.js";
import { openCards } from "./open_cards.js";
import { twoHere } from "../base/address.js";
import { change } from "../base/store.js";
import { _, fill } from "../base/language/words.js";
import { fault } from "../base/widgets/fields.js";
import { beginReplay, beginReview } from "../base/later.js";
import { close, sheet } from "../base/widgets/sheet.js";
import { clean } from "../base/language/clean.js";
import { phrase } from "../base/language/vocabulary.js";

/**
 * The sheet.  It opens by itself when the game ends, and again from the tab "more".
 * @param {Page.State} state
 */
export function end(state) {
  const view = state.latest?.view, outcome = view?.outcome;
  if (!outcome) return null;
  const battle = state.table?.terms?.battle, mine = twoHere() ? null : state.side;
  return sheet("end", headline(mine, outcome), { wide: true, foot: buttons(state) },
    scene(view, mine),
    [...afterBattle(battle, outcome), ...comingLines(state.table?.coming)].map((text, n) => h("p", { class: "end-level", key: `campaign-${n}` }, text)),
    battle && !battle.whole && h("p", { class: "end-level", key: "level" }, judged(battle, outcome),
      h("button", { type: "button", class: "quiet", key: "history", on: { click: () => change({ open: "special" }) } }, phrase("special.history"))),
    state.table?.whatif && h("p", { class: "hint", key: "what-if" }, whatIfLine(state)),
    state.level && h("p", { key: "level" }, state.level),
    h("div", { class: "sides", key: "sides" }, [0, 1].map((side) => half(view, side, mine))),
    h("div", { key: "luck" }, h("h3", {}, _("Luck")), luck(state)),
    proof(state));
}

/** `mine`: null for who looks on, and for two at one screen. */
function headline(mine, outcome) {
  if (outcome.winner === null) return phrase("seat.drawn");
  if (mine === null) return fill(_("{side} has won"), { side: sideName(outcome.winner) });
  return outcome.winner === mine ? _("You have won") : _("You have lost");
}

/** Who has won sails on, by the light of the rising sun or, where it is not we, of the moon; the dearest that the other lost goes down. */
function scene(view, mine) {
  const { winner, reason, points } = view.outcome, glad = mine === null || mine === winner || winner === null;
  return h("div", { class: ["end-scene", glad ? "glad" : "sad"], key: "scene" },
    s("svg", { viewBox: "0 0 1040 96", preserveAspectRatio: "xMaxYMid slice", "aria-hidden": "true" },
      s("circle", { class: "end-light", cx: 760, cy: glad ? 66 : 26, r: glad ? 34 : 13 }),
      (FLAGSHIPS[winner] ?? FLAGSHIPS.map(([one]) => one)).map(([id, x, y, width]) => s("g", { key: id }, silhouette(cardOf(id) ?? { id }, x, y, width, 36))),
      winner !== null && sinking(halfOf(view, winner).victory),
      s("path", { class: "end-sea", d: `M0 68q13-3 26 0${"t26 0".repeat(39)}V96H0Z` })),
    h("p", { class: "reason" }, gameOver(winner, reason, points)));
}

/** Card, where it lies in the picture, and how wide. */
const FLAGSHIPS = [
  [["us/enterprise", 820, 34, 130], ["us/north-carolina-washington", 650, 38, 100]],
  [["jp/shokaku", 820, 34, 130], ["jp/hiei-kirishima", 650, 38, 100]],
];

function sinking(taken) {
  const ships = taken.map(([id, points]) => ({ card: cardOf(id), points })).filter(({ card }) => card?.type);
  const { card } = ships.reduce((most, one) => (one.points > most.points ? one : most), { card: null, points: -1 });
  return card && s("g", { key: "sinking", transform: "translate(560 66) rotate(-24)" }, silhouette(card, -60, -24, 104, 36));
}

/** A side: what it has scored, whether it has won, and what it has lost. */
function half(view, side, mine) {
  const { winner, points } = view.outcome, taken = halfOf(view, enemy(side)).victory;
  return h("section", { key: side, class: ["end-side", `side-${side}`, side === winner && "won"] },
    h("header", {}, nationSign(side), h("span", { class: "score-side" }, sideName(side), side === mine && ` (${_("you")})`),
      side === winner && h("span", { class: "winner" }, `★ ${_("Winner")}`),
      h("strong", {}, String(points[side])), h("span", {}, _("VP"))),
    h("h3", {}, fill(_("Lost by {side}"), { side: sideName(side) })),
    taken.length
      ? h("ul", { class: "lost-cards" }, taken.map(([id, worth], n) => h("li", { key: n },
        cardOf(id) && miniFace(cardOf(id)), h("span", {}, scoredText(cardOf(id), shortName(cardName(id)), worth)))))
      : h("p", {}, phrase("rows.nothing")));
}

/** @param {Page.State} state */
function proof(state) {
  const file = `ironbottom-${state.seat?.table ?? "game"}.ibss`;
  return h("section", { class: "proof", key: "proof", "aria-labelledby": "proof-title" },
    h("h3", { id: "proof-title" }, _("Was it a fair game?")),
    h("p", {}, _("The transcript holds every card, every die and every answer, signed. Anybody can check it without us:")),
    h("p", {}, h("code", { class: "command", tabindex: "0" }, `ironbottom verify ${file}`)),
    fault(state.endFault),
    h("button", { type: "button", on: { click: () => attempt(() => download(file)) } }, _("Download the transcript")),
    (state.seat?.place ?? -1) >= 0 && own(file.replace(/ibss$/, "record.jsonl")));
}

/** What only we have: it proves what we were shown, where it lies beside the transcript. */
function own(file) {
  return [
    h("button", { type: "button", key: "record", class: "quiet", on: { click: () => attempt(() => downloadRecord(file)) } },
      _("Download your own record")),
    h("p", { key: "why", class: "hint" },
      _("Beside the transcript your own record shows that this is the game that you were shown.")),
  ];
}

/** @param {Page.State} state */
function buttons(state) {
  const asked = wished(state), other = wishedFor(state);
  return [
    wishes(state),
    (state.seat?.place ?? -1) >= 0 && h("button",
      { type: "button", key: "again", class: "primary", "data-first": "", disabled: asked, "aria-describedby": "wishes",
      on: { click: () => attempt(rematch) } },
      goesOn(state.table?.terms) ? phrase(asked ? "campaign.next_asked" : "campaign.next_battle")
        : asked ? _("You have asked for a rematch") : other ? _("Yes, a rematch, sides swapped") : _("Rematch, sides swapped")),
    state.table?.whatif && h("button", { type: "button", key: "left", on: { click: () => back() } }, phrase("whatif.back")),
    h("button", { type: "button", key: "replay", on: { click: () => attempt(() => beginReplay({ table: state.seat?.table ?? "" })) } },
      _("Look at the whole game again")),
    h("button", { type: "button", key: "review", on: { click: () => attempt(() => beginReview({ table: state.seat?.table ?? "" })) } },
      _("Review")),
    h("button", { type: "button", key: "table", class: "quiet", on: { click: () => attempt(lookAtTable) } },
      _("Look at the table")),
    h("button", { type: "button", key: "leave", class: "quiet", on: { click: goHome } }, _("To the start page")),
  ];
}

/**
 * Who wants another game, which side is ours then, and whether the other is there to hear of it.
 * @param {Page.State} state
 */
function wishes(state) {
  const place = state.seat?.place ?? -1, seat = state.table?.seats[1 - place];
  if (place < 0 || state.side === null || !seat) return null;
  const name = clean(seat.name, 24), side = sideName(enemy(state.side));
  const who = wished(state)
    ? fill(seat.here ? _("It begins when {name} says yes.") : _("{name} is not here: your wish waits at this table."), { name })
    : wishedFor(state) && fill(_("{name} wants a rematch."), { name });
  const stays = goesOn(state.table?.terms) && phrase("campaign.stays", { side: sideName(state.side) });
  const words = [who, stays || fill(_("In a rematch you play {side}, by the same terms."), { side })];
  return h("p", { class: "wishes", id: "wishes", role: "status", key: "wishes" }, words.filter(Boolean).join(" "));
}

async function lookAtTable() {
  await openCards();
  close();
}

async function attempt(act) {
  try {
    await act();
    change({ endFault: "" });
  } catch (error) {
    change({ endFault: error.message });
  }
}

/** The end of a game: who won and why, what was lost, who was lucky, the proof of it all, and another game. */
import { h } from "../base/dom.js";
import { download, downloadRecord, rematch } from "../session/api.js";
import { enemy, gameOver, scoredText, sideName } from "../text/phrases.js";
import { luck } from "../text/luck.js";
import { cardName, cardOf, halfOf } from "../text/naming.js";
import { goHome } from "../session/home.js";
import { openCards } from "./open_cards.js";
import { change } from "../base/store.js";
import { _, fill } from "../base/language/words.js";
import { fault } from "../base/widgets/fields.js";
import { beginReplay } from "../base/later.js";
import { close, sheet } from "../base/widgets/sheet.js";
import { phrase } from "../base/language/vocabulary.js";

/**
 * The sheet.  It opens by itself when the game ends, and again from the tab "more".
 * @param {Page.State} state
 */
export function end(state) {
  const view = state.latest?.view, outcome = view?.outcome;
  if (!outcome) return null;
  return sheet("end", headline(state, outcome), { wide: true, foot: buttons(state) },
    h("p", { class: "reason", key: "reason" }, gameOver(outcome.winner, outcome.reason, outcome.points)),
    scores(outcome.points, state.side),
    h("div", { class: "two", key: "lost" }, [0, 1].map((side) => lost(view, side))),
    h("div", { key: "luck" }, h("h3", {}, _("Luck")), luck(state)),
    proof(state));
}

/** @param {Page.State} state */
function headline(state, outcome) {
  if (state.side === null) return fill(_("{side} has won"), { side: sideName(outcome.winner) });
  return outcome.winner === state.side ? _("You have won") : _("You have lost");
}

function scores(points, mine) {
  return h("div", { class: "scores", key: "scores" }, [0, 1].map((side) =>
    h("div", { class: ["score", `side-${side}`], key: side },
      h("span", { class: "score-side" }, sideName(side), side === mine && ` (${_("you")})`),
      h("strong", {}, String(points[side])), h("span", {}, _("VP")))));
}

function lost(view, side) {
  const taken = halfOf(view, enemy(side)).victory;
  return h("section", { key: side, class: `side-${side}` },
    h("h3", {}, fill(_("Lost by {side}"), { side: sideName(side) })),
    taken.length
      ? h("ul", { class: "plain" },
        taken.map(([card, points], n) => h("li", { key: n },
        scoredText(cardOf(card), cardName(card), points))))
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
  const place = state.seat?.place ?? -1, seats = state.table?.seats ?? [];
  const wished = place >= 0 && seats[place]?.rematch, other = place >= 0 && seats[1 - place]?.rematch;
  return [
    place >= 0 && h("button",
      { type: "button", key: "again", class: "primary", "data-first": "", disabled: wished,
      on: { click: () => attempt(rematch) } },
      wished ? _("You have asked for another game") : other ? _("Another game: the other side wants it") : _("Another game, sides swapped")),
    h("button", { type: "button", key: "replay", on: { click: () => attempt(() => beginReplay({ table: state.seat?.table ?? "" })) } },
      _("Look at the whole game again")),
    h("button", { type: "button", key: "table", class: "quiet", on: { click: () => attempt(lookAtTable) } },
      _("Look at the table")),
    h("button", { type: "button", key: "leave", class: "quiet", on: { click: goHome } }, _("To the start page")),
  ];
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

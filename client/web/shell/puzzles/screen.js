/** The screen of a puzzle: the table as the seat sees it; beside it what is asked, the answers, and what they are worth. */
import { h } from "../../base/dom.js";
import { list } from "../../base/widgets/fields.js";
import { _, fill, language } from "../../base/language/words.js";
import { phrase } from "../../base/language/vocabulary.js";
import { sideName } from "../../text/phrases.js";
import { promptText } from "../../table/question/words/names.js";
import { pull, tableWith } from "../table_screen.js";
import { answer, endPuzzles, next, ofKind, progress, reset, stateOfPuzzle } from "./puzzles.js";

/** What puzzles are about. */
const kinds = () => [
  ["tasks", _("task division")], ["target", _("target")], ["withdraw", _("withdraw or stay")], ["search", _("search plan")],
  ["landing", _("landing or not")], ["odds", _("estimating odds")],
];

const said = (words) => words?.[language()] || words?.en || "";
const percent = (chance) => phrase("chance.percent", { n: Math.round(100 * chance) });

/**
 * The whole screen.
 * @param {Page.State} state
 */
export function puzzleScreen(state) {
  return tableWith(stateOfPuzzle(state), h("aside", { class: ["side", "replaying", state.pulled && "pulled"], key: "side" },
    pull(state),
    beside(state.puzzle)));
}

function beside(puzzle) {
  const name = puzzle.hand ? said(puzzle.hand.title) : kinds().find(([kind]) => kind === puzzle.kind)?.[1];
  const done = puzzle.chosen >= 0;
  return h("section", { class: "replay-bar puzzle", key: puzzle.id, "aria-labelledby": "puzzle-title" },
    h("h2", { id: "puzzle-title", key: "title" }, name),
    h("p", { class: "hint", key: "which" }, fill(_("Puzzle {id}, rating {rating}"), { id: puzzle.id, rating: puzzle.rating })),
    puzzle.hand && h("p", { key: "situation" }, said(puzzle.hand.situation)),
    h("p", { key: "asked" }, asked(puzzle)),
    h("div", { class: "puzzle-answers", key: "answers", role: "group", "aria-labelledby": "puzzle-title" },
      puzzle.answers.map((one, n) => row(puzzle, one, n))),
    h("div", { role: "status", key: "verdict", class: "puzzle-verdict" }, done && verdict(puzzle)),
    h("div", { class: "row-buttons", key: "on" },
      h("button", { type: "button", key: "next", id: "puzzle-next", class: done ? "primary" : "quiet", on: { click: next } }, _("Next puzzle")),
      h("button", { type: "button", key: "end", class: "quiet", on: { click: endPuzzles } }, _("Close the puzzles"))),
    list("puzzle-kind", _("Kind"), [["", _("any")], ...kinds()], puzzle.wanted, ofKind),
    standing(puzzle));
}

function asked(puzzle) {
  const side = sideName(puzzle.view.viewer);
  if (puzzle.kind === "odds") return [h("strong", {}, fill(_("You are {side}."), { side })), " ", said(puzzle.ask)];
  return [h("strong", {}, fill(_("You are {side}."), { side })), " ", promptText(puzzle.view.question), " ", said(puzzle.ask), " ", phrase("puzzle.which")];
}

/** An answer; once one was given, with what it is worth. */
function row(puzzle, one, n) {
  const done = puzzle.chosen >= 0;
  const look = done && n === puzzle.best ? "best" : done && n === puzzle.chosen ? "given" : "";
  const worth = done && one.chance !== null && one.chance !== undefined ? ` · ${percent(one.chance)}` : "";
  return h("button", {
    type: "button", key: `a${n}`, class: ["puzzle-answer", look], "aria-disabled": String(done), "aria-pressed": String(n === puzzle.chosen),
    on: { click: () => answer(n) },
  }, h("kbd", {}, String(n + 1)), " ", said(one.words), worth);
}

function verdict(puzzle) {
  const right = puzzle.chosen === puzzle.best, best = puzzle.answers[puzzle.best], given = puzzle.answers[puzzle.chosen];
  const why = (n, one) => h("p", { key: `w${n}` }, puzzle.kind === "odds" ? said(one.why)
    : phrase("puzzle.speaks", { n: n + 1, why: said(one.why) }));
  return [
    h("p", { key: "right" }, h("strong", {}, right ? _("Right!") : phrase("puzzle.wrong", { n: puzzle.best + 1 }))),
    !right && puzzle.kind !== "odds" && h("p", { key: "chances" }, fill(_("Your answer wins {chance}, the best {best}, ± {error}."), {
      chance: percent(given.chance), best: percent(best.chance), error: phrase("chance.percent", { n: (100 * given.error).toFixed(1) }),
    })),
    why(puzzle.best, best),
    !right && puzzle.kind !== "odds" && said(given.why) !== said(best.why) && why(puzzle.chosen, given),
  ];
}

function standing(puzzle) {
  const { rating, attempts } = progress();
  const solved = attempts.filter((one) => one.solved).length;
  return h("div", { class: "puzzle-standing", key: "standing" },
    h("p", { class: "hint" }, fill(_("Your rating: {rating}. {tried} of {all} tried, {solved} solved at once."), {
      rating: Math.round(rating), tried: attempts.length, all: puzzle.all.length, solved,
    })),
    attempts.length > 0 && h("button", { type: "button", class: "quiet", key: "reset", on: { click: reset } }, _("Forget my rating")));
}

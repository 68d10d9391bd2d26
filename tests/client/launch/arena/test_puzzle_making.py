"""Puzzles are found the same from the same seed, kept game by game, and judged anew: one that is none is dropped."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from msgspec import json

from ironbottom.catalog import card_set
from ironbottom.client.bots.review.puzzles.estimating import AskedOdds
from ironbottom.client.bots.review.puzzles.finding import FoundPuzzle, Source, TriedAnswer, judged_again, puzzles_of
from ironbottom.client.bots.review.puzzles.solving.kinds import ODDS, WITHDRAW
from ironbottom.client.bots.review.puzzles.solving.puzzle import Puzzle
from ironbottom.client.bots.review.puzzles.solving.shelf import shelf
from ironbottom.client.bots.review.puzzles.trying import TrialGround
from ironbottom.client.launch.arena.training.puzzles import KEPT, LookedThrough, kept, main
from ironbottom.sight import view as view_of
from tests.support.lengths import by_night

CARDS = card_set("core")
TRIED = [one for one in shelf() if one.kind != ODDS]


def found(puzzle: Puzzle, answers: tuple[int, ...]) -> FoundPuzzle:
    """A shipped puzzle as it was found, with some of its answers."""
    tried = [puzzle.answers[i] for i in answers]
    given = tuple([TriedAnswer(one.answer, one.chance or 0.0, one.behind, one.error) for one in tried])
    at = puzzle.source
    return FoundPuzzle(puzzle.kind, at.seed, at.game, at.n, puzzle.view, given, puzzle.rollouts, (0, -1))


def of_odds() -> FoundPuzzle:
    """A puzzle about odds, as it was found: with all odds in its view."""
    one = next(each for each in shelf() if each.kind == ODDS)
    card, value, part = one.part
    assert one.exact is not None
    guess = AskedOdds(card, value, part, one.exact)
    assert one.view.viewer is not None
    here = TrialGround(CARDS).here(one.view, but_odds=True)
    assert here is not None
    view, at = view_of(here.sample(Random(0)), one.view.viewer), one.source
    return FoundPuzzle(ODDS, at.seed, at.game, at.n, view, (), 0, estimate=guess)


def close_pair() -> tuple[Puzzle, tuple[int, int]]:
    """The two answers that are nearest to each other of all puzzles, neither of them the best."""
    pairs = [
        (abs(a.behind - b.behind), one.id, (i, j))
        for one in TRIED for i, a in enumerate(one.answers) for j, b in enumerate(one.answers)
        if i < j and one.best not in (i, j)
    ]
    _, id_, pair = min(pairs)
    return next(one for one in TRIED if one.id == id_), pair


def test_what_is_no_puzzle_is_dropped() -> None:
    puzzle, pair = close_pair()
    assert judged_again(CARDS, [found(puzzle, pair)]) == []


@by_night
def test_what_is_one_stays_with_its_figures_of_today() -> None:
    puzzle = max(TRIED, key=lambda one: min(each.behind for i, each in enumerate(one.answers) if i != one.best))
    order = sorted(range(len(puzzle.answers)), key=lambda i: puzzle.answers[i].behind)
    [again] = judged_again(CARDS, [found(puzzle, tuple(order))])
    assert again.answers[0].answer == puzzle.answers[puzzle.best].answer
    assert [again] == judged_again(CARDS, [again])


@by_night
@pytest.mark.parametrize("seed", ["dusk", "night"])
def test_the_same_seed_finds_the_same(seed: str) -> None:
    source = Source(seed, CARDS, frozenset({ODDS, WITHDRAW}))
    assert puzzles_of(source, 1) == puzzles_of(source, 1)


def test_a_folder_is_judged_anew_once_and_a_line_that_was_cut_off_is_left_out(tmp_path: Path) -> None:
    before, out = tmp_path / "before", tmp_path / "out"
    before.mkdir()
    puzzle, pair = close_pair()
    games = [LookedThrough("test", 0, (of_odds(),)), LookedThrough("test", 1, (found(puzzle, pair),))]
    (before / KEPT).write_bytes(b"".join([json.encode(one) + b"\n" for one in games]) + b'{"seed": "te')
    asked = ["--again", str(before), "--out", str(out)]
    assert main(asked) == 0
    judged = sorted(kept(out / KEPT), key=lambda one: one.game)
    assert [(one.game, len(one.puzzles)) for one in judged] == [(0, 1), (1, 0)]
    size = (out / KEPT).stat().st_size
    assert main(asked) == 0
    assert (out / KEPT).stat().st_size == size


@pytest.mark.parametrize(("options", "said"), [
    (("--jobs", "0"), "--jobs with 1"),
    (("--set", "nosuch"), "nosuch: found no folder to read"),
    (("--out", f"{__file__}/below"), "can be no folder"),
])
def test_what_cannot_be_is_told_before_the_work_begins(
    options: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(options)
    assert said in capsys.readouterr().err

"""Every puzzle is judged once more by another seed; a wrong one is caught."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest
from msgspec.structs import replace

from ironbottom.catalog import card_set
from ironbottom.client.bots.review.puzzles.asking import alike
from ironbottom.client.bots.review.puzzles.solving.kinds import ODDS
from ironbottom.client.bots.review.puzzles.solving.puzzle import Puzzle
from ironbottom.client.bots.review.puzzles.solving.shelf import shelf
from ironbottom.client.bots.review.puzzles.trying import GAP, TrialGround
from ironbottom.question_odds import odds
from tests.support.lengths import so_many, some

TRIED = [one for one in shelf() if one.kind != ODDS]
GUESSED = [one for one in shelf() if one.kind == ODDS]
WORLDS = so_many("PUZZLE_WORLDS", 24, 400)  # of each puzzle
SURE = 4.0  # standard errors: among some hundred puzzles none is further off by chance


@pytest.fixture(scope="module")
def table() -> TrialGround:
    return TrialGround(card_set("core"))


def upheld(table: TrialGround, puzzle: Puzzle, label: str, *, as_deployed: bool = False) -> bool:
    """Whether the best answer is ahead of every other by the gap, as far as so many worlds can tell."""
    here = table.here(puzzle.view, as_deployed=as_deployed)
    assert here is not None, f"{puzzle.id}: no world looks like its view"
    answers = [one.given for one in puzzle.answers]
    trials = table.trials(here, answers, label)
    trials.go_on(WORLDS)
    best = trials.chances[puzzle.best]
    for i, chances in enumerate(trials.chances):
        gains = [a - b for a, b in zip(best, chances, strict=True)]
        mean = sum(gains) / len(gains)
        error = sqrt(sum((x - mean) ** 2 for x in gains) / (len(gains) - 1) / len(gains))
        if i != puzzle.best and mean + SURE * error < GAP:
            return False
    return True


@pytest.mark.parametrize("puzzle", some(TRIED, 4), ids=lambda one: one.id)
def test_another_seed_finds_the_same_best_answer(table: TrialGround, puzzle: Puzzle) -> None:
    assert upheld(table, puzzle, "checked again")


@pytest.mark.parametrize("puzzle", some(TRIED, 2), ids=lambda one: one.id)
def test_it_holds_where_ships_stand_as_players_put_them(table: TrialGround, puzzle: Puzzle) -> None:
    assert upheld(table, puzzle, "as deployed, again", as_deployed=True)


def test_a_planted_wrong_puzzle_is_caught(table: TrialGround) -> None:
    """The answer that is furthest behind, called the best."""
    one = max(TRIED, key=lambda each: max(other.behind for other in each.answers))
    worst = max(range(len(one.answers)), key=lambda i: one.answers[i].behind)
    assert not upheld(table, replace(one, best=worst), "planted")


@pytest.mark.parametrize("puzzle", some(GUESSED, 8), ids=lambda one: one.id)
def test_odds_are_those_of_a_world_that_looks_like_the_view(table: TrialGround, puzzle: Puzzle) -> None:
    card, value, part = puzzle.part
    view = puzzle.view
    assert view.question is not None
    assert view.viewer is not None
    here = table.here(view, but_odds=True)
    assert here is not None
    found = odds(here.sample(Random(1)), view.viewer)
    wanted = tuple(value) if isinstance(value, list) else value
    chance = next(one for one in found if one.card == card and one.value == wanted)
    assert getattr(chance, part) == pytest.approx(puzzle.exact)


def test_answers_in_another_order_and_searches_of_the_same_lines_say_the_same() -> None:
    one = next(each for each in TRIED if each.kind == "search")
    first = one.answers[0].given
    assert isinstance(first, dict)
    assert alike(one.question, first, dict(reversed(first.items())))
    assert not alike(one.question, first, one.answers[1].given)

"""The value by which luck is reckoned: a net that is told what is asked, and the luck that comes of it."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from ironbottom.catalog import card_set
from ironbottom.client.bots.value.baseline import Baseline, shipped_baseline
from ironbottom.client.bots.value.baseline.baseline import BASELINE_INPUTS, QUESTIONS, question
from ironbottom.client.bots.value.luck import Accounts
from ironbottom.client.bots.value.value import shipped_value
from ironbottom.client.bots.value.weights import Weights, parsed, row, shipped, written
from ironbottom.client.storage.card_sets import fought
from ironbottom.flow import Game
from ironbottom.rules import new_game
from ironbottom.windows import WINDOWS
from ironbottom.words import SIDES
from tests.support.lengths import some
from tests.support.players import at_random, seed

CORE = card_set("core")
NODES = shipped().hidden[0]


@cache
def unmoved(asked: str = "", more: float = 0.0) -> Baseline:
    """The value itself, where only one question adds something to each node."""
    added = {name: row([more if name == asked else 0.0] * NODES) for name in QUESTIONS}
    return Baseline(replace(shipped(), first={**shipped().first, **added}), shipped_value())


def positions(n: int, answers: int = 400) -> list[Game]:
    """Of a game at random, up to its end."""
    game, player, found = new_game(CORE, seed(n), log=False), at_random(Random(n)), list[Game]()
    while game.asked and len(found) < answers:
        found.append(game.clone())
        side = next(iter(game.asked))
        game.answer(side, player(game, side))
    return [*found, game]


def test_each_question_of_each_side_has_weights() -> None:
    assert len({*BASELINE_INPUTS}) == len(BASELINE_INPUTS)
    assert len(QUESTIONS) == len(SIDES) * len(WINDOWS)
    weights = shipped_baseline().weights
    assert tuple(weights.first) == BASELINE_INPUTS
    asked = {question(game) for n in range(3) for game in positions(n)[:-1]}
    assert len(asked) > 30
    assert asked <= {*QUESTIONS}
    learned = [name for name in QUESTIONS if any(float(one) for one in weights.first[name].split())]
    assert asked <= {*learned}


def test_where_no_question_adds_anything_it_is_the_value() -> None:
    for game in positions(4):
        assert unmoved().of_game(game) == shipped_value().of_game(game)


def test_a_question_moves_what_it_is_asked_in_and_nothing_else() -> None:
    found = positions(5)[:-1]
    asked = question(found[len(found) // 2])
    moved = {question(game) for game in found if unmoved(asked, 3.0).of_game(game) != unmoved().of_game(game)}
    assert moved == {asked}


def test_a_game_that_is_over_is_worth_its_result() -> None:
    over = positions(6, 10_000)[-1]
    assert over.outcome is not None
    assert shipped_baseline().of_game(over) == (over.outcome.winner == 0)


def test_a_battle_is_worth_what_the_value_says() -> None:
    game = new_game(fought("core", "cape-esperance"), seed(1), log=False)
    assert game.state.cards.battle is not None
    assert shipped_baseline().of_game(game) == shipped_value().of_game(game)


@pytest.mark.parametrize("n", some(range(40), 2))
def test_start_and_luck_and_skill_are_the_result(n: int) -> None:
    game, player = new_game(CORE, seed(n), log=False), at_random(Random(n))
    accounts = Accounts(shipped_baseline(), game, b"baseline %d" % n, 4, 4)
    while game.asked:
        side = next(iter(game.asked))
        accounts.answer(game, side, player(game, side))
    found = accounts.reckoning()
    assert game.outcome is not None
    assert found.result == (game.outcome.winner == 0)
    assert abs(found.start + sum(found.luck.values()) + sum(found.skill) - found.result) < 1e-9


def test_its_file_holds_what_it_says() -> None:
    weights: Weights = shipped_baseline().weights
    text = written(weights)
    assert parsed("weights.yaml", text, BASELINE_INPUTS) == weights

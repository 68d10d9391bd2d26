"""The value by which luck is reckoned: a net that is told what is asked, and the luck that comes of it."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from ironbottom.catalog import card_set
from ironbottom.client.bots.value.baseline import Baseline, shipped_baseline
from ironbottom.client.bots.value.baseline.baseline import (
    AFTER_POINTS,
    BASELINE_INPUTS,
    LEADS,
    QUESTIONS,
    question,
    settled,
    told,
)
from ironbottom.client.bots.value.features import INPUTS, LONG, tie, turns_left
from ironbottom.client.bots.value.luck import Accounts
from ironbottom.client.bots.value.value import shipped_value
from ironbottom.client.bots.value.weights import Weights, parsed, row, shipped, written
from ironbottom.client.storage.card_sets import fought
from ironbottom.flow import Game
from ironbottom.options import OPTIONAL_RULES, options
from ironbottom.printed import CardSet
from ironbottom.rules import new_game
from ironbottom.rules.effects import WINDOWS_OF_EVENTS
from ironbottom.windows import WINDOWS
from ironbottom.words import SIDES, Side
from tests.support.lengths import some
from tests.support.players import at_random, seed

CORE = card_set("core")
FEVER = "victory-fever"  # §23.17
NODES = shipped().hidden[0]


@cache
def unmoved(asked: str = "", more: float = 0.0) -> Baseline:
    """The value itself, where only one question or lead adds something to each node."""
    added = {name: row([more if name == asked else 0.0] * NODES) for name in (*LEADS, *QUESTIONS)}
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


def test_where_no_question_adds_anything_it_is_the_value_until_the_game_is_settled() -> None:
    for game in positions(4):
        if game.outcome is not None or not settled(game, told(game.state)):
            assert unmoved().of_game(game) == shipped_value().of_game(game)


def test_who_is_ahead_is_told_by_points_and_ties_and_how_near_the_end_is() -> None:
    for game in positions(7, 10_000)[:-1]:
        found = dict(zip((*INPUTS, *LEADS), told(game.state), strict=True))
        us, jp = [forces.points for forces in game.state.forces]
        assert found["ahead"] == (1.0 if us > jp or (us == jp and tie(game.state) is Side.US) else -1.0)
        left = 0 if game.state.setting_up else min(LONG, turns_left(game.state))
        assert found["ahead_soon"] == pytest.approx(found["ahead"] / (1 + left))
        assert found["lead_soon"] == pytest.approx(found["lead"] / (1 + left))
        assert found["ahead_last"] == (0.0 if left else found["ahead"])
        assert found["lead_last"] == (0.0 if left else found["lead"])


def ends_as_settled(cards: CardSet, games: int) -> int:
    """In how many of these games a settled position came; each of them has to end so."""
    ends = 0
    for n in range(games):
        game, player, worth = new_game(cards, seed(n), log=False), at_random(Random(n)), list[float]()
        while game.asked:
            if settled(game, told(game.state)):
                worth.append(shipped_baseline().of_game(game))
            side = next(iter(game.asked))
            game.answer(side, player(game, side))
        assert game.outcome is not None
        assert {*worth} <= {float(game.outcome.winner == 0)}
        ends += bool(worth)
    return ends


@pytest.mark.parametrize("cards", [CORE, card_set("full")], ids=["core", "full"])
def test_a_settled_game_ends_as_it_is_settled(cards: CardSet) -> None:
    """§11.2  In the return of the last turn, whatever is answered after it."""
    assert ends_as_settled(cards, 40) >= 10


@pytest.mark.parametrize("word", some([rule.word for rule in OPTIONAL_RULES if rule.word != FEVER], 2))
def test_it_does_so_with_any_optional_rule(word: str) -> None:
    """§23"""
    assert ends_as_settled(replace(CORE, options=options((word,))), 10) >= 1


def test_no_event_is_played_in_a_settled_game() -> None:
    assert not WINDOWS_OF_EVENTS & AFTER_POINTS


def test_no_game_is_settled_whose_end_may_be_put_off() -> None:
    """§23.17"""
    fever = replace(CORE, options=options((FEVER,)))
    for n in range(12):
        game, player = new_game(fever, seed(n), log=False), at_random(Random(n))
        while game.asked:
            assert not settled(game, told(game.state))
            side = next(iter(game.asked))
            game.answer(side, player(game, side))


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

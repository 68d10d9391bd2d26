"""Luck and skill of whole games: their sum, their mean, and what is no luck."""

from __future__ import annotations

from random import Random
from statistics import fmean, stdev

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.bots.value.features import keeping
from ironbottom.client.bots.value.luck import KIND_OF, KINDS, Accounts, Fresh, refresh
from ironbottom.client.bots.value.value import shipped_value
from ironbottom.dice import Stream
from ironbottom.flow import Game
from ironbottom.rules import new_game
from ironbottom.state import State
from ironbottom.windows import WINDOWS
from ironbottom.words import SIDES
from tests.support.lengths import so_many, some
from tests.support.players import at_random, seed

MANY = so_many("LUCKS", 16, 400)  # games over which luck must be nothing on the mean
CORE = card_set("core")


def followed(n: int, trials: int = 4, fresh: Fresh | None = None) -> tuple[Game, Accounts]:
    game, player = new_game(CORE, seed(n), log=False), at_random(Random(n))
    accounts = Accounts(shipped_value(), game, b"luck %d" % n, trials, 4, fresh)
    while game.asked:
        side = next(iter(game.asked))
        accounts.answer(game, side, player(game, side))
    return game, accounts


@pytest.mark.parametrize("n", some(range(40), 4))
def test_start_and_luck_and_skill_are_the_result(n: int) -> None:
    game, accounts = followed(n)
    found = accounts.reckoning()
    assert game.outcome is not None
    assert found.result == (game.outcome.winner == 0)
    assert abs(found.start + sum(found.luck.values()) + sum(found.skill) - found.result) < 1e-9
    assert abs(found.adjusted - found.start - sum(found.skill)) < 1e-9
    assert abs(sum(found.luck_by) + found.luck["deal"] - sum(found.luck.values())) < 1e-9
    assert tuple(found.luck) == KINDS
    assert sum([bool(found.luck[kind]) for kind in KINDS]) > 4


def test_the_game_is_the_same_as_if_nobody_had_reckoned() -> None:
    game, _accounts = followed(5)
    alone, player = new_game(CORE, seed(5), log=False), at_random(Random(5))
    while alone.asked:
        side = next(iter(alone.asked))
        alone.answer(side, player(alone, side))
    assert (alone.outcome, alone.answers, alone.state.dice) == (game.outcome, game.answers, game.state.dice)


def test_the_same_seed_reckons_the_same_and_another_one_not() -> None:
    assert followed(6)[1].entries == followed(6)[1].entries
    game, player = new_game(CORE, seed(6), log=False), at_random(Random(6))
    other = Accounts(shipped_value(), game, b"another", 4, 4)
    while game.asked:
        side = next(iter(game.asked))
        other.answer(game, side, player(game, side))
    assert other.entries != followed(6)[1].entries


def test_where_chance_says_nothing_there_is_no_luck() -> None:
    _game, accounts = followed(7)
    still = [entry for entry in accounts.entries if not entry.luck]
    assert len(still) > len(accounts.entries) / 4
    assert {kind for entry in accounts.entries for kind, _amount in entry.luck} <= set(KINDS)
    assert all(entry.window in WINDOWS for entry in accounts.entries)
    assert set(KIND_OF) <= set(WINDOWS)


def test_fresh_chance_changes_what_is_to_come_and_nothing_else() -> None:
    game = new_game(CORE, seed(8), log=False)
    trial = game.clone()
    refresh(trial.state, Random(1))
    assert trial.state.dice != game.state.dice
    for side in SIDES:
        before, after = game.forces[side], trial.forces[side]
        assert sorted(card.id for card in after.air_deck) == sorted(card.id for card in before.air_deck)
        assert after.air_deck != before.air_deck
        assert sorted(card.id for card in after.fleet_deck) == sorted(card.id for card in before.fleet_deck)
        assert (after.hand, after.formations, after.bases) == (before.hand, before.formations, before.bases)
    kept = game.clone()
    refresh(kept.state, Random(1), False)
    assert kept.state.dice == game.state.dice


def stacked(state: State, rng: Random, dice: bool) -> None:
    """Fresh chance that is not as likely as that of the game: the US draw their best cards last."""
    refresh(state, rng, dice)
    forces = state.forces[0]
    forces.air_deck = tuple(sorted(forces.air_deck, key=keeping, reverse=True))


def away(fresh: Fresh | None) -> float:
    """How many standard errors the luck with cards is from nothing on the mean."""
    luck = [followed(1000 + n, 2, fresh)[1].reckoning().luck["cards"] for n in range(MANY)]
    error: float = stdev(luck) / len(luck) ** 0.5
    return abs(fmean(luck)) / error


def test_luck_is_nothing_on_the_mean() -> None:
    lucks = [followed(2000 + n, 2)[1].reckoning() for n in range(MANY)]
    sums = [sum(found.luck.values()) for found in lucks]
    assert abs(fmean(sums)) < 4 * stdev(sums) / len(sums) ** 0.5


def test_chance_that_is_not_as_likely_is_caught() -> None:
    """The planted fault: what is tried instead is another order of the deck."""
    assert away(None) < 3.5 < away(stacked)


def test_the_streams_of_trials_are_no_streams_of_the_game() -> None:
    game = new_game(CORE, seed(9), log=False)
    trial = game.clone()
    refresh(trial.state, Random(2))
    assert isinstance(trial.state.dice, Stream)
    assert isinstance(game.state.dice, Stream)
    assert trial.state.dice.key != game.state.dice.key

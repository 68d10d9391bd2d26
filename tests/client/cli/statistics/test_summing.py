"""Sums over made-up games, reckoned by hand."""

from __future__ import annotations

import pytest

from ironbottom.client.cli.statistics.figures import (
    CardFigures,
    CountedGame,
    DiceFigures,
    FirstFleet,
    GameFigures,
    SectionFigures,
    SkillFigures,
)
from ironbottom.client.cli.statistics.summing import FEW, STEPS, CardSums, GamesWanted, WonOf, over_time, summed


def made(n: int, won: bool, *, side: str = "US", opponent: str = "mate", loss: float | None = None) -> CountedGame:
    """The n-th game."""
    fleet = FirstFleet(front=("us/a",), middle=("us/b",), formations=1)
    cards = (CardFigures("us/a", 2, 1, 3.0), CardFigures("us/e", played=True))
    dice = (DiceFigures(10, 6, 5.0), DiceFigures(8, 3, 4.0))
    own = GameFigures(str(n), n, side, opponent, True, "core", won, "time-up", (3, 2), 9, fleet, cards, dice, "")
    skill = None if loss is None else SkillFigures({"sea": SectionFigures(2, loss)}, 0.25)
    return CountedGame(f"{n}.ibss", own, skill)


GAMES = [
    made(1, True), made(2, False, side="JP", loss=0.1), made(3, True, opponent="Bob", loss=0.3),
    made(4, True, loss=0.0),
]


def test_results() -> None:
    sums = summed(GAMES)
    assert sums.score == WonOf(4, 3)
    assert sums.by_side == {"US": WonOf(3, 3), "JP": WonOf(1, 0)}
    assert [*sums.by_opponent.items()] == [("mate", WonOf(3, 2)), ("Bob", WonOf(1, 1))]
    assert sums.reasons == {"time-up": WonOf(4, 3)}
    assert sums.fronts == {1: WonOf(4, 3)}
    assert sums.first_cards == [("us/a", "front", WonOf(4, 3)), ("us/b", "behind", WonOf(4, 3))]
    assert sums.cards == [CardSums("us/a", WonOf(4, 3), 8, 4, 12.0), CardSums("us/e", WonOf(4, 3), 0, 0, 0.0)]


def test_losses_and_luck() -> None:
    sums = summed(GAMES)
    assert sums.sections == {"sea": SectionFigures(6, 0.4)}
    [step] = sums.over_time
    assert (step.first, step.last, step.reviewed, step.decisions) == (1, 4, 3, 6)
    assert step.mean_loss == pytest.approx(0.4 / 6)
    assert sums.luck.balance == pytest.approx(4 * 2.0)
    assert (sums.luck.reviewed, sums.luck.chance) == (3, 0.75)


def test_nothing_at_all() -> None:
    sums = summed([])
    assert (sums.score, sums.over_time, sums.cards, sums.score.share) == (WonOf(), [], [], 0.0)


@pytest.mark.parametrize("n", [1, FEW, FEW + 1, FEW * STEPS, FEW * STEPS + 1, 1_000])
def test_time_goes_on_in_equal_steps(n: int) -> None:
    steps = over_time([made(at, True) for at in range(n)])
    assert len(steps) <= STEPS
    assert [one.first for one in steps] == [1, *[one.last + 1 for one in steps[:-1]]]
    assert steps[-1].last == n
    assert sum(one.score.games for one in steps) == n


def test_an_error_is_never_nothing() -> None:
    assert WonOf(4, 4).error > WonOf(40, 40).error > 0
    assert WonOf(4, 2).error == pytest.approx((0.25 / 6) ** 0.5)


@pytest.mark.parametrize(("wanted", "kept"), [
    (GamesWanted(), [1, 2, 3, 4]), (GamesWanted(side="JP"), [2]), (GamesWanted(opponent="BO"), [3]),
    (GamesWanted(opponent="ob"), []), (GamesWanted(since=3), [3, 4]), (GamesWanted("US", "mate", 2), [4]),
])
def test_which_games_are_wanted(wanted: GamesWanted, kept: list[int]) -> None:
    assert [one.figures.at for one in GAMES if wanted.takes(one)] == kept

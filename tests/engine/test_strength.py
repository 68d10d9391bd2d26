"""Strength and the worth of a side: figures worked out by hand, and leagues whose truth is known."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log, log10, sqrt
from random import Random
from typing import NamedTuple

import pytest

from ironbottom.strength import POINTS, Estimate, League, RatedGame
from tests.support.lengths import LEAGUES, NIGHT, some


def pairs(us: tuple[int, int], jp: tuple[int, int]) -> list[RatedGame]:
    """Games of 0 against 1: so many won and lost as the US, so many as Japan; each from a deal of its own."""
    own = [won for won, n in zip((True, False), us, strict=True) for _ in range(n)]
    other = [not won for won, n in zip((True, False), jp, strict=True) for _ in range(n)]
    return [
        *[RatedGame(0, 1, won, f"us {n}") for n, won in enumerate(own)],
        *[RatedGame(1, 0, won, f"jp {n}") for n, won in enumerate(other)],
    ]


def of_two(games: list[RatedGame]) -> tuple[Estimate, Estimate]:
    """How much stronger 0 is than 1, and the side."""
    league = League(games, 2)
    difference, side = league.above(1)[0], league.side()
    assert difference is not None
    assert side is not None
    return difference, side


# by hand


def test_a_bot_against_itself_tells_of_the_side_alone() -> None:
    """Half a game is added to either end: 7.5 to 3.5."""
    league = League([RatedGame(0, 0, n < 7, str(n)) for n in range(10)], 1)
    side = league.side()
    assert side is not None
    assert side.points == pytest.approx(400 * log10(7.5 / 3.5), abs=1e-4)
    assert league.above(0) == [None]


def test_its_interval_ends_where_the_likelihood_has_fallen_so_far() -> None:
    side = League([RatedGame(0, 0, n < 7, str(n)) for n in range(10)], 1).side()
    assert side is not None

    def height(points: float | None) -> float:
        assert points is not None
        p = 1 / (1 + exp(-points / POINTS))
        return 7 * log(p) + 3 * log(1 - p) + log(10 * p * (1 - p)) / 2

    for end in (side.low, side.high):
        assert 2 * (height(side.points) - height(end)) == pytest.approx(3.8415, abs=1e-3)


def test_two_players_with_a_side() -> None:
    """As US 0 has won 12 of 20, as Japan 16 of 20: strength and side lie half way between the two."""
    difference, side = of_two(pairs((12, 8), (16, 4)))
    as_us, as_jp = 400 * log10(12.5 / 8.5), 400 * log10(16.5 / 4.5)
    assert difference.points == pytest.approx((as_us + as_jp) / 2, abs=1e-4)
    assert side.points == pytest.approx((as_us - as_jp) / 2, abs=1e-4)


def test_a_side_is_no_skill() -> None:
    """Who had the better side in nearly all his games is no better by that."""
    difference, side = of_two(pairs((60, 20), (1, 3)))
    assert abs(difference.points) < 40 < side.points
    assert difference.low is not None
    assert difference.low < 0


def test_the_order_of_the_games_changes_nothing_at_all() -> None:
    games = league_of("three", Random(1))
    mixed = list(games)
    Random(2).shuffle(mixed)
    assert [League(mixed, 3).above(n) for n in range(3)] == [League(games, 3).above(n) for n in range(3)]
    assert League(mixed, 3).side() == League(games, 3).side()


def test_whoever_is_the_zero_the_differences_are_the_same() -> None:
    league = League(league_of("three", Random(1)), 3)
    one, other = league.above(0)[1], league.above(1)[0]
    assert one is not None
    assert other is not None
    assert league.differences()[0, 1] == one
    assert league.differences()[1, 0] == one.turned()
    assert league.differences()[1, 2] == league.above(1)[2]
    for found, turned in zip(one, (other.points, other.high, other.low), strict=True):
        assert found == pytest.approx(-(turned or 0), abs=0.01)


# what has no bound


def test_who_never_lost_has_no_bound_above() -> None:
    difference, side = of_two(pairs((40, 0), (40, 0)))
    assert difference.points == pytest.approx(763, abs=1)
    assert difference.low == pytest.approx(502, abs=1)
    assert difference.high is None
    assert (side.low, side.high) == (None, None)  # every game was as good as over before it began


def test_a_side_that_never_lost_hides_who_is_better() -> None:
    difference, side = of_two(pairs((40, 0), (0, 40)))
    assert (difference.low, difference.high, side.high) == (None, None, None)
    assert side.low == pytest.approx(502, abs=1)


def test_who_lost_to_whom_another_beat_is_bounded_by_him() -> None:
    """0, 1 and 2 have beaten each other in a ring, from both sides; 3 has never lost."""
    ring = [(0, 1), (1, 2), (2, 0)]
    games = [RatedGame(*seats, won, "") for pair in ring for seats, won in ((pair, True), (pair[::-1], False))]
    games += [RatedGame(*seats, seats[0] == 3, "") for one in range(3) for seats in ((3, one), (one, 3))]
    above = League([game._replace(deal=str(n)) for n, game in enumerate(games)], 4).above(0)
    bounds = [None if one is None else (one.low is not None, one.high is not None) for one in above]
    assert bounds == [None, (True, True), (True, True), (True, False)]


def test_too_few_games_tell_nothing() -> None:
    assert League([], 3).above(0) == [None, None, None]
    assert League([], 3).side() is None
    one = League([RatedGame(0, 1, True, "a")], 2)
    assert (one.above(0), one.side()) == ([None, None], None)


# distinct deals


@pytest.mark.parametrize("again", [RatedGame(0, 1, False, "7"), RatedGame(0, 2, True, "7"), RatedGame(2, 2, True, "7")])
def test_a_deal_that_is_played_twice_is_caught(again: RatedGame) -> None:
    """By the same two with the same sides, or by others: one of them knows it, or it counts twice."""
    games = [RatedGame(0, 1, True, "7"), RatedGame(1, 0, True, "7"), RatedGame(0, 2, True, "8")]
    League(games, 3)
    with pytest.raises(ValueError, match="deal 7 was played twice"):
        League([*games, again], 3)


def test_who_meets_himself_plays_no_deal_from_both_sides() -> None:
    with pytest.raises(ValueError, match="deal 1 was played twice"):
        League([RatedGame(0, 0, True, "1"), RatedGame(0, 0, False, "1")], 1)


# leagues


class TrueLeague(NamedTuple):
    """Strengths above the first player's, the side, deals of each two players, how far the games of one go together.

    Of two games from one deal such a share is decided by the same throw: below 0 it is for a player, above for a side.
    """

    strengths: tuple[float, ...]
    side: float
    deals: Callable[[int, int], int]
    alike: Callable[[int, int], float]


TRUE = {
    "independent": TrueLeague((0.5, -0.5), 0.3, lambda i, j: 40, lambda i, j: 0),
    "three": TrueLeague((0.5, -0.5), 0.3, lambda i, j: 40, lambda i, j: -0.7),
    "the deal decides which side wins": TrueLeague((0.5, -0.5), 0.8, lambda i, j: 40, lambda i, j: 0.6),
    "a strong side, one nearly unbeatable, unequal numbers": TrueLeague(
        (0.4, 1.0, 5.0), 0.8, lambda i, j: (50, 20, 30, 40, 25, 60)[i + j], lambda i, j: (-0.6, 0.0, 0.5)[(i + j) % 3],
    ),
    "few games": TrueLeague((0.3, -1.0, 0.6), -0.5, lambda i, j: 10, lambda i, j: -0.5),
    "two": TrueLeague((0.4,), 0.5, lambda i, j: 40, lambda i, j: -0.6),
    "two, one nearly unbeatable": TrueLeague((4.0,), 0.5, lambda i, j: 60, lambda i, j: -0.3),
}


def drawn(name: str, rng: Random) -> tuple[list[float], list[RatedGame]]:
    """A league near this one, so that no figure hangs on single numbers of games; 1 of 20 deals lacks a game."""
    true = TRUE[name]
    strengths = [0.0, *[one + rng.uniform(-1, 1) * (1 if one > 2.5 else 0.25) for one in true.strengths]]
    games: list[RatedGame] = []
    for j in range(len(strengths)):
        for i in range(j):
            chance = [1 / (1 + exp(-(by + true.side))) for d in [strengths[i] - strengths[j]] for by in (d, -d)]
            alike = true.alike(i, j)
            for n in range(true.deals(i, j)):
                first, second = rng.random(), rng.random()
                if rng.random() < abs(alike):
                    second = first if alike > 0 else 1 - first
                games.append(RatedGame(i, j, first < chance[0], f"{i} {j} {n}"))
                if rng.random() >= 0.05:
                    games.append(RatedGame(j, i, second < chance[1], f"{i} {j} {n}"))
    return strengths, games


def league_of(name: str, rng: Random) -> list[RatedGame]:
    return drawn(name, rng)[1]


def held(name: str, leagues: int, *, by_deal: bool = True) -> list[float]:
    """Of each strength and the side: in what share of the leagues the interval held the truth."""
    rng, count = Random(name), [0] * (len(TRUE[name].strengths) + 1)
    for _ in range(leagues):
        strengths, games = drawn(name, rng)
        if not by_deal:
            games = [game._replace(deal=str(n)) for n, game in enumerate(games)]
        league = League(games, len(strengths))
        found = [*league.above(0)[1:], league.side()]
        for n, (one, true) in enumerate(zip(found, [*strengths[1:], TRUE[name].side], strict=True)):
            assert one is not None
            low, high = [far if end is None else end for end, far in ((one.low, -1e9), (one.high, 1e9))]
            count[n] += low <= POINTS * true <= high
    return [n / leagues for n in count]


@pytest.mark.parametrize("name", some(TRUE, 1))
def test_the_interval_holds_the_truth_in_95_of_100_leagues(name: str) -> None:
    """By night each of them; a push has too few leagues for that, and takes all of a league together."""
    shares = held(name, LEAGUES)
    assert 0.93 <= sum(shares) / len(shares) <= 0.97
    if NIGHT:
        assert all(0.93 <= share <= 0.97 for share in shares), shares


@pytest.mark.parametrize("name", ["three", "the deal decides which side wins"])
def test_counting_each_game_by_itself_would_not_do(name: str) -> None:
    """That this is found out shows that the leagues above can fail: too few of the one, too many of the other."""
    *strengths, side = held(name, LEAGUES // 2, by_deal=False)
    too_few, too_many = (strengths, [side]) if name == "three" else ([side], strengths)
    assert sum(too_few) / len(too_few) < 0.92
    assert sum(too_many) / len(too_many) > 0.965


def test_the_standard_error_is_that_of_the_games() -> None:
    """Of 400 independent games with the sides even: 2 / sqrt(400) in the unit of the model."""
    difference, _ = of_two(pairs((100, 100), (100, 100)))
    assert difference.low is not None
    assert difference.high is not None
    assert difference.high - difference.low == pytest.approx(2 * 1.96 * POINTS * 2 / sqrt(400), rel=0.02)

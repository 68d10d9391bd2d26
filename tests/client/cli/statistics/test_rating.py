"""How strong a player is, by simulated games whose truth is known."""

from __future__ import annotations

from math import exp
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from ironbottom.client.cli.statistics.figures import CountedGame, DiceFigures, FirstFleet, GameFigures
from ironbottom.client.cli.statistics.rating import LEAST, GameAgainst, rating, strength, tells
from ironbottom.client.text.people.rungs import rung_strength
from ironbottom.strength import POINTS
from tests.support.lengths import RATED

NINETY_FIVE = 0.95


def simulated(rng: Random, true: float, n: int, side: float = 0.0, given: float = 0.0) -> list[GameAgainst]:
    """Games of a player of this strength against bots that are near it; `side`: what the US is worth."""
    found = []
    for _game in range(n):
        other, us = true + rng.uniform(-250, 250), rng.random() < 0.5
        lead = side + given
        p = 1 / (1 + exp(-(true - other + (lead if us else -lead)) / POINTS))
        found.append(GameAgainst(other, us, rng.random() < p, given))
    return found


@pytest.mark.parametrize(("n", "side", "given"), [(12, 0, 0), (40, 0, 0), (40, 60, 0), (40, 0, 180)])
def test_a_player_of_known_strength_is_rated_within_the_interval(n: int, side: float, given: float) -> None:
    """95 of 100 times, within three standard errors of that share over so many lives."""
    rng, hit = Random(f"rated {n} {side} {given}"), 0
    for _life in range(RATED):
        true = rng.uniform(100, 1200)
        found = rating(simulated(rng, true, n, side, given)).estimate
        assert found is not None
        hit += (found.low is None or found.low <= true) and (found.high is None or true <= found.high)
    assert abs(hit / RATED - NINETY_FIVE) <= 3 * (NINETY_FIVE * (1 - NINETY_FIVE) / RATED) ** 0.5 + 0.01


def test_many_games_come_near_and_few_have_no_figure() -> None:
    rng = Random(1)
    near = rating(simulated(rng, 700, 600)).estimate
    assert near is not None
    assert near.points == pytest.approx(700, abs=60)
    assert near.low is not None
    assert near.high is not None
    assert near.high - near.low < 120
    few = rating(simulated(rng, 700, LEAST - 1))
    assert (few.estimate, few.games, few.missing) == (None, LEAST - 1, 1)


def test_who_has_won_all_has_a_least_and_no_most() -> None:
    won = rating([GameAgainst(314, n % 2 == 0, True) for n in range(10)]).estimate
    lost = rating([GameAgainst(1028, True, False) for _n in range(10)]).estimate
    assert won is not None
    assert lost is not None
    assert (won.high, lost.low) == (None, None)
    assert won.low is not None
    assert lost.high is not None
    assert won.low > 314
    assert lost.high < 1028


def test_a_draw_is_half_a_game_won() -> None:
    """Fifty draws tell as much of who is stronger as 25 games won and 25 lost."""
    drawn = rating([GameAgainst(600, n % 2 == 0, 0.5) for n in range(50)]).estimate
    mixed = rating([GameAgainst(600, n % 2 == 0, float(n % 4 < 2)) for n in range(52)]).estimate
    assert drawn is not None
    assert mixed is not None
    assert drawn.points == pytest.approx(mixed.points, abs=1)
    games = [played(n, won=False, reason="agreed") for n in range(20)]
    found = strength(games).own.estimate
    assert found is not None
    assert found.points == pytest.approx(rung_strength("ensign"), abs=1)


def test_rules_that_help_are_reckoned_in() -> None:
    """Half of the games with a head start of 200 points is no equal."""
    games = [GameAgainst(600, True, n % 2 == 0, 200) for n in range(100)]
    found = rating(games).estimate
    assert found is not None
    assert found.points == pytest.approx(400, abs=25)


def played(n: int, *, opponent: str = "ensign", bot: bool = True, won: bool = True, **more: Any) -> CountedGame:
    side, dice = "US" if n % 2 else "JP", (DiceFigures(), DiceFigures())
    own = GameFigures(
        str(n), n, side, opponent, bot, "core", won, "time-up", (3, 2), 9, FirstFleet(), (), dice, "",
    )
    return CountedGame(f"{n}.ibss", replace(own, **more))


def test_bots_of_the_ladder_count_and_people_are_compared() -> None:
    games = [played(n, won=n % 4 < 2) for n in range(12)]
    games += [played(n, opponent="light") for n in range(20, 40)]  # whose strength nobody has stated
    games += [played(n, opponent="Ben", bot=False, won=n % 4 < 3) for n in range(40, 60)]
    games += [played(n, opponent="ensign", bot=False, won=False) for n in range(60, 63)]  # a person of that name
    found = strength(games)
    assert found.own.games == 12
    assert found.own.estimate is not None
    assert found.own.estimate.points == pytest.approx(rung_strength("ensign"), abs=1)
    assert [*found.people] == ["Ben", "ensign"]
    ben = found.people["Ben"].estimate
    assert ben is not None
    assert ben.points > 100
    assert found.people["ensign"].estimate is None


@pytest.mark.parametrize("more", [
    {"battle": True}, {"practice": True}, {"shared": True}, {"options": ("bid",)}, {"options": ("radar", "open-table")},
])
def test_what_tells_of_something_else_does_not_count(more: dict[str, Any]) -> None:
    assert tells(played(1, options=("us-head-start:5", "radar")).figures)
    assert not tells(played(1, **more).figures)
    assert strength([played(n, **more) for n in range(30)]).own.games == 0

"""The share of games without their luck: its mean, its interval, and what is planted in it."""

from __future__ import annotations

from random import Random

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.bots.value.luck import KINDS, Reckoning
from ironbottom.client.launch.arena.adjusted import adjusted
from ironbottom.client.launch.arena.in_process import Result, Series, play_numbered
from ironbottom.words import Side


def reckoned(n: int, won: bool, luck: float) -> Result:
    """A game whose whole luck was with cards; deals are played from both sides."""
    us, jp = ("a", "b") if n % 2 == 0 else ("b", "a")
    kinds = {**dict.fromkeys(KINDS, 0.0), "cards": luck}
    found = Reckoning(0.5, float(won), kinds, (0.0, 0.0), (float(won) - 0.5 - luck, 0.0))
    winner = Side.US if won else Side.JP
    return Result(n, f"{n // 2}", us, jp, winner, "time-up", (0, 0), 10, 100, ((), ()), (0, 0), found)


def lucky(n: int, share: float, planted: float = 0.0) -> list[Result]:
    """Games of which luck alone decides who wins, as far as it goes; `planted`: luck that is none."""
    rng, found = Random(n), []
    for game in range(n):
        luck = rng.uniform(-share, share)
        won = rng.random() < 0.5 + luck
        found.append(reckoned(game, won, luck + planted))
    return found


def test_without_reckoning_there_is_nothing_to_tell() -> None:
    assert adjusted([reckoned(0, True, 0.0)._replace(luck=None)], "a") is None


def test_luck_is_taken_off_whoever_had_it() -> None:
    found = adjusted([reckoned(0, True, 0.25), reckoned(1, True, 0.25)], "a")
    assert found is not None
    assert found.rate == pytest.approx(((1 - 0.25) + (1 - (1 - 0.25))) / 2)
    assert found.plain == 0.5
    assert found.luck["cards"] == 0  # once with him, once against him
    alone = adjusted([reckoned(0, True, 0.25)], "a")
    assert alone is not None
    assert (alone.rate, alone.luck["cards"], alone.worth) == (0.75, 0.25, None)


def test_the_interval_narrows_by_as_much_as_luck_explains() -> None:
    none, much = adjusted(lucky(2000, 0.0), "a"), adjusted(lucky(2000, 0.5), "a")
    assert none is not None
    assert much is not None
    assert none.worth == pytest.approx(2000, rel=0.01)
    assert much.worth is not None
    assert 2600 < much.worth < 3500  # luck explains a third of what varies
    assert much.low < 0.5 < much.high
    assert much.high - much.low == pytest.approx(2 * 1.96 * much.error, rel=1e-3)
    assert abs(much.rate - much.plain) < 4 * much.difference_error


def test_luck_that_is_none_is_caught() -> None:
    """The planted fault favours one side; one that is the same for both players' games shows against itself."""
    games = [one._replace(us="a", jp="a", seed=str(one.n)) for one in lucky(2000, 0.5, planted=0.05)]
    found = adjusted(games, "a")
    assert found is not None
    assert abs(found.rate - found.plain) > 4 * found.difference_error


def test_games_of_the_arena_are_reckoned_where_that_is_asked_for() -> None:
    series = Series("random", "first", "luck", card_set("core"), luck=True)
    results = [play_numbered(series, n) for n in range(2)]
    for one in results:
        assert one.luck is not None
        found = one.luck
        assert abs(found.start + sum(found.luck.values()) + sum(found.skill) - (one.winner is Side.US)) < 1e-9
        plain = play_numbered(series._replace(luck=False), one.n)
        assert plain._replace(times=((), ())) == one._replace(times=((), ()), luck=None)
    found_both = adjusted(results, "random")
    assert found_both is not None
    assert found_both.games == 2

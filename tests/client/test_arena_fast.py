"""The arena in one process: the same games again and again, and figures that were worked out by hand."""

from __future__ import annotations

import math

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.arena_fast import (
    Elo,
    Pace,
    Result,
    Series,
    Share,
    a_side,
    elo,
    play_game,
    play_numbered,
    play_series,
    standing,
    wilson,
)
from ironbottom.client.bots.seats import Bot
from ironbottom.flow import IllegalAnswer
from ironbottom.questions import Answer
from ironbottom.views import View
from ironbottom.words import SIDES, Side

SERIES = Series("random", "first", "arena", card_set("core"))


def untimed(results: list[Result]) -> list[Result]:
    return [result._replace(times=((), ())) for result in results]


def test_a_series_is_the_same_in_any_number_of_processes() -> None:
    alone = untimed(list(play_series(SERIES, 6)))
    assert untimed(list(play_series(SERIES, 6, jobs=2))) == alone
    assert untimed([play_numbered(SERIES, 5)]) == alone[5:]
    assert [result.n for result in alone] == list(range(6))


def test_another_seed_plays_other_games() -> None:
    other = SERIES._replace(seed="another")
    assert [SERIES.deal(n) for n in range(4)] != [other.deal(n) for n in range(4)]
    assert play_numbered(SERIES, 0).seed != play_numbered(other, 0).seed


def test_games_come_in_pairs() -> None:
    """The same deal with the sides swapped; but every player throws for itself."""
    assert SERIES.deal(0) == SERIES.deal(1) != SERIES.deal(2)
    assert SERIES.players(0) == ("random", "first")
    assert SERIES.players(1) == ("first", "random")
    assert SERIES.chance(0, Side.US).random() != SERIES.chance(1, Side.US).random()
    assert SERIES.chance(0, Side.US).random() == SERIES.chance(0, Side.US).random()


def test_a_result_tells_the_game() -> None:
    result = play_numbered(SERIES, 1)
    assert (result.us, result.jp, result.seed) == ("first", "random", SERIES.deal(1).hex())
    assert result.winner in SIDES
    assert result.turns > 1
    assert [len(times) > 0 for times in result.times] == [True, True]
    assert sum(map(len, result.times)) == result.decisions


class Cheat:
    """Answers what nobody asked."""

    def choose(self, view: View) -> Answer:
        return "win"


def test_an_answer_that_is_not_legal_ends_the_game() -> None:
    bots: dict[Side, Bot] = {side: Cheat() for side in SIDES}
    with pytest.raises(IllegalAnswer, match="choose one of keep, redraw"):
        play_game(SERIES.cards, SERIES.deal(0), bots)


def game(n: int, us: str, jp: str, winner: Side, points: tuple[int, int] = (0, 0)) -> Result:
    return Result(n, "00", us, jp, winner, "time-up", points, 10 + n, 100, ((0.001, 0.003), (0.002, 0.004)), (n, 1))


def test_the_standing_of_four_games() -> None:
    """A wins three of four: as US one of two, as JP both."""
    games = [
        game(0, "a", "b", Side.US, (5, 1)),
        game(1, "b", "a", Side.JP, (2, 3)),
        game(2, "a", "b", Side.JP, (0, 7)),
        game(3, "b", "a", Side.JP, (0, 4)),
    ]
    found = standing(games, "a")
    assert found.overall[:3] == (3, 4, 0.75)
    assert found.as_us[:3] == (1, 2, 0.5)
    assert found.as_jp[:3] == (2, 2, 1.0)
    assert found.margin == (4 + 1 - 7 + 4) / 4
    assert found.turns == 11.5
    assert found.reasons == {"time-up": 4}
    assert found.faults == (0 + 1 + 2 + 1, 1 + 1 + 1 + 3)
    for pace in found.pace:
        assert pace == Pace(8, pace.median, 0.004)
        assert pace.median == pytest.approx(0.0025)
    assert standing(games, "b").overall[:3] == (1, 4, 0.25)


def test_who_plays_himself_is_first_in_even_games() -> None:
    games = [game(n, "a", "a", Side.US) for n in range(4)]
    assert [a_side(result, "a") for result in games] == [Side.US, Side.JP, Side.US, Side.JP]
    assert standing(games, "a").overall[:2] == (2, 4)


def test_who_did_not_play_has_no_standing() -> None:
    with pytest.raises(ValueError, match="'c' did not play in it"):
        standing([game(0, "a", "b", Side.US)], "c")


def test_nothing_played_tells_nothing() -> None:
    found = standing([], "a")
    assert found.overall == Share(0, 0, 0.0, 0.0, 1.0)
    assert found.elo == Elo(None, None, None)
    assert found.pace == (Pace(0, None, None), Pace(0, None, None))


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (5, 10, 0.2366, 0.7634),  # 0.5 ± 1.96 sqrt(0.025 + 0.0096) / (1 + 3.8415 / 10), about 0.5
        (8, 10, 0.4902, 0.9433),
        (0, 10, 0.0, 0.2775),  # 3.8415 / 13.8415
        (10, 10, 0.7225, 1.0),
        (380, 400, 0.9240, 0.9674),
    ],
)
def test_wilsons_interval(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_wilsons_interval_solves_its_equation() -> None:
    """At its ends the rate that was seen lies z standard deviations of that end away."""
    for wins, games in ((7, 20), (381, 400), (1, 3)):
        for end in wilson(wins, games, z=2.0):
            assert abs(wins / games - end) == pytest.approx(2 * math.sqrt(end * (1 - end) / games))


def test_elo_by_hand() -> None:
    """Ten to one is 400 points; even is none; what never lost has no bound."""
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(1 / 11) == pytest.approx(-400)
    assert elo(0.5) == 0
    assert elo(0.75) == pytest.approx(400 * math.log10(3))
    assert elo(1.0) is elo(0.0) is None


def test_elo_has_the_bounds_of_the_rate() -> None:
    games = [game(2 * n, "a", "b", Side.US) for n in range(10)]
    found = standing(games, "a").elo
    assert found.difference is found.high is None
    assert found.low == pytest.approx(400 * math.log10(0.7225 / 0.2775), abs=0.2)

"""Cups that are played through: whatever happens they end, with equal sides, and nobody plays who is out."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from ironbottom.server.lobby.club.cups.course import begun, decided, left, missed, rounds
from ironbottom.server.lobby.club.cups.cup import Fixture
from ironbottom.server.lobby.club.cups.standings import CupStanding, standings
from ironbottom.wire.cups import WHOLE, CupKind
from tests.server.lobby.club.cups.played import PlayedCup, cup_for

KINDS: list[tuple[CupKind, int]] = [("round-robin", 1), ("round-robin", 2), ("knock-out", 2)]
SEEDS = range(12)


def through(players: int, kind: CupKind, games: int, seed: int) -> PlayedCup:
    """Whatever happens, what must never be is looked for after each step."""
    played = PlayedCup(cup_for(players, kind, games), Random(seed))
    for _one in played.moves():
        assert all(one.round == played.cup.round for one in played.open())
        assert not any(played.cup.entrants[n].out for one in played.open() for n in (one.us, one.jp))
        rows = standings(played.cup, played.games)
        assert sorted([row.entrant for row in rows]) == [*range(players)]
        assert all(row.us + row.jp <= sum([row.entrant in (one.us, one.jp) for one in played.games]) for row in rows)
    return played


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("kind", "games"), KINDS)
def test_it_ends_whatever_happens(kind: CupKind, games: int, seed: int) -> None:
    for players in (2, 3, 4, 5, 7, 8, 11, 16):
        played = through(players, kind, games, seed)
        assert played.cup.state == "over"
        assert played.cup.round == rounds(played.cup)
        assert [one.n for one in played.games] == [*range(1, len(played.games) + 1)]
        rows = standings(played.cup, played.games)
        firsts = [row for row in rows if row.place == 1]
        if kind == "knock-out":
            assert len(firsts) <= 1
            assert not any(row.out for row in firsts)
            assert all(row.place for row in rows)


@pytest.mark.parametrize("seed", SEEDS)
def test_in_a_knock_out_each_tie_has_both_sides_and_a_third_game_at_most(seed: int) -> None:
    played = through(11, "knock-out", 2, seed)
    for number in range(1, played.cup.round + 1):
        for tie in {one.tie for one in played.games if one.round == number}:
            games = [one for one in played.games if (one.round, one.tie) == (number, tie)]
            assert len(games) in (2, 3)
            assert (games[0].us, games[0].jp) == (games[1].jp, games[1].us)
            assert {games[0].us, games[0].jp} == {games[-1].us, games[-1].jp}


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_decided_stays_so(seed: int) -> None:
    """Who leaves later gives nobody back a tie that was lost to him."""
    played = PlayedCup(cup_for(8, "knock-out", 2), Random(seed))
    for _one in played.moves():
        before = {row.entrant: row.place for row in standings(played.cup, played.games) if row.place}
        for row in standings(played.cup, played.games):
            if not row.out:
                played.leaves(row.entrant)
                break
        after = {row.entrant: row.place for row in standings(played.cup, played.games)}
        assert {n: after[n] for n in before} == before


def pair_of(played: PlayedCup) -> tuple[Fixture, Fixture]:
    first, second = played.open()
    return first, second


class TestTies:
    def tie(self) -> PlayedCup:
        return PlayedCup(cup_for(2, "knock-out", 2), Random(3))

    def winner(self, played: PlayedCup) -> int:
        assert played.cup.state == "over"
        return standings(played.cup, played.games)[0].entrant

    def test_two_wins(self) -> None:
        played = self.tie()
        first, second = pair_of(played)
        played.ends(first, 1.0, 2)
        played.ends(second, 0.0, -1)
        assert self.winner(played) == first.us

    def test_one_win_each_goes_by_vp(self) -> None:
        played = self.tie()
        first, second = pair_of(played)
        played.ends(first, 1.0, 2)
        played.ends(second, 1.0, 5)
        assert self.winner(played) == second.us

    def test_equal_vp_need_a_third_game(self) -> None:
        played = self.tie()
        first, second = pair_of(played)
        played.ends(first, 1.0, 5)
        played.ends(second, 1.0, 5)
        (third,) = played.open()
        played.ends(third, 0.0, -1)
        assert self.winner(played) == third.jp

    def test_two_draws_and_a_third_go_to_the_lot(self) -> None:
        winners = set()
        for seed in range(8):
            played = PlayedCup(cup_for(2, "knock-out", 2), Random(seed))
            for _n in range(3):
                played.ends(played.open()[0], 0.5)
            winners.add(self.winner(played))
        assert winners == {0, 1}

    def test_who_leaves_after_a_great_win_is_out(self) -> None:
        played = self.tie()
        first, _second = pair_of(played)
        played.ends(first, 1.0, WHOLE + 9)
        played.leaves(first.us)
        assert self.winner(played) == first.jp

    def test_where_neither_came_nobody_has_won(self) -> None:
        played = self.tie()
        for one in pair_of(played):
            played.fixtures[one.n] = missed(one, (0, 0))
        played.go_on()
        assert played.cup.state == "over"
        assert [row.place for row in standings(played.cup, played.games)] == [2, 2]

    def test_who_did_not_come_has_lost(self) -> None:
        played = self.tie()
        first, second = pair_of(played)
        played.fixtures[first.n] = missed(first, (1, 0))
        played.fixtures[second.n] = missed(second, (0, 2))
        played.go_on()
        assert self.winner(played) == first.us


class TestRoundRobin:
    def test_too_few_players_play_nothing(self) -> None:
        for players in (0, 1):
            assert begun(cup_for(players), b"", 5).state == "over"

    def test_who_leaves_before_it_begins_was_never_there(self) -> None:
        after = left(cup_for(3), [], 1)
        assert [one.name for one in after.cup.entrants] == ["P0", "P2"]
        assert not after.fixtures

    def rows(self, ends: Callable[[Fixture], float]) -> list[CupStanding]:
        """Four players; the result of each game by who plays."""
        played = PlayedCup(cup_for(4), Random(1))
        while games := played.open():
            played.ends(games[0], ends(games[0]), 1)
        return standings(played.cup, played.games)

    def test_the_stronger_is_always_first(self) -> None:
        rows = self.rows(lambda one: float(one.us < one.jp))
        assert [(row.entrant, row.place, row.points) for row in rows] == [
            (0, 1, 3.0), (1, 2, 2.0), (2, 3, 1.0), (3, 4, 0.0),
        ]

    def test_equal_players_share_a_place(self) -> None:
        rows = self.rows(lambda one: 0.5)
        assert {row.points for row in rows} == {1.5}
        assert {row.strength for row in rows} == {2.25}

    def test_between_two_with_as_many_points_their_own_game_counts_first(self) -> None:
        beats = {(0, 1), (1, 2), (1, 3), (2, 0), (0, 3), (2, 3)}  # 0, 1 and 2 in a circle, 3 loses to all
        rows = self.rows(lambda one: float((one.us, one.jp) in beats))
        assert [row.mutual for row in rows] == [1.0, 1.0, 1.0, 0.0]
        beats = {(0, 1), (0, 2), (1, 2), (1, 3), (3, 0), (2, 3)}
        rows = self.rows(lambda one: float((one.us, one.jp) in beats))
        assert [row.entrant for row in rows][:2] == [0, 1]
        assert [row.mutual for row in rows][:2] == [1.0, 0.0]

    def test_who_leaves_early_counts_for_nobody_and_who_leaves_late_does(self) -> None:
        for played_before, counted in ((1, False), (2, True)):
            played = PlayedCup(cup_for(4), Random(2))
            for _n in range(played_before):
                for one in played.open():
                    played.ends(one, float(one.us == 3), 1)
            played.leaves(3)
            while games := played.open():
                played.ends(games[0], 1.0)
            rows = {row.entrant: row for row in standings(played.cup, played.games)}
            assert rows[3].place == 0 or counted
            assert all(rows[n].us + rows[n].jp == (3 if counted else 2) for n in (0, 1, 2))


def test_the_host_decides() -> None:
    played = PlayedCup(cup_for(2), Random(0))
    (one,) = played.open()
    for us in (0.0, 0.5, 1.0):
        result = decided(one, us).result
        assert result is not None
        assert (result.us, result.jp, result.ending) == (us, 1 - us, "decided")
        assert result.lead == round(2 * us - 1) * WHOLE

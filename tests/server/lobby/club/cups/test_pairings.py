"""Schedules: everybody meets everybody, nobody twice in a round, and both sides equally often."""

from __future__ import annotations

import pytest

from ironbottom.server.lobby.club.cups.pairings import SidedPair, berger, bracket, round_robin
from ironbottom.wire.cups import MOST_ENTRANTS

PLAYERS = range(2, MOST_ENTRANTS + 1)
PRINTED = [  # FIDE Handbook, C.05, Annex 1: five or six players
    [(1, 6), (2, 5), (3, 4)], [(6, 4), (5, 3), (1, 2)], [(2, 6), (3, 1), (4, 5)], [(6, 5), (1, 4), (2, 3)],
    [(3, 6), (4, 2), (5, 1)],
]


def test_they_are_the_printed_tables() -> None:
    assert [[(pair.us + 1, pair.jp + 1) for pair in pairs] for pairs in berger(6)] == PRINTED


@pytest.mark.parametrize("games", [1, 2])
@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_meets_everybody_and_no_one_twice_in_a_round(players: int, games: int) -> None:
    rounds = round_robin(players, games)
    assert len(rounds) == games * (players - 1 + players % 2)
    met = [frozenset(pair) for pairs in rounds for pair in pairs]
    assert {met.count(pair) for pair in met} == {games}
    assert len({*met}) == players * (players - 1) // 2
    for pairs in rounds:
        there = [n for pair in pairs for n in pair]
        assert len(there) == len({*there}) == players - players % 2


def uneven(rounds: list[list[SidedPair]], players: int) -> list[int]:
    """Who has one side more often than the number of his games makes him."""
    pairs = [pair for pairs in rounds for pair in pairs]
    us, jp = [[sum([pair[place] == n for pair in pairs]) for n in range(players)] for place in (0, 1)]
    return [n for n in range(players) if abs(us[n] - jp[n]) != (us[n] + jp[n]) % 2]


@pytest.mark.parametrize("games", [1, 2])
@pytest.mark.parametrize("players", PLAYERS)
def test_sides_are_equal(players: int, games: int) -> None:
    """As nearly as an odd number of games lets them be."""
    rounds = round_robin(players, games)
    assert uneven(rounds, players) == []
    if games == 2:
        pairs = [pair for pairs in rounds for pair in pairs]
        assert {*pairs} == {pair.swapped for pair in pairs}


def test_a_schedule_that_favours_one_is_caught() -> None:
    """A planted cheat: a player who always has the US side; and one game that was turned round."""
    rounds = berger(6)
    favoured = [[pair.swapped if pair.jp == 2 else pair for pair in pairs] for pairs in rounds]
    assert 2 in uneven(favoured, 6)
    first, *rest = berger(5)
    assert uneven([[first[0].swapped, *first[1:]], *rest], 5) == sorted(first[0])


@pytest.mark.parametrize("players", PLAYERS)
def test_in_a_bracket_the_first_drawn_are_free_and_the_first_two_meet_last(players: int) -> None:
    places = bracket(players)
    size = len(places)
    assert size & (size - 1) == 0
    assert size // 2 < players <= size
    assert sorted([place for place in places if place is not None]) == [*range(players)]
    pairs = [*zip(places[::2], places[1::2], strict=True)]
    free = {first if second is None else second for first, second in pairs if None in (first, second)}
    assert free == {*range(size - players)}
    if players > 2:
        assert (places.index(0) < size // 2) != (places.index(1) < size // 2)

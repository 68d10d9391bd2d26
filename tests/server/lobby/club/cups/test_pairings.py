"""Schedules: everybody meets everybody, nobody twice in a round, and both sides equally often."""

from __future__ import annotations

import pytest

from ironbottom.server.lobby.club.cups.pairings import berger, bracket, round_robin
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


@pytest.mark.parametrize("games", [1, 2])
@pytest.mark.parametrize("players", PLAYERS)
def test_sides_are_equal(players: int, games: int) -> None:
    """As nearly as an odd number of games lets them be."""
    pairs = [pair for pairs in round_robin(players, games) for pair in pairs]
    for n in range(players):
        us, jp = sum([pair.us == n for pair in pairs]), sum([pair.jp == n for pair in pairs])
        assert abs(us - jp) == (players - 1) * games % 2
    if games == 2:
        assert {*pairs} == {pair.swapped for pair in pairs}


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

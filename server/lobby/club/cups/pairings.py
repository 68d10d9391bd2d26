"""Who plays whom, with which side: the published schedules, as numbers from 0.

Round-robin: the Berger tables (FIDE Handbook, C.05, Annex 1: "Details of Berger Tables").  In them the numbers of games
with either side differ by one at most; of an odd number of players the one who would meet the last number is free, and
then everybody has both sides equally often.  The second cycle is the first with sides swapped.

Knock-out: the usual bracket of a power of two, in which those who are drawn first are free in the first round, where
players are missing, and no two of them meet there.
"""

from __future__ import annotations

from typing import NamedTuple


class SidedPair(NamedTuple):
    """Two players, the one who has the US side first."""

    us: int
    jp: int

    @property
    def swapped(self) -> SidedPair:
        return SidedPair(self.jp, self.us)


def berger(players: int) -> list[list[SidedPair]]:
    """The rounds of a round-robin in which each two meet once."""
    if players < 2:
        return []
    last = players + players % 2 - 1  # the number that does not move round
    rounds = [_round(n, last) for n in range(last)]
    return [[pair for pair in pairs if max(pair) < players] for pairs in rounds]


def _round(n: int, last: int) -> list[SidedPair]:
    """Number `n` of a table for `last` + 1 players: each meets whoever, with him, adds up to the same modulo `last`.

    The sum moves on by one more than half of the players from round to round: so the printed tables do it.
    """
    first = n * (last + 1) // 2 % last  # who meets the last number
    pairs = [SidedPair(first, last) if n % 2 == 0 else SidedPair(last, first)]
    for step in range(1, (last + 1) // 2):
        pairs.append(SidedPair((first + step) % last, (first - step) % last))
    return pairs


def round_robin(players: int, games: int) -> list[list[SidedPair]]:
    """All rounds, where each two meet once or twice."""
    once = berger(players)
    return once if games == 1 else [*once, *[[pair.swapped for pair in pairs] for pairs in once]]


def bracket(players: int) -> list[int | None]:
    """The places of a knock-out from top to bottom, by the order in which players are drawn; None: nobody.

    Neighbours meet in the first round, the winners of neighbouring pairs in the next.
    """
    places = [0]
    while len(places) < players:
        size = 2 * len(places)
        places = [n for place in places for n in (place, size - 1 - place)]
    return [place if place < players else None for place in places]

"""Everybody against everybody: which games a ladder has, and what is kept of one.

A game depends on the seed, its two players and its number alone: not on who else plays, in which order they are named,
how many games there are, or who plays it.  No deal is played by others, or twice with the same sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal, NamedTuple

from msgspec import Struct

from ironbottom.printed import CardSet
from ironbottom.words import Side

from ..in_process import Result, Series, play_numbered


class Meeting(NamedTuple):
    """The n-th game of two players."""

    a: str
    b: str
    n: int


class LadderGame(Struct, frozen=True):
    """What is kept of a game; each pair is of the US and of Japan."""

    n: int
    seed: str
    us: str
    jp: str
    winner: Literal["US", "JP"]
    reason: str
    points: tuple[int, int]
    turns: int
    decisions: tuple[int, int]
    seconds: tuple[float, float]
    faults: tuple[int, int]

    @property
    def meeting(self) -> Meeting:
        a, b = sorted((self.us, self.jp))
        return Meeting(a, b, self.n)


class RoundRobin(NamedTuple):
    """Who plays, with which cards, and the word that decides everything else."""

    players: tuple[str, ...]
    seed: str
    cards: CardSet

    def meetings(self, games: int) -> Iterator[Meeting]:
        """So many games of each two; deal by deal, so that a table that is stopped is even."""
        pairs = [sorted(pair) for pair in combinations(self.players, 2)]
        for deal in range(0, games, 2):
            for a, b in pairs:
                yield from [Meeting(a, b, n) for n in range(deal, min(games, deal + 2))]

    def series(self, meeting: Meeting) -> Series:
        """That of its two players: with a seed of their own."""
        return Series(meeting.a, meeting.b, f"{self.seed}\nladder\n{meeting.a}\n{meeting.b}", self.cards)

    def fits(self, game: LadderGame) -> bool:
        """Whether a game that was kept is one of these."""
        known = game.us in self.players and game.jp in self.players and game.us != game.jp and game.n >= 0
        series = self.series(game.meeting)
        return known and (game.us, game.jp, game.seed) == (*series.players(game.n), series.deal(game.n).hex())


def play_meeting(table: RoundRobin, meeting: Meeting) -> LadderGame:
    """Play one game."""
    return _kept(play_numbered(table.series(meeting), meeting.n))


def _kept(one: Result) -> LadderGame:
    us, jp = one.times
    return LadderGame(
        one.n, one.seed, one.us, one.jp, "US" if one.winner is Side.US else "JP", one.reason, one.points, one.turns,
        (len(us), len(jp)), (round(sum(us), 6), round(sum(jp), 6)), one.faults,
    )


def complete(games: Sequence[LadderGame], asked: int) -> list[LadderGame]:
    """Those that were asked for, in an order of their own: the same whoever played them, and when."""
    return sorted([game for game in games if game.n < asked], key=lambda game: game.meeting)

"""Bots against bots in this process, with seat views only.

Games come in pairs: the same deal twice, with the sides swapped.  A player that meets itself has no sides to swap: each
of its games has a deal of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from functools import partial
from hashlib import sha256
from random import Random
from time import perf_counter
from typing import NamedTuple, TypeVar

from ironbottom.printed import CardSet
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.words import SIDES, Side

from ...bots.registry import ENDLESS, NamedBot, made
from .workers import spread

Times = tuple[float, ...]
R = TypeVar("R")


class Result(NamedTuple):
    """What one game was.  `us` and `jp` are the names of the players."""

    n: int
    seed: str
    us: str
    jp: str
    winner: Side
    reason: str
    points: tuple[int, int]  # VP of US and JP
    turns: int
    decisions: int
    times: tuple[Times, Times] = ((), ())  # seconds of each decision, by side; empty where nobody measured
    faults: tuple[int, int] = (0, 0)  # bugs of its own that a bot survived, by side


class Series(NamedTuple):
    """Two players and a word that decides everything else.  In even games the first of them plays the US side."""

    a: str
    b: str
    seed: str
    cards: CardSet

    def players(self, n: int) -> tuple[str, str]:
        return (self.a, self.b) if n % 2 == 0 else (self.b, self.a)

    def deal(self, n: int) -> bytes:
        """The 32 bytes that decide decks, dice and tokens: games 2k and 2k + 1 have the same.

        Not so where a player meets itself: if it leaves nothing to chance, both would be the same game.
        """
        return self._bytes(f"deal {n if self.a == self.b else n // 2}")

    def chance(self, n: int, side: Side) -> Random:
        """What a player on this side may throw for its own decisions."""
        return Random(self._bytes(f"{side.name} {n}"))

    def _bytes(self, label: str) -> bytes:
        return sha256(f"ironbottom arena\n{self.seed}\n{label}".encode("utf-8", "surrogateescape")).digest()


def play_game(
    cards: CardSet, seed: bytes, bots: dict[Side, NamedBot], *, n: int = 0
) -> Result:
    """One game.  Raises BotFault for a bot that fails, never comes to an end, or answers what is not legal."""
    game = new_game(cards, seed, log=False)
    times: tuple[list[float], list[float]] = ([], [])
    while game.asked:
        side = next(iter(game.asked))
        seen, player = view(game, side), bots[side]
        begun = perf_counter()
        answer = player.choose(seen)
        times[side].append(perf_counter() - begun)
        if len(times[side]) > ENDLESS:
            raise player.endless()
        try:
            game.answer(side, answer)
        except Exception:
            if (fault := player.judged(seen, answer)) is not None:
                raise fault from None
            raise
    assert game.outcome is not None
    o, us, jp = game.outcome, bots[Side.US], bots[Side.JP]
    return Result(
        n, seed.hex(), us.name, jp.name, o.winner, o.reason, o.points, game.state.turn, game.answers,
        (tuple(times[Side.US]), tuple(times[Side.JP])), (us.faults, jp.faults),
    )


def play_numbered(series: Series, n: int) -> Result:
    """The n-th game of a series; it depends on nothing else."""
    names = series.players(n)
    bots = {side: made(names[side], series.cards, series.chance(n, side)) for side in SIDES}
    return play_game(series.cards, series.deal(n), bots, n=n)


def play_series(series: Series, games: int, jobs: int = 1) -> Iterator[Result]:
    """The games of a series, in order, over so many processes; what bots print goes to the standard error."""
    play = partial(play_numbered, series)
    yield from spread(play, range(games), jobs) if jobs > 1 else map(partial(aside, play), range(games))


def aside(play: Callable[[int], R], n: int) -> R:
    """Play one in this process, whose standard output is for the figures."""
    with redirect_stdout(sys.stderr):
        return play(n)

"""Bots against bots in this process, with seat views only.

Games come in pairs: the same deal twice, with the sides swapped.  A player that meets itself has no sides to swap: each
of its games has a deal of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from multiprocessing import get_context
from random import Random
from time import perf_counter
from typing import NamedTuple

from ironbottom.printed import CardSet
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.words import SIDES, Side

from .bots.seats import Bot, bot

LONGEST = 20_000  # answers in a game: more is a bot that never says "done"
Times = tuple[float, ...]


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
    cards: CardSet, seed: bytes, bots: dict[Side, Bot], *, n: int = 0, names: tuple[str, str] = ("", "")
) -> Result:
    """One game.  An answer that is not legal is the bot's bug, and raises IllegalAnswer."""
    game = new_game(cards, seed, log=False)
    times: tuple[list[float], list[float]] = ([], [])
    while game.asked and game.answers < LONGEST:
        side = next(iter(game.asked))
        seen = view(game, side)
        begun = perf_counter()
        answer = bots[side].choose(seen)
        times[side].append(perf_counter() - begun)
        game.answer(side, answer)
    if game.outcome is None:
        raise RuntimeError(f"game {n}, seed {seed.hex()}: no end after {LONGEST} answers")
    o, (us, jp) = game.outcome, names
    faults = (getattr(bots[Side.US], "faults", 0), getattr(bots[Side.JP], "faults", 0))
    taken = (tuple(times[Side.US]), tuple(times[Side.JP]))
    return Result(n, seed.hex(), us, jp, o.winner, o.reason, o.points, game.state.turn, game.answers, taken, faults)


def play_numbered(series: Series, n: int) -> Result:
    """The n-th game of a series; it depends on nothing else."""
    names = series.players(n)
    bots = {side: bot(names[side], series.cards, series.chance(n, side)) for side in SIDES}
    return play_game(series.cards, series.deal(n), bots, n=n, names=names)


def play_series(series: Series, games: int, jobs: int = 1) -> Iterator[Result]:
    """The games of a series, in order, over so many processes."""
    if jobs == 1:
        yield from map(partial(play_numbered, series), range(games))
        return
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(partial(play_numbered, series), range(games), chunksize=2)

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

from ironbottom.flow import Game
from ironbottom.printed import CardSet
from ironbottom.questions import Answer
from ironbottom.rules import new_game
from ironbottom.sight import seen, view
from ironbottom.words import SIDES, Side

from ...bots.registry import ENDLESS, NamedBot, made
from ...bots.value.baseline import shipped_baseline
from ...bots.value.luck import Accounts, OfGame, Reckoning
from .workers import spread

OFTEN = 48  # fresh chances for an answer: what they leave unknown of luck is some hundredths of what is left
Times = tuple[float, ...]
T = TypeVar("T")
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
    luck: Reckoning | None = None  # None: nobody reckoned


class Series(NamedTuple):
    """Two players and a word that decides everything else.  In even games the first of them plays the US side."""

    a: str
    b: str
    seed: str
    cards: CardSet
    luck: bool = False  # whether luck is reckoned apart

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
    cards: CardSet, seed: bytes, bots: dict[Side, NamedBot], *, n: int = 0, value: OfGame | None = None
) -> Result:
    """One game, its luck by a value.  Raises BotFault for a bot that fails, never ends, or answers what is illegal."""
    game = new_game(cards, seed, log=any(bot.listens for bot in bots.values()))
    take, reckoning = _reckoned(game, seed, value)
    times: tuple[list[float], list[float]] = ([], [])
    while game.asked:
        tell(game, bots)
        forget(game)
        side = next(iter(game.asked))
        shown, player = view(game, side), bots[side]
        begun = perf_counter()
        answer = player.choose(shown)
        times[side].append(perf_counter() - begun)
        if len(times[side]) > ENDLESS:
            raise player.endless()
        try:
            take(side, answer)
        except Exception:
            if (fault := player.judged(shown, answer)) is not None:
                raise fault from None
            raise
    tell(game, bots)
    us, jp = bots[Side.US], bots[Side.JP]
    return Result(
        n, seed.hex(), us.name, jp.name, *_ended(game), game.state.turn, game.answers,
        (tuple(times[Side.US]), tuple(times[Side.JP])), (us.faults, jp.faults), reckoning(),
    )


def _ended(game: Game) -> tuple[Side, str, tuple[int, int]]:
    """Who has won, why, and the VP."""
    o = game.outcome
    assert o is not None
    assert o.winner is not None  # nobody offers a draw here
    return o.winner, o.reason, o.points


def _reckoned(
    game: Game, seed: bytes, value: OfGame | None
) -> tuple[Callable[[Side, Answer], object], Callable[[], Reckoning | None]]:
    """How a game takes an answer, and how its luck is told at last; without a value nobody reckons it."""
    if value is None:
        return game.answer, lambda: None
    accounts = Accounts(value, game, seed, OFTEN)
    return partial(accounts.answer, game), accounts.reckoning


def tell(game: Game, bots: dict[Side, NamedBot]) -> None:
    """Let the bots that listen hear what has happened since the last time, as at a table."""
    for side, bot in bots.items():
        if bot.listens:
            bot.hears(seen(game.events or (), side), view(game, side))


def forget(game: Game) -> None:
    """What was heard is not heard again."""
    for log in (game.events, game.mixes):
        if log is not None:
            log.clear()


def play_numbered(series: Series, n: int) -> Result:
    """The n-th game of a series; it depends on nothing else."""
    names = series.players(n)
    bots = {side: made(names[side], series.cards, series.chance(n, side)) for side in SIDES}
    return play_game(series.cards, series.deal(n), bots, n=n, value=shipped_baseline() if series.luck else None)


def play_series(series: Series, games: int, jobs: int = 1, cluster: str = "") -> Iterator[Result]:
    """The games of a series, in order, over so many processes or the workers of the cluster at an address.

    What bots print goes to the standard error.
    """
    play, many = partial(play_numbered, series), jobs > 1 or cluster
    yield from spread(play, range(games), jobs, cluster) if many else map(partial(aside, play), range(games))


def aside(play: Callable[[T], R], n: T) -> R:
    """Play one in this process, whose standard output is for the figures."""
    with redirect_stdout(sys.stderr):
        return play(n)

"""Bots against bots in this process, with seat views only; and what a series of games tells of two players.

Games come in pairs: the same deal twice, with the sides swapped.  The figures are made from `Result`s alone, so that
they do not care whether the games were played here or over the network.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from hashlib import sha256
from itertools import chain
from math import log10, sqrt
from multiprocessing import get_context
from random import Random
from statistics import mean, median
from time import perf_counter
from typing import NamedTuple

from ironbottom.printed import CardSet
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.words import SIDES, Side

from .bots.seats import Bot, bot

LONGEST = 20_000  # answers in a game: more is a bot that never says "done"
Z = 1.959963984540054  # 95 per cent of a normal law lie within so many standard deviations
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
        """The 32 bytes that decide decks, dice and tokens: games 2k and 2k + 1 have the same."""
        return self._bytes(f"deal {n // 2}")

    def chance(self, n: int, side: Side) -> Random:
        """What a player on this side may throw for its own decisions."""
        return Random(self._bytes(f"{side.name} {n}"))

    def _bytes(self, label: str) -> bytes:
        return sha256(f"ironbottom arena\n{self.seed}\n{label}".encode("utf-8", "surrogateescape")).digest()


class Share(NamedTuple):
    """Games won, and the 95 per cent interval of the rate (Wilson)."""

    won: int
    games: int
    rate: float
    low: float
    high: float


class Elo(NamedTuple):
    """By how many points the first player is stronger, and the 95 per cent interval.  None: no bound that way."""

    difference: float | None
    low: float | None
    high: float | None


class Pace(NamedTuple):
    """How fast a player decides, in seconds.  None where nobody measured."""

    decisions: int
    median: float | None
    slowest: float | None


class Standing(NamedTuple):
    """What a series tells of the first player against the second."""

    games: int
    overall: Share
    as_us: Share
    as_jp: Share
    elo: Elo
    margin: float  # mean VP of the first player less those of the second
    turns: float
    reasons: dict[str, int]
    pace: tuple[Pace, Pace]  # of the first and of the second player
    faults: tuple[int, int]


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


def standing(results: Iterable[Result], a: str) -> Standing:
    """What these games tell of player `a` against the other.  A player that meets itself is `a` in even games."""
    played = [(result, a_side(result, a)) for result in results]
    shares = [share(won_by([p for p in played if p[1] is side])) for side in SIDES]
    overall = share(won_by(played))
    return Standing(
        games=len(played),
        overall=overall,
        as_us=shares[Side.US],
        as_jp=shares[Side.JP],
        elo=Elo(elo(overall.rate), elo(overall.low), elo(overall.high)) if played else Elo(None, None, None),
        margin=_mean([r.points[side] - r.points[side.enemy] for r, side in played]),
        turns=_mean([r.turns for r, _ in played]),
        reasons=counted([r.reason for r, _ in played]),
        pace=(pace([r.times[side] for r, side in played]), pace([r.times[side.enemy] for r, side in played])),
        faults=(sum([r.faults[side] for r, side in played]), sum([r.faults[side.enemy] for r, side in played])),
    )


def a_side(result: Result, a: str) -> Side:
    """The side that `a` has in a game."""
    if a not in (result.us, result.jp):
        raise ValueError(f"game {result.n} is between {result.us!r} and {result.jp!r}, and {a!r} did not play in it")
    if result.us == result.jp:
        return SIDES[result.n % 2]
    return Side.US if result.us == a else Side.JP


def won_by(played: list[tuple[Result, Side]]) -> list[bool]:
    return [result.winner is side for result, side in played]


def share(won: list[bool]) -> Share:
    """§11.4: there is no drawn game, so a game is won or lost."""
    wins, games = sum(won), len(won)
    low, high = wilson(wins, games)
    return Share(wins, games, wins / games if games else 0.0, low, high)


def wilson(wins: int, games: int, z: float = Z) -> tuple[float, float]:
    """The interval in which the true rate lies, by Wilson's score; it is fit for rates near 0 and 1, too."""
    if not games:
        return 0.0, 1.0
    rate, z2 = wins / games, z * z
    middle = (rate + z2 / (2 * games)) / (1 + z2 / games)
    half = z / (1 + z2 / games) * sqrt(rate * (1 - rate) / games + z2 / (4 * games * games))
    return middle - half if wins else 0.0, middle + half if wins < games else 1.0  # where it ends, to the last digit


def elo(rate: float) -> float | None:
    """The difference in Elo points at which this rate is expected; None where it has no bound."""
    if rate <= 0 or rate >= 1:
        return None
    return 400 * log10(rate / (1 - rate))


def pace(times: list[Times]) -> Pace:
    """The median and the slowest of all decisions."""
    every = list(chain.from_iterable(times))
    return Pace(len(every), median(every), max(every)) if every else Pace(0, None, None)


def counted(words: list[str]) -> dict[str, int]:
    return {word: words.count(word) for word in sorted(set(words))}


def _mean(values: list[int]) -> float:
    return float(mean(values)) if values else 0.0

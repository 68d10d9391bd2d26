"""What a series of games tells of two players: shares with their intervals, Elo, pace.

The unit is the deal.  Two games from one deal, with the sides swapped, are no two independent ones: the deal may favour
a side, so that each player wins once, or a player, who then wins twice.  The interval goes by the pairs as they came.
The figures are made from `Result`s alone: they do not care whether the games were played here or over the network.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import chain
from math import log10, sqrt
from statistics import mean, median
from typing import NamedTuple

from ironbottom.strength import Estimate, League, RatedGame
from ironbottom.words import Side

from .in_process import Result, Times

Z = 1.959963984540054  # 95 per cent of a normal law lie within so many standard deviations
PRIOR = 0.5  # of each kind of pair there is thought to have been half a one before (Jeffreys)

Played = list[tuple[Result, Side]]  # games, each with the side of the first player


class Pairs(NamedTuple):
    """Deals that were played from both sides, by how many of the two games the first player won."""

    lost: int
    split: int
    won: int

    @property
    def played(self) -> int:
        return sum(self)


class Share(NamedTuple):
    """Games won, and the 95 per cent interval of the rate."""

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


class Sides(NamedTuple):
    """What is told by a model that has the side apart: by how much the first player is stronger, and the US side."""

    strength: Estimate | None
    side: Estimate | None


class Pace(NamedTuple):
    """How long the decisions of a player took, in seconds.  None: nobody measured."""

    decisions: int
    median: float | None
    slowest: float | None


class Standing(NamedTuple):
    """What a series tells of the first player against the second.

    A player that met itself has no share of his own and no Elo: then `margin` is that of the US side, and there is one
    `pace`, and one count of `faults`.
    """

    games: int
    deals: int  # different ones
    pairs: Pairs
    overall: Share | None
    as_us: Share
    as_jp: Share
    elo: Elo | None
    margin: float  # mean VP of the first player less those of the second
    turns: float
    reasons: dict[str, int]
    pace: tuple[Pace, ...]  # of each player
    faults: tuple[int, ...]


def standing(results: Iterable[Result], a: str) -> Standing:
    """What these games tell of player `a` against the other, or of `a` against itself."""
    played = [(result, a_side(result, a)) for result in results]
    alone = any(result.us == result.jp for result, _ in played)
    seats = [[(r, side) for r, side in played], [(r, side.enemy) for r, side in played]]
    players = [seats[0] + seats[1]] if alone else seats
    overall = None if alone else overall_share(played)
    return Standing(
        games=len(played),
        deals=len({result.seed for result, _ in played}),
        pairs=Pairs(0, 0, 0) if alone else paired(played)[0],
        overall=overall,
        as_us=_share_of([r for r, side in played if alone or side is Side.US], Side.US),
        as_jp=_share_of([r for r, side in played if alone or side is Side.JP], Side.JP),
        elo=None if overall is None else elo_of(overall),
        margin=_mean([r.points[side] - r.points[side.enemy] for r, side in played]),
        turns=_mean([r.turns for r, _ in played]),
        reasons=counted([r.reason for r, _ in played]),
        pace=tuple([pace([r.times[side] for r, side in one]) for one in players]),
        faults=tuple([sum([r.faults[side] for r, side in one]) for one in players]),
    )


def sides(results: Iterable[Result], a: str) -> Sides:
    """Skill and side apart.  Raises ValueError where a deal was played twice."""
    games = [RatedGame(int(r.us != a), int(r.jp != a), r.winner is Side.US, r.seed) for r in results]
    alone = all(game.us == game.jp for game in games)
    league = League(games, 1 if alone else 2)
    return Sides(None if alone else league.above(1)[0], league.side())


def a_side(result: Result, a: str) -> Side:
    """The side that `a` has in a game; against itself it is asked as the US side."""
    if a not in (result.us, result.jp):
        raise ValueError(f"game {result.n} is between {result.us!r} and {result.jp!r}, and {a!r} did not play in it")
    return Side.US if result.us == a else Side.JP


def paired(played: Played) -> tuple[Pairs, list[bool]]:
    """Games 2k and 2k + 1 are a pair; and how the games ended whose other half was not played."""
    deals: defaultdict[int, list[bool]] = defaultdict(list)
    for result, side in played:
        deals[result.n // 2].append(result.winner is side)
    wins = [sum(won) for won in deals.values() if len(won) == 2]
    return Pairs(*[wins.count(n) for n in (0, 1, 2)]), [won[0] for won in deals.values() if len(won) == 1]


def overall_share(played: Played) -> Share:
    """§11.4: there is no drawn game, so a game is won or lost."""
    pairs, single = paired(played)
    return share(2 * pairs.won + pairs.split + sum(single), len(played), information(pairs, len(single)))


def _share_of(results: list[Result], side: Side) -> Share:
    """Games from deals of their own are independent."""
    return share(sum([result.winner is side for result in results]), len(results), len(results))


def share(won: int, games: int, worth: float) -> Share:
    """Of games that tell as much as so many independent ones."""
    rate = won / games if games else 0.0
    return Share(won, games, rate, *wilson(rate * worth, worth))


def information(pairs: Pairs, single: int = 0) -> float:
    """How many independent games tell as much of the rate as these pairs and single games do.

    Between half as many, where each deal is won twice or lost twice, and any number, where most are split.
    """
    games = 2 * pairs.played + single
    return games * games / (2 * pairs.played * design_effect(pairs) + single) if games else 0.0


def design_effect(pairs: Pairs) -> float:
    """The variance of pairs over that of two independent games each; the prior keeps it from 0 where all are alike."""
    lost, split, won = (n + PRIOR for n in pairs)
    n = lost + split + won
    rate = (won + split / 2) / n
    variance = (lost * rate**2 + split * (0.5 - rate) ** 2 + won * (1 - rate) ** 2) / n
    return 2 * variance / (rate * (1 - rate))


def wilson(wins: float, games: float, z: float = Z) -> tuple[float, float]:
    """The interval in which the true rate lies, by Wilson's score; it is fit for rates near 0 and 1, too."""
    if not games:
        return 0.0, 1.0
    rate, z2 = wins / games, z * z
    middle = (rate + z2 / (2 * games)) / (1 + z2 / games)
    half = z / (1 + z2 / games) * sqrt(rate * (1 - rate) / games + z2 / (4 * games * games))
    return middle - half if wins else 0.0, middle + half if wins < games else 1.0  # where it ends, to the last digit


def elo_of(found: Share) -> Elo:
    """The same as a difference in strength."""
    return Elo(elo(found.rate), elo(found.low), elo(found.high)) if found.games else Elo(None, None, None)


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

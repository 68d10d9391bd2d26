"""The share of games without their luck: as true on the mean as the plain share, and narrower.

The unit is the deal, as everywhere: the two games of one are no independent ones.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean
from typing import NamedTuple

from ...bots.value.luck import KINDS
from .in_process import Result

Z = 1.959963984540054  # 95 per cent of a normal law lie within so many standard deviations


class Adjusted(NamedTuple):
    """What the first player wins where nobody is lucky; against itself, what the US wins."""

    games: int
    rate: float
    low: float
    high: float
    plain: float  # with luck, of the same games
    plain_error: float  # the standard errors of both, and of their difference, which is 0 but for chance
    error: float
    difference_error: float
    worth: int | None  # so many plain games tell as much; None: too few to tell
    luck: dict[str, float]  # of the first player by kind, for a game


def adjusted(results: Iterable[Result], a: str) -> Adjusted | None:
    """Of games whose luck was reckoned; None: there are none."""
    played = [(one, one.us == a, one.luck) for one in results]
    reckoned = [(one.seed, us, luck) for one, us, luck in played if luck is not None]
    if not reckoned:
        return None
    plain = _by_deal([(deal, _turned(luck.result, us)) for deal, us, luck in reckoned])
    without = _by_deal([(deal, _turned(luck.adjusted, us)) for deal, us, luck in reckoned])
    rate, before = _mean(without), _mean(plain)
    error, plain_error = _error(without), _error(plain)
    apart = [[a - b for a, b in zip(*both, strict=True)] for both in zip(without, plain, strict=True)]
    worth = round(len(reckoned) * (plain_error / error) ** 2) if len(plain) > 1 and error and plain_error else None
    luck = {kind: fmean([_signed(one.luck[kind], us) for _deal, us, one in reckoned]) for kind in KINDS}
    reach = Z * error
    return Adjusted(
        len(reckoned), rate, rate - reach, rate + reach, before, plain_error, error, _error(apart), worth, luck
    )


def _turned(chance: float, us: bool) -> float:
    return chance if us else 1.0 - chance


def _signed(luck: float, us: bool) -> float:
    return luck if us else -luck


def _by_deal(games: Iterable[tuple[str, float]]) -> list[list[float]]:
    found: defaultdict[str, list[float]] = defaultdict(list)
    for deal, amount in games:
        found[deal].append(amount)
    return [*found.values()]


def _mean(deals: Sequence[Sequence[float]]) -> float:
    return sum(map(sum, deals)) / sum(map(len, deals))


def _error(deals: Sequence[Sequence[float]]) -> float:
    """The standard error of the mean over all games, from how the deals differ."""
    mean, n = _mean(deals), len(deals)
    if n < 2:
        return 0.0
    return sqrt(sum([sum([x - mean for x in deal]) ** 2 for deal in deals]) * n / (n - 1)) / sum(map(len, deals))

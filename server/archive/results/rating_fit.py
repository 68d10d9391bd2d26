"""How strong players are by their rated games, and what the US side is worth: both with their intervals.

The model is Bradley and Terry's with a term for the side (`ironbottom.strength`).  So that all have a strength from
their first game, each is given two wins and two defeats against an average player, one of each with either side.  The
intervals are those of the normal law, so that a hundred players are reckoned in seconds.

The reckoning is that of the ladder of bots, and no library's: choix, openskill and Glicko-2 have no term for the side;
statsmodels fits one (a binomial GLM without the penalty), but needs 190 MB for a hundred players, where ours needs 15,
and 400 MB on the disk of everybody who plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from msgspec import Struct

from ironbottom.strength import POINTS, Fit, Pairing, Z, fitted
from ironbottom.wire.ratings import LadderRung

MIDDLE = 1500  # points of an average player

Ends = tuple[int, int, int]  # points, and the ends of their interval


class RatedSide(Struct, frozen=True):
    """Who played a side."""

    key: str  # its fingerprint
    name: str
    bot: bool


class RatedResult(Struct, frozen=True):
    """How a rated game has ended."""

    game: str  # its number, as hexadecimal digits
    at: int  # seconds since 1970
    us: RatedSide
    jp: RatedSide
    won: float  # by the US: 1, 0, or a half where nobody has


def rated_players(results: Sequence[RatedResult]) -> tuple[tuple[LadderRung, ...], Ends | None]:
    """Everybody in these games, the strongest first, and what the US side is worth; nobody, and None: no games.

    The work grows with the third power of the players.  A player has the name that he bore in his last game.
    """
    keys = {side.key for result in results for side in (result.us, result.jp)}
    number = {key: n for n, key in enumerate(sorted(keys))}
    cells = [*_played(results, number), *_against_average(len(number))]
    fit = fitted(cells, len(number) + 1) if results else None
    if fit is None:
        return (), None
    rungs = sorted([_rung(key, results, fit, n) for key, n in number.items()], key=lambda one: (-one.points, one.key))
    return tuple(rungs), _ends(fit, len(number))


def _played(results: Sequence[RatedResult], number: dict[str, int]) -> list[Pairing]:
    side, seen = len(number), dict[tuple[int, int], list[float]]()
    for result in results:
        seen.setdefault((number[result.us.key], number[result.jp.key]), []).append(result.won)
    return [
        Pairing(((us, 1.0), (jp, -1.0), (side, 1.0)), sum(won), len(won)) for (us, jp), won in sorted(seen.items())
    ]


def _against_average(players: int) -> list[Pairing]:
    """A win and a defeat of each with either side."""
    return [Pairing(((n, sign), (players, 1.0)), 1.0, 2) for n in range(players) for sign in (1.0, -1.0)]


def _ends(fit: Fit, n: int, middle: int = 0) -> Ends:
    reach = Z * sqrt(fit.inverse[n][n])
    points, low, high = [middle + round(POINTS * value) for value in (fit.at[n], fit.at[n] - reach, fit.at[n] + reach)]
    return points, low, high


def _rung(key: str, results: Sequence[RatedResult], fit: Fit, n: int) -> LadderRung:
    as_us = [result for result in results if result.us.key == key]
    as_jp = [result for result in results if result.jp.key == key]
    _at, name = max([(one.at, one.us.name) for one in as_us] + [(one.at, one.jp.name) for one in as_jp])
    scores = [one.won for one in as_us] + [1 - one.won for one in as_jp]
    bot = any(one.us.bot for one in as_us) or any(one.jp.bot for one in as_jp)
    points, low, high = _ends(fit, n, MIDDLE)
    return LadderRung(
        name, key, bot, len(scores), scores.count(1.0), scores.count(0.5), len(as_us), points, low, high
    )


"""Strength of many players from all their games: Bradley and Terry's model with a term for the side.

    P(i as the US beats j) = 1 / (1 + exp(-(strength of i - strength of j + side)))

The side is a parameter like the strengths: what a side wins by itself is nobody's skill.  The likelihood is penalised
by Jeffreys and Firth, as if half a game more had been seen: who won all his games has an estimate, too.

The unit is the deal.  Its two games are no independent ones: how far they go together is estimated for each two
players, drawn to what holds for all where few games tell of it.  The intervals are those of the profile likelihood, as
much wider or narrower as the score of such pairs varies more or less than that of single games.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import product
from math import copysign, exp, inf, log, sqrt
from typing import NamedTuple

POINTS = 400 / log(10)  # Elo points of one unit of the model: ten to one is 400 points
Z = 1.959963984540054  # 95 per cent of a normal law lie within so many standard deviations
PRIOR = 1.0  # what is known of how games go together before any was seen, in the unit of p (1 - p)
LEAST = 0.02  # of the variance of independent games, whatever the pairs say
NEAR, STEPS, LONGEST = 1e-7, 50, 2.0  # when a search is at its end, when it is given up, its longest step

Vector = list[float]
Row = tuple[tuple[int, float], ...]  # the parameters that count in a game, with their signs
Ends = tuple[bool | None, bool | None]  # of a deal: whether the US won, and whether with the sides swapped


class RatedGame(NamedTuple):
    """Who had which side, by number, and how it ended; `deal`: games of one deal have the same."""

    us: int
    jp: int
    us_won: bool
    deal: str


class Estimate(NamedTuple):
    """Elo points with their 95 per cent interval.  None: no bound that way."""

    points: float
    low: float | None
    high: float | None

    def turned(self) -> Estimate:
        """Of the second above the first."""
        low, high = [None if one is None else -one for one in (self.high, self.low)]
        return Estimate(-self.points, low, high)


class Pairing(NamedTuple):
    """All games of two players with the same sides."""

    row: Row
    won: float  # by the US; a draw is half a game
    games: int
    known: float = 0.0  # what is no parameter: log-odds that are given


class Fit(NamedTuple):
    """Where the likelihood is highest: the parameters, their covariance were games independent, its logarithm."""

    at: Vector
    inverse: list[Vector]
    height: float


class League:
    """Games of so many players.  The last parameter is the side; the others are strengths above that of `zero`."""

    def __init__(self, games: Iterable[RatedGame], players: int, drawn: Iterable[tuple[int, int]] = ()) -> None:
        """`drawn`: who had the US and who Japan in each game that nobody won, which is half a win of both."""
        self.players, self.drawn = players, Counter(drawn)
        self.pairs = _pairs(games)
        self.seen: Counter[tuple[int, int, bool]] = Counter()
        for (us, jp), ends in self.pairs.items():
            for (first, second), n in ends.items():
                for swapped, won in ((False, first), (True, second)):
                    if won is not None:
                        self.seen[(jp, us, won) if swapped else (us, jp, won)] += n

    def side(self) -> Estimate | None:
        """By how much the US side is the better one; None: too few games to tell."""
        return self._estimates(0, [self.players - 1])[0]

    def above(self, zero: int) -> list[Estimate | None]:
        """How much stronger each player is than this one, who has none himself; None: too few games to tell."""
        found = self._estimates(zero, range(self.players - 1))
        return [*found[:zero], None, *found[zero:]]

    def differences(self) -> dict[tuple[int, int], Estimate]:
        """The same between all players: by how much the second is stronger than the first."""
        found: dict[tuple[int, int], Estimate] = {}
        for zero in range(self.players - 1):
            later = self._estimates(zero, range(zero, self.players - 1))  # before himself stand as many as his number
            found |= {(zero, zero + n): one for n, one in enumerate(later, 1) if one is not None}
        return found | {(b, a): one.turned() for (a, b), one in found.items()}

    def _estimates(self, zero: int, which: Sequence[int]) -> list[Estimate | None]:
        cells = self._cells(zero)
        fit = fitted(cells, self.players)
        if fit is None:
            return [None for _ in which]
        ratios = self._ratios(fit, zero)
        found: list[Estimate | None] = []
        for one in which:
            low, high = self._bounded(one, zero)
            reach = Z * sqrt(ratios[one])
            ends = [bound(cells, fit, one, sign * reach) if open_ else None for sign, open_ in ((-1, low), (1, high))]
            found.append(Estimate(POINTS * fit.at[one], *[None if end is None else POINTS * end for end in ends]))
        return found

    def _cells(self, zero: int) -> list[Pairing]:
        ends: dict[tuple[int, int], tuple[float, int]] = {}
        for us, jp in sorted({*[(us, jp) for us, jp, _won in self.seen], *self.drawn}):
            won, lost, drawn = self.seen[us, jp, True], self.seen[us, jp, False], self.drawn[us, jp]
            ends[us, jp] = won + drawn / 2, won + lost + drawn
        return [Pairing(self._row(us, jp, zero), won, games) for (us, jp), (won, games) in ends.items()]

    def _row(self, us: int, jp: int, zero: int) -> Row:
        own = [(one - (one > zero), sign) for one, sign in ((us, 1.0), (jp, -1.0)) if one != zero and us != jp]
        return (*own, (self.players - 1, 1.0))

    def _ratios(self, fit: Fit, zero: int) -> Vector:
        """The variance of each parameter over that of independent games.

        Where it would fall below the least, the pairs leave next to no doubt, which nobody believes of so few.
        """
        extra = [0.0] * self.players
        for (i, j), (n, together) in self._together(fit, zero).items():
            rows = self._row(i, j, zero), self._row(j, i, zero)
            for one, own in enumerate(fit.inverse):
                first, second = [_along(row, own) for row in rows]
                extra[one] += 2 * n * together * first * second
        return [max(LEAST, 1 + more / fit.inverse[one][one]) for one, more in enumerate(extra)]

    def _together(self, fit: Fit, zero: int) -> dict[tuple[int, int], tuple[int, float]]:
        """Of each two players: their whole pairs of games, and the covariance of the two results of one."""
        sums: dict[tuple[int, int], tuple[int, float, float]] = {}
        for (i, j), ends in self.pairs.items():
            p, q = [_chance(_along(row, fit.at)) for row in (self._row(i, j, zero), self._row(j, i, zero))]
            whole = [(first, second, n) for (first, second), n in ends.items() if None not in (first, second)]
            moved = sum([n * (bool(first) - p) * (bool(second) - q) for first, second, n in whole])
            sums[i, j] = sum([n for *_, n in whole]), moved, sqrt(p * (1 - p) * q * (1 - q))
        of_all = sum([moved for _, moved, _ in sums.values()]) / (PRIOR + sum([n * v for n, _, v in sums.values()]))
        return {
            pair: (n, v * (moved + PRIOR * of_all) / (n * v + PRIOR)) for pair, (n, moved, v) in sums.items() if n
        }

    def _bounded(self, one: int, zero: int) -> tuple[bool, bool]:
        """Whether the games bound a parameter from below and from above.

        They do not where it could grow for ever, with others, and no result that was seen would become less likely.
        In such a direction the side moves by -1, 0 or 1, and how far a player gets from another is a shortest way.
        """
        ways = {side: self._ways(side) for side in (-1, 0, 1)}
        if one == self.players - 1:
            return ways[-1] is None, ways[1] is None
        player = one + (one >= zero)
        found = [way for way in ways.values() if way is not None]
        return all(way[player][zero] <= 0 for way in found), all(way[zero][player] <= 0 for way in found)

    def _ways(self, side: int) -> list[Vector] | None:
        """How far each player (second) may get above each other (first) in such a direction; None: there is none."""
        n = range(self.players)
        far = [[0.0 if i == j else inf for j in n] for i in n]
        halves = [(us, jp, won) for us, jp in self.drawn for won in (True, False)]
        for us, jp, won in (*self.seen, *halves):
            from_, to, most = (us, jp, side) if won else (jp, us, -side)
            far[from_][to] = min(far[from_][to], most)
        for middle, i, j in product(n, n, n):
            far[i][j] = min(far[i][j], far[i][middle] + far[middle][j])
        return None if any(far[i][i] < 0 for i in n) else far


def _pairs(games: Iterable[RatedGame]) -> dict[tuple[int, int], Counter[Ends]]:
    """Of each two players, how often a deal ended how.  Raises ValueError where a deal was played twice."""
    deals: dict[str, tuple[int, int]] = {}
    found: defaultdict[tuple[int, int, str], list[bool | None]] = defaultdict(lambda: [None, None])
    for game in games:
        i, j = sorted((game.us, game.jp))
        ends, place = found[i, j, game.deal], int(game.us != i)
        if deals.setdefault(game.deal, (i, j)) != (i, j) or ends[place] is not None:
            raise ValueError(f"deal {game.deal} was played twice: each is for two players, once from either side")
        ends[place] = game.us_won
    counted: defaultdict[tuple[int, int], Counter[Ends]] = defaultdict(Counter)
    for (i, j, _deal), (first, second) in sorted(found.items(), key=lambda item: item[0]):
        counted[i, j][first, second] += 1
    return counted


def _along(row: Row, vector: Sequence[float]) -> float:
    return sum([sign * vector[one] for one, sign in row])


def _chance(x: float) -> float:
    return 1 / (1 + exp(-x)) if x >= 0 else 1 - 1 / (1 + exp(x))


def fitted(cells: Sequence[Pairing], size: int, fixed: int | None = None, start: Vector | None = None) -> Fit | None:
    """The parameters that make the games likeliest, with one of them held where it begins, or none.

    None: there are too few games to tell.
    """
    at, steps = list(start or [0.0] * size), 0
    while True:
        information, chances = _information(cells, at, size)
        solved = _inverse(information)
        if solved is None:
            return None
        inverse, logarithm = solved
        step = _step_from(cells, chances, inverse, fixed)
        longest, steps = max(map(abs, step)), steps + 1
        if longest < NEAR or steps == STEPS:
            return Fit(at, inverse, _height(cells, chances) + logarithm / 2)
        shorter = min(1.0, LONGEST / longest)
        at = [value + shorter * by for value, by in zip(at, step, strict=True)]


def _information(cells: Sequence[Pairing], at: Vector, size: int) -> tuple[list[Vector], Vector]:
    """Fisher's, and the chance of the US in each cell."""
    found, chances = [[0.0] * size for _ in range(size)], []
    for cell in cells:
        p = _chance(cell.known + _along(cell.row, at))
        chances.append(p)
        worth = cell.games * p * (1 - p)
        for one, sign in cell.row:
            for other, turn in cell.row:
                found[one][other] += sign * turn * worth
    return found, chances


def _step_from(cells: Sequence[Pairing], chances: Vector, inverse: list[Vector], fixed: int | None) -> Vector:
    """Newton's next step: the score with Firth's correction, by the covariance of what is free."""
    score = [0.0] * len(inverse)
    for cell, p in zip(cells, chances, strict=True):
        spread = sum([sign * _along(cell.row, inverse[one]) for one, sign in cell.row])
        pull = cell.won - cell.games * p * (1 - (1 - p) * spread * (0.5 - p))
        for one, sign in cell.row:
            score[one] += sign * pull
    if fixed is not None:
        score[fixed] = 0.0
    step = [sum([by * pull for by, pull in zip(own, score, strict=True)]) for own in inverse]
    if fixed is not None:
        held = step[fixed] / inverse[fixed][fixed]
        step = [value - held * own[fixed] for value, own in zip(step, inverse, strict=True)]
        step[fixed] = 0.0
    return step


def _height(cells: Sequence[Pairing], chances: Vector) -> float:
    """The logarithm of the likelihood."""
    tiny = 1e-300  # a chance that rounding took to nothing
    return sum([
        cell.won * log(max(p, tiny)) + (cell.games - cell.won) * log(max(1 - p, tiny))
        for cell, p in zip(cells, chances, strict=True)
    ])


def _inverse(matrix: list[Vector]) -> tuple[list[Vector], float] | None:
    """Of a symmetric matrix, with the logarithm of its determinant; None where it is none of full rank."""
    size, logarithm = len(matrix), 0.0
    rows = [[*row, *[float(i == j) for j in range(size)]] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = rows[i][i]
        if pivot <= 1e-12 * max(1e-12, matrix[i][i]):
            return None
        logarithm += log(pivot)
        rows[i] = [value / pivot for value in rows[i]]
        for j in range(size):
            if j != i and (factor := rows[j][i]):
                rows[j] = [value - factor * by for value, by in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows], logarithm


def bound(cells: Sequence[Pairing], best: Fit, one: int, reach: float) -> float | None:
    """Where the signed root of the likelihood ratio of a parameter is so large: one end of its interval.

    It grows nearly in a line, so a secant finds it.
    """
    size = len(best.at)
    at, last = best.at[one], best
    before, value = 0.0, 0.0
    step = reach * sqrt(best.inverse[one][one])
    for _step in range(STEPS):
        start = list(last.at)
        start[one] = at + step
        found = fitted(cells, size, one, start)
        if found is None:
            return None
        last, at = found, at + step
        before, value = value, copysign(sqrt(max(0.0, 2 * (best.height - found.height))), reach)
        if abs(value - reach) < 1e-4 or value == before:
            return at
        step *= max(-2.0, min(2.0, (reach - value) / (value - before)))
    return at

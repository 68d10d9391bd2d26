"""From positions to weights: a logistic regression, drawn to small weights that change little with the clock.

The weights of a feature stand at the knots of the clock; between them they are a straight line.  So a position is a row
of (feature, knot) products, and the regression is an ordinary one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....bots.value.features import NAMES
from ....bots.value.value import shares
from .exploring import SETTING_UP

KNOTS = (0, 2, 5, 9, 14, 22)
SIZE, BY_CLOCK = len(NAMES), len(KNOTS) + 1
RIDGE, SMOOTH = 30.0, 300.0  # how hard weights are drawn to 0, and to those of the next knot, per standard deviation
FREE = 0.01  # of that for the side itself
STEPS, NEAR = 25, 1e-7

Array = NDArray[np.float64]


def clock(left: Sequence[int]) -> Array:
    """How much each knot, and last the set-up, counts in each position."""
    rows: list[tuple[float, ...]] = [shares(KNOTS, n) for n in range(KNOTS[-1] + 1)]
    set_up = (*[0.0] * len(KNOTS), 1.0)
    return np.array([set_up if n == SETTING_UP else rows[min(n, KNOTS[-1])] for n in left])


def design(figures: Array, by_clock: Array) -> Array:
    """A row for each position: every feature at every knot."""
    found: Array = np.einsum("pf,pk->pfk", figures, by_clock)
    return found.reshape(len(figures), -1)


def scales(figures: Array) -> Array:
    """The standard deviation of each feature, by which it is measured; 1 for one that never differs."""
    found: list[float] = [float(one) for one in figures.std(0)]
    return np.array([1.0 if one < 1e-9 else one for one in found])


def penalty() -> Array:
    """Ridge, and the squares of what changes from knot to knot."""
    steps = np.diff(np.eye(BY_CLOCK), axis=0)
    found: Array = np.kron(np.eye(SIZE), RIDGE * np.eye(BY_CLOCK) + SMOOTH * steps.T @ steps).astype(np.float64)
    found[:BY_CLOCK, :BY_CLOCK] *= FREE
    return found


def logistic(x: Array) -> Array:
    found: Array = 1.0 / (1.0 + np.exp(-np.clip(x, -30.0, 30.0)))
    return found


class TriedCards(NamedTuple):
    """Positions with a card and without it, and how much oftener the US won with it."""

    held: Array
    gone: Array
    real: Array

    def pull(self, weights: Array) -> tuple[Array, Array]:
        """The step and the curvature that least squares add to a regression."""
        with_, without = logistic(self.held @ weights), logistic(self.gone @ weights)
        steep = self.held * (with_ * (1.0 - with_))[:, None] - self.gone * (without * (1.0 - without))[:, None]
        variance = max(1e-3, float(((self.real - self.real.mean()) ** 2).mean()))
        step: Array = steep.T @ (self.real - with_ + without) / variance
        return step, steep.T @ steep / variance


def fitted(rows: Array, won: Array, drawn: Array, pairs: TriedCards | None = None) -> Array:
    """The weights of the regression of `won` on rows, and of prices on pairs, by Newton's method."""
    weights = np.zeros(rows.shape[1])
    for _step in range(STEPS):
        p = logistic(rows @ weights)
        each = np.maximum(p * (1.0 - p), 1e-5)
        slope, curved = rows.T @ (won - p) - drawn @ weights, (rows * each[:, None]).T @ rows + drawn
        if pairs is not None:
            more, bent = pairs.pull(weights)
            slope, curved = slope + more, curved + bent
        step = np.linalg.solve(curved, slope)
        weights += step
        if np.abs(step).max() < NEAR:
            break
    return weights


def across(
    rows: Array, won: Array, games: NDArray[np.int64], drawn: Array, pairs: TriedCards | None = None, folds: int = 5
) -> Array:
    """What each position is said to be worth by weights from games that it is not of."""
    said = np.zeros(len(won))
    for fold in range(folds):
        own = games % folds == fold
        said[own] = logistic(rows[own] @ fitted(rows[~own], won[~own], drawn, pairs))
    return said


def named(weights: Array, by: Array) -> dict[str, tuple[float, ...]]:
    """As the file has them, per unit of each feature."""
    table = weights.reshape(SIZE, BY_CLOCK) / by[:, None]
    return {name: tuple([round(float(one), 5) for one in row]) for name, row in zip(NAMES, table, strict=True)}

"""The chance that the US wins from a position: a logistic line through named features, by the clock."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import exp
from operator import mul

from ironbottom.flow import Game
from ironbottom.state import State
from ironbottom.words import Side

from .features import NAMES, Figures, as_valued, features, turns_left
from .weights import Weights, shipped

Row = tuple[float, ...]  # the weight of each feature


class Value:
    """What positions are worth by these weights.  It keeps nothing of the positions that it is asked about."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        knots = weights.knots
        self.rows = tuple([_row(weights, shares(knots, left)) for left in range(knots[-1] + 1)])
        self.set_up = _row(weights, (*[0.0] * len(knots), 1.0))

    def of(self, state: State) -> float:
        """The chance from 0 to 1 that the US wins; every card of the position counts, so it must be no secret here."""
        return chance(self.logit(state))

    def of_game(self, game: Game) -> float:
        """The same; a game that is over is worth exactly 0 or 1."""
        if game.outcome is not None:
            return 1.0 if game.outcome.winner is Side.US else 0.0
        return self.of(as_valued(game))

    def logit(self, state: State) -> float:
        """The logarithm of the odds."""
        return self.weighed(features(state), None if state.setting_up else turns_left(state))

    def weighed(self, figures: Figures, left: int | None) -> float:
        """That of features with so many turns left; None: in the set-up."""
        row = self.set_up if left is None else self.rows[min(left, len(self.rows) - 1)]
        found: float = sum(map(mul, row, figures))
        return max(-30.0, min(30.0, found))


def chance(logit: float) -> float:
    """Odds as a chance."""
    return 1.0 / (1.0 + exp(-logit))


@cache
def shipped_value() -> Value:
    """By the weights that come with the program; made once."""
    return Value(shipped())


def shares(knots: tuple[int, ...], left: int) -> Row:
    """How much each knot, and last the set-up, counts where so many turns are left: they are 1 together."""
    found, at = [0.0] * (len(knots) + 1), min(left, knots[-1])
    for i, (low, high) in enumerate(pairwise(knots)):
        if low <= at <= high:
            found[i + 1] = (at - low) / (high - low)
            found[i] = 1.0 - found[i + 1]
            return tuple(found)
    raise ValueError(f"{left} turns are left")


def _row(weights: Weights, by_knot: Row) -> Row:
    return tuple([sum(map(mul, by_knot, weights.weights[name])) for name in NAMES])

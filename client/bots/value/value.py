"""The chance that the US wins from a position: small nets over named features and the clock.

One is for whole games, one for battles (§24), which are told more: how they are counted, and what their end brings.
"""

from __future__ import annotations

from functools import cache
from math import exp
from operator import mul

from ironbottom.flow import Game, Outcome
from ironbottom.state import State
from ironbottom.words import Side

from .features import Figures, as_valued
from .stakes import inputs
from .weights import Weights, numbers, shipped, shipped_for_battles

Node = tuple[float, tuple[float, ...]]  # what it begins with, and the weight of each input


class ValueNet:
    """What inputs come to by these weights."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        columns = zip(*map(numbers, weights.first.values()), strict=True)
        self.first: tuple[Node, ...] = tuple(zip(numbers(weights.first_bias), columns, strict=True))
        rows = map(numbers, weights.second)
        self.second: tuple[Node, ...] = tuple(zip(numbers(weights.second_bias), rows, strict=True))
        self.last: Node = (weights.last_bias, numbers(weights.last))

    def said(self, figures: Figures) -> float:
        """The logarithm of the odds."""
        hidden = [max(0.0, bias + sum(map(mul, row, figures))) for bias, row in self.first]
        hidden = [max(0.0, bias + sum(map(mul, row, hidden))) for bias, row in self.second]
        bias, row = self.last
        found: float = bias + sum(map(mul, row, hidden))
        return max(-30.0, min(30.0, found))


class Value:
    """What positions are worth by these weights.  It keeps nothing of the positions that it is asked about."""

    def __init__(self, whole: ValueNet, battles: ValueNet) -> None:
        self.whole, self.battles = whole, battles

    def of(self, state: State) -> float:
        """The chance from 0 to 1 that the US wins; every card of the position counts, so it must be no secret here."""
        return chance(self.logit(state))

    def of_game(self, game: Game) -> float:
        """The same; a game that is over is worth exactly 0 or 1."""
        return self.of(as_valued(game)) if game.outcome is None else of_outcome(game.outcome)

    def logit(self, state: State) -> float:
        """The logarithm of the odds."""
        net = self.whole if state.cards.battle is None else self.battles
        return net.said(inputs(state))


def of_outcome(outcome: Outcome) -> float:
    """What the end of a game is worth to the US."""
    return {Side.US: 1.0, Side.JP: 0.0, None: 0.5}[outcome.winner]


def chance(logit: float) -> float:
    """Odds as a chance."""
    return 1.0 / (1.0 + exp(-logit))


@cache
def shipped_value() -> Value:
    """By the weights that come with the program; made once."""
    return Value(ValueNet(shipped()), ValueNet(shipped_for_battles()))

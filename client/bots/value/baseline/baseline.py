"""A value for luck alone (the baseline of AIVAT, Burch and others 2018).

It has the inputs of a value, and is told besides who is ahead, which question is asked and whom.  Whatever it says,
luck is 0 on the mean; the better it agrees with itself from answer to answer, the less is left that is not luck.
"""

from __future__ import annotations

from copy import copy
from functools import cache
from importlib.resources import files

from msgspec.structs import replace

from ironbottom.flow import Game
from ironbottom.state import State
from ironbottom.windows import WINDOWS
from ironbottom.words import SIDES

from ..features import INPUTS, Figures, as_valued
from ..stakes import inputs
from ..value import Value, ValueNet, chance, of_outcome, shipped_value
from ..weights import SHIPPED, Weights, numbers, parsed

QUESTIONS = tuple(f"asked_{side.name.lower()}_{window}" for side in SIDES for window in WINDOWS)
LEADS = ("ahead", "ahead_soon", "ahead_last", "lead_soon", "lead_last")  # who would win now, and by how much
TOLD = (*INPUTS, *LEADS)  # of a position
BASELINE_INPUTS = (*TOLD, *QUESTIONS)  # of QUESTIONS one is 1, the others are 0
AFTER_POINTS = frozenset({"32", "33"})  # the return and the hand limit: nobody scores any more in a turn
_LEAD, _SOON, _LAST = [INPUTS.index(name) for name in ("lead", "end_near", "last_turn")]


class Baseline:
    """By these weights; battles (§24) by their own value."""

    def __init__(self, weights: Weights, battles: Value) -> None:
        self.weights, self.battles = weights, battles
        whole = ValueNet(replace(weights, first={name: weights.first[name] for name in TOLD}))
        self.nets = {name: _asking(whole, numbers(weights.first[name])) for name in QUESTIONS}

    def of_game(self, game: Game) -> float:
        """The chance from 0 to 1 that the US wins; a game that is over, or settled, is worth exactly 0 or 1."""
        if game.outcome is not None:
            return of_outcome(game.outcome)
        state = as_valued(game)
        if state.cards.battle is not None:
            return self.battles.of(state)
        found = told(state)
        if settled(game, found):
            return by_lead(found)
        return chance(self.nets[question(game)].said(found))


def told(state: State) -> Figures:
    """What it is told of a position, in the order of TOLD."""
    found = inputs(state)
    lead, soon, last = found[_LEAD], found[_SOON], found[_LAST]
    ahead = 1.0 if lead > 0 else -1.0
    return [*found, ahead, ahead * soon, ahead * last, lead * soon, lead * last]


def settled(game: Game, found: Figures) -> bool:
    """§11.2  Only the end of the last turn is left; §23.17: unless that end may be put off."""
    if not found[_LAST] or game.state.cards.options.victory_fever:
        return False
    return game.window(next(iter(game.asked))) in AFTER_POINTS


def by_lead(found: Figures) -> float:
    """§11.3  What a settled game is worth to the US."""
    return 1.0 if found[_LEAD] > 0 else 0.0


def question(game: Game) -> str:
    """Which of QUESTIONS a game is at; where both sides are asked, that of the US."""
    side = next(iter(game.asked))
    return f"asked_{side.name.lower()}_{game.window(side)}"


def _asking(net: ValueNet, more: tuple[float, ...]) -> ValueNet:
    """The same net, its first nodes moved by what a question adds to each."""
    moved = copy(net)
    moved.first = tuple([(bias + one, row) for (bias, row), one in zip(net.first, more, strict=True)])
    return moved


@cache
def shipped_baseline() -> Baseline:
    """By the weights that come with the program; made once."""
    text = (files(__package__) / SHIPPED).read_text("utf-8")
    return Baseline(parsed(f"baseline/{SHIPPED}", text, BASELINE_INPUTS), shipped_value())

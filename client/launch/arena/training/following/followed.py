"""A game as an array: every position of it, and beside each what fresh chance would have made of the same answer."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ironbottom.flow import Game
from ironbottom.questions import Answer
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.words import SIDES, Side

from .....bots.registry import made
from .....bots.value.baseline.baseline import QUESTIONS, TOLD, by_lead, question, settled, told
from .....bots.value.features import Figures, as_valued
from .....bots.value.luck import TRIALS, refresh, spoke
from .....bots.value.value import of_outcome
from ...in_process import Series

OVER = -1  # in place of a question, or of a result: there is none
NUMBER = {name: number for number, name in enumerate(QUESTIONS)}
NOTHING = [0.0] * len(TOLD)


class Followed(NamedTuple):
    """Positions in rows.  Of each answer, rows from `begins` to before `came` had fresh chance, `came` is what came.

    The first row is the deal.  Where chance said nothing, no row is fresh and `begins` is `came`.
    """

    rows: NDArray[np.float16]  # positions x TOLD; zeros where the game is over, or settled
    asked: NDArray[np.int16]  # of each position its number in QUESTIONS; OVER: of those that are zeros
    worth: NDArray[np.float32]  # of each such position, to the US; OVER: of any other
    begins: NDArray[np.int32]
    came: NDArray[np.int32]


class _Book:
    """Takes down one position after another."""

    def __init__(self) -> None:
        self.rows, self.asked, self.worth = list[list[float]](), list[int](), list[float]()

    def add(self, game: Game) -> int:
        """Its place."""
        if game.outcome is not None:
            return self._note(NOTHING, OVER, of_outcome(game.outcome))
        found = told(as_valued(game))
        if settled(game, found):
            return self._note(NOTHING, OVER, by_lead(found))
        return self._note(found, NUMBER[question(game)], OVER)

    def _note(self, row: Figures, asked: int, worth: float) -> int:
        self.rows.append(row)
        self.asked.append(asked)
        self.worth.append(worth)
        return len(self.rows) - 1


def followed(series: Series, n: int) -> Followed:
    """The n-th game of a series, as luck follows it."""
    game, rng, book = new_game(series.cards, series.deal(n), log=False), Random(series.deal(n) + b"fresh"), _Book()
    names = series.players(n)
    bots = {side: made(names[side], series.cards, series.chance(n, side)) for side in SIDES}
    begins, came = list[int](), list[int]()
    book.add(game)
    while game.asked:
        side = next(iter(game.asked))
        before, answer = game.clone(), bots[side].choose(view(game, side))
        game.answer(side, answer)
        begins.append(len(book.rows))
        if spoke(before.state, game.state):
            _fresh(book, before, side, answer, rng)
        came.append(book.add(game))
    return Followed(
        np.array(book.rows, np.float16), np.array(book.asked, np.int16), np.array(book.worth, np.float32),
        np.array(begins, np.int32), np.array(came, np.int32),
    )


def _fresh(book: _Book, before: Game, side: Side, answer: Answer, rng: Random) -> None:
    """The same answer with fresh chance, as often as luck tries it."""
    for _trial in range(TRIALS):
        trial = before.clone()
        refresh(trial.state, rng)
        trial.answer(side, answer)
        book.add(trial)

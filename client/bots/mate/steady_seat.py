"""What a bot by advice shares with any other: whatever its advice comes to, it gives a legal answer."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ironbottom.catalog import cards_by_id
from ironbottom.printed import CardSet
from ironbottom.questions import Answer, Move, Question
from ironbottom.views import View

STEPS = 100  # of a segment that is played step by step: more would be a fault, and the segment is ended


def asked(view: View) -> Question:
    """The question of a view.  Raises ValueError where it holds none."""
    if view.question is None:
        raise ValueError("a bot is asked only where its view holds a question")
    return view.question


class SteadySeat(ABC):
    """One seat.  `faults` counts the decisions that it could not make by itself, and `failures` tells of them."""

    def __init__(self, cards: CardSet) -> None:
        self.cards, self.battle, self.options = cards_by_id(cards), cards.battle, cards.options
        self.failures: list[str] = []
        self.steps = 0  # taken in the segment that is being played

    @property
    def faults(self) -> int:
        return len(self.failures)

    @abstractmethod
    def decide(self, view: View) -> Answer:
        """What its advice says: perhaps no legal answer, and it may fail."""

    def choose(self, view: View) -> Answer:
        """A legal answer, whatever happens: a bug of the bot costs it one decision and not the game."""
        question = asked(view)
        try:
            answer = self.decide(view)
            fault = question.fault(answer)
        except Exception as error:
            answer, fault = question.default, f"{type(error).__name__}: {error}"
        self.steps = self.steps + 1 if isinstance(question.shape, Move) and answer != ("done",) else 0
        if self.steps > STEPS:
            fault = f"no end after {STEPS} steps"
        if not fault:
            return answer
        self.failures.append(f"turn {view.turn}, {question.step}: {fault}")
        return question.shape.first() if isinstance(question.shape, Move) else question.default

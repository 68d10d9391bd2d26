"""The opponent of the tutorial: it answers from the script; where the game has left that, it plays like `mate`."""

from __future__ import annotations

from functools import cached_property

from ironbottom.language import _
from ironbottom.printed import CardSet
from ironbottom.questions import Answer, Rng
from ironbottom.views import View

from ..tutorial.script import script
from .mate import Mate


class Tutor:
    """It knows its place in the script by the question, and so it may come and go as it likes."""

    def __init__(self, cards: CardSet, rng: Rng) -> None:
        self._cards, self._rng = cards, rng

    def choose(self, view: View) -> Answer:
        step = script().step(view)
        return self._mate.choose(view) if step is None else step.answer

    def why(self, view: View, answer: Answer) -> str:
        """The place in the script; elsewhere the reasons of `mate`."""
        step = script().step(view)
        if step is None or step.answer != answer:
            return self._mate.why(view, answer)
        steps = script().steps
        text = _("So the lessons have it, in their step {n} of {all}.")
        return text.format(n=steps.index(step) + 1, all=len(steps))

    @cached_property
    def _mate(self) -> Mate:
        return Mate(self._cards, self._rng)

"""Seats that answer by worlds which they cannot tell from their own game; and the light player at one of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from ironbottom.events import AnyEvent
from ironbottom.language import _
from ironbottom.printed import CardSet
from ironbottom.questions import Answer, Question, Rng
from ironbottom.views import View
from ironbottom.words import Side
from ironbottom.worlds import Memory, Unknowable, Worlds

from ..mate.why.saying import ways
from .deployments import shipped_prior
from .player import LightPlayer


class WorldSeat(ABC):
    """One seat: it keeps what it has heard and answered, for the worlds that it samples."""

    def __init__(self, cards: CardSet, rng: Rng) -> None:
        self.cards, self.rng = cards, rng
        self.player, self.worlds = LightPlayer(cards), Worlds(cards, shipped_prior())
        self.memory: Memory | None = None

    def hears(self, events: Sequence[AnyEvent], view: View) -> None:
        """What happened, of each update."""
        if view.viewer is not None:
            self._remembered(view.viewer).hear(events, view)

    def choose(self, view: View) -> Answer:
        """By worlds; where it has not heard what it would have to know, as who comes late, as well as it can."""
        if view.viewer is None or view.question is None:
            raise ValueError("a bot is asked only where its view holds a question")
        memory = self._remembered(view.viewer)
        try:
            answer = self._by_worlds(view, view.question, memory)
        except Unknowable:
            answer = self._without(view, view.question)
        memory.answered(answer)
        return answer

    @abstractmethod
    def _by_worlds(self, view: View, question: Question, memory: Memory) -> Answer:
        """The answer.  Raises Unknowable."""

    @abstractmethod
    def _without(self, view: View, question: Question) -> Answer:
        """An answer where no world can be sampled."""

    def _remembered(self, side: Side) -> Memory:
        if self.memory is None:
            self.memory = Memory.of(self.cards, side)
        return self.memory


class LightSeat(WorldSeat):
    """The light player in a world of its view; by default where it knows none."""

    def why(self, view: View, answer: Answer) -> str:
        """That it counts little: it weighs by rules of thumb, for speed."""
        if view.question is None:
            raise ValueError("a reason is given only where a view holds a question")
        text = _("By rule of thumb, out of {n} legal answers, in one world that looks like this table.")
        return text.format(n=ways(view.question))

    def _by_worlds(self, view: View, question: Question, memory: Memory) -> Answer:
        return self.player.choose(self.worlds.sample(view, memory, self.rng), question.side)

    def _without(self, view: View, question: Question) -> Answer:
        return question.default

"""The light player at a table: it answers as it would in a world that it cannot tell from its own."""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.events import AnyEvent
from ironbottom.language import _
from ironbottom.printed import CardSet
from ironbottom.questions import Answer, Rng
from ironbottom.views import View
from ironbottom.words import Side
from ironbottom.worlds import Memory, Unknowable, Worlds

from ..mate.why.saying import ways
from .player import LightPlayer


class LightSeat:
    """One seat.  Where it has not heard what it would have to know, as who comes late, it answers by default."""

    def __init__(self, cards: CardSet, rng: Rng) -> None:
        self.cards, self.rng = cards, rng
        self.player, self.worlds = LightPlayer(cards), Worlds(cards)
        self.memory: Memory | None = None

    def hears(self, events: Sequence[AnyEvent], view: View) -> None:
        """What happened, of each update."""
        if view.viewer is not None:
            self._remembered(view.viewer).hear(events, view)

    def choose(self, view: View) -> Answer:
        """As the player would in a world of this view."""
        if view.viewer is None or view.question is None:
            raise ValueError("a bot is asked only where its view holds a question")
        memory = self._remembered(view.viewer)
        try:
            answer = self.player.choose(self.worlds.sample(view, memory, self.rng), view.viewer)
        except Unknowable:
            answer = view.question.default
        memory.answered(answer)
        return answer

    def why(self, view: View, answer: Answer) -> str:
        """That it counts little: it weighs by rules of thumb, for speed."""
        if view.question is None:
            raise ValueError("a reason is given only where a view holds a question")
        text = _("By rule of thumb, out of {n} legal answers, in one world that looks like this table.")
        return text.format(n=ways(view.question))

    def _remembered(self, side: Side) -> Memory:
        if self.memory is None:
            self.memory = Memory.of(self.cards, side)
        return self.memory

"""A player that gives the first legal answer, and never plays an event card."""

from __future__ import annotations

from ironbottom.flow import Asked
from ironbottom.questions import Answer


class FirstPlayer:
    """The same question always gets the same answer."""

    def choose(self, asked: Asked) -> Answer:
        return asked.shape.first()

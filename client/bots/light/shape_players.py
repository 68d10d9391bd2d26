"""Players that look at the question alone, for games that try the rules out: by chance, or the first legal answer."""

from __future__ import annotations

from ironbottom.flow import Asked
from ironbottom.questions import Answer, Rng

PLAYS = 0.5  # how often it plays an event card that it may play


class RandomPlayer:
    """Every legal answer may come.  The same `rng` plays the same game."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def choose(self, asked: Asked) -> Answer:
        if asked.plays and self.rng.random() < PLAYS:
            return ("play", asked.plays[int(self.rng.random() * len(asked.plays))].id)
        return asked.shape.guess(self.rng)


class FirstPlayer:
    """The first legal answer, and never an event card: the same question always gets the same answer."""

    def choose(self, asked: Asked) -> Answer:
        return asked.shape.first()

"""A player that answers by chance: every legal answer may come."""

from __future__ import annotations

from ironbottom.flow import Asked
from ironbottom.questions import Answer, Rng

PLAYS = 0.5  # how often it plays an event card that it may play


class RandomPlayer:
    """Takes its chance from `rng`, so that the same one plays the same game."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def choose(self, asked: Asked) -> Answer:
        if asked.plays and self.rng.random() < PLAYS:
            return ("play", asked.plays[int(self.rng.random() * len(asked.plays))].id)
        return asked.shape.guess(self.rng)

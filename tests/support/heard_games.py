"""Games that are heard by a memory of each side, as a client hears them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ironbottom.catalog import card_set
from ironbottom.flow import Game
from ironbottom.questions import Answer
from ironbottom.rules import new_game
from ironbottom.sight import seen, view
from ironbottom.views import View
from ironbottom.words import SIDES, Side
from ironbottom.worlds import Memory, Worlds
from tests.support.players import Player, at_random, eager, first_legal, seed

KINDS = (eager, at_random, eager, lambda rng: first_legal)


class HeardGame:
    """A game, its players, and what each side remembers of it."""

    def __init__(self, g: Game, players: dict[Side, Player], rng: Random) -> None:
        self.g, self.players, self.rng = g, players, rng
        self.worlds = Worlds(g.state.cards)
        self.memories = {side: Memory.of(g.state.cards, side) for side in SIDES}
        self.hear()

    def hear(self) -> None:
        """Both sides are told what happened since the last time."""
        assert self.g.events is not None
        for side, memory in self.memories.items():
            memory.hear(seen(self.g.events, side), view(self.g, side))
        self.g.events.clear()

    def give(self, side: Side, answer: Answer) -> None:
        self.g.answer(side, answer)
        self.memories[side].answered(answer)
        self.hear()

    def questions(self, most: int = 20_000) -> Iterator[tuple[Side, View]]:
        """Play on, and stop at each question: who is asked, and his view."""
        for _ in range(most):
            if not self.g.asked:
                return
            side = self.rng.choice(list(self.g.asked))
            yield side, view(self.g, side)
            self.give(side, self.players[side](self.g, side))


def heard(number: int) -> HeardGame:
    """The game of this number: cards, deal and players hang on nothing else."""
    rng = Random(number)
    cards = card_set("core" if number % 2 else "full")
    g = new_game(cards, seed(number), ask_sides=number % 3 == 0)
    players = {side: KINDS[(number + side * (1 + number // 4)) % len(KINDS)](rng) for side in SIDES}
    return HeardGame(g, players, rng)

"""Two worlds beside each other: what is done in both, in which ways an answer can be given, and how they are compared.

Each world runs for itself up to the same moments.  What everybody may know happens in both at the same time; what only
one seat may know happens in each as it likes.  Then the tapes of the two are held against each other, message by
message: who heard it, when, and every byte.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import partial
from math import ceil
from random import Random
from typing import NamedTuple

from msgspec import UNSET

from ironbottom import sight
from ironbottom.flow import Game, card_played
from ironbottom.proof.standing import ordered
from ironbottom.questions import Answer, Move
from ironbottom.wire.answers import answer as understood
from ironbottom.wire.answers import plain
from ironbottom.wire.orders import Does, StandingOrder
from ironbottom.wire.terms import Absent, Terms
from ironbottom.words import Side
from tests.secrecy.over_wire.doings import ANSWERS, PROBES, Doing, keep_to_himself
from tests.secrecy.over_wire.world import Act, Deal, Heard, World, as_dealt
from tests.secrecy.reading import Leaked, same
from tests.secrecy.runs import PRIVATE
from tests.support.players import window_of

LEAST = 400  # milliseconds that an answer takes at least
QUICK = (0.26, 0.30, 0.33)  # seconds after the question: before that
OVER = re.compile(rb'\xa6status\xa4over|"status":"over"|game-ended')
NO_ANSWER: tuple[Answer, ...] = ("nothing", ("nothing",), {7: "nothing"}, ("play", "nothing"))
DOES: tuple[tuple[Does, int], ...] = (
    ("pass-when-forced", 0), ("none", 0), ("harmless", 0), ("default", 0), *[("withdraw-at", n) for n in range(3)],
    ("withdraw-damaged", 1), ("withdraw-carriers", 1), ("break-off", 2), ("intercept", 0), ("meet-escorts", 0),
    ("spread", 0), ("press-on", 0), ("stay-when-few", 1),
)


class SameSaid(NamedTuple):
    """An answer of a side that says the same in both worlds, and the positions that it is given in."""

    side: Side
    one: tuple[Game, Answer]
    two: tuple[Game, Answer]


class Both:
    """Two worlds at one table, and what was tried there."""

    def __init__(self, number: int, secret: Side, kind: str, deal: Callable[[World], Deal] | None = None) -> None:
        self.number, self.secret, self.rng = number, secret, Random(f"{kind} {number}")
        self.tried, self.windows = Counter[str](), Counter[str]()
        self.terms = self.chosen_terms()
        self.bots = (number % 7 == 3, number % 3 == 1)
        self.held = self.terms.least > 0 and self.bots != (True, True)  # answers that show take their time
        self.one = self._world(kind, as_dealt)
        self.two = self._world(kind, as_dealt if deal is None else deal(self.one))
        self.worlds = (self.one, self.two)
        self.t = 0.0

    def _world(self, kind: str, deal: Deal) -> World:
        web = self.number // 4 % 2 == 1
        return World(f"{kind} {self.number}", self.secret, self.terms, web=web, bots=self.bots, deal=deal)

    def chosen_terms(self) -> Terms:
        number = self.number
        bank = (600, 0)[number // 2 % 2]
        absent: Absent = ("wait", "clock" if bank else "wait", "bot")[number % 3]
        return Terms(
            side="us" if self.secret is Side.US else "jp", cards="core" if number % 2 else "full", absent=absent,
            bank=bank, reach="open", least=0 if number % 11 == 10 else LEAST,
            offers=("draw", "pause", "takeback") if number % 3 else UNSET,
        )

    def begin(self) -> None:
        """The next moment at which something can be asked in both worlds."""
        self.t = ceil(max(world.now for world in self.worlds)) + 1.0
        for world in self.worlds:
            world.until(self.t)

    def until(self, time: float) -> None:
        for world in self.worlds:
            world.until(self.t + time)

    def in_both(self, time: float, act: Act) -> None:
        """What everybody may know."""
        for world in self.worlds:
            world.at(self.t + time, act)

    def compare(self, what: str) -> None:
        """Hold the tapes of both worlds against each other."""
        over = self.one.live_game.ended
        one, two = [world.take_tape() for world in self.worlds]
        if over:
            one, two = until_it_is_over(one), until_it_is_over(two)
        if one != two:
            same(f"{type(self).__name__} {self.number}, {what}", one, two)

    # what is done besides answering

    def keep_to_himself(self, *times: float) -> None:
        """What the seat with the secrets does, in each world as it likes."""
        for world in self.worlds:
            for time in times:
                if self.rng.random() < 0.4:
                    world.at(self.t + time, lambda w: keep_to_himself(w, self.rng))

    def probe(self, *times: float) -> None:
        """What the viewer asks for, in both worlds."""
        for time in times:
            doing: Doing = self.rng.choice(PROBES)
            if doing in ANSWERS and time < 0.5 and len(self.one.game.asked) > 1:
                continue  # it would wait for the same moment as an answer of the other, and the order would be chance
            self.tried[doing.__name__] += 1
            self.in_both(time, partial(do_alike, doing=doing, seed=self.rng.random()))

    def in_private(self, g: Game) -> bool:
        """Whether the side with the secrets is in a private segment."""
        asked = g.asked.get(self.secret)
        return asked is not None and isinstance(asked.shape, Move) and window_of(g, self.secret) in PRIVATE

    # ways to give an answer

    def give(self, said: SameSaid) -> None:
        """Of the ways that look alike from outside one in each world, where the common least time hides them."""
        if said.side is not self.secret or not self.held or self.rng.random() < 0.3:
            self.give_late(said, 0.6)
        else:
            self._give_quickly(said)

    def give_late(self, said: SameSaid, time: float) -> None:
        """By hand at the same time; in one of the worlds perhaps after something that was no answer."""
        self.tried["late"] += 1
        for world, (_, answer) in zip(self.worlds, (said.one, said.two), strict=True):
            world.at(self.t + time, partial(World.give, side=said.side, answer=answer))
        if said.side is self.secret and time > 0.5 and self.rng.random() < 0.3:
            self.tried["no answer"] += 1
            wrong = self.rng.choice(NO_ANSWER)
            self.rng.choice(self.worlds).at(self.t + 0.27, lambda w: w.give(said.side, wrong))

    def _give_quickly(self, said: SameSaid) -> None:
        """§20.1  In less than the common least time, by hand or by a standing order."""
        for world, (g, answer) in zip(self.worlds, (said.one, said.two), strict=True):
            order = self._order(g, answer) if world.speaker is world.keeper and self.rng.random() < 0.6 else None
            self.tried["quick" if order is None else "order"] += 1
            time = self.t + self.rng.choice(QUICK)
            if order is None:
                world.at(time, partial(World.give, side=said.side, answer=answer))
            else:
                world.at(time, partial(World.order_one, order=order))
                world.at(self.t + 0.5, World.order)

    def _order(self, g: Game, answer: Answer) -> StandingOrder | None:
        """An order that gives this answer, if there is one."""
        view = sight.view(g, self.secret)
        for order in [
            StandingOrder(window_of(g, self.secret), does, n) for does, n in self.rng.sample(DOES, len(DOES))
        ]:
            found = ordered(view, (order,))
            if found is not None and plain(found) == plain(answer):
                return order
        return None


def do_alike(world: World, doing: Doing, seed: float) -> None:
    """The same in each world, by the same chance."""
    doing(world, Random(seed))


def as_it_travels(answer: Answer) -> Answer:
    """An answer as the server understands it: dice are thrown in the order of its table, which is that of its keys."""
    return understood(plain(answer))


def legal(g: Game, side: Side, answer: Answer) -> bool:
    """Whether an answer may be given in this world."""
    asked = g.asked.get(side)
    if asked is None:
        raise Leaked(f"{side.name} is asked in one world and not in the other")
    return card_played(asked.plays, answer) is not None or asked.shape.fault(answer) is None


def until_it_is_over(tape: list[Heard]) -> list[Heard]:
    """§22.8  What each was told before the end of the game, which opens everything."""
    over: set[str] = set()
    kept: list[Heard] = []
    for heard in tape:
        if OVER.search(heard.data):
            over.add(heard.to)
        if heard.to not in over:
            kept.append(heard)
    return kept

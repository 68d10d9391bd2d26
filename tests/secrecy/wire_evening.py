"""An evening at one table, in twin worlds: pair after pair of positions that differ in secrets alone.

A pair is one position of a running game in the one world and a twin of it in the other, a second or a few of it: private
steps and other private doings, as many and such as each world likes; one answer that says the same in both; and what
the viewer asks the server meanwhile.  Then the tapes of the two worlds are held against each other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from math import ceil
from random import Random
from typing import NamedTuple

from ironbottom import sight
from ironbottom.events import Reinforced
from ironbottom.flow import Game, card_played
from ironbottom.printed import ShipCard
from ironbottom.proof.standing import ordered
from ironbottom.questions import Answer, Move
from ironbottom.wire.answers import plain
from ironbottom.wire.messages import Absent, Terms
from ironbottom.wire.orders import EVERY, Order
from ironbottom.words import Side
from tests.players import Player as Engine
from tests.players import at_random, eager, window_of
from tests.secrecy.laid import laid
from tests.secrecy.reading import Leaked, face_up, same
from tests.secrecy.runs import DONE, PRIVATE, in_words_of, private_set_up_step, private_step
from tests.secrecy.twins import set_up_anew, twin
from tests.secrecy.wire_doings import NEVER, PROBES, keep_to_himself
from tests.secrecy.wire_world import Heard, World

UNDO = ("undo",)
NO_ANSWER: tuple[Answer, ...] = ("nothing", ("nothing",), {7: "nothing"}, ("play", "nothing"))
OVER = re.compile(rb'\xa6status\xa4over|"status":"over"')
LEAST = 400  # milliseconds that an answer takes at least
ORDERS = (
    Order(EVERY, "pass-when-forced"), Order(EVERY, "none"), Order(EVERY, "default"),
    *[Order(EVERY, "withdraw-at", n) for n in range(3)],
)  # fmt: skip


class Said(NamedTuple):
    """An answer of a side, in both worlds, and the positions that it is given in."""

    side: Side
    one: tuple[Game, Answer]
    two: tuple[Game, Answer]


class Evening:
    """Two worlds at one table, and what was tried there."""

    def __init__(self, number: int) -> None:
        self.number, self.rng = number, Random(f"evening {number}")
        self.secret = Side(number % 2)
        rng = Random(number)
        self.player: Engine = at_random(rng) if number % 5 == 4 else eager(rng)
        self.tried: Counter[str] = Counter()
        self.terms = self._terms()
        bots = (number % 7 == 3, number % 3 == 1)
        self.held = self.terms.least > 0 and bots != (True, True)  # answers that show take their time
        self.one, self.two = [
            World(str(number), self.secret, self.terms, web=number % 2 == number // 2 % 2, bots=bots) for _ in range(2)
        ]
        self.worlds = (self.one, self.two)
        self.t = 0.0
        self.begin()

    def _terms(self) -> Terms:
        number = self.number
        absent: Absent = ("wait", "clock", "bot")[number % 3]
        return Terms(
            side="us" if self.secret is Side.US else "jp", cards="core" if number % 2 else "full", absent=absent,
            bank=(600, 0)[number // 2 % 2], reach="open", least=0 if number % 11 == 10 else LEAST,
        )

    def begin(self) -> None:
        """The table as it is after the toss; in most evenings with a position from further on."""
        self.compare("the toss")
        g = self.one.game
        if self.number % 3:
            g = laid(self.number).g
        for _ in range((0, 0, 0, 0, 0, 60, 300)[self.number % 7]):
            g = self._one_more(g)
        self.next = g
        if self.terms.absent == "bot" and self.number % 2:
            self.stand_in()

    def stand_in(self) -> None:
        """The keeper of the secrets goes away, and a stand-in comes."""
        for world in self.worlds:
            keep_to_himself(world, Random(self.number))
            world.until(ceil(world.clock.seconds()) + 1.0)
            world.leave_to_stand_in()
        self.tried["stand-in"] += 1
        self.compare("a stand-in")

    def play(self, pairs: int) -> int:
        """So many pairs, or to the end of the game; how many it were."""
        for done in range(pairs):
            if not self.next.asked:
                return done
            self.pair()
        return pairs

    def compare(self, what: str, *, over: bool = False) -> None:
        """Hold the tapes of both worlds against each other."""
        one, two = [world.take_tape() for world in self.worlds]
        if over:
            one, two = _until_it_is_over(one), _until_it_is_over(two)
        if one != two:
            same(f"evening {self.number}, {what}", one, two)

    # one pair

    def pair(self) -> None:
        """One position in both worlds, an answer to it, and what leaves."""
        self.t = ceil(max(world.clock.seconds() for world in self.worlds)) + 1.0
        for world in self.worlds:
            world.until(self.t)
        bank = self.rng.choice((0.0, 3.0, 6.0))
        full = self.rng.random() < 0.05
        timed = bool(self.terms.bank) and not full and self.rng.random() < 0.15
        self.one.put(self.next, bank if timed else 600.0)
        self.two.put(self.other(self.next), bank if timed else 600.0)
        self.in_private(full=full)
        said = self.say(timed=timed)
        if said is None:
            self.two.change(self.other(self.one.game))
        else:
            self.two.change(said.two[0])
            timed = self.answer(said, timed=timed, full=full)
        self.finish(said, patience=7.0 if timed or full else 1.0)

    def finish(self, said: Said | None, patience: float) -> None:
        """Let the time of the pair pass, compare, and look for the next position."""
        for world in self.worlds:
            world.until(self.t + patience)
            world.lines["viewer"].caller.pulse()
        window = "" if said is None else window_of(said.one[0], said.side)
        self.compare(f"window {window}", over=self.one.playing.ended)
        g = self.one.game
        for _ in range(self.rng.randrange(10)):
            g = self._one_more(g)
        while self.steps_in_private(g) and steps_taken(g) and self.rng.random() < 0.7:
            g = g.after(self.secret, DONE)
        self.next = g

    def _one_more(self, g: Game) -> Game:
        if not g.asked:
            return g
        side = self.rng.choice(list(g.asked))
        return g.after(side, self.player(g, side))

    def other(self, g: Game) -> Game:
        """A twin of a position."""
        return (set_up_anew if g.state.setting_up else twin)(g, self.secret, self.rng)

    # what is done in private

    def in_private(self, *, full: bool) -> None:
        """Each world for itself; nothing of it may leave.  Then the viewer asks for this and that."""
        probe = self.rng.choice(PROBES) if self.rng.random() < 0.5 else None
        seed = self.rng.random()
        steps = self.steps_in_private(self.next)
        for world in self.worlds:
            world.disk.full = full and steps
            if steps:
                self._steps(world, self.rng.randint(1 if full else 0, 5))
            for n in range(self.rng.randint(0, 2)):
                world.at(self.t + 0.21 + 0.02 * n, lambda w: keep_to_himself(w, self.rng))
            if probe is not None:
                world.at(self.t + 0.35, lambda w: probe(w, Random(seed)))
            world.until(self.t + 0.20)
            world.disk.full = False
        self.tried["private"] += steps
        self.tried["private, disk full"] += steps and full
        if probe is not None:
            self.tried[probe.__name__] += 1

    def steps_in_private(self, g: Game) -> bool:
        """Whether the side with the secrets is in a private segment."""
        asked = g.asked.get(self.secret)
        return asked is not None and isinstance(asked.shape, Move) and window_of(g, self.secret) in PRIVATE

    def _steps(self, world: World, most: int) -> None:
        """Private steps; some are taken back, if none came with the position (a twin has those of other cards)."""
        before = steps_taken(world.game)
        for n in range(most):
            world.at(self.t + 0.01 + 0.03 * n, lambda w: self._step(w, before))

    def _step(self, world: World, before: int) -> None:
        if not self.steps_in_private(world.game):
            return
        back = steps_taken(world.game) > before == 0 and self.rng.random() < 0.4
        step = UNDO if back else private_step(world.game, self.secret, self.rng)
        if step is not None:
            world.give(self.secret, step)

    # one answer

    def say(self, *, timed: bool) -> Said | None:
        """An answer that says the same in a twin of the world as it is now; None where no twin can be found."""
        g = self.one.game
        side = self.secret if self.secret in g.asked and self.rng.random() < 0.7 else self.rng.choice(list(g.asked))
        answer = self._answer(g, side, timed=timed)
        after = g.after(side, answer)
        if after.state.setting_up:
            other = set_up_anew(g, self.secret, self.rng)
            said = private_set_up_step(other, side, answer, self.rng) if side is self.secret else answer
            return None if said is None or not legal(other, side, said) else Said(side, (g, answer), (other, said))
        shown = face_up(after)
        if any(isinstance(e, Reinforced) and e.bases for e in after.events or ()):
            shown |= {c.id for c in g.forces[side].fleet_deck if not isinstance(c, ShipCard)}
        for alike in (False, True):
            other = twin(g, self.secret, self.rng, shown, alike=alike)
            said = in_words_of(other, g, side, answer) if side is self.secret else answer
            if legal(other, side, said):
                return Said(side, (g, answer), (other, said))
        return None

    def _answer(self, g: Game, side: Side, *, timed: bool) -> Answer:
        """What is answered: by the player, the clock or an order; a private segment ends."""
        if timed:
            return g.default(side)
        if side is self.secret and self.rng.random() < 0.4:
            view = sight.view(g, side)
            found = ordered(view, (self.rng.choice(ORDERS),))
            if found is not None:
                return found
        if side is self.secret and self.steps_in_private(g):
            plays = g.asked[side].plays
            return ("play", plays[0].id) if plays and self.rng.random() < 0.5 else DONE
        return self.player(g, side)

    def answer(self, said: Said, *, timed: bool, full: bool) -> bool:
        """Let it be given, in one of the ways that look alike from outside; whether by the clock."""
        self._probe_again()
        if timed and said.side is self.secret and len(said.one[0].asked) == 1 and self._both_by_default(said):
            self.tried["clock"] += 1
            return True
        if said.side is not self.secret or full or not self.held or self.rng.random() < 0.3:
            self._late(said, self.t + (6.0 if full else 0.6))
        else:
            self._quickly(said)
        return False

    def _late(self, said: Said, time: float) -> None:
        """By hand at the same time, in one world after something that was no answer."""
        self.tried["late"] += 1
        self.one.at(time, lambda w: w.give(said.side, said.one[1]))
        self.two.at(time, lambda w: w.give(said.side, said.two[1]))
        if said.side is self.secret and self.rng.random() < 0.3:
            self.tried["no answer"] += 1
            self.rng.choice(self.worlds).at(self.t + 0.27, lambda w: w.give(said.side, self.rng.choice(NO_ANSWER)))

    def _both_by_default(self, said: Said) -> bool:
        return all(plain(g.default(said.side)) == plain(answer) for g, answer in (said.one, said.two))

    def _quickly(self, said: Said) -> None:
        """§20.1  In less than the common least time: by hand in the one world, by hand or by an order in the other."""
        ways = [self._way(world, g, answer) for world, (g, answer) in zip(self.worlds, (said.one, said.two), strict=True)]
        for world, (name, way) in zip(self.worlds, ways, strict=True):
            world.at(self.t + self.rng.choice((0.26, 0.30, 0.33)), way)
            world.at(self.t + 0.5, World.ask_nothing)
            self.tried[name] += 1

    def _way(self, world: World, g: Game, answer: Answer) -> tuple[str, Callable[[World], None]]:
        if world.speaker is world.keeper and self.rng.random() < 0.6:
            view = sight.view(g, self.secret)
            for order in self.rng.sample(ORDERS, len(ORDERS)):
                found = ordered(view, (order,))
                if found is not None and plain(found) == plain(answer):
                    return "order", lambda w: w.order(order)
        return "quick", lambda w: w.give(self.secret, answer)

    def _probe_again(self) -> None:
        """The viewer asks for something once more, when the answer is given."""
        if self.rng.random() < 0.4:
            probe, seed = self.rng.choice(PROBES), self.rng.random()
            self.tried[probe.__name__] += 1
            for world in self.worlds:
                world.at(self.t + 0.75, lambda w: probe(w, Random(seed)))


def _until_it_is_over(tape: list[Heard]) -> list[Heard]:
    """What each was told up to the end of the game: then everything may be opened."""
    over: set[str] = set()
    kept: list[Heard] = []
    for heard in tape:
        if heard.to not in over:
            kept.append(heard)
        if OVER.search(heard.data):
            over.add(heard.to)
    return kept


def steps_taken(g: Game) -> int:
    """In a private segment that knows how to go back."""
    return len(getattr(g.stack[-1], "taken", ()))


def legal(g: Game, side: Side, answer: Answer) -> bool:
    """Whether an answer may be given in this world."""
    asked = g.asked.get(side)
    if asked is None:
        raise Leaked(f"{side.name} is asked in one world and not in the other")
    return card_played(asked.plays, answer) is not None or asked.shape.fault(answer) is None

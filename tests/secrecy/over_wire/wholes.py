"""Whole games over the wire in two worlds: one script, other cards where none came to light, other private doings.

The second world is dealt other cards from the beginning, so that everything here is as it would have come about: the
numbers of updates, what was missed, and what a server reads back that was killed in the middle.
"""

from __future__ import annotations

from functools import partial
from random import Random

from ironbottom.flow import Game
from ironbottom.questions import Answer
from ironbottom.state import State
from ironbottom.wire.answers import plain
from ironbottom.words import SIDES, Side
from tests.secrecy.over_wire.both import Both, SameSaid, as_it_travels
from tests.secrecy.over_wire.world import Deal, World
from tests.secrecy.reading import in_the_open
from tests.secrecy.runs import private_step
from tests.secrecy.wholes import Script, exchanged, words_in
from tests.support.players import Player, at_random, eager, window_of

UNDO = ("undo",)


class Whole(Both):
    """Game `number`, as far as `most` answers."""

    def __init__(self, number: int, most: int) -> None:
        self.most, self.changed = most, 0
        self.script: Script = []
        super().__init__(number, Side(number // 2 % 2), "whole", self._dealt)

    def _dealt(self, one: World) -> Deal:
        """The script of the first world; and how the cards lie in the second, so that it fits there too."""
        self.script, named = scripted(one.game, self.number, self.most)

        def deal(state: State) -> None:
            rng, forces, hidden = Random(self.number), state.forces[self.secret], named[self.secret]
            forces.air_deck, in_air = exchanged(forces.air_deck, hidden, rng)
            forces.fleet_deck, in_fleet = exchanged(forces.fleet_deck, hidden, rng)
            self.changed = in_air + in_fleet

        return deal

    def play(self) -> int:
        """To the end of the script; how many answers it were."""
        self.compare("the toss")
        killed = self.rng.randrange(len(self.script))
        for n, (side, answer) in enumerate(self.script):
            if n == killed:
                self.restart()
            self._one(side, answer)
        return len(self.script)

    def _one(self, side: Side, answer: Answer) -> None:
        """One answer; private steps at any time, and steps besides that are taken back."""
        self.begin()
        said = SameSaid(side, (self.one.game, answer), (self.two.game, answer))
        hidden = side is self.secret and self.one.live_game.unseen(side, plain(answer))
        if hidden:
            for world in self.worlds:
                self._there_and_back(world)
                world.at(self.t + self.rng.choice((0.20, 0.22, 0.27)), partial(World.give, side=side, answer=answer))
        else:
            self.give_late(said, 0.6)
        self.keep_to_himself(0.21, 0.23)
        self.probe(*[time for time in (0.35, 0.75) if self.rng.random() < 0.15])
        self.until(1.0)
        for world in self.worlds:
            world.lines["viewer"].session.tick()
        self.windows[window_of(said.one[0], side)] += 1
        self.compare(f"window {window_of(said.one[0], side)}")

    def _there_and_back(self, world: World) -> None:
        for n in range(self.rng.choice((0, 0, 1, 2))):
            step = private_step(world.game, self.secret, self.rng)
            if step is not None and window_of(world.game, self.secret) != "2":
                self.tried["there and back"] += 1
                for time, answer in ((0.02, step), (0.06, UNDO)):
                    world.at(self.t + time + 0.08 * n, partial(World.give, side=self.secret, answer=answer))

    def restart(self) -> None:
        """Both servers are killed, and start with what is on their disks; everybody comes back."""
        self.begin()
        last = self.one.live_game.numbers[self.secret.enemy]
        have = self.rng.choice((0, last // 2, last))
        for world in self.worlds:
            world.restart(have)
            world.until(self.t + 5.0)
        self.tried["restarted"] += 1
        self.compare("after a restart")


def scripted(g: Game, number: int, most: int) -> tuple[Script, dict[Side, set[str]]]:
    """A game, and the cards of each side that came to light in it or were named.  Nobody draws a fleet anew."""
    rng = Random(number)
    player: Player = eager(rng) if number % 3 == 0 else at_random(rng)
    script: Script = []
    named = {side: set(in_the_open(g)) for side in SIDES}
    while g.asked and len(script) < most:
        side = rng.choice(list(g.asked))
        answer = "keep" if window_of(g, side) == "1" else as_it_travels(player(g, side))
        named[side].update(words_in(answer))
        script.append((side, answer))
        g = g.after(side, answer)
        for names in named.values():
            names.update(in_the_open(g))
    return script, named

"""One of two twin worlds: a server with a seat that keeps secrets, a seat that must not learn them, and who looks on.

Everything that leaves for the viewer and for those who look on is kept on a tape, with its time, in its order.  What the
operating system would draw (nonces, tokens, the server's share) comes from the world's seed, so that two worlds of one
seed draw alike.  Nothing else is made equal but two things that a viewer cannot read, in their place and at their size:
a head is put down by the number of the first message that told it, so that it still shows whether two are the same;
and the server's signature under a head is blanked.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace
from twisted.internet.task import Cooperator

from ironbottom.flow import Game
from ironbottom.questions import Answer
from ironbottom.server import at_play
from ironbottom.server.clocks import Clocks
from ironbottom.server.playing import Playing
from ironbottom.server.table import Table
from ironbottom.wire.messages import Join, Resume, Seated, Terms, Watch
from ironbottom.wire.orders import Order
from ironbottom.words import Side
from tests.server.house import House, Pipe
from tests.server.player import Player

HEAD = re.compile(rb'\xa4head\xc4\x20(.{32})|"head":"([A-Za-z0-9+/=]{44})"', re.DOTALL)
SIGNED = re.compile(rb'(\xa9signature\xc4\x40).{64}|("signature":")[A-Za-z0-9+/=]{88}', re.DOTALL)
DRAWERS = ("hall", "caller", "tossing")  # modules of the server that draw from the operating system
AT_ONCE = 0.0


class Draws:
    """What stands in for the module `secrets`: the draws of the world that is running."""

    rng = Random(0)

    def token_bytes(self, n: int) -> bytes:
        return self.rng.randbytes(n)


DRAWS = Draws()


def draw_alike(mp: pytest.MonkeyPatch) -> None:
    """Let the server draw from DRAWS."""
    for name in DRAWERS:
        mp.setattr(f"ironbottom.server.{name}.secrets", DRAWS)


class Heard(NamedTuple):
    """One message that left."""

    time: float
    to: str
    data: bytes


class Tap(Pipe):
    """A pipe whose messages to the client are kept on the tape of its world."""

    def __init__(self, world: World, player: Player, to: str) -> None:
        self.world, self.to = world, to
        super().__init__(world.hall, player, world.clock)

    def write(self, data: bytes) -> None:
        self.world.tape.append(Heard(round(self.clock.seconds(), 6), self.to, data))
        super().write(data)

    def _deliver(self, data: bytes) -> None:
        if self.world.lines.get(self.to) is self:  # else he speaks on another one
            super()._deliver(data)


class Hand(Player):
    """A player who does what the test says, signs when he is asked to, and answers nothing by himself."""

    def consider(self) -> None:
        """Somebody else does."""

    def say_again(self, have: int) -> None:
        self.ask(Resume, self.table, self.token, have)


class Looker(Hand):
    """Who looks on: as soon as he is let in he reads no more of what is kept on the tape."""

    reads = True

    def hear(self, data: bytes) -> None:
        if self.reads:
            super().hear(data)

    def hear_seated(self, seated: Seated) -> None:
        self.reads, self.table = False, seated.table

    def look_on(self, table: str) -> None:
        self.ask(Watch, table)


class World(House):
    """A server, everybody at one table of it, and the tape."""

    def __init__(self, seed: str, secret: Side, terms: Terms, *, web: bool = False, bots: tuple[bool, bool]) -> None:
        self.tape: list[Heard] = []
        self.lines: dict[str, Tap] = {}  # the present ones
        self.heads: dict[bytes, int] = {}
        self.rng, self.secret = Random(f"drawn {seed}"), secret
        super().__init__()
        self.keeper = Hand("Keeper", 1, bot=bots[0])
        self.viewer = Hand("Viewer", 2, bot=bots[1], web=web)
        self.lookers = (Looker("First", 3), Looker("Second", 4, web=True))
        self.speaker: Player = self.keeper  # who gives the answers of the seat that keeps secrets
        self._sit_down(terms)

    def start(self) -> None:
        """What a machine takes to compute is no part of this: games are read back in no time."""
        super().start()
        self.hall.turns = Cooperator(lambda: lambda: True, partial(self.lifetime.callLater, AT_ONCE))

    def _sit_down(self, terms: Terms) -> None:
        """The keeper makes the table, and has the side that the terms say."""
        DRAWS.rng = self.rng
        self.connect(self.keeper)
        self.tap(self.viewer, "viewer")
        self.run(0.01)
        self.keeper.create(terms)
        self.run(0.01)
        self.viewer.ask(Join, self.keeper.table, b"")
        for n, looker in enumerate(self.lookers):
            self.tap(looker, f"looker {n}")
        self.run(0.01)
        for looker in self.lookers:
            looker.look_on(self.keeper.table)
        self.run(0.1)

    def tap(self, player: Player, to: str) -> Tap:
        """A connection that is listened to."""
        pipe = self.lines[to] = Tap(self, player, to)
        self.pipes.append(pipe)
        return pipe

    def leave_to_stand_in(self) -> None:
        """The keeper of the secrets goes away, and somebody stands in for him."""
        came: list[bytes] = []
        self.hall.spawn = lambda table, place, secret: came.append(secret)
        self.pipes[0].lose()
        now = self.clock.seconds()
        for n in range(10):
            self.until(now + 5.0 * n)
            self.lines["viewer"].caller.pulse()
        self.until(now + 46.0)
        stand_in = self.speaker = Hand("Mate", 5)
        self.connect(stand_in)
        stand_in.ask(Join, self.keeper.table, came[0])
        self.until(now + 47.0)

    def order(self, order: Order) -> None:
        """The keeper lets the server answer."""
        self.keeper.order(order)

    def ask_nothing(self) -> None:
        """The keeper's orders are at an end."""
        seat = self.table.seat(self.place)
        if seat is not None and seat.orders and self.speaker is self.keeper:
            self.keeper.order()

    def until(self, time: float) -> None:
        """Let time pass up to a moment that is the same in both worlds."""
        DRAWS.rng = self.rng
        while self.clock.calls and self.clock.calls[0].getTime() <= time:
            self.step()
        self.clock.rightNow = time

    def at(self, time: float, act: Callable[[World], None]) -> None:
        """Do something then."""
        self.clock.callLater(max(0.0, time - self.clock.seconds()), act, self)

    @property
    def table(self) -> Table:
        return self.hall.tables[self.keeper.table]

    @property
    def playing(self) -> Playing:
        playing = self.table.playing
        assert playing is not None
        return playing

    @property
    def game(self) -> Game:
        return self.playing.game

    @property
    def place(self) -> int:
        """Of the seat that keeps secrets."""
        return self.playing.place(self.secret)

    def put(self, g: Game, bank: float = 600.0) -> None:
        """A position on the table, whose questions are asked this moment."""
        self.change(g)
        table, now = self.table, self.clock.seconds()
        if table.kept.terms.bank:
            table.clocks = Clocks((bank, bank))
        for sitting in table.sitting:
            sitting.asked = now
        at_play.go_on(table)

    def change(self, g: Game) -> None:
        """Another position, that for all who do not keep its secrets is the same."""
        playing = replace(self.playing, game=g)
        _told, _numbers, shown = playing.telling(None)
        self.table.playing = replace(playing, seen=shown)

    def give(self, side: Side, answer: Answer) -> None:
        """The answer of a side, from whoever speaks for it, to its last update."""
        player = self.speaker if side is self.secret else self.viewer
        number = self.playing.numbers[side]
        if player.update is not None:
            player.update = replace(player.update, number=number)
        player.answer(answer)

    def take_tape(self) -> list[Heard]:
        """What left since the last time, with what cannot be read put down as it is held against the other world's."""
        tape, self.tape = self.tape, []
        return [heard._replace(data=self._without_heads(heard.data)) for heard in tape]

    def _without_heads(self, data: bytes) -> bytes:
        if b"receipt" in data[:24]:
            data = SIGNED.sub(lambda found: (found[1] or found[2]).ljust(len(found[0]), b"."), data)
        return HEAD.sub(self._numbered, data)

    def _numbered(self, found: re.Match[bytes]) -> bytes:
        told = found[1] or found[2]
        head = found[1] or b64decode(found[2])
        number = self.heads.setdefault(head, len(self.heads))
        return found[0].replace(told, b"%0*d" % (len(told), number))

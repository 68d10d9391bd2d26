"""A server without sockets, on a clock that the test turns, with players on pipes."""

from __future__ import annotations

from hashlib import sha256

from twisted.internet.task import Clock

from ironbottom.catalog import card_set
from ironbottom.keys import private_key
from ironbottom.server.caller import Caller
from ironbottom.server.hall import Hall
from ironbottom.wire.messages import Terms
from ironbottom.wire.session import Native
from tests.server.disk import Disk, FakeJournal
from tests.server.player import Player

KEY = private_key(sha256(b"the server of the tests").digest())


class Pipe:
    """One connection: bytes both ways, delivered when the clock is turned, until it is cut."""

    def __init__(self, hall: Hall, player: Player, clock: Clock, address: str = "127.0.0.1") -> None:
        self.player, self.clock = player, clock
        self.cut = False
        self.sent: list[bytes] = []  # to the player
        self.caller = Caller(hall, Native("server"), self, address, clock.seconds)
        player.connect(self.up, clock.seconds())

    def up(self, data: bytes) -> None:
        self.clock.callLater(0.001, self._arrive, data)

    def _arrive(self, data: bytes) -> None:
        if not self.cut:
            self.caller.received(data)

    def write(self, data: bytes) -> None:
        self.sent.append(data)
        self.clock.callLater(0.001, self._deliver, data)

    def _deliver(self, data: bytes) -> None:
        if not self.cut:
            self.player.hear(data)

    def close(self) -> None:
        self.clock.callLater(0.002, self.lose)

    def progress(self) -> int:
        """Nobody counts messages here."""
        return 0

    def lose(self) -> None:
        """The connection is gone, and both ends come to know."""
        if not self.cut:
            self.cut = True
            self.caller.lost()


class House:
    """A hall, its clock and its disk; `kill` is kill -9, `start` begins again with what is on the disk."""

    def __init__(self, disk: Disk | None = None) -> None:
        self.clock, self.disk = Clock(), disk or Disk()
        self.pipes: list[Pipe] = []
        self.start()

    def start(self) -> None:
        self.journal = FakeJournal(self.disk, self.clock)
        sets = {name: card_set(name) for name in ("core", "full")}
        self.hall = Hall(self.journal, self.clock, KEY, sets, "ironbottom test")
        self.hall.open(self.disk.bodies())

    def kill(self) -> None:
        self.journal.killed = True
        for pipe in self.pipes:
            pipe.cut = True
        self.pipes.clear()
        for call in self.clock.getDelayedCalls():
            call.cancel()

    def connect(self, player: Player, address: str = "127.0.0.1") -> Pipe:
        pipe = Pipe(self.hall, player, self.clock, address)
        self.pipes.append(pipe)
        self.run(0.01)
        return pipe

    def run(self, seconds: float, step: float = 0.001) -> None:
        """Let time pass."""
        for _ in range(round(seconds / step)):
            self.clock.advance(step)

    def table(self, first: Player, second: Player, terms: Terms | None = None) -> None:
        """Two players at a table, up to their first questions."""
        self.connect(first)
        self.connect(second)
        first.create(terms or Terms())
        self.run(0.01)
        second.join(first.table, first.secret)
        self.run(0.02)

    def play(self, *players: Player, seconds: float = 60.0) -> None:
        """Until the game is over, or for so long."""
        end = self.clock.seconds() + seconds
        while not all(player.over for player in players) and self.clock.seconds() < end:
            self.clock.advance(0.001)

"""The sea between players and their server: lines break, a server is killed, a disk is full, a clock jumps.

Everything that happens follows from one seed.  A line is a TCP connection with TLS on it: what comes, comes in order;
a byte that was changed on the way is noticed, and ends the line.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any, Protocol

from twisted.logger import ILogObserver, globalLogPublisher
from zope.interface import provider

from ironbottom.server.lobby.lobby import Lobby
from ironbottom.server.runtime.wake_clock import TICK
from ironbottom.server.table.table import GameTable
from ironbottom.server.transport.session import ClientSession
from ironbottom.wire.session import Native, Web
from tests.server.support.disk import Disk
from tests.server.support.machine import Machine, SimulatedProcess
from tests.server.support.player import Wrong
from tests.server.support.server_under_test import Lifetime, SimulatedTime, started

DEADLINE = 3_600.0  # seconds: a game that takes longer is stuck
ROUND = 2.0
STORM = 4_000  # requests in one game: more is a storm
HOUR = 3_600.0
STOPS = (1.5, 3.0, 12.0, 20.0, 40.0, 600.0)  # seconds that a server is stopped, or its computer sleeps

LAWS: dict[str, float] = {  # what goes wrong, and how often beside the others
    "leave": 3, "break": 3, "damage": 2, "dark": 1, "kill client": 2, "kill server": 3, "full disk": 0.5,
}


class AtSea(Protocol):
    """Whoever is on one end of a line; `sailors.py` has them."""

    web: bool

    def hear(self, data: bytes) -> None: ...
    def lost(self, line: SeaLine) -> None: ...
    def leave_line(self) -> None: ...
    def kill(self) -> None: ...


class SeaLine:
    """A connection, seen from both its ends; each end learns in its own time that it is gone."""

    def __init__(self, sea: Sea, sailor: AtSea) -> None:
        self.sea, self.sailor, clock = sea, sailor, sea.clock
        self.slow = sea.rng.choice((0.001, 0.004, 0.03))
        self.here = self.there = True  # the client's end, the server's
        self.dark = self.damaged = False
        self.seated = self.replaced = False  # the sailor has his seat on this line; on another one now
        self._up = self._down = clock.now  # when the last bytes arrive
        self.session = ClientSession(
            sea.lobby, Web("server") if sailor.web else Native("server"), self, "192.0.2.7",
            heard_by(sea.lifetime, sea.machine),
        )

    def later(self, seconds: float, act: Callable[..., None], *what: Any) -> None:
        self.sea.clock.callLater(seconds, act, *what)

    # the client's end

    def send(self, data: bytes) -> None:
        """The client speaks."""
        if not self.here:
            return
        late = self.sea.parting(self)
        for part in self._in_parts(data):
            self._up = max(self._up, self.sea.clock.now + late + self.sea.rng.random() * self.slow)
            self.sea.clock.call_at(self._up, self._arrive, part)

    def _in_parts(self, data: bytes) -> list[bytes]:
        """What is sent at once may come in two parts; what comes through a WebSocket does not."""
        cut = self.sea.rng.randrange(len(data)) if self.sea.rng.random() < 0.15 and not self.sailor.web else 0
        return [data[:cut], data[cut:]] if cut else [data]

    def _arrive(self, data: bytes) -> None:
        if not self.there or self.dark:
            return
        if self.damaged:
            self.damaged = False
            self.end_there()
            return
        self.sea.hear(self.session.received, data)
        self.sea.disturb(self)

    def hang_up(self) -> None:
        """The client is gone; what it said before may still arrive, and the server may never hear of it."""
        if not self.here:
            return
        self.here = False
        if self.sea.rng.random() < 0.2:
            self.dark = True
        else:
            self._up = max(self._up, self.sea.clock.now + self.sea.rng.random() * self.sea.rng.choice((0.01, 3)))
            self.sea.clock.call_at(self._up, self.end_there)

    def end_here(self) -> None:
        """The client learns that the connection is gone."""
        if self.here:
            self.here = False
            self.sailor.lost(self)

    # the server's end

    def write(self, data: bytes) -> None:
        if self.replaced:
            self.sea.wrong = "the server goes on with a connection whose seat was taken"
        for part in self._in_parts(data):
            self._down = max(self._down, self.sea.clock.now + self.sea.rng.random() * self.slow)
            self.sea.clock.call_at(self._down, self._deliver, part)

    def _deliver(self, data: bytes) -> None:
        if not self.here or self.dark:
            return
        if self.damaged:
            self.damaged = False
            self.end_here()
            self.later(self.sea.rng.random(), self.end_there)
            return
        self.sailor.hear(data)
        self.sea.disturb(self)

    def close(self) -> None:
        self._closing()
        self.later(0.0, self.end_there)

    def _closing(self) -> None:
        """The client hears of the end after everything that was written, if it hears of it."""
        if not self.dark:
            self.sea.clock.call_at(max(self.sea.clock.now, self._down), self.end_here)

    def progress(self) -> int:
        return 0

    def end_there(self) -> None:
        """The server learns that the connection is gone."""
        if self.there:
            self.there = False
            self.sea.lines.remove(self)
            self.sea.hear(self.session.lost)
            self._closing()

    def die(self) -> None:
        """The server was killed."""
        self.there = False
        if self.sea.rng.random() < 0.1:
            self.dark = True  # a power cut: nobody says goodbye
        self._closing()


def heard_by(process: Lifetime | SimulatedProcess, _machine: Machine | None) -> Callable[[], float]:
    """The clock by which a connection is silent."""
    return process.seconds


class Sea:
    """One game, and all that can go wrong with it."""

    def __init__(self, seed: int, *, jumps: bool = False) -> None:
        self.rng, self.clock, self.disk = Random(seed), SimulatedTime(), Disk()
        self.lines: list[SeaLine] = []
        self.stand_in: Callable[[Sea, GameTable, bytes], AtSea] | None = None
        self.up = False
        self.machine = Machine() if jumps else None
        self.chance = Random(f"jumps {seed}")  # of time: so the games without are what they always were
        self.jumps = self.chance.choice((1, 2, 4, 8)) if jumps else 0
        self.stood = 0.0  # seconds that servers have been stopped
        self.asleep: float | None = None  # since when the computer sleeps
        self.said = 0
        self.wrong = ""  # what was noticed where nobody could be told
        self.faults_left = self.rng.choice((0, 2, 6, 15, 30))
        self.often = self.rng.choice((0.02, 0.08, 0.2))
        self.before_told = self.rng.choice((0.0, 0.01, 0.05))  # how often a server is killed right after a commit
        self.slow_disk = self.rng.choice((0.0005, 0.005, 0.02))
        self.start()
        if self.machine is None:
            self.clock.callLater(ROUND, self._tick)

    # the server

    def start(self) -> None:
        if self.up:
            return
        self.up = True
        machine = self.machine
        self.lifetime = Lifetime(self.clock) if machine is None else SimulatedProcess(self.clock, machine)
        self.lobby: Lobby = started(self.disk, self.lifetime, lambda: self.rng.random() * self.slow_disk)
        self.lobby.spawn = self._spawn
        vars(self.lobby.journal)["committed"] = self._committed
        if machine is not None:
            vars(self.lobby)["seconds"] = lambda: int(machine.wall())
            self.lifetime.callLater(ROUND, self._tick)

    def kill(self) -> None:
        """kill -9: whatever was not committed is lost."""
        if not self.up:
            return
        self.up = False
        self._end_sleep()
        self.lifetime.die()
        lines, self.lines = self.lines, []
        for line in lines:
            line.die()
        self.clock.callLater(self.rng.choice((0.05, 0.5, 5.0)), self.start)

    def _committed(self) -> None:
        if self.faults_left and self.rng.random() < self.before_told:
            self.faults_left -= 1
            self.kill()

    def _spawn(self, table: GameTable, _place: int, secret: bytes) -> None:
        if self.stand_in is not None and self.rng.random() < 0.8:
            self.stand_in(self, table, secret)

    def hear(self, act: Callable[..., None], *what: Any) -> None:
        """The server hears something.  No exception may come of it."""
        if self.up and isinstance(self.lifetime, SimulatedProcess):
            self.lifetime.hear(partial(act, *what))
        elif self.up:
            act(*what)

    def _tick(self) -> None:
        for line in [*self.lines]:
            line.session.tick()
        (self.clock if self.machine is None else self.lifetime).callLater(ROUND, self._tick)

    # time

    def jump(self) -> None:
        """The clock on the server's wall is put forward or back, its process is stopped, or its computer sleeps."""
        process, machine = self.lifetime, self.machine
        if not (self.up and isinstance(process, SimulatedProcess) and machine is not None) or process.stopped:
            return
        self.jumps -= 1
        kind = self.chance.choice(("back", "forward", "stop", "sleep"))
        process.hear(lambda: None)
        before = self._banks()
        if kind in ("back", "forward"):
            machine.ahead += -HOUR if kind == "back" else 2 * HOUR
            process.jumped()
            self._look(before)
            return
        process.stop()
        self.asleep = self.clock.now if kind == "sleep" else None
        self.clock.callLater(self.chance.choice(STOPS), self._go_on, process, self.clock.now, before)

    def _go_on(self, process: SimulatedProcess, since: float, before: dict[str, tuple[float, float]]) -> None:
        self.stood += self.clock.now - since
        if not process.dead:
            self._end_sleep()
            process.go_on(partial(self._look, before), timers_first=self.chance.random() < 0.5)

    def _end_sleep(self) -> None:
        if self.asleep is not None and self.machine is not None:
            self.machine.slept += self.clock.now - self.asleep
            self.asleep = None

    def _banks(self) -> dict[str, tuple[float, float]]:
        """What is left to the players of each table."""
        now, tables = self.lifetime.seconds(), self.lobby.tables.items()
        return {name: (table.clocks.left(0, now), table.clocks.left(1, now)) for name, table in tables}

    def _look(self, before: dict[str, tuple[float, float]]) -> None:
        """Nobody pays for what the clocks did."""
        for name, banks in self._banks().items():
            for bank, left in zip(before[name], banks, strict=True):
                if bank - left > TICK + 1e-6:
                    raise Wrong(f"a bank was touched: {bank:.1f} s were left, now {left:.1f} s")

    # the players

    def connect(self, sailor: AtSea) -> SeaLine | None:
        """A new line, if there is anybody at its end."""
        if not self.up:
            return None
        line = SeaLine(self, sailor)
        self.lines.append(line)
        return line

    def count(self) -> None:
        self.said += 1
        if self.said > STORM:
            raise Wrong("a storm of requests")

    def disturb(self, line: SeaLine) -> None:
        """Something may go wrong now."""
        if self.jumps and self.chance.random() < self.often:
            self.clock.callLater(self.chance.random(), self.jump)
        if not self.faults_left or self.rng.random() >= self.often:
            return
        self.faults_left -= 1
        (what,) = self.rng.choices([*LAWS], [*LAWS.values()])
        if what == "leave":
            line.sailor.leave_line()
        elif what == "break":
            self.clock.callLater(self.rng.random() * 3, line.end_here)
            self.clock.callLater(self.rng.random() * 3, line.end_there)
            line.dark = True
        elif what == "damage":
            line.damaged = True
        elif what == "dark":
            line.dark = True
        elif what == "kill client":
            line.sailor.kill()
        elif what == "kill server":
            self.kill()
        elif not self.disk.full:
            self.disk.full = True
            self.clock.callLater(self.rng.random() * 8, vars(self.disk).__setitem__, "full", False)

    def parting(self, line: SeaLine) -> float:
        """A client may leave, or die, right after it has spoken; then its last words take longer, in seconds."""
        if not self.faults_left or self.rng.random() >= self.often / 3:
            return 0.0
        self.faults_left -= 1
        self.clock.callLater(0.0, line.sailor.leave_line if self.rng.random() < 0.5 else line.sailor.kill)
        return self.rng.random()

    def run(self, done: Callable[[], bool]) -> None:
        """Until it is done; raises Wrong when it takes too long."""
        while not done():
            if self.clock.now - self.stood > DEADLINE:
                raise Wrong("the game is stuck")
            self.clock.step()
            if self.wrong:
                raise Wrong(self.wrong)


@contextmanager
def everything_by_chance(seed: int) -> Iterator[None]:
    """What a server draws in secret, it draws from the seed; and whatever it logs as a fault of its own is one."""
    drawn, faults = Random(f"secrets {seed}"), list[str]()
    real = secrets.token_bytes

    @provider(ILogObserver)
    def watch(event: dict[str, Any]) -> None:
        if "log_failure" in event:
            faults.append(event["log_failure"].getTraceback())

    globalLogPublisher.addObserver(watch)
    vars(secrets)["token_bytes"] = drawn.randbytes
    try:
        yield
    finally:
        vars(secrets)["token_bytes"] = real
        globalLogPublisher.removeObserver(watch)
    if faults:
        raise Wrong(f"the server failed: {faults[0]}")

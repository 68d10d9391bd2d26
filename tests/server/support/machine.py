"""A computer whose clocks jump and whose processes are stopped, for the simulated games.

It has the clock on the wall, which somebody may put forward or back; the system's other clock, which does not go back,
and does not go on while the computer sleeps; and processes, which may be stopped and go on.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from math import inf

from twisted.internet.base import DelayedCall
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from zope.interface import implementer

from ironbottom.server.runtime.wake_clock import TICK, keep_time
from tests.server.support.server_under_test import BEGAN, SimulatedTime

TOGETHER = 1e-9  # seconds: what is due within them is due now; sums of floats are not exact


class Machine:
    """The clocks of one computer, as they are at `at`, seconds of the simulation."""

    def __init__(self) -> None:
        self.at = 0.0
        self.ahead = 0.0  # seconds by which the wall is wrong
        self.slept = 0.0

    def wall(self) -> float:
        return BEGAN + self.at + self.ahead

    def monotonic(self) -> float:
        return self.at - self.slept


@implementer(IReactorTime)
class SimulatedProcess:
    """One process of a server: Twisted's reactor as far as time goes, with the server's own clock put into it.

    A process that works reads its clock ten times a second at least (the ticker), so that is done here too.
    """

    def __init__(self, clock: SimulatedTime, machine: Machine) -> None:
        self._clock, self._machine = clock, machine
        self._planned: list[tuple[float, int, DelayedCall]] = []
        self._order = count()
        self._inbox: list[Callable[[], None]] = []
        self._alarm: DelayedCall | None = None
        self.stopped = self.dead = False
        machine.at = clock.now
        self.seconds: Callable[[], float] = machine.wall  # as Twisted has it
        keep_time(self, machine.monotonic)

    def callLater(self, delay: float, callable: Callable[..., object], *args: object, **kw: object) -> DelayedCall:
        self._live()
        due = self.seconds() + delay
        call = DelayedCall(due, callable, args, kw, lambda _call: None, _not_moved, self.seconds)
        heappush(self._planned, (due, next(self._order), call))
        self._set_alarm()
        return call

    def getDelayedCalls(self) -> list[IDelayedCall]:
        return [call for _due, _order, call in self._planned if call.active()]

    def hear(self, act: Callable[[], None]) -> None:
        """Something comes from outside; what is stopped hears it when it goes on."""
        if self.stopped:
            self._inbox.append(act)
        elif not self.dead:
            self._live()
            act()

    def die(self) -> None:
        """kill -9."""
        self.dead = True
        self._planned.clear()
        self._inbox.clear()
        self._set_alarm()

    def stop(self) -> None:
        """SIGSTOP, or the computer falls asleep."""
        self._live()
        self.stopped = True

    def go_on(self, look: Callable[[], None], *, timers_first: bool) -> None:
        """SIGCONT, or it wakes.  `look` is done before anything else."""
        self.stopped = False
        self._machine.at = self._clock.now
        look()
        inbox, self._inbox = self._inbox, []
        if timers_first:
            self._turn()
        for act in inbox:
            self.hear(act)
        self._turn()

    def jumped(self) -> None:
        """The clock on the wall was put forward or back."""
        self._set_alarm()

    def _live(self) -> None:
        """Up to now, as a process does that works."""
        machine = self._machine
        while not self.stopped and machine.at < self._clock.now:
            machine.at = min(machine.at + TICK, self._clock.now)
            self.seconds()

    def _next(self) -> float:
        while self._planned and not self._planned[0][2].active():
            heappop(self._planned)
        return self._planned[0][0] if self._planned else inf

    @property
    def off(self) -> bool:
        """Whether nothing happens here just now."""
        return self.stopped or self.dead

    def _turn(self) -> None:
        """Do what is due."""
        if self.off:
            return
        self._live()
        now = self.seconds() + TOGETHER
        while self._next() <= now and not self.off:
            _due, _order, call = heappop(self._planned)
            call.called = 1
            call.func(*call.args, **call.kw)
        self._set_alarm()

    def _set_alarm(self) -> None:
        """Turn when the next thing is due, if the clock goes on as it should."""
        if self._alarm is not None and self._alarm.active():
            self._alarm.cancel()
        if (due := self._next()) < inf:
            self._alarm = self._clock.callLater(max(TOGETHER, due - self.seconds()), self._turn)


def _not_moved(_call: object) -> None:
    raise AssertionError("nobody moves what is planned")

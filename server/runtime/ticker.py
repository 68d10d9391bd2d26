"""One loop for all connections, instead of a timer for each: it comes by every second, a tenth of them at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from .logs import log
from .metrics import Histogram
from .wake_clock import STOOD, TICK

STEP = TICK  # seconds
TURNS = 10  # steps until everybody had his turn


class Visited(Protocol):
    """Somebody whom the ticker comes by."""

    turn: int

    def visit(self, now: float) -> None: ...


class Ticker:
    """The loop.  `real` shows how late it comes: a clock that goes on while this process stands still."""

    def __init__(
        self, clock: IReactorTime, real: Callable[[], float], lag: Histogram, now_and_then: Callable[[], None]
    ) -> None:
        self._clock, self._real, self._lag, self._now_and_then = clock, real, lag, now_and_then
        self.stood: Callable[[], None] = lambda: None  # done when the process goes on after it has stood still
        self._turns: list[set[Visited]] = [set() for _ in range(TURNS)]
        self._at = self._newest = 0
        self._due = 0.0
        self._call: IDelayedCall | None = None

    def start(self) -> None:
        """Begin."""
        self._due = self._real() + STEP
        self._call = self._clock.callLater(STEP, self._step)

    def stop(self) -> None:
        """End."""
        if self._call is not None and self._call.active():
            self._call.cancel()

    def add(self, visited: Visited) -> None:
        """Come by from now on."""
        self._newest = (self._newest + 1) % TURNS
        visited.turn = self._newest
        self._turns[self._newest].add(visited)

    def discard(self, visited: Visited) -> None:
        """Come by no more."""
        self._turns[visited.turn].discard(visited)

    def _step(self) -> None:
        now, late = self._clock.seconds(), max(0.0, self._real() - self._due)
        self._lag.add(late)
        self._at = (self._at + 1) % TURNS
        for visited in [*self._turns[self._at]]:
            try:
                visited.visit(now)
            except Exception:
                log.failure("visit")  # a fault with one connection is nothing to the others
        if not self._at:
            self._now_and_then()
        if late > STOOD:
            log.warn("the server stood still; no time was counted", seconds=late)
            self.stood()
        self.start()

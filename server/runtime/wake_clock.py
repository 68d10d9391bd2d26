"""Time as this server lives through it: it goes on while the server works, and stands still while the server does.

Everything that waits or counts here goes by this one clock: what is planned, thinking time, silence, rates.  The clock
on the wall may be put forward or back, a laptop may sleep, a debugger may hold the process, a loop may be busy for ten
seconds: nobody's bank pays for it, and nobody is gone for having been silent meanwhile.  Wall time is for people.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

TICK = 0.1  # seconds: how often a server that works reads its clock at least (ticker.py)
STOOD = 1.0  # seconds between two readings; with more of them the server stood still
SLICE = 0.01  # seconds of long work at a time, before everybody else has his turn


class WakeClock:
    """A clock in seconds that never goes back and never jumps.  Not for several threads."""

    __slots__ = ("_lost", "_now", "_read")

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now, self._read, self._lost = now, now(), 0.0

    def seconds(self) -> float:
        """The time: of a gap between two readings beyond STOOD only a TICK is counted."""
        now = self._now()
        gap, self._read = now - self._read, now
        if not 0.0 <= gap <= STOOD:
            self._lost += gap - (TICK if gap > 0.0 else 0.0)
        return now - self._lost


def keep_time(reactor: Any, now: Callable[[], float] = monotonic) -> None:
    """From now on a reactor, and all that asks it for the time or plans by it, goes by such a clock.

    Twisted's own is the clock on the wall.  To be called before anything is planned.
    """
    assert not reactor.getDelayedCalls(), "something is planned by another clock"
    reactor.seconds = WakeClock(now).seconds


def in_slices() -> Callable[[], bool]:
    """Whether long work that begins now has lasted a SLICE.  (Twisted's Cooperator would ask the wall.)"""
    end = monotonic() + SLICE
    return lambda: monotonic() >= end

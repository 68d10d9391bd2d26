"""When this server ran, by the clock on the wall: what a clock for days may not count is what lies between.

A span is written down now and then while it lasts.  After a crash the last seconds of it are missing, and are taken for
time in which the server was down: nobody pays for them.  Where the wall's clock leaps ahead of the server's own
(wake_clock.py: the machine slept, the process was held, somebody has set the clock), the server stood still as long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .journal import Write

LEAP = 3  # seconds between the two clocks that are no leap: both are rounded, and the wall's is set right a little
SPARE = 400 * 24 * 3600  # seconds after which nobody asks any more

Gap = tuple[int, int]  # from, until: seconds since 1970


class Uptime:
    """The spans of one journal."""

    def __init__(self, spans: Iterable[tuple[int, int]], wall: Callable[[], int], own: Callable[[], float]) -> None:
        self._wall, self._own = wall, own
        self._began = self._ended = self._read = wall()
        self._at = own()
        self.gaps: list[Gap] = []
        last: int | None = None
        for began, ended in (*sorted(spans), (self._began, self._began)):
            if last is not None and began > last:
                self.gaps.append((last, began))
            last = ended if last is None else max(last, ended)

    def stops(self) -> list[Gap]:
        """When the server stood still, up to now."""
        self._look()
        return self.gaps

    def beat(self) -> tuple[Write, ...]:
        """What is to be written down now: how long this span lasts, and nothing of what is long past."""
        self._look()
        self._ended = max(self._ended, self._read)
        return (
            Write("INSERT OR REPLACE INTO uptime VALUES (?, ?)", (self._began, self._ended)),
            Write("DELETE FROM uptime WHERE ended < ?", (self._ended - SPARE,)),
        )

    def _look(self) -> None:
        """Compare the two clocks."""
        wall, own = self._wall(), self._own()
        ran = self._read + int(own - self._at)
        if wall - ran > LEAP:
            self.gaps.append((ran, wall))
            self._split(wall)
        elif wall - ran < -LEAP:  # it was set back: its hour comes twice, and counts once
            self._read, self._at = wall, own
        else:
            self._at += ran - self._read
            self._read = ran

    def _split(self, wall: int) -> None:
        """Another span begins; where that is written is seen by the next beat."""
        self._read, self._at = wall, self._own()
        self._began = self._ended = wall

"""Thinking time: a bank for each place, which runs while that place is asked, and never while the server is down."""

from __future__ import annotations

GRACE = 5.0  # seconds for each decision when the bank is used up; then its default is given (§20.6)


class Clocks:
    """The clocks of one table.  Times are seconds on the reactor's clock; there are none where the bank is 0."""

    __slots__ = ("_left", "_since", "ticking")

    def __init__(self, left: tuple[float, float] | None) -> None:
        self._left = None if left is None else [*left]
        self._since: list[float | None] = [None, None]
        self.ticking = False

    def run(self, places: set[int], now: float) -> None:
        """From now on these clocks run, and no others."""
        for place in (0, 1):
            if (place in places) != (self._since[place] is not None):
                self._stop(place, now)
                self._since[place] = now if place in places else None

    def answered(self, place: int, now: float) -> None:
        """A decision was made: its time is off the clock, and the next begins."""
        running = self._since[place] is not None
        self._stop(place, now)
        self._since[place] = now if running else None

    def _stop(self, place: int, now: float) -> None:
        since = self._since[place]
        if self._left is not None and since is not None:
            self._left[place] = max(0.0, self._left[place] - (now - since))

    def left(self, place: int, now: float) -> float:
        """Seconds that are left of a bank; 0 without one."""
        if self._left is None:
            return 0.0
        since = self._since[place]
        return max(0.0, self._left[place] - (0.0 if since is None else now - since))

    def milliseconds(self, now: float) -> tuple[int, int] | None:
        """What is told to everybody; None: there are no clocks."""
        if self._left is None:
            return None
        return int(self.left(0, now) * 1000), int(self.left(1, now) * 1000)

    def running(self, place: int, _now: float = 0.0) -> bool:
        return self._left is not None and self._since[place] is not None

    def over_in(self, place: int, now: float) -> float | None:
        """Seconds until the default is given for a place; None: never."""
        since = self._since[place]
        if self._left is None or since is None:
            return None
        return max(0.0, self._left[place], GRACE) - (now - since)

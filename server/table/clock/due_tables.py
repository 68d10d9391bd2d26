"""Tables that sleep in the journal, and when each has to wake because a clock for days has run out there.

To look costs the same, however many sleep.  A moment that has changed stays in the queue and is passed over.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush


class DueTables:
    """The moments of all tables, in seconds since 1970."""

    def __init__(self) -> None:
        self._moments: dict[str, int] = {}  # by table
        self._queue: list[tuple[int, str]] = []

    def __len__(self) -> int:
        return len(self._moments)

    def put(self, table: str, moment: int | None) -> None:
        """When a table has to wake; None: never by itself, or it is awake."""
        if moment is None:
            self._moments.pop(table, None)
        elif self._moments.get(table) != moment:
            self._moments[table] = moment
            heappush(self._queue, (moment, table))

    def over(self, now: int) -> Iterator[str]:
        """Those whose moment has come, the first first; each is told once."""
        while self._queue and self._queue[0][0] <= now:
            moment, table = heappop(self._queue)
            if self._moments.get(table) == moment:
                del self._moments[table]
                yield table

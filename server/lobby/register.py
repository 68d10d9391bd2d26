"""Which tables there are, counted by who made them and where: a limit is looked up, and never counted out.

A table is entered before it is written down, and struck out when it is gone.  Tables that are over and that nobody is
at leave memory; of them only a line stays here (`Finished`), so that they are found in the journal, and taken away.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..runtime.origins import allowance
from ..runtime.rate_limits import TokenBucket
from ..runtime.settings import Limits
from ..table.table import GameTable


class Maker(NamedTuple):
    """Who made a table, by what request, and where."""

    key: bytes
    request: bytes
    origin: bytes


class Register:
    """The tables that are not over, or in memory."""

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        self._limits, self._now = limits, now
        self._makers: dict[str, Maker] = {}  # by table
        self._made: dict[tuple[bytes, bytes], GameTable] = {}  # by who asked for them, and his request
        self._unfinished: Counter[bytes] = Counter()  # tables by player
        self._over: set[str] = set()
        self._from: Counter[bytes] = Counter()  # tables by origin
        self._buckets: dict[bytes, TokenBucket] = {}  # new tables by origin

    def __len__(self) -> int:
        return len(self._makers)

    def made(self, key: bytes, request: bytes) -> GameTable | None:
        """The table that a request of a player made."""
        return self._made.get((key, request))

    def unfinished(self, key: bytes) -> int:
        """Tables that somebody has made and that are not over."""
        return self._unfinished[key]

    def made_from(self, origin: bytes) -> int:
        """Tables that were made there."""
        return self._from[origin]

    def too_fast(self, origin: bytes) -> bool:
        """Count a table that is to be made there; whether they come too fast."""
        allowed = allowance(self._limits, origin)
        bucket = self._buckets.get(origin)
        if bucket is None:
            bucket = self._buckets[origin] = TokenBucket(allowed.makes_at_once, self._now())
        return bool(bucket.take(allowed.makes_at_once, allowed.makes, self._now))

    def enter(self, table: GameTable, maker: Maker) -> None:
        """One table more."""
        self._makers[table.id] = maker
        self._made[maker.key, maker.request] = table
        self._from[maker.origin] += 1
        self._unfinished[maker.key] += 1
        self.look(table)

    def look(self, table: GameTable) -> None:
        """A game is over, or another has begun: what is over is no unfinished table of its maker."""
        maker = self._makers.get(table.id)
        over = table.stored.status == "over"
        if maker is None or over == (table.id in self._over):
            return
        if over:
            self._over.add(table.id)
            _one_less(self._unfinished, maker.key)
        else:
            self._over.discard(table.id)
            self._unfinished[maker.key] += 1

    def strike(self, table: GameTable) -> None:
        """It is gone, or not in memory any more."""
        maker = self._makers.pop(table.id, None)
        if maker is None:
            return
        if self._made.get((maker.key, maker.request)) is table:
            del self._made[maker.key, maker.request]
        _one_less(self._from, maker.origin)
        if table.id in self._over:
            self._over.discard(table.id)
        else:
            _one_less(self._unfinished, maker.key)

    def sweep(self) -> None:
        """Forget from where nothing was made of late."""
        now = self._now()
        for origin, bucket in [*self._buckets.items()]:
            allowed = allowance(self._limits, origin)
            if bucket.full(allowed.makes_at_once, allowed.makes, now):
                del self._buckets[origin]

    @property
    def size(self) -> int:
        """How much is remembered, for tests."""
        counted = len(self._makers) + len(self._made) + len(self._unfinished)
        return counted + len(self._over) + len(self._from) + len(self._buckets)


class Finished:
    """The tables that are over and lie in the journal alone."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._ends: OrderedDict[str, tuple[int, bytes]] = OrderedDict()  # when it was over, and its origin
        self._from: dict[bytes, OrderedDict[str, None]] = {}

    def __contains__(self, table: str) -> bool:
        return table in self._ends

    def __len__(self) -> int:
        return len(self._ends)

    def add(self, table: str, ended: int, origin: bytes) -> list[str]:
        """One more; those that have to make room for it.

        Of one origin it is the oldest; where there are too many of all, it is the oldest of whoever has more than his
        share, else the oldest of all.
        """
        self._ends[table] = (ended, origin)
        theirs = self._from.setdefault(origin, OrderedDict())
        theirs[table] = None
        if len(theirs) > allowance(self._limits, origin).finished:
            return [self._dropped(next(iter(theirs)))]
        if len(self) > self._limits.finished:
            share = self._limits.finished // len(self._from)
            return [self._dropped(next(iter(theirs if len(theirs) > share else self._ends)))]
        return []

    def discard(self, table: str) -> None:
        """It is in memory again, or gone."""
        _ended, origin = self._ends.pop(table, (0, b""))
        theirs = self._from.get(origin)
        if theirs is not None:
            theirs.pop(table, None)
            if not theirs:
                del self._from[origin]

    def _dropped(self, table: str) -> str:
        self.discard(table)
        return table

    def overdue(self, before: int, most: int) -> Iterator[str]:
        """Those that were over before a time, in seconds since 1970, but no more than so many; they are dropped."""
        for _n in range(most):
            table = next(iter(self._ends), None)
            if table is None or self._ends[table][0] >= before:
                return
            yield self._dropped(table)


def _one_less(counter: Counter[bytes], what: bytes) -> None:
    """A count of nothing is no count."""
    counter[what] -= 1
    if counter[what] <= 0:
        del counter[what]

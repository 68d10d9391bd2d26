"""Tables that nobody is at: when their games leave memory, and when they are taken away.

All tables of one kind are kept for the same time, so whoever was left first is over first: to look costs the same,
however many there are.  An absence that lasts is written down, so that a restart does not begin it anew.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Literal

from ..runtime.settings import Limits
from ..table.stored_table import finished
from ..table.table import GameTable

Kind = Literal["seeking", "invited", "playing", "challenge"]

LASTS = 6 * 3600.0  # seconds after which an absence is written down again


class IdleTables:
    """The tables that nobody is at, by how long they are kept; and the games of such tables that are in memory."""

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        self._limits, self._now = limits, now
        self._times: dict[Kind, float] = {
            kind: getattr(limits.times, kind) for kind in ("seeking", "invited", "playing", "challenge")
        }
        self._since: dict[Kind, OrderedDict[str, float]] = {kind: OrderedDict() for kind in self._times}
        self._written: OrderedDict[str, float] = OrderedDict()  # when their absence was written down last
        self._resting: OrderedDict[str, float] = OrderedDict()  # in memory, and since when

    def look(self, table: GameTable) -> None:
        """Somebody has come, or gone, or the game has begun, or is over."""
        if table.sessions():
            self.forget(table.id)
            return
        now = self._now()
        if table.live_game is not None and table.id not in self._resting:
            self._resting[table.id] = now
        kind = kind_of(table)
        if kind is not None and table.id in self._since[kind]:
            return
        self._forget_since(table.id)
        if kind is not None:
            self._since[kind][table.id] = now
            self._written[table.id] = now

    def found(self, table: GameTable) -> None:
        """A table was read from the journal; those where nobody has been for the longest come first."""
        kind, now = kind_of(table), self._now()
        assert kind is not None
        self._since[kind][table.id] = now - table.stored.absent
        self._written[table.id] = now

    def rests(self, table: GameTable) -> None:
        """Its game was read back, and perhaps nobody is there."""
        self._resting[table.id] = self._now()
        self._resting.move_to_end(table.id)

    def forget(self, table: str) -> None:
        """Somebody is there, or the table is gone."""
        self._resting.pop(table, None)
        self._forget_since(table)

    def _forget_since(self, table: str) -> None:
        self._written.pop(table, None)
        for kind in self._since.values():
            kind.pop(table, None)

    def overdue(self) -> Iterator[str]:
        """Those whose time is up, the longest first."""
        now = self._now()
        for kind, tables in self._since.items():
            yield from _before(tables, now - self._times[kind])

    def lasting(self) -> Iterator[str]:
        """Those whose absence is to be written down now."""
        yield from _before(self._written, self._now() - LASTS)

    def written(self, table: str) -> None:
        """It is."""
        self._written[table] = self._now()
        self._written.move_to_end(table)

    def absent(self, table: GameTable) -> int:
        """Seconds that nobody has been there."""
        kind = kind_of(table)
        since = None if kind is None else self._since[kind].get(table.id)
        return 0 if since is None else int(self._now() - since)

    def tired(self) -> Iterator[str]:
        """Those whose games are to leave memory: nobody was there for a while, or too many games rest."""
        excess = len(self._resting) - self._limits.resting
        before = self._now() - self._limits.times.idle
        for n, (table, since) in enumerate(self._resting.items()):
            if n >= excess and since > before:
                return
            yield table

    def left(self, table: str) -> None:
        """Its game has left memory."""
        self._resting.pop(table, None)

    @property
    def size(self) -> int:
        """How much is remembered, for tests."""
        return sum(map(len, (*self._since.values(), self._written, self._resting)))


def kind_of(table: GameTable) -> Kind | None:
    """How long it is kept while nobody is there; None: it is over, and kept as long as every such table."""
    if finished(table.stored):
        return None
    if table.stored.games or table.stored.status == "playing" or table.stored.cup is not None:
        return "playing"
    if table.stored.challenge is not None:  # which says itself when it ends, and is there for who was away meanwhile
        return "challenge" if None in table.stored.seats else "playing"
    return "seeking" if table.stored.terms.reach == "open" else "invited"


def _before(tables: OrderedDict[str, float], moment: float) -> Iterator[str]:
    for table, since in tables.items():
        if since > moment:
            return
        yield table

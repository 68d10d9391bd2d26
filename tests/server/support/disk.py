"""A journal that forgets: what was not committed is lost when the process is killed.  The schema is the server's."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from importlib.resources import files
from typing import Any, TypeVar

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReactorTime

from ironbottom.server.store.heads import Head
from ironbottom.server.store.journal import Journal, NotStored, Write

T = TypeVar("T")


class Disk:
    """What outlives a process."""

    def __init__(self, store: sqlite3.Connection | None = None) -> None:
        self.store = store or sqlite3.connect(":memory:", isolation_level=None)
        if store is None:
            self.store.executescript((files("ironbottom.server.store") / "schema.sql").read_text("utf-8"))
        self.full = False
        self.heads: dict[str, Head] = {}

    def bodies(self) -> list[bytes]:
        return [*self.tables().values()]

    def tables(self) -> dict[str, bytes]:
        return dict.fromkeys(self.heads, b"") | dict(self.store.execute("SELECT id, body FROM tables ORDER BY id"))

    def uptime(self) -> list[tuple[int, int]]:
        return self.store.execute("SELECT began, ended FROM uptime ORDER BY began").fetchall()

    def written(self, writes: tuple[Write, ...]) -> None:
        """A commit is durable."""

    def lines(self, table: str, game: int) -> list[bytes]:
        """The transcript of a game."""
        question = "SELECT line FROM entries WHERE tabled = ? AND game = ? ORDER BY n"
        return [line for (line,) in self.store.execute(question, (table, game))]


class FakeJournal(Journal):
    """The journal of one process: a commit takes `takes` seconds, and a killed process commits nothing more."""

    def __init__(self, disk: Disk, clock: IReactorTime, takes: Callable[[], float] = lambda: 0.001) -> None:
        self.disk, self.clock, self.takes = disk, clock, takes
        self.committed: Callable[[], None] = lambda: None  # done when something is durable, and nobody knows it yet
        self._ready = 0.0  # when the commit before this one is through

    def write(self, *writes: Write) -> Deferred[None]:
        return self._in_turn(self._store_now, writes)

    def read(self, question: Callable[[sqlite3.Connection], T]) -> Deferred[T]:
        return self._in_turn(self._read, question)

    def _in_turn(self, act: Callable[..., None], what: Any) -> Deferred[Any]:
        done: Deferred[Any] = Deferred()
        self._ready = max(self._ready, self.clock.seconds()) + self.takes()
        self.clock.callLater(self._ready - self.clock.seconds(), act, what, done)
        return done

    def _store_now(self, writes: tuple[Write, ...], done: Deferred[None]) -> None:
        if self.disk.full:
            done.errback(NotStored("database or disk is full"))
            return
        store = self.disk.store
        store.execute("BEGIN")
        for write in writes:
            store.execute(write.statement, write.values)
        store.execute("COMMIT")
        for head in [write.head for write in writes if write.head is not None]:
            self.disk.heads[head.table] = head
            if not head.n:
                del self.disk.heads[head.table]
        self.disk.written(writes)
        self.clock.callLater(0.0, done.callback, None)
        self.committed()

    def _read(self, question: Callable[[sqlite3.Connection], Any], done: Deferred[Any]) -> None:
        try:
            found = question(self.disk.store)
        except NotStored as error:
            done.errback(error)
        except sqlite3.Error as error:  # as the real one says it
            done.errback(NotStored(str(error)))
        else:
            done.callback(found)

    def subscribers(self) -> list[bytes]:
        return [body for (body,) in self.disk.store.execute("SELECT body FROM subscribers ORDER BY key")]

    def rated(self) -> list[bytes]:
        return [body for (body,) in self.disk.store.execute("SELECT body FROM rated ORDER BY at, game")]

    def results(self) -> list[bytes]:
        return [body for (body,) in self.disk.store.execute("SELECT body FROM results ORDER BY at, game")]

    def handovers(self) -> list[bytes]:
        return [body for (body,) in self.disk.store.execute("SELECT body FROM handovers ORDER BY tabled, place")]

    def first(self, question: Callable[[sqlite3.Connection], T]) -> T:
        return question(self.disk.store)

    def head(self, table: str) -> Head | None:
        return self.disk.heads.get(table)

    def close(self) -> None:
        """There is no thread to end."""

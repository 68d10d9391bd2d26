"""A journal that forgets: what was not committed is lost when the process is killed.  The schema is the server's."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from importlib.resources import files
from typing import Any, TypeVar

from twisted.internet.defer import Deferred
from twisted.internet.task import Clock

from ironbottom.server.journal import Journal, NotStored, Write

T = TypeVar("T")


class Disk:
    """What outlives a process."""

    def __init__(self) -> None:
        self.store = sqlite3.connect(":memory:", isolation_level=None)
        self.store.executescript((files("ironbottom.server") / "schema.sql").read_text("utf-8"))
        self.full = False

    def bodies(self) -> list[bytes]:
        return [body for (body,) in self.store.execute("SELECT body FROM tables ORDER BY id")]


class FakeJournal(Journal):
    """The journal of one process: a commit takes `takes` seconds, and a killed process commits nothing more."""

    def __init__(self, disk: Disk, clock: Clock, takes: float = 0.001) -> None:
        self.disk, self.clock, self.takes = disk, clock, takes
        self.killed = False
        self.commits = 0

    def write(self, *writes: Write) -> Deferred[None]:
        done: Deferred[None] = Deferred()
        self.clock.callLater(self.takes, self._store_now, writes, done)
        return done

    def _store_now(self, writes: tuple[Write, ...], done: Deferred[None]) -> None:
        if self.killed:
            return
        if self.disk.full:
            done.errback(NotStored("database or disk is full"))
            return
        store = self.disk.store
        store.execute("BEGIN")
        for write in writes:
            store.execute(write.statement, write.values)
        store.execute("COMMIT")
        self.commits += 1
        done.callback(None)

    def read(self, question: Callable[[sqlite3.Connection], T]) -> Deferred[T]:
        done: Deferred[Any] = Deferred()
        self.clock.callLater(self.takes, self._read, question, done)
        return done

    def _read(self, question: Callable[[sqlite3.Connection], Any], done: Deferred[Any]) -> None:
        if not self.killed:
            done.callback(question(self.disk.store))

    def close(self) -> None:
        """There is no thread to end."""

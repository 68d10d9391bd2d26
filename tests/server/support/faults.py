"""What can go wrong with a journal, put between it and SQLite: a disk that fails or is full, a thread that ends."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

AFTER = ("INSERT", "UPDATE", "DELETE", "PRAGMA user_version")  # statements that write


def of_sqlite(code: int, text: str) -> sqlite3.OperationalError:
    """An error as SQLite gives it."""
    error = sqlite3.OperationalError(text)
    error.sqlite_errorcode, error.sqlite_errorname = code, f"SQLITE_{text.upper().replace(' ', '_')}"
    return error


class Faulty:
    """A store with a fault: `fault` is given each statement before it is carried out, and may raise."""

    def __init__(self, store: sqlite3.Connection) -> None:
        self._store = store
        self.fault: Callable[[str], object] = lambda _statement: None

    def execute(self, statement: str, values: tuple[Any, ...] = ()) -> sqlite3.Cursor:
        self.fault(statement)
        return self._store.execute(statement, values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def at(beginning: str | tuple[str, ...], error: BaseException) -> Callable[[str], None]:
    """A fault at every statement that begins so."""

    def fault(statement: str) -> None:
        if statement.startswith(beginning):
            raise error

    return fault


class Dead(BaseException):
    """Ends a thread, whatever it catches."""


FULL = of_sqlite(sqlite3.SQLITE_FULL, "full")
READONLY = of_sqlite(sqlite3.SQLITE_READONLY, "readonly")

# after which the journal goes on, once they are over
PASSING: dict[str, Callable[[str], None]] = {
    "full, at a row": at(AFTER, FULL),
    "full, at the sync": at("COMMIT", FULL),
    "read-only": at("BEGIN", READONLY),
    "no memory": at(AFTER, MemoryError()),
}

# after which nobody knows what is on the disk
LASTING: dict[str, Callable[[str], None]] = {
    "EIO, at a row": at(AFTER, of_sqlite(sqlite3.SQLITE_IOERR_WRITE, "ioerr write")),
    "EIO, at the sync": at("COMMIT", of_sqlite(sqlite3.SQLITE_IOERR_FSYNC, "ioerr fsync")),
    "damaged": at("BEGIN", of_sqlite(sqlite3.SQLITE_CORRUPT, "corrupt")),
    "an exception at the sync": at("COMMIT", ValueError("of somebody's")),
    "an exception at the end of a failed commit": at(("INSERT", "ROLLBACK"), of_sqlite(sqlite3.SQLITE_FULL, "full")),
    "the thread ends": at("BEGIN", SystemExit()),
    "the thread ends in the midst": at(AFTER, Dead()),
}

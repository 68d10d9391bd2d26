"""What the server writes down before it speaks.

SQLite with a write-ahead log and a full sync at every commit, on one connection that nobody else may open, in a thread
of its own.  Whatever waits while a commit is under way is committed together by the next one.  A full or unwritable
disk refuses what was to be written, and nothing is lost; a failed sync ends the process, because nobody knows then
what is on the disk (it starts again with what is).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing
from importlib.resources import files
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import sleep
from typing import Any, NamedTuple, TypeVar
from zlib import crc32

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReactorFromThreads
from twisted.logger import Logger

from ironbottom.language import _
from ironbottom.private_files import close, make_folder, opened

T = TypeVar("T")

NAME = "journal.sqlite"
SCHEMA = 2
UPGRADES = {  # by the version that they begin with
    1: (
        "ALTER TABLE entries RENAME TO before",
        "CREATE TABLE entries (tabled TEXT NOT NULL, game INTEGER NOT NULL, n INTEGER NOT NULL, line BLOB NOT NULL,"
        " place INTEGER NOT NULL, seq INTEGER NOT NULL, us INTEGER NOT NULL, jp INTEGER NOT NULL,"
        " left0 INTEGER NOT NULL, left1 INTEGER NOT NULL, events BLOB NOT NULL, mark INTEGER NOT NULL,"
        " UNIQUE (tabled, game, n))",
        "INSERT INTO entries SELECT * FROM before ORDER BY tabled, game, n",
        "DROP TABLE before",
    ),
}
MOST = 1_000  # jobs in one commit
TOGETHER = 0.002  # seconds that a commit waits for company: a sync costs as much for a hundred rows as for one
FATAL = 3  # the exit code when the disk has failed

log = Logger()


class JournalError(Exception):
    """The journal cannot be opened; the sentence says what to do."""


class InUse(JournalError):
    """Another server has this journal open."""


class NotStored(Exception):
    """What was to be written is not; nothing has changed."""


class Write(NamedTuple):
    """One row to be written: the statement and its values."""

    statement: str
    values: tuple[Any, ...]


class _Job(NamedTuple):
    """Rows to commit, or a question to the store; and who waits for it."""

    writes: tuple[Write, ...]
    read: Callable[[sqlite3.Connection], Any] | None
    done: Deferred[Any]


def table_row(table: str, body: bytes) -> Write:
    """Everything about a table besides its games."""
    return Write("INSERT OR REPLACE INTO tables VALUES (?, ?)", (table, body))


def gone_rows(table: str) -> tuple[Write, ...]:
    """Nothing is left of a table, its games and what was said there."""
    return (
        Write("DELETE FROM tables WHERE id = ?", (table,)),
        Write("DELETE FROM entries WHERE tabled = ?", (table,)),
        Write("DELETE FROM chat WHERE tabled = ?", (table,)),
    )


def without_games(table: str, before: int) -> Write:
    """The games of a table before one of them; nobody can ask for those any more."""
    return Write("DELETE FROM entries WHERE tabled = ? AND game < ?", (table, before))


def without_lines(table: str, before: int) -> Write:
    """The lines of chat before one of them; nobody is told those any more."""
    return Write("DELETE FROM chat WHERE tabled = ? AND n < ?", (table, before))


def entry_row(*values: Any) -> Write:
    """An entry of a game, in the order of schema.sql, and its checksum."""
    return Write("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (*values, checksum(*values)))


def checksum(*values: Any) -> int:
    """What shows that a row is as it was written; SQLite has nothing of the kind."""
    found = 0
    for value in values:
        found = crc32(value if isinstance(value, bytes) else b"%a;" % (value,), found)
    return found


def chat_row(*values: Any) -> Write:
    """A line of chat, in the order of schema.sql."""
    return Write("INSERT INTO chat VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)


class Journal:
    """The store of one server."""

    def __init__(self, folder: Path, reactor: IReactorFromThreads, die: Callable[[int], Any] = os._exit) -> None:
        self._reactor, self._die = reactor, die
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._store = _opened(folder)
        self._thread = Thread(target=self._work, name="journal", daemon=True)
        self._thread.start()

    def tables(self) -> list[bytes]:
        """What is kept of all tables; asked once, before anything is written."""
        return [body for (body,) in self._store.execute("SELECT body FROM tables ORDER BY id")]

    def write(self, *writes: Write) -> Deferred[None]:
        """Fires when the rows are where a power cut cannot reach them; fails with NotStored."""
        done: Deferred[None] = Deferred()
        self._jobs.put(_Job(writes, None, done))
        return done

    def read(self, question: Callable[[sqlite3.Connection], T]) -> Deferred[T]:
        """What a question to the store gives, asked after everything that was given to write before."""
        done: Deferred[T] = Deferred()
        self._jobs.put(_Job((), question, done))
        return done

    def close(self) -> None:
        """Write what is left, and let the file go."""
        self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        """The thread: job after job, as many as wait in one commit."""
        while True:
            batch, going_on = self._waiting()
            writing = [job for job in batch if job.writes]
            results: list[Any] = [None] * len(writing)
            if writing and (failure := self._commit(writing)) is not None:
                results = [failure] * len(writing)
            for job in batch:
                if job.read is not None:
                    writing.append(job)
                    results.append(self._answer(job.read))
            if writing:
                self._reactor.callFromThread(_tell, writing, results)
            if not going_on:
                self._store.close()
                return

    def _waiting(self) -> tuple[list[_Job], bool]:
        """What waits; and whether the journal goes on after it."""
        job = self._jobs.get()
        if job is not None:
            sleep(TOGETHER)
        batch: list[_Job] = []
        while job is not None:
            batch.append(job)
            if len(batch) == MOST or self._jobs.empty():
                return batch, True
            job = self._jobs.get()
        return batch, False

    def _commit(self, jobs: list[_Job]) -> NotStored | None:
        store = self._store
        try:
            store.execute("BEGIN IMMEDIATE")
            for job in jobs:
                for write in job.writes:
                    store.execute(write.statement, write.values)
            store.execute("COMMIT")
        except sqlite3.Error as error:
            if store.in_transaction:
                store.execute("ROLLBACK")
            return self._failed(error)
        return None

    def _failed(self, error: sqlite3.Error) -> NotStored:
        """What cannot be written for want of room or rights is refused; anything else is no disk to trust."""
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
            return NotStored(str(error))
        log.critical("the journal has failed: {error}", error=str(error))
        self._die(FATAL)
        return NotStored(str(error))

    def _answer(self, read: Callable[[sqlite3.Connection], Any]) -> Any:
        try:
            return read(self._store)
        except sqlite3.Error as error:
            return NotStored(str(error))


def _tell(jobs: list[_Job], results: list[Any]) -> None:
    """In the reactor's thread: everybody hears how it went."""
    for job, result in zip(jobs, results, strict=True):
        if isinstance(result, NotStored):
            job.done.errback(result)
        else:
            job.done.callback(result)


def _opened(folder: Path) -> sqlite3.Connection:
    """The store in a folder, made if there is none.  Raises JournalError."""
    path = folder / NAME
    with ExitStack() as undone:
        try:
            make_folder(folder)
            if not path.exists():  # one that is there may be in use: to close it again would take its lock away
                os.close(opened(path, os.O_RDWR | os.O_CREAT))  # what SQLite writes beside it has the same mode
            close(path)
            store = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=1.0)
            undone.callback(store.close)
            store.execute("PRAGMA locking_mode=EXCLUSIVE")
            new = _is_new(path, store)
            store.execute("PRAGMA journal_mode=WAL")
            store.execute("PRAGMA synchronous=FULL")
            (_made if new else _upgrade)(store)
        except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
            raise (InUse if _is_locked(error) else JournalError)(_trouble(path, error)) from None
        undone.pop_all()
    return store


def _is_new(path: Path, store: sqlite3.Connection) -> bool:
    """Whether a store is empty still.  Raises for one that is not ours or is damaged; looking changes nothing in it."""
    (version,) = store.execute("PRAGMA user_version").fetchone()
    (tables,) = store.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
    if version not in (0, *UPGRADES, SCHEMA):
        text = _("{path} was written by another version of ironbottom (store {theirs}, this one reads {ours}): "
                 "start that version, or give another folder with --data.  Nothing was changed.")
        raise JournalError(text.format(path=path, theirs=version, ours=SCHEMA))
    if (version == 0) != (tables == 0):
        raise sqlite3.DatabaseError(_("it is no journal of this program"))
    (sound,) = store.execute("PRAGMA quick_check(1)").fetchone()
    if sound != "ok":
        raise sqlite3.DatabaseError(sound)
    if version == SCHEMA:
        _check_shape(store)
    return bool(version == 0)


def _upgrade(store: sqlite3.Connection) -> None:
    """A store of an older version becomes one of this, whole or not at all.  Raises for one with other tables."""
    (version,) = store.execute("PRAGMA user_version").fetchone()
    if version == SCHEMA:
        return
    store.execute("BEGIN IMMEDIATE")
    try:
        for step in range(version, SCHEMA):
            for statement in UPGRADES[step]:
                store.execute(statement)
        store.execute(f"PRAGMA user_version={SCHEMA}")
        _check_shape(store)
    except sqlite3.Error:
        store.execute("ROLLBACK")
        raise
    store.execute("COMMIT")


def _check_shape(store: sqlite3.Connection) -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        if _shape(store) != _shape(_made(fresh)):
            raise sqlite3.DatabaseError(_("its tables have other columns"))


def _shape(store: sqlite3.Connection) -> list[tuple[Any, ...]]:
    """The columns of all tables."""
    columns = 'SELECT t.name, c.name, c.type, c."notnull", c.pk FROM sqlite_master t, pragma_table_info(t.name) c'
    return store.execute(columns + " ORDER BY t.name, c.cid").fetchall()


def _made(store: sqlite3.Connection) -> sqlite3.Connection:
    schema = (files("ironbottom.server") / "schema.sql").read_text("utf-8")
    store.executescript(f"BEGIN IMMEDIATE; {schema} PRAGMA user_version={SCHEMA}; COMMIT;")
    return store


def _refused(error: Exception) -> bool:
    """Whether it is the system that does not let us in, and not what is in the store."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    return isinstance(error, sqlite3.OperationalError) and code != sqlite3.SQLITE_ERROR


def _is_locked(error: Exception) -> bool:
    return isinstance(error, sqlite3.OperationalError) and "locked" in str(error)


def _trouble(path: Path, error: Exception) -> str:
    if _is_locked(error):
        text = _("{path} is in use: another server runs with this folder; stop it, or give another with --data.")
        return text.format(path=path)
    if isinstance(error, sqlite3.DatabaseError | UnicodeDecodeError) and not _refused(error):
        text = _("{path} is damaged ({error}): put back a copy, or move it away to begin anew; nothing was changed.")
        return text.format(path=path, error=error)
    text = _("{path} cannot be opened ({error}): give a folder that can be written with --data.")
    return text.format(path=path, error=error)

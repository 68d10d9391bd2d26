"""What the server writes down before it speaks.

SQLite with a write-ahead log and a full sync at every commit, on one connection that nobody else may open, in a thread
of its own.  Whatever waits while a commit is under way is committed together by the next one.  What can go wrong:

- a full or unwritable disk: what was to be written is refused, and nothing is lost;
- one job that cannot be written as it is, by a fault of ours: it alone is refused, none of the others of its commit;
- anything else (a failed sync, a damaged file, a thread that ends): nobody knows then what is on the disk.  Nothing is
  written any more, whoever waits is told so, and `failed` hears why: it ends the process, which starts again with what
  is there.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack
from errno import ENOSPC
from pathlib import Path
from queue import Empty, SimpleQueue
from shutil import disk_usage
from threading import Thread
from time import monotonic, sleep
from typing import Any, NamedTuple, TypeVar
from zlib import crc32

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReactorFromThreads
from twisted.logger import Logger
from twisted.python.failure import Failure

from ironbottom.language import _
from ironbottom.private_files import make_file, make_folder, write_first

from ..runtime.logs import cause
from ..runtime.settings import CannotServe
from . import heads
from .copying import copy_store
from .heads import Head, Heads
from .schema import SCHEMA, UPGRADES, check_pages, check_shape, made, upgrade

T = TypeVar("T")

NAME = "journal.sqlite"
MOST = 1_000  # jobs in one commit
TOGETHER = 0.002  # seconds that a commit waits for company: a sync costs as much for a hundred rows as for one
SLOW = 1.0  # seconds after which a commit takes too long to be well
PARTING = 5.0  # seconds for what is left when the journal is closed
PROBE = f"PRAGMA user_version={SCHEMA}"  # a write that changes nothing, to see whether the disk takes it again
RESERVE = 256 * 1024  # bytes; with less room than that the disk is full: what we say of it needs some too

REFUSED = (  # nothing was written, and the next try may succeed
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_INTERRUPT,
)
WRONG = (  # one statement cannot be carried out, whatever disk it is
    sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_RANGE,
    sqlite3.SQLITE_MISUSE, sqlite3.SQLITE_ERROR,
)

log = Logger()


class JournalError(CannotServe):
    """The journal cannot be opened; the sentence says what to do."""


class JournalInUse(JournalError):
    """Another server has this journal open."""


class NotStored(Exception):
    """What was to be written is not; nothing has changed."""

    def __init__(self, why: BaseException | str) -> None:
        super().__init__(str(why))
        if isinstance(why, BaseException):
            self.__cause__ = why


class Unwritable(NotStored):
    """Likewise, by a fault of ours and not of the disk: it never can be written as it is."""


class _Closing(Exception):
    """The journal is closed while it is copied."""


class Write(NamedTuple):
    """One row to be written: the statement and its values."""

    statement: str
    values: tuple[Any, ...]
    head: Head | None = None  # how far a game has come with it


class _Job(NamedTuple):
    """Rows to commit, a question to the store, a copy of it, or none: a look at the disk; and who waits for it."""

    writes: tuple[Write, ...]
    read: Callable[[sqlite3.Connection], Any] | None
    done: Deferred[Any]
    copy: Path | None = None  # the folder that gets it


def table_row(table: str, body: bytes) -> Write:
    """Everything about a table besides its games."""
    return Write("INSERT OR REPLACE INTO tables VALUES (?, ?)", (table, body))


def gone_rows(table: str) -> tuple[Write, ...]:
    """Nothing is left of a table, its games and what was said there."""
    return (
        Write("DELETE FROM tables WHERE id = ?", (table,), Head(table, 0, 0, b"")),
        Write("DELETE FROM entries WHERE tabled = ?", (table,)),
        Write("DELETE FROM chat WHERE tabled = ?", (table,)),
        Write("DELETE FROM handovers WHERE tabled = ?", (table,)),
    )


def without_games(table: str, before: int) -> Write:
    """The games of a table before one of them; nobody can ask for those any more."""
    return Write("DELETE FROM entries WHERE tabled = ? AND game < ?", (table, before))


def without_lines(table: str, before: int) -> Write:
    """The lines of chat before one of them; nobody is told those any more."""
    return Write("DELETE FROM chat WHERE tabled = ? AND n < ?", (table, before))


def entry_row(*values: Any, head: bytes = b"") -> Write:
    """An entry of a game, in the order of schema.sql, and its checksum; `head`: the chain's, where it is the last."""
    table, game, n, *_rest = values
    noted = Head(table, game, n, head) if head else None
    row = (*values, checksum(*values))
    return Write("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row, noted)


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
    """The store of one server.  `failed` hears, in whichever thread, why nothing can be written any more."""

    def __init__(
        self, folder: Path, reactor: IReactorFromThreads, failed: Callable[[BaseException], None] = lambda _why: None
    ) -> None:
        self._folder, self._reactor, self._failed = folder, reactor, failed
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._store = _opened(folder)
        self._heads = Heads(folder)
        self._batch: list[_Job] = []  # what is under way
        self._begun: float | None = None  # since when
        self._refused: tuple[BaseException, float] | None = None  # why the last commit was, and since when they are
        self._looking = False  # whether there is room
        self._going_on = True  # nobody has closed it
        self._copying: _Job | None = None  # the copy that is under way
        self._failed_within = False  # what is stored between two pieces of it has failed
        self.short = False  # there is none
        self._failure: BaseException | None = None
        self._closed = False
        self._thread = Thread(target=self._live, name="journal", daemon=True)
        self._thread.start()

    def tables(self) -> dict[str, bytes]:
        """What is kept of all tables, by their names; nothing of one that should be there and is not.

        Asked once, before anything is written.
        """
        found = dict(self._store.execute("SELECT id, body FROM tables ORDER BY id"))
        return dict.fromkeys(self._heads.tables(), b"") | found

    def subscribers(self) -> list[bytes]:
        """What is kept of those who want to be told that a game waits for them.  Asked once, like `tables`."""
        return [body for (body,) in self._store.execute("SELECT body FROM subscribers ORDER BY key")]

    def handovers(self) -> list[bytes]:
        """The questions that have passed to them, and not on.  Likewise."""
        return [body for (body,) in self._store.execute("SELECT body FROM handovers ORDER BY tabled, place")]

    def rated(self) -> list[bytes]:
        """How rated games have ended, the oldest first.  Likewise."""
        return [body for (body,) in self._store.execute("SELECT body FROM rated ORDER BY at, game")]

    def results(self) -> list[bytes]:
        """How games have ended, the oldest first.  Likewise."""
        return [body for (body,) in self._store.execute("SELECT body FROM results ORDER BY at, game")]

    def uptime(self) -> list[tuple[int, int]]:
        """When servers ran on this journal.  Asked once, before anything is written."""
        return self._store.execute("SELECT began, ended FROM uptime ORDER BY began").fetchall()

    def first(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """What a question to the store gives.  Asked before anything is written, as `tables` is."""
        return question(self._store)

    def head(self, table: str) -> Head | None:
        """How far the last game of a table had come at least, by what is noted beside the store."""
        return self._heads.of(table)

    def write(self, *writes: Write) -> Deferred[None]:
        """Fires when the rows are where a power cut cannot reach them; fails with NotStored."""
        return self._ask(_Job(writes, None, Deferred()))

    def read(self, question: Callable[[sqlite3.Connection], T]) -> Deferred[T]:
        """What a question to the store gives, asked after everything that was given to write before."""
        return self._ask(_Job((), question, Deferred()))

    def copy(self, folder: Path) -> Deferred[None]:
        """Fires when a folder holds the store and its heads as they are together at that moment; fails with NotStored.

        Everything that was acknowledged before is in it.  Answers are stored meanwhile, between two of its pieces.
        """
        return self._ask(_Job((), None, Deferred(), folder))

    def close(self) -> None:
        """Write what is left, and let the file go."""
        self._closed = True
        self._jobs.put(None)
        self._thread.join(PARTING)

    @property
    def failure(self) -> str:
        """Why nothing can be written just now; empty: all is well."""
        dead, begun, refused = self._dead, self._begun, self._refused
        if self._failure is not None:
            return f"the journal has failed: {cause(self._failure)}"
        if dead:
            return "the journal's thread has ended"
        if refused is not None:
            return f"the disk cannot be written: {cause(refused[0])}"
        if begun is not None and monotonic() - begun > SLOW:
            return f"the disk is slow: one commit has taken {monotonic() - begun:.0f} seconds so far"
        return ""

    @property
    def _dead(self) -> bool:
        return not self._closed and not self._thread.is_alive()

    def watch(self) -> None:
        """Every second or so: notice a thread that has ended, and see whether there is room on the disk."""
        if self._dead and self._failure is None:  # in this order: it says why before it ends
            self._fail(RuntimeError("the journal's thread has ended"))
        elif self._failure is None and not self._looking:
            self._looking = True
            self._ask(_Job((), None, Deferred())).addBoth(self._looked)

    def _looked(self, _result: object) -> None:
        self._looking = False

    def _ask(self, job: _Job) -> Deferred[Any]:
        self._jobs.put(job)
        if self._failure is not None:
            self._refuse_all(self._failure)
        return job.done

    # in the journal's thread

    def _live(self) -> None:
        try:
            self._work()
        except BaseException as fault:  # whatever it is: else everybody would wait for ever
            self._fail(fault)

    def _work(self) -> None:
        while self._going_on:
            self._round()
        self._store.close()
        self._heads.close()

    def _round(self) -> None:
        """Job after job, as many as wait in one commit; copies last."""
        self._going_on = self._wait()
        writing = [job for job in self._batch if job.writes]
        results: list[Any] = self._commit(writing) if writing else []
        for job in self._batch:
            if not job.writes and job.copy is None:
                writing.append(job)
                results.append(self._look() if job.read is None else self._answer(job.read))
        copies = [job for job in self._batch if job.copy is not None]
        self._batch, self._begun = [], None
        if writing:
            self._reactor.callFromThread(_tell, writing, results)
        for job in copies:
            self._copy(job)

    def _copy(self, job: _Job) -> None:
        """One after the other: whoever asks for another meanwhile is refused."""
        assert job.copy is not None
        if self._copying is not None:
            self._reactor.callFromThread(_tell, [job], [NotStored(_("a copy is being made already"))])
            return
        self._copying, result = job, None
        try:
            copy_store(self._store, job.copy / NAME, self._between)
            write_first(job.copy / heads.NAME, self._heads.lines())
        except (_Closing, OSError, sqlite3.Error) as error:
            if self._failed_within:
                raise
            result = NotStored(error)
        self._copying = None
        self._reactor.callFromThread(_tell, [job], [result])

    def _between(self, _status: int, remaining: int, _of: int) -> None:
        """What waits is stored before the next piece is copied, and so comes into the copy.

        Not after the last one: the copy is whole then, and the heads are to be those of this very moment.
        """
        if remaining and not self._jobs.empty():
            self._failed_within = True
            self._round()
            self._failed_within = False
        if not self._going_on:
            raise _Closing(_("the server stops"))

    def _wait(self) -> bool:
        """Take what waits; whether the journal goes on after it."""
        job = self._jobs.get()
        self._begun = monotonic()
        if job is not None:
            sleep(TOGETHER)
        while job is not None:
            self._batch.append(job)
            if len(self._batch) == MOST or self._jobs.empty():
                return True
            job = self._jobs.get()
        return False

    def _look(self) -> bool:
        """Whether there is room, before anybody is refused for want of it; and again, after somebody was."""
        full = _no_room(self._folder)
        self.short = full is not None
        if full is not None:
            self._well_or_not([NotStored(full)])
        elif self._refused is not None:
            self._commit([_Job((Write(PROBE, ()),), None, Deferred())])
        return self.short

    def _commit(self, jobs: list[_Job]) -> list[NotStored | None]:
        """Write jobs in one transaction; of each, why it is not stored.  Raises what nobody can go on after."""
        if self.short and self._refused is not None:
            return [NotStored(self._refused[0]) for _job in jobs]
        try:
            results = self._transaction(jobs, singly=False)
        except Exception as error:
            self._roll_back()
            if (kind := _kind(error)) is None:
                raise
            if kind is Unwritable:  # one of them; the others are to be stored
                return self._commit_singly(jobs)
            results = [NotStored(error) for _job in jobs]
        self._well_or_not(results)
        return results

    def _commit_singly(self, jobs: list[_Job]) -> list[NotStored | None]:
        """The same, with a savepoint for each job: what is wrong with one is nothing to the others."""
        try:
            results = self._transaction(jobs, singly=True)
        except Exception as error:
            self._roll_back()
            if _kind(error) is not NotStored:
                raise
            results = [NotStored(error) for _job in jobs]
        self._well_or_not(results)
        return results

    def _transaction(self, jobs: list[_Job], *, singly: bool) -> list[NotStored | None]:
        results: list[NotStored | None] = []
        self._store.execute("BEGIN IMMEDIATE")
        for job in jobs:
            if singly:
                results.append(self._savepoint(job))
            else:
                self._rows(job)
                results.append(None)
        self._store.execute("COMMIT")
        stored = [job for job, why in zip(jobs, results, strict=True) if why is None]
        self._note([write.head for job in stored for write in job.writes if write.head is not None])
        return results

    def _note(self, heads: list[Head]) -> None:
        """The rows are there by now, and whoever waits for them must hear so, whatever happens here."""
        try:
            self._heads.note(heads)
        except Exception as error:  # the file tells how far games have come at least: it tells less for a while
            log.error("how far the games have come cannot be noted: {error}", error=error)

    def _rows(self, job: _Job) -> None:
        for write in job.writes:
            self._store.execute(write.statement, write.values)

    def _savepoint(self, job: _Job) -> Unwritable | None:
        self._store.execute("SAVEPOINT job")
        try:
            self._rows(job)
        except Exception as error:
            if _kind(error) is not Unwritable:
                raise
            self._store.execute("ROLLBACK TO job")
            self._store.execute("RELEASE job")
            log.error("a row cannot be written as it is: {error}", error=error)
            return Unwritable(error)
        self._store.execute("RELEASE job")
        return None

    def _roll_back(self) -> None:
        if self._store.in_transaction:
            self._store.execute("ROLLBACK")

    def _well_or_not(self, results: list[NotStored | None]) -> None:
        """Remember, and log, when the disk begins to refuse and when it takes things again."""
        refused = next((why for why in results if why is not None and not isinstance(why, Unwritable)), None)
        if refused is not None and self._refused is None:
            self._refused = (refused.__cause__ or refused, monotonic())
            log.error("the disk cannot be written: {error}", error=refused)
        elif None in results and self._refused is not None:
            since, self._refused = self._refused[1], None
            log.warn("the disk can be written again", seconds=monotonic() - since)

    def _answer(self, read: Callable[[sqlite3.Connection], Any]) -> Any:
        try:
            return read(self._store)
        except sqlite3.Error as error:
            return NotStored(error)
        except Exception as error:  # a fault of who asks is nothing to the others
            return error

    def _fail(self, why: BaseException) -> None:
        """Nothing is written any more: whoever waits hears so, and `failed` hears why."""
        self._failure = why
        waiting, self._batch = self._batch, []
        if self._copying is not None:
            waiting.append(self._copying)
        for job in waiting:
            self._jobs.put(job)
        self._refuse_all(why)
        self._failed(why)

    def _refuse_all(self, why: BaseException) -> None:
        """In any thread."""
        waiting: list[_Job] = []
        try:
            while True:
                job = self._jobs.get_nowait()
                if job is not None:
                    waiting.append(job)
        except Empty:
            self._reactor.callFromThread(_tell, waiting, [NotStored(why) for _job in waiting])


def _no_room(folder: Path) -> OSError | None:
    """Why nothing more should be written there; None: there is room, as far as the system tells."""
    try:
        free = disk_usage(folder).free
    except OSError:
        return None
    return OSError(ENOSPC, os.strerror(ENOSPC)) if free < RESERVE else None


def _kind(error: Exception) -> type[NotStored] | None:
    """What an error means for what was to be written; None: nobody knows what is on the disk now."""
    if isinstance(error, MemoryError):
        return NotStored
    code = getattr(error, "sqlite_errorcode", None)
    if not isinstance(error, sqlite3.Error) or code is None:  # Python's own: a value that is none for a store
        return Unwritable
    if code & 0xFF in REFUSED:
        return NotStored
    return Unwritable if code & 0xFF in WRONG else None


def _tell(jobs: list[_Job], results: list[Any]) -> None:
    """In the reactor's thread: everybody hears how it went."""
    for job, result in zip(jobs, results, strict=True):
        if isinstance(result, Exception):
            job.done.errback(Failure(result))
        else:
            job.done.callback(result)


def _opened(folder: Path) -> sqlite3.Connection:
    """The store in a folder, made if there is none.  Raises JournalError."""
    path = folder / NAME
    with ExitStack() as undone:
        try:
            make_folder(folder)
            make_file(path)  # what SQLite writes beside it has the same mode
            store = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=1.0)
            undone.callback(store.close)
            store.execute("PRAGMA locking_mode=EXCLUSIVE")
            new = is_new(path, store)
            store.execute("PRAGMA journal_mode=WAL")
            store.execute("PRAGMA synchronous=FULL")
            (made if new else upgrade)(store)
        except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
            raise journal_error(path, error) from None
        undone.pop_all()
    return store


def is_new(path: Path, store: sqlite3.Connection) -> bool:
    """Whether a store is empty still.  Raises for one that is not ours or is damaged; looking changes nothing in it."""
    (version,) = store.execute("PRAGMA user_version").fetchone()
    (tables,) = store.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
    if version not in (0, *UPGRADES, SCHEMA):
        text = _("{path} was written by another version of ironbottom (store {theirs}, this one reads {ours}).  "
                 "Nothing was changed: start that version, or {elsewhere}.")
        raise JournalError(text, path=path, theirs=version, ours=SCHEMA)
    if (version == 0) != (tables == 0):
        raise sqlite3.DatabaseError(_("it is no journal of this program"))
    check_pages(store)
    if version == SCHEMA:
        check_shape(store)
    return bool(version == 0)


def _refused(error: Exception) -> bool:
    """Whether it is the system that does not let us in, and not what is in the store."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    return isinstance(error, sqlite3.OperationalError) and code != sqlite3.SQLITE_ERROR


def _is_locked(error: Exception) -> bool:
    return isinstance(error, sqlite3.OperationalError) and "locked" in str(error)


def journal_error(path: Path, error: Exception) -> JournalError:
    if _is_locked(error):
        return JournalInUse(
            _("{path} is in use: another server runs with this folder; stop it, or {elsewhere}."), path=path
        )
    if isinstance(error, sqlite3.DatabaseError | UnicodeDecodeError) and not _refused(error):
        text = _("{path} is damaged ({error}): put back a copy, or move it away to begin anew; nothing was changed.")
        return JournalError(text, path=path, error=error)
    text = _("{path} cannot be opened ({error}): give yourself the right to write there, or {elsewhere}.")
    return JournalError(text, path=path, error=error)

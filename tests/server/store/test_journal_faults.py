"""Faults injected into the journal: it says so or goes on, nobody waits for ever, nothing acknowledged is lost.

One law for all of them (`keeps_its_word`); and planted bugs of the journal, each of which the law must find.
"""

from __future__ import annotations

import sqlite3
from collections import namedtuple
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

import pytest
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from ironbottom.server.store import journal as journals
from ironbottom.server.store.heads import Head, Heads
from ironbottom.server.store.journal import Journal, NotStored, Unwritable, Write, entry_row
from tests.server.support.faults import LASTING, PASSING, Faulty
from tests.server.support.writer import Loop, line
from tests.support.lengths import some

WITHIN = 1.0  # seconds in which it must be known
usage = namedtuple("usage", ["free"])  # as much as is asked of what the system tells


def entry(n: int) -> Write:
    return entry_row("T", 1, n, line(n), 0, n, 0, 0, 0, 0, b"", head=bytes([n]) * 32)


class FaultyJournal(Journal):
    """A journal whose store may get a fault; `gate` holds the next commit up."""

    def __init__(self, folder: Path, loop: Loop) -> None:
        self.whys: list[BaseException] = []
        self.gate = Event()
        self.gate.set()
        super().__init__(folder, loop, self.whys.append)
        self.loop, self.store = loop, Faulty(self._store)
        vars(self)["_store"] = self.store

    def _wait(self) -> bool:
        going_on = super()._wait()
        self.gate.wait(20)
        return going_on

    def together(self, *writes: tuple[Write, ...]) -> list[Any]:
        """What becomes of jobs that fall into one commit."""
        self.gate.clear()
        first = self.read(lambda _store: None)  # it is taken, and waits; the others come meanwhile
        waiting = [self.write(*each) for each in writes]
        self.gate.set()
        self.outcome(first)
        return [self.outcome(done) for done in waiting]

    def outcome(self, done: Deferred[Any]) -> Any:
        """What a promise came to; nobody may wait for ever."""
        found: list[Any] = []
        done.addBoth(found.append)
        end = monotonic() + 5.0
        while not found:
            assert monotonic() < end, "somebody waits for ever"
            self.watch()
            while not self.loop.calls.empty():
                self.loop.turn()
        return found[0].value if isinstance(found[0], Failure) else found[0]


@contextmanager
def opened(folder: Path) -> Iterator[FaultyJournal]:
    journal = FaultyJournal(folder, Loop())
    try:
        yield journal
    finally:
        journal.gate.set()
        journal.close()


def kept(folder: Path) -> list[int]:
    """The entries that are there for the next process; this one is gone."""
    store = sqlite3.connect(folder / journals.NAME)
    try:
        return [n for (n,) in store.execute("SELECT n FROM entries ORDER BY n")]
    finally:
        store.close()


@pytest.mark.parametrize("error", [ValueError("x"), MemoryError(), OSError(5, "x")], ids=lambda one: type(one).__name__)
def test_what_is_on_the_disk_is_acknowledged_though_it_cannot_be_noted_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """A fault behind the commit: nobody is told that nothing was written, and writes it a second time."""
    right = Heads.note

    def note(heads: Heads, told: Sequence[Head]) -> None:
        if [one.n for one in told] == [2]:
            raise error
        right(heads, told)

    monkeypatch.setattr(Heads, "note", note)
    with opened(tmp_path) as journal:
        assert [journal.outcome(journal.write(entry(n))) for n in (1, 2, 3)] == [None] * 3
        assert journal.whys == []
    assert kept(tmp_path) == [1, 2, 3]


def keeps_its_word(folder: Path, name: str, fault: Callable[[str], None]) -> None:
    """Whatever the fault: who waits is told, `failure` says so in time, and what was acknowledged is there."""
    with opened(folder) as journal:
        acknowledged = [n for n in (1, 2, 3) if journal.outcome(journal.write(entry(n))) is None]
        assert acknowledged == [1, 2, 3]
        assert journal.failure == ""
        journal.store.fault = fault
        assert {type(why) for why in journal.together((entry(4),), (entry(5),))} == {NotStored}, name
        begun = monotonic()
        while not journal.failure:
            assert monotonic() - begun < WITHIN, "it says that all is well"
        lasting = name in LASTING
        assert ("failed" in journal.failure) == lasting
        assert "of somebody's" not in journal.failure
        assert len(journal.whys) == lasting
        journal.store.fault = lambda _statement: None
        after = journal.outcome(journal.write(entry(4)))
        if lasting:
            assert isinstance(after, NotStored)
            assert isinstance(journal.outcome(journal.read(lambda _store: 1)), NotStored)
            journal.store.close()
        else:
            assert after is None
            acknowledged.append(4)
            assert journal.failure == ""
    assert kept(folder) == acknowledged
    assert Heads(folder).of("T") == entry(acknowledged[-1]).head


@pytest.mark.parametrize("name", [*PASSING, *LASTING])
def test_a_fault_of_the_disk_or_of_the_thread(tmp_path: Path, name: str) -> None:
    keeps_its_word(tmp_path, name, (PASSING | LASTING)[name])


WRONG_ROWS: dict[str, tuple[Write, ...]] = {
    "the same twice": (entry(2),),
    "its second row": (entry(7), entry(2)),
    "too great a number": (Write("INSERT INTO tables VALUES (?, ?)", ("T", 1 << 70)),),
    "a value that is none": (Write("INSERT INTO tables VALUES (?, ?)", ("T", object())),),
    "too few values": (Write("INSERT INTO tables VALUES (?, ?)", ("T",)),),
    "nothing where something must be": (Write("INSERT INTO tables VALUES (?, ?)", ("T", None)),),
    "no statement": (Write("INSERT INTO nowhere VALUES (?)", (1,)),),
    "two statements": (Write("DELETE FROM chat; DELETE FROM tables", ()),),
}


def takes_no_other_with_it(folder: Path, rows: tuple[Write, ...]) -> None:
    """What is wrong with one job is nothing to the others of its commit."""
    with opened(folder) as journal:
        assert journal.together((entry(1), entry(2))) == [None]
        before, wrong, after = journal.together((entry(3),), rows, (entry(4), entry(5)))
        assert (before, type(wrong), after) == (None, Unwritable, None)
        assert journal.whys == []
        assert journal.failure == ""
        assert journal.outcome(journal.write(entry(6))) is None
        assert journal.head("T") == entry(6).head
    assert kept(folder) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("name", WRONG_ROWS)
def test_one_bad_job_takes_no_other_with_it(tmp_path: Path, name: str) -> None:
    takes_no_other_with_it(tmp_path, WRONG_ROWS[name])


def answers_all_the_same(folder: Path) -> None:
    """A question that fails, in whichever way, fails alone."""
    faults = (KeyError("x"), RecursionError(), sqlite3.DatabaseError("malformed"), ValueError("of somebody's"))
    with opened(folder) as journal:

        def fails(error: Exception) -> Callable[[sqlite3.Connection], None]:
            def question(_store: sqlite3.Connection) -> None:
                raise error

            return question

        for error in faults:
            told = journal.outcome(journal.read(fails(error)))
            assert isinstance(told, NotStored if isinstance(error, sqlite3.Error) else type(error))
            assert journal.outcome(journal.write(entry(1 + faults.index(error)))) is None
        assert journal.failure == ""
    assert kept(folder) == [1, 2, 3, 4]


def test_a_question_that_fails_fails_alone(tmp_path: Path) -> None:
    answers_all_the_same(tmp_path)


def tells_of_a_slow_disk(folder: Path) -> None:
    """A commit that hangs is told of while it hangs."""
    with opened(folder) as journal:
        journal.gate.clear()
        done = journal.write(entry(1))
        begun = monotonic()
        while not journal.failure:
            assert monotonic() - begun < journals.SLOW + WITHIN, "it says that all is well"
        assert "the disk is slow" in journal.failure
        journal.gate.set()
        assert journal.outcome(done) is None
        assert journal.failure == ""


def test_a_disk_that_hangs(tmp_path: Path) -> None:
    tells_of_a_slow_disk(tmp_path)


def sees_that_there_is_room(folder: Path) -> None:
    """Nobody else need try: it tries itself, and says so."""
    with opened(folder) as journal:
        journal.store.fault = PASSING["full, at the sync"]
        assert isinstance(journal.outcome(journal.write(entry(1))), NotStored)
        for _look in range(3):
            journal.watch()
            assert journal.outcome(journal.read(lambda _store: 1)) == 1
            assert journal.failure == "the disk cannot be written: SQLITE_FULL"
        journal.store.fault = lambda _statement: None
        journal.watch()
        assert journal.outcome(journal.read(lambda _store: 1)) == 1
        assert journal.failure == ""
        assert journal.whys == []


def test_it_sees_when_there_is_room_again(tmp_path: Path) -> None:
    sees_that_there_is_room(tmp_path)


def notices_a_dead_thread(folder: Path) -> None:
    """Even one that has ended without a word."""
    with opened(folder) as journal:
        assert journal.outcome(journal.write(entry(1))) is None
        vars(journal)["_fail"] = lambda _why: None  # a fault in what tells of faults
        journal.store.fault = LASTING["the thread ends"]
        done = journal.write(entry(2))
        journal._thread.join(5.0)
        del vars(journal)["_fail"]
        assert journal.failure == "the journal's thread has ended"
        assert isinstance(journal.outcome(done), NotStored)
        assert isinstance(journal.outcome(journal.write(entry(3))), NotStored)
        assert len(journal.whys) == 1


def test_a_thread_that_ended_without_a_word(tmp_path: Path) -> None:
    notices_a_dead_thread(tmp_path)


# planted bugs

def whole_law(folder: Path) -> None:
    for name, fault in (PASSING | LASTING).items():
        keeps_its_word(folder / name, name, fault)
    for name, rows in WRONG_ROWS.items():
        takes_no_other_with_it(folder / name, rows)
    answers_all_the_same(folder / "questions")
    tells_of_a_slow_disk(folder / "slow")
    sees_that_there_is_room(folder / "room")
    notices_a_dead_thread(folder / "thread")


Plant = Callable[[pytest.MonkeyPatch], None]


def of_sqlite_only(patch: pytest.MonkeyPatch) -> None:
    """As it was once: any other exception ends the thread, and nobody hears of it."""
    patch.setattr(Journal, "_live", Journal._work)
    patch.setattr(Journal, "_dead", False)


def answers_of_sqlite_only(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Journal, "_answer", lambda self, read: read(self._store))


def ends_all_for_one_bad_job(patch: pytest.MonkeyPatch) -> None:
    real = journals._kind
    patch.setattr(journals, "_kind", lambda error: None if real(error) is Unwritable else real(error))


def refuses_all_for_one_bad_job(patch: pytest.MonkeyPatch) -> None:
    real = journals._kind
    patch.setattr(journals, "_kind", lambda error: NotStored if real(error) is Unwritable else real(error))


def goes_on_after_a_failed_sync(patch: pytest.MonkeyPatch) -> None:
    real = journals._kind
    patch.setattr(journals, "_kind", lambda error: real(error) or NotStored)


def keeps_half_of_a_bad_job(patch: pytest.MonkeyPatch) -> None:
    def savepoint(self: Journal, job: Any) -> NotStored | None:
        try:
            self._rows(job)
        except Exception as error:
            return Unwritable(error)
        return None

    patch.setattr(Journal, "_savepoint", savepoint)


def says_that_all_is_well(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Journal, "failure", "")


def lets_those_wait_who_come_later(patch: pytest.MonkeyPatch) -> None:
    def ask(self: Journal, job: Any) -> Any:
        self._jobs.put(job)
        return job.done

    patch.setattr(Journal, "_ask", ask)


def acknowledges_what_was_refused(patch: pytest.MonkeyPatch) -> None:
    real = Journal._commit

    def commit(self: Journal, jobs: list[Any]) -> list[None]:
        return [None for _why in real(self, jobs)]

    patch.setattr(Journal, "_commit", commit)


def notes_heads_of_what_is_not_stored(patch: pytest.MonkeyPatch) -> None:
    real = Journal._rows

    def rows(self: Journal, job: Any) -> None:
        self._heads.note([write.head for write in job.writes if write.head is not None])
        real(self, job)

    patch.setattr(Journal, "_rows", rows)


def never_tries_again(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(journals, "PROBE", "SELECT 1 FROM nowhere")


def never_looks_at_the_thread(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Journal, "watch", lambda self: None)


PLANTED: list[Plant] = [
    of_sqlite_only, answers_of_sqlite_only, ends_all_for_one_bad_job, refuses_all_for_one_bad_job,
    goes_on_after_a_failed_sync, keeps_half_of_a_bad_job, says_that_all_is_well, lets_those_wait_who_come_later,
    acknowledges_what_was_refused, notes_heads_of_what_is_not_stored, never_tries_again, never_looks_at_the_thread,
]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("plant", some(PLANTED, 2), ids=lambda plant: plant.__name__)
def test_a_planted_bug_of_the_journal_is_found(plant: Plant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises(AssertionError):
        whole_law(tmp_path)


# no room

def test_with_little_room_left_the_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before SQLite finds out: then there is still room to say so.  And it is told without anybody trying to write."""
    room = [journals.RESERVE - 1]
    monkeypatch.setattr(journals, "disk_usage", lambda _folder: usage(room[0]))
    with opened(tmp_path) as journal:
        assert journal.outcome(journal.write(entry(1))) is None
        journal.watch()
        assert journal.outcome(journal.read(lambda _store: 1)) == 1
        assert journal.short
        assert journal.failure == "the disk cannot be written: ENOSPC: No space left on device"
        assert isinstance(journal.outcome(journal.write(entry(2))), NotStored)
        room[0] += 1
        journal.watch()
        assert journal.outcome(journal.read(lambda _store: 1)) == 1
        assert (journal.short, journal.failure) == (False, "")
        assert journal.outcome(journal.write(entry(2))) is None
    assert kept(tmp_path) == [1, 2]


def test_where_the_system_does_not_tell_there_is_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_folder: Path) -> None:
        raise OSError(5, "of somebody's")

    monkeypatch.setattr(journals, "disk_usage", fails)
    with opened(tmp_path) as journal:
        journal.watch()
        assert journal.outcome(journal.write(entry(1))) is None
        assert (journal.short, journal.failure) == (False, "")

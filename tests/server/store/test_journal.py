"""trust.md C1, C3: the real journal, with its thread and its files: whatever was acknowledged is there afterwards."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from ironbottom.server.lobby.club.names import Member, member_rows, revoked_row, stored_names
from ironbottom.server.store import journal as journals
from ironbottom.server.store import schema
from ironbottom.server.store.journal import (
    NAME,
    Journal,
    JournalError,
    NotStored,
    Write,
    chat_row,
    entry_row,
    table_row,
)
from ironbottom.server.store.schema import SCHEMA
from tests.server.support.writer import Loop, line
from tests.support.lengths import KILLS


def outcome(loop: Loop, done: Deferred[Any]) -> Any:
    """What a promise came to: its value, or why it failed."""
    found: list[Any] = []
    done.addBoth(found.append)
    while not found:
        loop.turn()
    return found[0].value if isinstance(found[0], Failure) else found[0]


def entry(n: int, table: str = "T") -> Write:
    return entry_row(table, 1, n, line(n), 0, n, 0, 0, 0, 0, b"")


def entries(store: sqlite3.Connection) -> list[tuple[int, bytes]]:
    return store.execute("SELECT n, line FROM entries ORDER BY n").fetchall()


def digests(folder: Path) -> dict[str, bytes]:
    return {file.name: sha256(file.read_bytes()).digest() for file in sorted(folder.iterdir())}


class GatedJournal(Journal):
    """Shows how jobs fall into commits; `gate` holds the first one up."""

    def __init__(self, folder: Path, loop: Loop) -> None:
        self.commits: list[int] = []
        self.gate = Event()
        self.gate.set()
        self.waits = Event()
        super().__init__(folder, loop)

    def _commit(self, jobs: list[Any]) -> list[NotStored | None]:
        self.waits.set()
        self.gate.wait(20)
        self.commits.append(len(jobs))
        return super()._commit(jobs)


@pytest.fixture
def loop() -> Loop:
    return Loop()


@pytest.fixture
def journal(tmp_path: Path, loop: Loop) -> Iterator[GatedJournal]:
    made = GatedJournal(tmp_path, loop)
    yield made
    made.gate.set()
    made.close()


def test_what_waits_is_committed_together(journal: GatedJournal, loop: Loop) -> None:
    journal.gate.clear()
    waiting = [journal.write(entry(1))]
    assert journal.waits.wait(20)
    waiting += [journal.write(entry(n)) for n in range(2, 41)]
    count = journal.read(lambda store: len(entries(store)))
    journal.gate.set()
    assert [outcome(loop, done) for done in waiting] == [None] * 40
    assert journal.commits == [1, 39]
    assert outcome(loop, count) == 40


def test_no_commit_grows_without_bounds(journal: GatedJournal, loop: Loop) -> None:
    journal.gate.clear()
    waiting = [journal.write(entry(n)) for n in range(1, journals.MOST + 20)]
    journal.gate.set()
    assert [outcome(loop, done) for done in waiting] == [None] * len(waiting)
    assert max(journal.commits) <= journals.MOST


def test_closing_writes_what_is_left(tmp_path: Path, loop: Loop) -> None:
    journal = GatedJournal(tmp_path, loop)
    journal.gate.clear()
    for n in range(1, 30):
        journal.write(entry(n))
    journal.write(table_row("T", b"{}"), chat_row("T", 1, 0, 7, "Ada", "hello", 0, 5))
    journal.gate.set()
    journal.close()
    again = Journal(tmp_path, loop)
    assert again.tables() == {"T": b"{}"}
    assert entries(again._store) == [(n, line(n)) for n in range(1, 30)]
    again.close()


def test_a_full_disk_refuses_and_loses_nothing(journal: GatedJournal, loop: Loop) -> None:
    assert outcome(loop, journal.write(entry(1))) is None
    (pages,) = outcome(loop, journal.read(lambda store: store.execute("PRAGMA page_count").fetchone()))
    outcome(loop, journal.read(lambda store: store.execute(f"PRAGMA max_page_count={pages}").fetchone()))
    big = Write("INSERT INTO tables VALUES (?, ?)", ("big", bytes(100_000)))
    both = journal.write(entry(2), big), journal.write(entry(3), big)
    assert [type(outcome(loop, done)) for done in both] == [NotStored, NotStored]
    assert outcome(loop, journal.read(entries)) == [(1, line(1))]
    outcome(loop, journal.read(lambda store: store.execute("PRAGMA max_page_count=1000000").fetchone()))
    assert outcome(loop, journal.write(entry(2), big)) is None
    assert outcome(loop, journal.read(entries)) == [(1, line(1)), (2, line(2))]


def test_a_disk_that_cannot_be_written_refuses(journal: GatedJournal, loop: Loop) -> None:
    outcome(loop, journal.read(lambda store: store.execute("PRAGMA query_only=ON").fetchone()))
    why = outcome(loop, journal.write(entry(1)))
    assert isinstance(why, NotStored)
    assert "readonly" in str(why)
    outcome(loop, journal.read(lambda store: store.execute("PRAGMA query_only=OFF").fetchone()))
    assert outcome(loop, journal.write(entry(1))) is None


def test_a_question_that_fails_says_so(journal: GatedJournal, loop: Loop) -> None:
    why = outcome(loop, journal.read(lambda store: store.execute("SELECT nothing FROM nowhere").fetchone()))
    assert isinstance(why, NotStored)
    assert outcome(loop, journal.write(entry(1))) is None


def test_two_servers_do_not_share_a_folder(tmp_path: Path, journal: GatedJournal, loop: Loop) -> None:
    with pytest.raises(JournalError, match=r"journal\.sqlite is in use: another server runs with this folder"):
        Journal(tmp_path, loop)
    assert outcome(loop, journal.write(entry(1))) is None


def test_a_folder_that_cannot_be(tmp_path: Path, loop: Loop) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalError, match=r"cannot be opened .* --data"):
        Journal(tmp_path / "file", loop)
    (tmp_path / NAME).mkdir()
    with pytest.raises(JournalError, match=r"cannot be opened .* --data"):
        Journal(tmp_path, loop)


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
def test_a_store_of_the_future_is_left_alone(tmp_path: Path, loop: Loop, mode: str) -> None:
    store = sqlite3.connect(tmp_path / NAME)
    store.execute(f"PRAGMA journal_mode={mode}")
    store.execute("CREATE TABLE things (thing)")
    store.execute(f"PRAGMA user_version={SCHEMA + 1}")
    store.close()
    before = digests(tmp_path)
    with pytest.raises(JournalError, match=rf"another version .*store {SCHEMA + 1}, this one reads {SCHEMA}\)"):
        Journal(tmp_path, loop)
    assert digests(tmp_path) == before


FIRST = """
CREATE TABLE tables (id TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE entries (tabled TEXT NOT NULL, game INTEGER NOT NULL, n INTEGER NOT NULL, line BLOB NOT NULL,
    place INTEGER NOT NULL, seq INTEGER NOT NULL, us INTEGER NOT NULL, jp INTEGER NOT NULL, left0 INTEGER NOT NULL,
    left1 INTEGER NOT NULL, events BLOB NOT NULL, mark INTEGER NOT NULL, PRIMARY KEY (tabled, game, n)) WITHOUT ROWID;
CREATE TABLE chat (tabled TEXT NOT NULL, n INTEGER NOT NULL, place INTEGER NOT NULL, seq INTEGER NOT NULL,
    name TEXT NOT NULL, text TEXT NOT NULL, phrase INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (tabled, n)
) WITHOUT ROWID;
PRAGMA user_version=1;
"""  # the store of version 1
SECOND = FIRST.replace(
    "PRIMARY KEY (tabled, game, n)) WITHOUT ROWID", "UNIQUE (tabled, game, n))"
).replace("user_version=1", "user_version=2")


def older(path: Path, script: str = FIRST) -> None:
    """A store of version 1 with three entries."""
    store = sqlite3.connect(path / NAME)
    store.executescript(script)
    for n in (3, 1, 2):
        store.execute(*entry(n)[:2])
    store.commit()
    store.close()


@pytest.mark.parametrize("script", [FIRST, SECOND], ids=["first", "second"])
def test_a_store_of_an_earlier_version_is_upgraded(script: str, tmp_path: Path, loop: Loop) -> None:
    older(tmp_path, script)
    journal = Journal(tmp_path, loop)
    assert outcome(loop, journal.write(entry(4))) is None
    assert entries(journal._store) == [(n, line(n)) for n in range(1, 5)]
    assert journal._store.execute("PRAGMA user_version").fetchone() == (SCHEMA,)
    assert (journal.subscribers(), journal.handovers()) == ([], [])
    journal.close()


def test_a_store_of_the_second_version_is_upgraded(tmp_path: Path, loop: Loop) -> None:
    """It keeps its games, and has nobody's name yet."""
    older(tmp_path, SECOND)
    journal = Journal(tmp_path, loop)
    assert journal.first(stored_names) == ([], [])
    member = Member("Ada", bytes(32), bytes(31) + b"x")
    assert outcome(loop, journal.write(entry(4), *member_rows(member, 5), revoked_row(bytes(32), 5))) is None
    journal.close()
    again = Journal(tmp_path, loop)
    assert again.first(stored_names) == ([member], [bytes(32)])
    assert sorted(entries(again._store)) == [(n, line(n)) for n in range(1, 5)]
    again.close()


def test_a_store_that_cannot_be_upgraded_stays_as_it_was(tmp_path: Path, loop: Loop) -> None:
    older(tmp_path, FIRST.replace("phrase INTEGER", "phrases INTEGER"))
    with pytest.raises(JournalError, match="its tables have other columns"):
        Journal(tmp_path, loop)
    store = sqlite3.connect(tmp_path / NAME)
    assert store.execute("PRAGMA user_version").fetchone() == (1,)
    assert len(entries(store)) == 3
    store.close()


def test_a_store_of_something_else_is_left_alone(tmp_path: Path, loop: Loop) -> None:
    store = sqlite3.connect(tmp_path / NAME)
    store.execute("CREATE TABLE bookmarks (address)")
    store.close()
    before = digests(tmp_path)
    with pytest.raises(JournalError, match="it is no journal of this program"):
        Journal(tmp_path, loop)
    assert digests(tmp_path) == before


def test_a_power_cut_before_the_first_commit_leaves_an_empty_store(tmp_path: Path, loop: Loop) -> None:
    (tmp_path / NAME).touch()
    journal = Journal(tmp_path, loop)
    assert journal.tables() == {}
    journal.close()


@pytest.fixture
def nursery(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process that bears writers (tests/server/support/writer.py)."""
    argv = [sys.executable, "-m", "tests.server.support.writer", str(tmp_path / "data")]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield process
        process.kill()


def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path: Path, nursery: subprocess.Popen[bytes]) -> None:
    rng = Random(9)
    acknowledged: list[int] = []
    for _kill in range(KILLS):
        acknowledged += killed_after(nursery, rng.randrange(12))
    shutil.copytree(tmp_path / "data", tmp_path / "image")
    journal = Journal(tmp_path / "image", Loop())
    found = entries(journal._store)
    journal.close()
    assert found == [(n, line(n)) for n in range(1, len(found) + 1)]
    assert acknowledged == sorted(set(acknowledged))
    assert acknowledged[-1] <= len(found)
    assert len(acknowledged) > 3 * KILLS


def killed_after(nursery: subprocess.Popen[bytes], acks: int) -> list[int]:
    """One writer, killed as soon as it has said so many numbers; all that it said."""
    assert nursery.stdin is not None
    assert nursery.stdout is not None
    nursery.stdin.write(b"\n")
    nursery.stdin.flush()
    child, said = 0, list[int]()
    for told in nursery.stdout:
        if told == b"gone\n":
            break
        if told.startswith(b"child"):
            child = int(told.split()[1])
        else:
            said.append(int(told))
        if child and len(said) >= acks:
            os.kill(child, signal.SIGKILL)
            acks = 1 << 30
    return said


def test_of_a_great_store_only_what_everybody_needs_is_looked_through(
    tmp_path: Path, loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server with ten thousand games is back within seconds, and still refuses a list of tables that is damaged."""
    journal = Journal(tmp_path, loop)
    outcome(loop, journal.write(*[table_row(f"T{n:04}", b"{}" * 200) for n in range(400)], entry(1)))
    journal.close()
    monkeypatch.setattr(schema, "LOOKED", -1.0)
    monkeypatch.setattr(schema, "STEPS", 1)
    again = Journal(tmp_path, loop)
    assert len(again.tables()) == 400
    again.close()
    data = bytearray((tmp_path / NAME).read_bytes())
    store = sqlite3.connect(tmp_path / NAME)
    (root,) = store.execute("SELECT rootpage FROM sqlite_master WHERE name = 'tables'").fetchone()
    (size,) = store.execute("PRAGMA page_size").fetchone()
    store.close()
    data[(root - 1) * size + 3 : (root - 1) * size + 40] = b"\xff" * 37
    (tmp_path / NAME).write_bytes(data)
    with pytest.raises(JournalError, match="is damaged"):
        Journal(tmp_path, loop)

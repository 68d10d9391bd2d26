"""Backups: a copy of the journal while it is written to, what lies beside it, the list, and the way back."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from ironbottom.private_files import write_whole
from ironbottom.server.runtime.settings import CannotServe
from ironbottom.server.store import backup as backups
from ironbottom.server.store import copying
from ironbottom.server.store.backup import (
    LIST,
    BackupError,
    BackupList,
    CopiedFile,
    check,
    copy_at_rest,
    copy_beside,
    restore,
    seal,
)
from ironbottom.server.store.data_folder import RESTORING, own_folder
from ironbottom.server.store.heads import Heads
from ironbottom.server.store.journal import NAME, Journal, JournalInUse, NotStored, Write, entry_row, table_row
from tests.server.store.test_journal import older
from tests.server.support.writer import Loop, line

BEFORE = 3_000  # entries that are there when a copy begins: some MiB


def entry(n: int, table: str = "T") -> Write:
    return entry_row(table, 1, n, line(n), 0, n, 0, 0, 0, 0, bytes(400), head=sha256(line(n)).digest())


def outcome(loop: Loop, done: Deferred[Any]) -> Any:
    """What a promise came to: its value, or why it failed."""
    found: list[Any] = []
    done.addBoth(found.append)
    while not found:
        loop.turn()
    return found[0].value if isinstance(found[0], Failure) else found[0]


def numbers(folder: Path) -> list[int]:
    with closing(sqlite3.connect(folder / NAME)) as store:
        assert store.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        rows = store.execute("SELECT n, line FROM entries ORDER BY n").fetchall()
    assert all(text == line(n) for n, text in rows)
    return [n for n, _text in rows]


class WritingLoad:
    """Entries that are written without a pause; `acknowledged` are those that somebody was told of."""

    def __init__(self, journal: Journal, first: int) -> None:
        self.journal, self.said, self.acknowledged = journal, first - 1, first - 1

    def go_on(self, _committed: object = None) -> None:
        self.acknowledged += _committed is None and self.said >= 0
        self.said += 1
        self.journal.write(entry(self.said)).addCallback(self.go_on)

    def begin(self, streams: int) -> None:
        for _stream in range(streams):
            self.said += 1
            self.journal.write(entry(self.said)).addCallback(self.go_on)


@pytest.fixture
def loop() -> Loop:
    return Loop()


@pytest.fixture
def journal(tmp_path: Path, loop: Loop) -> Iterator[Journal]:
    made = Journal(tmp_path / "data", loop)
    assert outcome(loop, made.write(table_row("T", b"{}"), *[entry(n) for n in range(1, BEFORE + 1)])) is None
    yield made
    made.close()


def sound(folder: Path) -> list[int]:
    """The entries of a copy, which has all up to one of them, and the head of that very one."""
    found = numbers(folder)
    assert found == [*range(1, len(found) + 1)]
    head = Heads(folder).of("T")
    assert head is not None
    assert (head.n, head.head) == (found[-1], sha256(line(found[-1])).digest())
    return found


def test_a_copy_under_load_lacks_nothing_that_was_acknowledged(tmp_path: Path, journal: Journal, loop: Loop) -> None:
    """And the games go on meanwhile: what is stored between two pieces is in the copy, too."""
    load = WritingLoad(journal, BEFORE + 1)
    load.begin(5)
    while load.acknowledged < BEFORE + 20:
        loop.turn()
    (tmp_path / "copy").mkdir()
    before, done = load.acknowledged, list[Any]()
    journal.copy(tmp_path / "copy").addBoth(done.append)
    while not done:
        loop.turn()
    assert done == [None]
    assert load.acknowledged > before + 5, "nothing was stored while the copy was made"
    assert len(sound(tmp_path / "copy")) > before + 5
    shutil.copytree(tmp_path / "copy", tmp_path / "restored")
    again = Journal(tmp_path / "restored", loop)
    assert again.tables() == {"T": b"{}"}
    again.close()


def test_heads_that_run_ahead_are_caught(
    tmp_path: Path, journal: Journal, loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A planted fault: what waits is stored after the last piece as well, and the copy is noted further than it is."""
    (tmp_path / "copy").mkdir()
    real, waiting = journal._between, list[Any]()

    def too_late(status: int, remaining: int, of: int) -> None:
        if not remaining:
            waiting.append(journal.write(entry(BEFORE + 1)))
        real(status, remaining or 1, of)

    monkeypatch.setattr(journal, "_between", too_late)
    assert outcome(loop, journal.copy(tmp_path / "copy")) is None
    with pytest.raises(AssertionError):
        sound(tmp_path / "copy")


def test_files_that_are_copied_one_by_one_are_no_backup(tmp_path: Path, journal: Journal, loop: Loop) -> None:
    """What the guide warns of: the log is copied, the store is brought up to date with it, then the store is copied."""
    copy = tmp_path / "copy"
    copy.mkdir()
    outcome(loop, journal.read(lambda store: store.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()))
    shutil.copy(tmp_path / "data" / NAME, copy / NAME)
    outcome(loop, journal.write(*[entry(n) for n in range(BEFORE + 1, BEFORE + 200)]))
    shutil.copy(tmp_path / "data" / "heads", copy / "heads")
    with pytest.raises(AssertionError):
        sound(copy)


def test_one_copy_at_a_time(tmp_path: Path, journal: Journal, loop: Loop) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    both = list[Any]()
    journal.copy(tmp_path / "one").addBoth(both.append)
    journal.write(entry(BEFORE + 1))
    asked = False

    def ask(_status: int, _remaining: int, _of: int) -> None:
        nonlocal asked
        if not asked:
            asked = True
            journal.copy(tmp_path / "two").addBoth(both.append)
        real(_status, _remaining, _of)

    real = journal._between
    journal._between = ask  # type: ignore[method-assign, assignment]
    while len(both) < 2:
        loop.turn()
    refused, made = both
    assert made is None
    assert isinstance(refused.value, NotStored)
    assert "already" in str(refused.value)


def test_a_copy_that_cannot_be_written_is_refused_and_the_games_go_on(
    tmp_path: Path, journal: Journal, loop: Loop
) -> None:
    why = outcome(loop, journal.copy(tmp_path / "nowhere"))
    assert isinstance(why, NotStored)
    assert outcome(loop, journal.write(entry(BEFORE + 1))) is None


def test_a_journal_that_fails_in_a_copy_tells_who_waits_for_it(tmp_path: Path, loop: Loop) -> None:
    """A failed sync is no failed copy: nobody knows then what is on the disk."""
    failures = list[BaseException]()
    journal = Journal(tmp_path / "data", loop, failures.append)
    outcome(loop, journal.write(*[entry(n) for n in range(1, 1_000)]))
    (tmp_path / "copy").mkdir()
    told = list[Any]()

    def broken(_jobs: Any) -> Any:
        raise sqlite3.DatabaseError("the disk is gone")

    def plant(status: int, remaining: int, of: int) -> None:
        journal._commit = broken  # type: ignore[method-assign, assignment]
        journal.write(entry(1_000)).addBoth(told.append)
        real(status, remaining, of)

    real = journal._between
    journal._between = plant  # type: ignore[method-assign, assignment]
    journal.copy(tmp_path / "copy").addBoth(told.append)
    while len(told) < 2:
        loop.turn()
    assert [type(one.value) for one in told] == [NotStored, NotStored]
    assert [str(why) for why in failures] == ["the disk is gone"]


def test_a_journal_that_is_closed_ends_the_copy(tmp_path: Path, loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copying, "PAGES", 1)
    journal = Journal(tmp_path / "data", loop)
    outcome(loop, journal.write(*[entry(n) for n in range(1, 1_000)]))
    (tmp_path / "copy").mkdir()
    told = list[Any]()
    journal.copy(tmp_path / "copy").addBoth(told.append)
    journal.close()
    while not told:
        loop.turn()
    assert "the server stops" in str(told[0].value)


# the folder


def a_folder(tmp_path: Path) -> Path:
    """Of a server that has stopped, with all that it may keep."""
    data = tmp_path / "data"
    loop = Loop()
    journal = Journal(data, loop)
    outcome(loop, journal.write(table_row("T", b"{}"), entry(1)))
    journal.close()
    texts = {
        "server.key": b"k" * 32, "certificate.pem": b"pem", "server.log": b"a log", "notes.txt": b"mine",
        "push.key": b"p" * 32, "moderation.txt": b"name Bad\n",
        "bots/bots/mate/seat": b"seat", "games/T-1.ibss": b"game", "reviews/one": b"review", "backups/old.part": b"",
    }
    for name, text in texts.items():
        (data / name).parent.mkdir(parents=True, exist_ok=True)
        write_whole(data / name, text)
    return data


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return a_folder(tmp_path)


@pytest.fixture
def made(tmp_path: Path, data: Path) -> Path:
    copy_at_rest(data, tmp_path / "backup")
    seal(tmp_path / "backup", "ironbottom test", 1_790_000_000)
    return tmp_path / "backup"


KEPT = {
    NAME, "heads", "server.key", "certificate.pem", "push.key", "moderation.txt", "bots/bots/mate/seat",
    "games/T-1.ibss", "reviews/one",
}


def test_all_that_a_server_needs_is_in_it_and_nothing_else(made: Path) -> None:
    assert {file.path for file in check(made).files} == KEPT
    assert numbers(made) == [1]


def test_it_comes_back_as_it_was(tmp_path: Path, data: Path, made: Path) -> None:
    found = restore(made, tmp_path / "new" / "place")
    assert found.made == 1_790_000_000
    place = tmp_path / "new" / "place"
    assert {path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file()} == KEPT
    for name in KEPT - {NAME}:
        assert (place / name).read_bytes() == (data / name).read_bytes(), name
    own_folder(place)


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_nobody_else_can_read_it(tmp_path: Path, made: Path) -> None:
    restore(made, tmp_path / "new")
    for folder in (made, tmp_path / "new"):
        paths = [folder, *folder.rglob("*")]
        modes = {str(path): stat.S_IMODE(path.stat().st_mode) for path in paths}
        assert {name: mode for name, mode in modes.items() if mode & 0o077} == {}


@pytest.mark.parametrize("there", ["journal.sqlite", "notes.txt", ".hidden", "restoring"])
def test_a_folder_that_is_not_empty_is_left_alone(tmp_path: Path, made: Path, there: str) -> None:
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / there).write_text("mine")
    with pytest.raises(BackupError, match="new is not empty: a backup is put back into a new or an empty folder only"):
        restore(made, tmp_path / "new")
    assert [path.read_text() for path in (tmp_path / "new").iterdir()] == ["mine"]


def test_a_restore_that_was_broken_off_is_no_servers_folder(
    tmp_path: Path, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, left = backups.copy_file, iter(range(3))

    def stopped(source: Path, target: Path) -> None:
        next(left)
        real(source, target)

    monkeypatch.setattr(backups, "copy_file", stopped)
    with pytest.raises(StopIteration):
        restore(made, tmp_path / "new")
    with pytest.raises(CannotServe, match="new holds a part of a backup only: empty it"):
        own_folder(tmp_path / "new")
    assert (tmp_path / "new" / RESTORING).exists()


def shorter(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def turned(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))


@pytest.mark.parametrize("name", sorted(KEPT))
@pytest.mark.parametrize("damage", [shorter, turned, Path.unlink])
def test_a_damaged_backup_is_not_put_back(
    tmp_path: Path, made: Path, damage: Callable[[Path], None], name: str
) -> None:
    damage(made / name)
    with pytest.raises(BackupError, match=rf"{name} (is not as it was|cannot be read)"):
        restore(made, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_what_is_no_backup(tmp_path: Path, data: Path, made: Path) -> None:
    with pytest.raises(BackupError, match=r"backup\.json cannot be read \(No such file .*\): give the folder"):
        check(data)
    (made / LIST).write_bytes(b"\xff{")
    with pytest.raises(BackupError, match="is no list of a backup, or a damaged one"):
        check(made)
    later = BackupList(2, "ironbottom 9", 0, ())
    (made / LIST).write_bytes(msgspec.json.encode(later))
    with pytest.raises(BackupError, match=r"another version of ironbottom \(ironbottom 9\)"):
        check(made)


PLANTED = (
    "../out", "/etc/passwd", "bots/../../out", "other", "bots", "", ".", "backup.json", "server.key/x", "bots\\..\\out",
    "bots/a\0b", "restoring", "games/../server.key",
)


@pytest.mark.parametrize("name", PLANTED)
def test_a_list_leads_nowhere_else(tmp_path: Path, made: Path, name: str) -> None:
    """A backup that somebody else has made: nothing outside the two folders is read or written."""
    (tmp_path / "out").write_bytes(b"")
    planted = BackupList(1, "x", 0, (CopiedFile(name, 0, sha256().hexdigest()),))
    (made / LIST).write_bytes(msgspec.json.encode(planted))
    with pytest.raises(BackupError, match="names a file that is none of a server's folder"):
        restore(made, tmp_path / "new")
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("name", ["bots/bots/mate/seat", "server.key"])
def test_a_link_in_a_backup_is_not_followed(tmp_path: Path, made: Path, name: str) -> None:
    shutil.move(made / name, tmp_path / "moved")
    (made / name).symlink_to(tmp_path / "moved")
    with pytest.raises(BackupError, match="names a file that is none"):
        restore(made, tmp_path / "new")


def test_a_link_in_a_servers_folder_is_not_followed(tmp_path: Path, data: Path) -> None:
    (tmp_path / "secret").write_text("of somebody else")
    (data / "games" / "link").symlink_to(tmp_path / "secret")
    copy_beside(data, tmp_path / "copy")
    assert not (tmp_path / "copy" / "games" / "link").exists()


def test_a_folder_that_a_server_runs_with_is_not_copied_by_hand(tmp_path: Path, journal: Journal) -> None:
    with pytest.raises(JournalInUse):
        copy_at_rest(tmp_path / "data", tmp_path / "copy")


def test_an_older_store_is_backed_up_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    older(tmp_path / "data")
    copy_at_rest(tmp_path / "data", tmp_path / "copy")
    for folder in ("data", "copy"):
        with closing(sqlite3.connect(tmp_path / folder / NAME)) as store:
            assert store.execute("PRAGMA user_version").fetchone() == (1,)
    assert numbers(tmp_path / "copy") == [1, 2, 3]

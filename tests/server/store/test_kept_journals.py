"""Journals of every earlier version are read: each kept sample holds a game in the middle, and it goes on.

A sample is the whole store as SQL, `kept/journal-N.sql`, written by a server of that version; before the store is
changed it gets one more.
"""

from __future__ import annotations

import sqlite3
from importlib.resources import files
from pathlib import Path

import pytest

from ironbottom.proof.chain import read
from ironbottom.server.store.journal import NAME, Journal
from ironbottom.server.store.schema import SCHEMA, UPGRADES
from ironbottom.server.table.stored_table import from_bytes
from tests.server.support.disk import Disk
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import ServerUnderTest
from tests.server.support.writer import Loop

KEPT = Path(__file__).parent / "kept"
ADA, BEN = 0, 1
VERSIONS = range(1, SCHEMA)


def kept(version: int, folder: Path) -> list[bytes]:
    """Lay a sample out as a journal; its entries."""
    store = sqlite3.connect(folder / NAME)
    store.executescript((KEPT / f"journal-{version}.sql").read_text("utf-8"))
    lines = [line for (line,) in store.execute("SELECT line FROM entries ORDER BY n")]
    store.close()
    return lines


def upgraded(folder: Path) -> Disk:
    """What a server of this version makes of it."""
    Journal(folder, Loop()).close()
    return Disk(sqlite3.connect(folder / NAME, isolation_level=None))


def test_there_is_a_sample_of_every_earlier_version() -> None:
    assert [*UPGRADES] == [*VERSIONS]
    assert sorted(path.name for path in KEPT.iterdir()) == [f"journal-{version}.sql" for version in VERSIONS]


@pytest.mark.parametrize("version", VERSIONS)
def test_a_kept_journal_has_this_version_and_loses_nothing(tmp_path: Path, version: int) -> None:
    before = kept(version, tmp_path)
    disk = upgraded(tmp_path)
    (now,) = disk.store.execute("PRAGMA user_version").fetchone()
    assert now == SCHEMA
    (table,) = disk.tables()
    assert disk.lines(table, 1) == before
    schema = sqlite3.connect(":memory:")
    schema.executescript((files("ironbottom.server.store") / "schema.sql").read_text("utf-8"))
    columns = "SELECT t.name, c.name, c.type FROM sqlite_master t, pragma_table_info(t.name) c ORDER BY 1, c.cid"
    assert disk.store.execute(columns).fetchall() == schema.execute(columns).fetchall()


@pytest.mark.parametrize("version", VERSIONS)
def test_the_game_in_a_kept_journal_goes_on(tmp_path: Path, version: int) -> None:
    before = kept(version, tmp_path)
    disk = upgraded(tmp_path)
    ((table, body),) = disk.tables().items()
    seats = from_bytes(body).seats
    server = ServerUnderTest(disk)
    players = [WirePlayer("Ada", 1), WirePlayer("Ben", 2)]
    for place, player in enumerate(players):
        seat = seats[place]
        assert seat is not None
        player.auto = False
        player.file.table, player.file.token, player.file.place = table, seat.token, place
        player.file.game = read(before[0]).body.game  # type: ignore[union-attr]
        player.restart()
    server.back(*players)
    left = server.lobby.tables[table].clocks.milliseconds(server.clock.now)
    assert left is not None
    assert all(500_000 < each < 600_000 for each in left)
    server.step(*players, answers=5)
    assert disk.lines(table, 1)[: len(before)] == before
    assert len(disk.lines(table, 1)) >= len(before) + 5

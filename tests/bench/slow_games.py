"""A server's folder with thousands of games by the day in it, each in the middle, for `measure_slow`.

Some games are played; the others are copies of them at tables of their own, entry by entry with its checksum, as a
journal has them: the server cannot tell them from games that were played each for itself.
"""

from __future__ import annotations

import sqlite3
import time
from base64 import b32encode
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from ironbottom.keys import private_bytes
from ironbottom.server.store.data_folder import KEY as KEY_FILE
from ironbottom.server.store.heads import Head, Heads
from ironbottom.server.store.journal import NAME, entry_row, table_row
from ironbottom.server.store.schema import SCHEMA
from ironbottom.server.table.clock.day_clocks import StoredPace
from ironbottom.server.table.stored_table import StoredTable, to_bytes
from ironbottom.wire.messages import Join
from ironbottom.wire.pace import DAY, HOUR, Hours, PaceTerms, SetHours
from ironbottom.wire.terms import Terms
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import KEY, ServerUnderTest

PACE = PaceTerms(bank=7 * DAY, added=DAY, most=14 * DAY, hours=12, vacation=14)
ZONES = ("Europe/Berlin", "Asia/Tokyo", "America/New_York", "Australia/Sydney")
ENTRIES = "SELECT n, line, place, seq, us, jp, left0, left1, events FROM entries ORDER BY n"


class SlowSeat(NamedTuple):
    """What a player needs to come back."""

    table: str
    key: Ed25519PrivateKey
    token: bytes
    last: int
    game: bytes
    have: int  # updates that he was told


class OriginalGame(NamedTuple):
    """A game that was played, and all that a journal has of it."""

    stored: StoredTable
    rows: list[tuple[Any, ...]]
    head: bytes
    keys: tuple[Ed25519PrivateKey, Ed25519PrivateKey]


def played(number: int, answers: int) -> OriginalGame:
    """A game by the day up to so many answers."""
    server = ServerUnderTest()
    ada, ben = WirePlayer("Ada", number), WirePlayer("Ben", number)
    ada.auto = ben.auto = False
    server.connect(ada)
    server.connect(ben)
    ada.create(Terms(side="us", seed=sha256(b"%d" % number).digest(), absent="clock", pace=PACE))
    server.run(0.01)
    ben.ask(Join, ada.table, secret=ada.secret, pace=True)
    server.until(lambda: ada.update is not None and ben.update is not None)
    for n, player in enumerate((ada, ben)):
        player.ask(SetHours, player.table, hours=Hours(8 + n, ZONES[(number + n) % len(ZONES)]))
    server.run(1.0)
    server.step(ada, ben, answers=answers)
    store = server.disk.store.execute(ENTRIES)
    table, live_game = server.lobby.tables[ada.table], server.live_game(ada)
    return OriginalGame(table.stored, store.fetchall(), live_game.chain.head, (ada.key, ben.key))


def lay_out(folder: Path, games: int, originals: list[OriginalGame]) -> Iterator[tuple[SlowSeat, SlowSeat]]:
    """Write the folder; both seats of each game."""
    (folder / KEY_FILE).write_bytes(private_bytes(KEY))
    (folder / KEY_FILE).chmod(0o600)
    store = sqlite3.connect(folder / NAME, isolation_level=None)
    store.executescript((files("ironbottom.server.store") / "schema.sql").read_text("utf-8"))
    store.execute("PRAGMA synchronous=OFF")
    store.execute(f"PRAGMA user_version={SCHEMA}")
    heads, now = Heads(folder), int(time.time())
    store.execute("BEGIN")
    for number in range(games):
        original = originals[number % len(originals)]
        name = b32encode(number.to_bytes(5, "big")).decode()
        stored = at_table(original.stored, name, number, now)
        for write in (table_row(name, to_bytes(stored)), *[entry_row(name, 1, *row) for row in original.rows]):
            store.execute(write.statement, write.values)
        heads.note([Head(name, 1, original.rows[-1][0], original.head)])
        yield seat(stored, 0, original), seat(stored, 1, original)
    store.execute("COMMIT")
    store.close()
    heads.close()


def at_table(stored: StoredTable, name: str, number: int, now: int) -> StoredTable:
    """The same game at another table, with time left that runs out at another moment."""
    pace = stored.pace
    assert isinstance(pace, StoredPace)
    places = tuple([replace(each, left=2 * HOUR + 61 * number) for each in pace.places])
    pace = replace(pace, places=(places[0], places[1]), at=now, since=now)
    return replace(stored, id=name, request=number.to_bytes(16, "big"), made=now, pace=pace)


def seat(stored: StoredTable, place: int, original: OriginalGame) -> SlowSeat:
    """One of its seats."""
    kept, toss = stored.seats[place], stored.toss
    assert kept is not None
    assert toss is not None
    last = max([row[3] for row in original.rows if row[2] == place], default=0)
    have = original.rows[-1][4:6][place]  # Ada, who made the table, plays the US
    return SlowSeat(stored.id, original.keys[place], kept.token, max(last, kept.last), toss.game, have)

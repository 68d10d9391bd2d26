"""A hundred thousand tables asked for from ten addresses, with a fresh key each, in five hours of a simulated clock.

Run by `measure_strangers` in a process of its own; the journal is a file, as a server's is.  One honest table must be
in the lobby all the time.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from collections import deque
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from ironbottom.server.lobby.lobby import Lobby
from ironbottom.server.runtime.metrics import peak_bytes
from ironbottom.server.runtime.settings import DAY, LIMITS
from tests.bench.growth import resident
from tests.server.support.disk import Disk
from tests.server.support.server_under_test import ServerUnderTest
from tests.server.support.strangers import TEN, StrangerSession

HOURS = 5 * 3600.0
FAR = "198.51.100.7"
HELD = len(TEN) * LIMITS.away.connections  # connections that they hold


def main(asked: int) -> None:
    """Ask, and print what was there at most, what it cost, and what is left a day later."""
    with TemporaryDirectory() as folder:
        store = sqlite3.connect(Path(folder) / "journal.sqlite", isolation_level=None)
        store.execute("PRAGMA journal_mode=WAL")
        store.executescript((files("ironbottom.server.store") / "schema.sql").read_text("utf-8"))
        server = ServerUnderTest(Disk(store))
        honest = StrangerSession(server.lobby, FAR)
        honest.create()
        server.run(0.1)
        before, begun = resident(), process_time()
        most = flooded(server, honest.table, asked)
        spent, after = process_time() - begun, peak_bytes()
        pass_by(server, DAY + 7_200.0)
        seen(server.lobby, honest.table)
        left = len(server.disk.bodies())
        print(json.dumps({"tables": most, "seconds": spent, "before": before, "after": after, "left": left}))


def flooded(server: ServerUnderTest, honest: str, asked: int) -> int:
    """Let them ask, for five hours; how many tables there were at most."""
    held: deque[StrangerSession] = deque()
    most = 0
    for n in range(asked):
        stranger = StrangerSession(server.lobby, TEN[n % len(TEN)])
        stranger.create()
        held.append(stranger)
        if len(held) > HELD:
            held.popleft().leave()
        server.run(HOURS / asked)
        if n % max(1, asked // 300) == 0:
            server.lobby.sweep()
            most = max(most, len(server.lobby.tables))
            seen(server.lobby, honest)
    for stranger in held:
        stranger.leave()
    return most


def pass_by(server: ServerUnderTest, seconds: float) -> None:
    """Time goes by, with a sweep in every minute."""
    for _minute in range(int(seconds / 60)):
        server.run(60.0)
        server.lobby.sweep()


def seen(lobby: Lobby, table: str) -> None:
    """The honest table is in the lobby of whoever comes from elsewhere."""
    eve = StrangerSession(lobby, "192.0.2.99")
    if table not in eve.listed():
        raise RuntimeError("the honest table is out of sight")
    eve.leave()


if __name__ == "__main__":
    main(int(sys.argv[1]))

"""A server with a club: rated games that were played, a cup that may be entered, players with names of their own."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from ironbottom.client.storage import identity
from ironbottom.keys import fingerprint
from ironbottom.server.archive.results.rated_games import RATED_ROW, RatedResult, RatedSide, to_row
from ironbottom.server.store.journal import NAME
from ironbottom.server.store.schema import made
from tests import ROOT
from tests.server.support.seats import real_server

MATE = RatedSide("QRST-UVWX-YZ23-4567", "mate", True)
EVIL = RatedSide("EVIL-EVIL-EVIL-EVIL", "[red]Eve[/]\u202e", False)  # a name that would move what stands beside it


class ClubServer(NamedTuple):
    """Where it is, and the folders of it and of those who come there."""

    address: str
    folder: Path

    def home(self, name: str) -> Path:
        """Of a player, who has his key by now."""
        home = self.folder / name
        home.mkdir(exist_ok=True)
        identity.me(home, name)
        return home

    def types(self, name: str, *words: str) -> str:
        """What a command of a player prints.  Raises CalledProcessError where it fails."""
        environment = {**os.environ, "IRONBOTTOM_HOME": str(self.home(name))}
        argv = [sys.executable, "-m", "ironbottom.client", *words]
        return subprocess.run(argv, cwd=ROOT, env=environment, check=True, capture_output=True, text=True).stdout

    def makes_cup(self, *words: str) -> str:
        """The letters of a cup that the host makes."""
        said = self.types("Host", "cup", "make", *words, "--data", str(self.folder / "server"))
        return said.split()[0]


@contextmanager
def club_server(folder: Path) -> Iterator[ClubServer]:
    """Ada has played three rated games against a bot and one against somebody with a strange name."""
    data = folder / "server"
    data.mkdir(mode=0o700)
    players = folder / "Ada"
    players.mkdir()
    ada = RatedSide(fingerprint(identity.me(players, "Ada").public), "Ada", False)
    with closing(sqlite3.connect(data / NAME, isolation_level=None)) as store:
        made(store)
        for n, (other, won) in enumerate(((MATE, 1.0), (MATE, 1.0), (MATE, 0.5), (EVIL, 1.0))):
            result = RatedResult(f"{n:064x}", n, ada, other, won)
            store.execute(RATED_ROW, (bytes.fromhex(result.game), n, to_row(result)))
    with real_server(data) as server:
        yield ClubServer(f"127.0.0.1:{server.port}", folder)

"""A server with a club: rated games that were played, a cup that may be entered, players with names of their own."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, cast

from ironbottom.client.net.club.club_client import ClubClient
from ironbottom.client.net.reconnecting_client import Endpoint, NotGranted
from ironbottom.client.storage import identity
from ironbottom.client.terminal.club.pane import ClubPlace
from ironbottom.keys import fingerprint, private_key
from ironbottom.server.archive.results.rated_games import RATED_ROW, to_row
from ironbottom.server.archive.results.rating_fit import RatedResult, RatedSide
from ironbottom.server.store.journal import NAME
from ironbottom.server.store.schema import made
from ironbottom.wire.invite import Address
from ironbottom.wire.messages import Refused, Welcome
from ironbottom.wire.ratings import LadderRung, ListRatings, Ratings
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


class ScriptedClubServer:
    """A client of a server that gives these answers, by the kind of the request; all others it does not know."""

    def __init__(self, *answers: tuple[type, Any]) -> None:
        self.me = identity.Identity(private_key(bytes(range(32))), "Ada")
        self.welcome = Welcome("", (("core", ""),))
        self.endpoint = Endpoint((Address("play.example.org", 4277),), bytes(16))
        self.server = bytes(32)
        self._answers = dict(answers)

    async def ask(self, make: Callable[[int], Any], kind: type) -> Any:
        request = make(1)
        if type(request) not in self._answers:
            text = f"This server knows no message {type(request).__struct_config__.tag}; it is older than your client."
            raise NotGranted(Refused(1, "unknown-message", text))
        return self._answers[type(request)]


def scripted_place(folder: Path, *answers: tuple[type, Any]) -> ClubPlace:
    """The club of a server that gives these answers."""
    return ClubPlace(ClubClient(cast("Any", ScriptedClubServer(*answers)), folder), "play.example.org")


LADDER = Ratings(1, 7, (
    LadderRung("本田", "AAAA-AAAA-AAAA-AAAA", False, 7, 5, 1, 4, 1618, 1452, 1784),
    LadderRung("Ada", "BBBB-BBBB-BBBB-BBBB", False, 7, 3, 1, 3, 1507, 1341, 1673),
    LadderRung("mate", "CCCC-CCCC-CCCC-CCCC", True, 7, 1, 1, 3, 1382, 1216, 1548),
), 2, (12, -141, 165))


def ladder_place() -> ClubPlace:
    """A ladder to look at."""
    return scripted_place(Path(), (ListRatings, LADDER))

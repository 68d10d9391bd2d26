"""Strangers by the thousand, without connections: each asks the lobby as if logged in with a fresh key."""

from __future__ import annotations

from hashlib import sha256
from itertools import count
from typing import Any, cast

import msgspec
import pytest

from ironbottom.server.lobby.lobby import Lobby
from ironbottom.server.runtime.settings import LIMITS, Limits
from ironbottom.server.transport.session import ClientSession
from ironbottom.wire.encoded import EncodedTables
from ironbottom.wire.messages import Bye, Create, ListTables, Message, Refused, Seated, TableLine, Tables
from ironbottom.wire.terms import Terms
from tests.server.support import server_under_test as server_module
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import ServerUnderTest

OPEN = Terms(reach="open")
TEN = tuple([f"203.0.113.{n}" for n in range(10)])
FRESH = count()
FAR = "198.51.100.7"
TIMES = LIMITS.times
HOUR = 3600.0


class StrangerSession:
    """As much of a session as the lobby looks at; what he is told is counted, and the last of each kind kept."""

    web = bot = False

    def __init__(self, lobby: Lobby, address: str) -> None:
        self.lobby, self.address, self.logged_in = lobby, address, True
        self.key = sha256(b"%d" % next(FRESH)).digest()
        self.name = f"Stranger {self.key[:4].hex()}"
        self.seats: dict[str, Any] = {}
        self.looks: Any = None
        self.glances: Any = None
        self.last: dict[type, Any] = {}
        self._seq = 0

    @property
    def session(self) -> ClientSession:
        return cast(ClientSession, self)

    def tell(self, message: Message) -> None:
        self.last[type(message)] = message

    tell_first = tell

    def hang_up(self, bye: Bye) -> None:
        self.leave()

    def ask(self, kind: Any, *fields: Any, **more: Any) -> None:
        self._seq += 1
        self.lobby.hear(self.session, kind(self._seq, *fields, **more))

    def create(self, terms: Terms = OPEN) -> None:
        self.ask(Create, sha256(self.key + b"%d" % self._seq).digest()[:16], terms)

    def list_tables(self) -> None:
        self.ask(ListTables)

    def listed(self) -> list[str]:
        """The tables that he is shown, by name."""
        self.list_tables()
        told: EncodedTables = self.last[EncodedTables]
        return [line.table for line in msgspec.msgpack.decode(told.tables, type=list[TableLine])]

    @property
    def refused(self) -> str:
        return self.last[Refused].code if Refused in self.last else ""

    @property
    def table(self) -> str:
        return str(self.last[Seated].table) if Seated in self.last else ""

    def leave(self) -> None:
        """His connection is gone."""
        if self.logged_in:
            self.logged_in = False
            self.lobby.lost(self.session)


def swept(server: ServerUnderTest, seconds: float, every: float = 60.0) -> None:
    """Let time pass, as a server does that is swept once a minute."""
    end = server.clock.now + seconds
    while server.clock.now < end:
        server.run(min(every, end - server.clock.now))
        server.lobby.sweep()
    server.run(1.0)


def limited(server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch, limits: Limits) -> None:
    """The server has other limits, from its next start on, which is now."""

    class Limited(Lobby):
        def __init__(self, *what: Any) -> None:
            super().__init__(*what, limits=limits)

    monkeypatch.setattr(server_module, "Lobby", Limited)
    server.kill()
    server.start()


def honest(server: ServerUnderTest) -> WirePlayer:
    """Somebody who has made a table for anybody and waits there."""
    ada = WirePlayer("Honest", 1, bot=False)
    ada.auto = False
    server.connect(ada, FAR)
    ada.create(OPEN)
    server.run(0.1)
    assert ada.table
    return ada


def in_sight(server: ServerUnderTest, table: str) -> bool:
    """Whether somebody from elsewhere finds a table in the lobby."""
    eve = WirePlayer("Eve", 5, bot=False)
    pipe = server.connect(eve, "192.0.2.99")
    eve.ask(ListTables)
    server.run(0.05)
    pipe.lose()
    return table in [line.table for line in eve.last(Tables).tables]


def stored(server: ServerUnderTest) -> int:
    """Rows of the journal."""
    counts = "SELECT (SELECT COUNT(*) FROM tables) + (SELECT COUNT(*) FROM entries) + (SELECT COUNT(*) FROM chat)"
    return int(server.disk.store.execute(counts).fetchone()[0])

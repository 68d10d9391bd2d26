"""Strangers by the thousand, without connections: each asks the hall as somebody who has logged in with a fresh key."""

from __future__ import annotations

from hashlib import sha256
from itertools import count
from typing import Any, cast

import msgspec

from ironbottom.server.lobby.lobby import Lobby
from ironbottom.server.transport.session import ClientSession
from ironbottom.wire.messages import Bye, Create, EncodedTables, ListTables, Message, Refused, Seated, TableLine, Terms

OPEN = Terms(reach="open")
TEN = tuple([f"203.0.113.{n}" for n in range(10)])
FRESH = count()


class Stranger:
    """As much of a caller as the hall looks at; what he is told is counted, and the last of each kind kept."""

    web = bot = False

    def __init__(self, hall: Lobby, address: str) -> None:
        self.hall, self.address, self.logged_in = hall, address, True
        self.key = sha256(b"%d" % next(FRESH)).digest()
        self.name = f"Stranger {self.key[:4].hex()}"
        self.seats: dict[str, Any] = {}
        self.looks: Any = None
        self.last: dict[type, Any] = {}
        self._seq = 0

    @property
    def caller(self) -> ClientSession:
        return cast(ClientSession, self)

    def tell(self, message: Message) -> None:
        self.last[type(message)] = message

    tell_first = tell

    def hang_up(self, bye: Bye) -> None:
        self.leave()

    def ask(self, kind: Any, *fields: Any, **more: Any) -> None:
        self._seq += 1
        self.hall.hear(self.caller, kind(self._seq, *fields, **more))

    def create(self, terms: Terms = OPEN) -> None:
        self.ask(Create, sha256(self.key + b"%d" % self._seq).digest()[:16], terms)

    def lobby(self) -> None:
        self.ask(ListTables)

    def listed(self) -> list[str]:
        """The tables that he is shown, by name."""
        self.lobby()
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
            self.hall.lost(self.caller)

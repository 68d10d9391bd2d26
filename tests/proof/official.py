"""A player with the official client's own seat (client/net/seat_session.py), and no socket at either end."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from ironbottom.client.console.errors import UserError
from ironbottom.client.net.seat_session import Numbers, SeatSession
from ironbottom.client.net.session_events import SessionEvent
from ironbottom.client.storage.evidence_log import EvidenceLog
from ironbottom.client.storage.identity import Identity
from ironbottom.keys import private_key, sign
from ironbottom.proof.kept import Line, read
from ironbottom.wire.messages import (
    Challenge,
    Create,
    Hello,
    Join,
    Leave,
    Login,
    Message,
    Ping,
    Pong,
    Resume,
    Reveal,
    Seated,
    Terms,
    Welcome,
    Wish,
)
from ironbottom.wire.session import Native, Session
from ironbottom.wire.signing import LOGIN


class Client:
    """One of them.  `trouble` is the sentence with which it went no further; `news` is what its player was told."""

    web = False

    def __init__(self, name: str, folder: Path, *, key: str = "", side: Wish = "either") -> None:
        secret = private_key(sha256((key or name).encode()).digest())
        self.me, self.folder, self.rng = Identity(secret, name, bot=True), folder / (key or name), Random(name)
        self.side = side
        self.auto = True  # answers by chance
        self.withholds = False  # does not show its share
        self.news: list[SessionEvent] = []
        self.trouble = ""
        self.send: Callable[[bytes], None] = lambda data: None
        self.now: Callable[[], float] = lambda: 0.0
        self.server = b""
        self.begin()

    def begin(self) -> None:
        """A new process, with what lies in the folder."""
        self.numbers, self.record = Numbers(), EvidenceLog(self.folder)
        self.seat: SeatSession | None = None

    @property
    def guest(self) -> SeatSession:
        assert self.seat is not None
        return self.seat

    # what is said

    def connect(self, send: Callable[[bytes], None], now: Callable[[], float]) -> None:
        self.send, self.now = send, now
        self.session = Session("client", Native("client"), now())
        self.say(Hello((1, 1), "test", self.me.public, self.me.name, self.me.bot))

    def say(self, message: Message) -> None:
        self.send(self.session.send(message, self.now()))

    def create(self, terms: Terms) -> None:
        self.say(Create(self.numbers.next(), self.rng.randbytes(16), replace(terms, side=self.side)))

    def join(self, table: str, secret: bytes) -> None:
        self.say(Join(self.numbers.next(), table, secret, request=self.rng.randbytes(16)))

    def resume(self, seat: SeatSession) -> None:
        """Take a seat again, in a process that knows nothing but what lies in the folder."""
        self.say(Resume(self.numbers.next(), seat.table, seat.token))

    def leave(self) -> None:
        """Get up."""
        self.say(Leave(self.numbers.next(), self.guest.table))

    def flush(self) -> None:
        if self.seat is not None and not self.trouble:
            for request in self.seat.drain():
                if not (self.withholds and isinstance(request, Reveal)):
                    self.say(request)

    # what is heard

    def hear(self, data: bytes) -> None:
        for message in self.session.receive(data, self.now()):
            try:
                self._take(message)
            except UserError as trouble:
                self.trouble = str(trouble)
            self.flush()

    def _take(self, message: Any) -> None:
        if isinstance(message, Challenge):
            self.server = message.key
            self.say(Login(sign(self.me.key, LOGIN, message.nonce, message.key)))
        elif isinstance(message, Ping):
            self.say(Pong(message.n))
        elif not isinstance(message, Welcome) and not self.trouble:
            if isinstance(message, Seated) and self.seat is None:
                self.seat = SeatSession(self.me, self.server, message.table, self.numbers, self.record)
            if self.seat is not None:
                self.news += self.seat.hear(message)
                self._answer(self.seat)

    def _answer(self, guest: SeatSession) -> None:
        question = guest.question
        if question is not None and self.auto:
            guest.answer(question.shape.guess(self.rng))

    def told(self, kind: type) -> list[Any]:
        """What was news of a kind."""
        return [one for one in self.news if isinstance(one, kind)]

    def kept(self, game: bytes = b"") -> tuple[Line, ...]:
        """Its own record of a game, as it lies in its folder."""
        with self.record.of(game or self.guest.game).open("rb") as file:
            return read(file)

"""A player with the official client's own seat (client/net/seat_session.py), and no socket at either end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from ironbottom.client.console.errors import UserError
from ironbottom.client.net.reconnecting_client import NotGranted
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
    Refused,
    Resume,
    Reveal,
    Seated,
    Welcome,
)
from ironbottom.wire.session import Native, Session
from ironbottom.wire.signing import LOGIN
from ironbottom.wire.terms import Terms, Wish


class OfficialClient:
    """One of them.  `failure` is the sentence with which it went no further; `heard` is what its player was told."""

    web = False

    def __init__(self, name: str, folder: Path, *, key: str = "", side: Wish = "either") -> None:
        secret = private_key(sha256((key or name).encode()).digest())
        self.me, self.folder, self.rng = Identity(secret, name, bot=True), folder / (key or name), Random(name)
        self.side = side
        self.auto = True  # answers by chance
        self.withholds = False  # does not show its share
        self.heard: list[SessionEvent] = []
        self.failure = ""
        self.send: Callable[[bytes], None] = lambda data: None
        self.now: Callable[[], float] = lambda: 0.0
        self.server = b""
        self.sets: dict[str, str] = {}
        self.begin()

    def begin(self) -> None:
        """A new process, with what lies in the folder."""
        self.numbers, self.record = Numbers(), EvidenceLog(self.folder)
        self.seat: SeatSession | None = None

    @property
    def seat_session(self) -> SeatSession:
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
        self.say(Join(self.numbers.next(), table, secret, request=self.rng.randbytes(16), special=True))

    def resume(self, seat: SeatSession) -> None:
        """Take a seat again, in a process that knows nothing but what lies in the folder."""
        self.say(Resume(self.numbers.next(), seat.table, seat.token))

    def leave(self) -> None:
        """Get up."""
        self.say(Leave(self.numbers.next(), self.seat_session.table))

    def flush(self) -> None:
        if self.seat is not None and not self.failure:
            for request in self.seat.drain():
                if not (self.withholds and isinstance(request, Reveal)):
                    self.say(request)

    # what is heard

    def hear(self, data: bytes) -> None:
        for message in self.session.receive(data, self.now()):
            try:
                self._take(message)
            except UserError as failure:
                self.failure = str(failure)
            self.flush()

    def _take(self, message: Any) -> None:
        if isinstance(message, Challenge):
            self.server = message.key
            self.say(Login(sign(self.me.key, LOGIN, message.nonce, message.key)))
        elif isinstance(message, Ping):
            self.say(Pong(message.n))
        elif isinstance(message, Welcome):
            self.sets = dict(message.sets)
        elif not self.failure:
            if isinstance(message, Seated) and self.seat is None:
                self.seat = SeatSession(self.me, self.server, message.table, self.numbers, self.record)
                self.seat.sets = self.sets
            if self.seat is not None:
                self.heard += self.seat.hear(message)
                self._answer(self.seat)

    def _answer(self, seat_session: SeatSession) -> None:
        question = seat_session.question
        if question is not None and self.auto:
            seat_session.answer(question.shape.guess(self.rng))

    def told(self, kind: type) -> list[Any]:
        """The events of a kind."""
        return [one for one in self.heard if isinstance(one, kind)]

    def kept(self, game: bytes = b"") -> tuple[Line, ...]:
        """Its own record of a game, as it lies in its folder."""
        with self.record.of(game or self.seat_session.game).open("rb") as file:
            return read(file)


class BotClient(OfficialClient):
    """A player whose seat a bot has: it hears the events in a queue, and asks for files as a ReconnectingClient."""

    def __init__(self, name: str, folder: Path) -> None:
        super().__init__(name, folder)
        self.auto = False
        self.queue = asyncio.Queue[SessionEvent]()
        self._asked: dict[int, asyncio.Future[Any]] = {}

    def wake(self) -> None:
        """Go on in another event loop."""
        before, self.queue = self.queue, asyncio.Queue[SessionEvent]()
        while not before.empty():
            self.queue.put_nowait(before.get_nowait())

    def _take(self, message: Any) -> None:
        heard = len(self.heard)
        future = self._asked.pop(getattr(message, "seq", 0), None)
        if future is not None:
            future.set_result(message)
        else:
            super()._take(message)
        for one in self.heard[heard:]:
            self.queue.put_nowait(one)

    async def ask(self, make: Callable[[int], Any], _kind: type) -> Any:
        """What the server answers.  Raises NotGranted."""
        request = make(self.numbers.next())
        self._asked[request.seq] = asyncio.get_running_loop().create_future()
        self.say(request)
        answer = await self._asked[request.seq]
        if isinstance(answer, Refused):
            raise NotGranted(answer)
        return answer

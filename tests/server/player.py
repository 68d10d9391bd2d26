"""A player for the tests of the server: the client's end of the protocol in a hundred lines, without a socket."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import Any

from ironbottom.keys import private_key, public_bytes, sign
from ironbottom.questions import Answer
from ironbottom.wire.answers import Plain, plain
from ironbottom.wire.messages import (
    Challenge,
    Commit,
    Countersign,
    Create,
    Hello,
    Join,
    Login,
    Message,
    Missed,
    Ok,
    Receipt,
    Refused,
    Reply,
    Resume,
    Reveal,
    Seated,
    Table,
    Terms,
    Toss,
    Tossed,
    Update,
)
from ironbottom.wire.session import Native, Session
from ironbottom.wire.signing import COMMIT, COUNTERSIGN, LOGIN, REVEAL, commitment, countersigned, digest


class Player:
    """One player.  `send` takes the bytes to the server; `hear` is given those that come from it."""

    def __init__(
        self, name: str, seed: int, *, bot: bool = True, choose: Callable[[Update], Answer] | None = None
    ) -> None:
        self.name, self.bot, self.rng = name, bot, Random(seed)
        self.key = private_key(sha256(f"{name} {seed}".encode()).digest())
        self.choose = choose or self.guess
        self.send: Callable[[bytes], None] = lambda data: None
        self.session = Session("client", Native("client"), 0.0)
        self.seq, self.table, self.token, self.secret, self.place = 0, "", b"", b"", -1
        self.have = 0  # the number of the last update
        self.replied = 0  # the number of the last update that was answered
        self.update: Update | None = None
        self.told: list[Message] = []
        self.own: list[tuple[int, Plain]] = []  # answers that are not signed
        self.signed = 0
        self.game, self.share = b"", b""
        self.waiting: dict[int, Message] = {}  # requests without a reply
        self.over = False
        self.auto = True  # answer by itself
        self.events: list[Any] = []  # of all updates, in order

    def guess(self, update: Update) -> Answer:
        question = update.view.question
        assert question is not None
        if question.plays and self.rng.random() < 0.5:
            return ("play", question.plays[0])
        return question.shape.guess(self.rng)

    def connect(self, send: Callable[[bytes], None], now: float = 0.0) -> None:
        """A new connection."""
        self.send, self.session = send, Session("client", Native("client"), now)
        self.say(Hello((1, 1), "test", public_bytes(self.key), self.name, self.bot))

    def say(self, message: Message) -> None:
        self.send(self.session.send(message, 0.0))

    def ask(self, kind: Callable[..., Any], *fields: Any, **more: Any) -> int:
        """A request, which is kept until it is answered."""
        self.seq += 1
        message = kind(self.seq, *fields, **more)
        self.waiting[self.seq] = message
        self.say(message)
        return self.seq

    def hear(self, data: bytes) -> None:
        for message in self.session.receive(data, 0.0):
            self.told.append(message)
            self.take(message)

    def take(self, message: Any) -> None:
        if isinstance(message, Challenge):
            self.say(Login(sign(self.key, LOGIN, message.nonce, message.key)))
            self.server = message.key
        elif isinstance(message, Ok | Refused | Receipt):
            self.answered(message)
        elif isinstance(message, Seated):
            self.seat(message)
        elif isinstance(message, Toss):
            if message.game != self.game:
                self.game, self.share, self.own, self.signed = message.game, self.rng.randbytes(32), [], 0
                self.have = self.replied = 0
                self.over = False
            bound = commitment(self.game, self.share)
            signature = sign(self.key, COMMIT, self.game, message.commitment, bound)
            self.ask(Commit, self.table, bound, signature)
        elif isinstance(message, Tossed):
            self.ask(Reveal, self.table, self.share, sign(self.key, REVEAL, self.game, *message.commitments))
        elif isinstance(message, Missed):
            for events in message.updates:
                self.events += events
        elif isinstance(message, Update):
            self.up(message)

    def answered(self, message: Any) -> None:
        request = self.waiting.pop(message.seq, None)
        if isinstance(message, Receipt) and isinstance(request, Countersign):
            n = len(request.digests) // 16
            self.own, self.signed = self.own[n:], self.signed + n
        if isinstance(message, Ok) and isinstance(request, Reply):
            self.own.append((request.update, request.answer))

    def seat(self, message: Seated) -> None:
        self.waiting.pop(message.seq, None)
        self.table, self.place = message.table, message.place
        self.token, self.secret = message.token, message.secret
        self.seq = max(self.seq, message.last)
        for seq in sorted(self.waiting):  # what was said on a connection that is gone
            if seq <= message.last:
                self.waiting.pop(seq)
            elif not isinstance(self.waiting[seq], Resume | Countersign):
                self.say(self.waiting[seq])
        assert message.number >= self.have, "the server lost history"
        self.signed, self.own = message.signed, [*message.unsigned]

    def up(self, update: Update) -> None:
        if update.number == self.have + 1:
            self.events += update.events
        self.update, self.have = update, update.number
        self.over = update.view.outcome is not None
        if update.sign:
            self.countersign()
        if update.view.question is not None and self.auto and update.number > self.replied:
            self.answer(self.choose(update))

    def answer(self, answer: Answer) -> None:
        assert self.update is not None
        self.replied = self.update.number
        self.ask(Reply, self.table, self.update.number, plain(answer))

    def countersign(self) -> None:
        assert self.update is not None
        digests = b"".join([digest(self.game, update, answer) for update, answer in self.own])
        if digests:
            parts = countersigned(self.game, self.update.head, self.signed, digests)
            signature = sign(self.key, COUNTERSIGN, *parts)
            self.ask(Countersign, self.table, self.update.head, self.signed, digests, signature)

    def create(self, terms: Terms) -> None:
        self.ask(Create, self.rng.randbytes(16), terms)

    def join(self, table: str, secret: bytes, side: str = "either") -> None:
        self.ask(Join, table, secret, side)

    def resume(self) -> None:
        self.ask(Resume, self.table, self.token, self.have)

    def last(self, kind: type) -> Any:
        return next(message for message in reversed(self.told) if isinstance(message, kind))

    @property
    def standing(self) -> Table:
        found: Table = self.last(Table)
        return found

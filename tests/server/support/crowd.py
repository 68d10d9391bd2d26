"""Many clients in one process, as cheap as they can be: they decode only what they must."""

from __future__ import annotations

import selectors
import socket
import ssl
from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ironbottom.keys import new_key, public_bytes, sign
from ironbottom.questions import Question
from ironbottom.wire.answers import Plain, plain
from ironbottom.wire.codecs import encode
from ironbottom.wire.frames import MAGIC, Frames, frame
from ironbottom.wire.messages import (
    Challenge,
    Commit,
    Countersign,
    Hello,
    Login,
    Message,
    Mute,
    Ok,
    Ping,
    Pong,
    Receipt,
    Refused,
    Reply,
    Reveal,
    Seated,
    Toss,
    Tossed,
    Welcome,
)
from ironbottom.wire.signing import COMMIT, COUNTERSIGN, LOGIN, REVEAL, commitment, countersigned, digest

LARGEST = 64 * 1024


class GlancedView(msgspec.Struct, frozen=True):
    """What a player in a hurry looks at."""

    question: Question | None
    outcome: Any = None


class GlancedUpdate(msgspec.Struct, frozen=True, tag="update"):
    """As much of an update as he needs."""

    number: int
    view: GlancedView
    head: bytes
    sign: bool


class IgnoredTable(msgspec.Struct, frozen=True, tag="table"):
    """He does not care."""


class IgnoredTables(msgspec.Struct, frozen=True, tag="tables"):
    """Nor does he read the list."""

    seq: int


_decode = msgspec.msgpack.Decoder(
    Challenge | Welcome | Ok | Refused | Seated | Toss | Tossed | GlancedUpdate | IgnoredTable | IgnoredTables
    | Receipt | Ping
).decode


def context() -> ssl.SSLContext:
    """TLS 1.3 with whoever answers: this is loopback, and the time for the pin is the client's."""
    found = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    found.check_hostname, found.verify_mode = False, ssl.CERT_NONE
    return found


class CrowdLine:
    """A connection that is waited for."""

    def __init__(self, port: int, tls: ssl.SSLContext) -> None:
        self.socket = tls.wrap_socket(socket.create_connection(("127.0.0.1", port)))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.frames = Frames(LARGEST)

    def say(self, message: Message, before: bytes = b"") -> None:
        self.socket.sendall(before + frame(encode(message)))

    def hear(self) -> list[Any]:
        """What has come; it waits for one message at least."""
        while True:
            bodies = self.frames.receive(self.socket.recv(LARGEST))
            while self.socket.pending():
                bodies += self.frames.receive(self.socket.recv(LARGEST))
            if bodies:
                return [_decode(body) for body in bodies]

    def close(self) -> None:
        self.socket.close()


class CrowdClient(CrowdLine):
    """A connection to the server, logged in."""

    def __init__(self, port: int, tls: ssl.SSLContext, key: Ed25519PrivateKey | None = None) -> None:
        super().__init__(port, tls)
        self.key = key or new_key()
        self.say(Hello((1, 1), "bench", public_bytes(self.key), "bench", True), MAGIC)
        (challenge,) = self.hear()
        self.say(Login(sign(self.key, LOGIN, challenge.nonce, challenge.key)))
        self.hear()
        self.seq = 0


class CrowdPlayer(CrowdClient):
    """One who plays by chance."""

    def __init__(self, port: int, tls: ssl.SSLContext, seed: int, key: Ed25519PrivateKey | None = None) -> None:
        super().__init__(port, tls, key)
        self.rng = Random(seed)
        self.table = self.game = self.share = b""
        self.seated: Seated | None = None
        self.over = False
        self.signed = 0
        self.own: list[tuple[int, Plain]] = []
        self.ready: GlancedUpdate | None = None  # a question that waits for its answer
        self.flying = 0  # the number of a reply that is not acknowledged
        self.sent = 0.0
        self.waits: list[float] = []  # seconds from answer to update
        self.answers = 0

    def ask(self, kind: Callable[..., Message], *fields: Any) -> None:
        self.seq += 1
        self.say(kind(self.seq, *fields))

    def take(self, message: Any) -> None:
        """Whatever comes."""
        if isinstance(message, GlancedUpdate):
            self.update(message)
        elif isinstance(message, Seated):
            self.seated = message
        elif isinstance(message, Toss):
            self.game, self.share = message.game, self.rng.randbytes(32)
            mine = commitment(self.game, self.share)
            self.ask(Commit, self.place, mine, sign(self.key, COMMIT, self.game, message.commitment, mine))
        elif isinstance(message, Tossed):
            signature = sign(self.key, REVEAL, self.game, *message.commitments)
            self.ask(Reveal, self.place, self.share, signature)
        elif isinstance(message, Ping):
            self.say(Pong(message.n))
        elif isinstance(message, Ok) and message.seq == self.flying:
            self.flying = 0
        elif isinstance(message, Refused):
            raise RuntimeError(f"refused: {message}")

    @property
    def place(self) -> str:
        assert self.seated is not None
        return self.seated.table

    def update(self, update: GlancedUpdate) -> None:
        if self.sent and not self.flying:
            self.waits.append(perf_counter() - self.sent)
            self.sent = 0.0
        if update.sign and self.own:
            digests = b"".join([digest(self.game, number, answer) for number, answer in self.own])
            parts = countersigned(self.game, update.head, self.signed, digests)
            self.ask(Countersign, self.place, update.head, self.signed, digests, sign(self.key, COUNTERSIGN, *parts))
            self.signed, self.own = self.signed + len(self.own), []
        self.over = update.view.outcome is not None
        self.ready = update if update.view.question is not None and not self.flying else None

    def answer(self) -> None:
        """Answer the question that waits."""
        update, self.ready = self.ready, None
        assert update is not None
        question = update.view.question
        assert question is not None
        answer = plain(question.shape.guess(self.rng))
        self.own.append((update.number, answer))
        self.answers += 1
        self.sent = perf_counter()
        self.ask(Reply, self.place, update.number, answer)
        self.flying = self.seq


class Crowd:
    """Many players, heard as they speak."""

    def __init__(self, *players: CrowdPlayer) -> None:
        self.players: list[CrowdPlayer] = []
        self._selector = selectors.DefaultSelector()
        for player in players:
            self.add(player)

    def add(self, player: CrowdPlayer) -> None:
        """One more."""
        self.players.append(player)
        player.socket.setblocking(False)
        self._selector.register(player.socket, selectors.EVENT_READ, player)

    def until(self, done: Callable[[], bool]) -> None:
        """Hear until something is so."""
        while not done():
            for _player in self.hear(0.1):
                continue

    def hear(self, seconds: float) -> Iterator[CrowdPlayer]:
        """Those who have heard something, within so many seconds."""
        for key, _events in self._selector.select(seconds):
            player: CrowdPlayer = key.data
            for body in _read(player):
                player.take(_decode(body))
            yield player


def _read(player: CrowdPlayer) -> list[bytes]:
    bodies: list[bytes] = []
    try:
        while data := player.socket.recv(LARGEST):
            bodies += player.frames.receive(data)
    except ssl.SSLWantReadError:
        return bodies
    raise RuntimeError("the server has hung up")


def muted(client: CrowdClient, table: str) -> Message:
    """The cheapest command at a table: it is checked, done and acknowledged."""
    client.seq += 1
    return Mute(client.seq, table, client.seq % 2 == 0)

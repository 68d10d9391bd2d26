"""One connection, whatever it travels on: bytes to messages, login, and the way back.

A transport gives it what came in and carries out what it says; the lobby hears what a player who is logged in wants.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from ironbottom.keys import PUBLIC
from ironbottom.language import _
from ironbottom.wire.advising import Advise
from ironbottom.wire.cleaning import chosen_name
from ironbottom.wire.messages import (
    Bye,
    Call,
    Challenge,
    Create,
    Hello,
    Join,
    Login,
    Malformed,
    Message,
    Orders,
    Ping,
    Pong,
    Refused,
    Rematch,
    Reply,
    Resign,
    Say,
    Unknown,
    Welcome,
)
from ironbottom.wire.session import Broken, Session, Web, Wire, mismatch, version_of

from ..runtime.metrics import UNREAD, Metrics
from ..runtime.rate_limits import TokenBucket
from . import login

BY_HAND = (Reply, Resign, Orders, Rematch, Say, Advise, Create, Join, Call)  # a client says all else by itself, too
PATIENCE = 60  # messages beyond what one may send that are refused; then the connection ends


class SessionHandler(Protocol):
    """What stands behind all connections."""

    @property
    def public(self) -> bytes: ...  # the server's key
    @property
    def software(self) -> str: ...
    @property
    def engine(self) -> str: ...
    @property
    def proof(self) -> bytes: ...  # its signature over the pin of its TLS key
    def turned_away(self, session: ClientSession) -> Bye | None: ...  # who has shown his key, and why
    def welcome(self, session: ClientSession) -> Welcome: ...
    def hear(self, session: ClientSession, message: Any) -> None: ...
    def lost(self, session: ClientSession) -> None: ...


class Transport(Protocol):
    """What a transport does for a connection."""

    def write(self, data: bytes) -> None: ...
    def close(self) -> None: ...  # when everything is written
    def progress(self) -> int: ...  # a whole valid message has come; how many too many they are by now, 0 is well


class ClientSession:
    """One connection of somebody."""

    __slots__ = (
        "_held",
        "_hung_up",
        "_lobby",
        "_metrics",
        "_nonce",
        "_now",
        "_session",
        "_transport",
        "acted",
        "address",
        "bot",
        "came",
        "claims",
        "glances",
        "key",
        "looks",
        "name",
        "seats",
        "web",
    )

    def __init__(
        self,
        lobby: SessionHandler,
        wire: Wire,
        transport: Transport,
        address: str,
        now: Callable[[], float],
        metrics: Metrics = UNREAD,
    ) -> None:
        self._lobby, self._transport, self._now, self._metrics = lobby, transport, now, metrics
        self._session = Session("server", wire, now())
        self._nonce, self._held, self._hung_up = b"", b"", False
        self.address, self.web = address, isinstance(wire, Web)
        self.key, self.name, self.bot = bytes(PUBLIC), "", False
        self.came = self.acted = now()  # when he did something by hand: by that he is taken to be looking
        self.claims = ""  # the name that he gave himself; `name` is what he is called
        self.seats: dict[str, Any] = {}  # the lobby's own: what this client takes part in, by table
        self.looks: TokenBucket | None = None  # likewise: how often it may still come to look on
        self.glances: TokenBucket | None = None  # and ask how tables stand

    def received(self, data: bytes) -> None:
        """Bytes have come, or one text of a WebSocket."""
        if self._hung_up:
            return
        try:
            messages = self._session.receive(data, self._now())
        except Broken as broken:
            self.hang_up(broken.bye)
            return
        for message in messages:
            if self._hung_up:
                return
            self._hear(message)  # what came before a Bye is carried out, though nobody hears the answer

    def tell(self, message: Message) -> None:
        """Say something, unless the conversation is over."""
        if self._session.state != "closed":
            self._metrics.tell(message)
            said, self._held = self._held + self._session.send(message, self._now()), b""
            self._transport.write(said)

    def tell_first(self, message: Message) -> None:
        """Say something together with what is said next, which must come at once: one record of TLS is cheaper."""
        if self.web:  # whose transport frames every message by itself
            self.tell(message)
        elif self._session.state != "closed":
            self._metrics.tell(message)
            self._held += self._session.send(message, self._now())

    def tick(self) -> None:
        """Every second or so: ask after who is silent, and leave who is gone."""
        if self._session.state == "closed":
            return
        try:
            ping = self._session.tick(self._now())
        except Broken as broken:
            self.hang_up(broken.bye)
            return
        if ping is not None:
            self.tell(ping)

    def hang_up(self, bye: Bye) -> None:
        """Say why, and close."""
        self.tell(bye)
        self._close()

    def lost(self) -> None:
        """The connection is gone: whatever is told from now on is told to nobody."""
        self._hung_up = True
        self._session.state = "closed"
        self._lobby.lost(self)

    def _close(self) -> None:
        self._hung_up = True
        self._transport.close()

    @property
    def logged_in(self) -> bool:
        return self._session.state == "in"

    def _hear(self, message: Any) -> None:
        if isinstance(message, Malformed):
            text = _("The message cannot be read: {fault}.").format(fault=message.fault)
            self.tell(Refused(message.seq, "malformed", text[:400]))
            return
        self._metrics.heard[type(message)] += 1
        if isinstance(message, Bye):
            self._close()
        elif too_many := self._transport.progress():
            self._slow_down(message, too_many)
        elif isinstance(message, Ping):
            self.tell(Pong(message.n))
        elif isinstance(message, Unknown):
            text = _("This server knows no message {type}; it is older than your client.").format(type=message.type)
            self.tell(Refused(message.seq, "unknown-message", text))
        elif isinstance(message, Hello):
            self._greet(message)
        elif isinstance(message, Login):
            self._log_in(message)
        else:
            if isinstance(message, BY_HAND):
                self.acted = self._now()
            self._lobby.hear(self, message)

    def _slow_down(self, message: Any, too_many: int) -> None:
        text = _("Too many messages in too short a time.")
        if too_many >= PATIENCE or not self.logged_in:
            self.hang_up(Bye("limit", text))
        else:
            self.tell(Refused(getattr(message, "seq", 0), "limit", text))

    def _greet(self, hello: Hello) -> None:
        version = version_of(hello.versions)
        if version is None:
            self.hang_up(Bye("version", mismatch(hello.versions, self._lobby.software)))
            return
        self.key, self.bot, self.name = hello.key, hello.bot, chosen_name(hello.name)
        self.claims = self.name
        self._nonce = login.new_nonce()
        lobby = self._lobby
        self.tell(Challenge(version, lobby.software, lobby.engine, lobby.public, self._nonce, lobby.proof))

    def _log_in(self, message: Login) -> None:
        if bye := login.refused(self.key, self._nonce, self._lobby.public, message):
            self.hang_up(bye)
            return
        if bye := self._lobby.turned_away(self):
            self.hang_up(bye)
            return
        self._metrics.logins += 1
        self.tell(self._lobby.welcome(self))

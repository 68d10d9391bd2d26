"""What stands below every protocol: nobody may cost more than he is allowed, whatever he speaks, or if he is silent.

Each connection has a budget of bytes until its next whole valid message, and a time for its first one; what may wait
for it unread is limited in stream.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Any, Protocol

from twisted.internet.interfaces import IAddress, IProtocol, ITransport
from twisted.python.failure import Failure
from zope.interface import implementer

from ironbottom.language import _
from ironbottom.wire.messages import Bye

from ..runtime.logs import note
from ..runtime.rate_limits import TokenBucket
from .context import ServerContext, UpperLayer
from .session import ClientSession

TRICKLE = 64  # bytes of the budget that come back with each visit: what it costs a quiet peer to answer our pings


class GuardedStream(Protocol):
    """What is said on the connection, once it is out of TLS (stream.py)."""

    @property
    def session(self) -> ClientSession | None: ...  # None: he speaks no messages
    def visit(self, now: float) -> None: ...
    def farewell(self, bye: Bye) -> None: ...
    def close_within(self, seconds: float) -> None: ...


@implementer(IProtocol, ITransport)
class ConnectionGuard:
    """One connection as the network sees it; for TLS, the network."""

    __slots__ = (
        "_again",
        "_bucket",
        "_deadline",
        "_left",
        "_rests",
        "address",
        "allowance",
        "closing",
        "context",
        "inside",
        "socket",
        "stream",
        "turn",
    )

    def __init__(self, context: ServerContext, address: str) -> None:
        now = context.now()
        self.context = context
        self.address, self.allowance = address, context.limiter.allowance(address)
        self._bucket = TokenBucket(self.allowance.messages_at_once, now)
        self._deadline = now + context.limits.first
        self._again = True  # who has said hello is given the time for a first message once more, to log in
        self._left = context.limits.budget
        self._rests = False  # between two requests of a browser: to end it then is no fault of anybody
        self.closing = False  # nothing more is heard or said
        self.inside: UpperLayer | None = None  # None: no byte has come yet
        self.stream: GuardedStream | None = None
        self.turn = 0  # when the ticker comes by

    # from the network

    def makeConnection(self, transport: ITransport) -> None:
        """The connection is there."""
        self.socket: Any = transport  # Twisted's, of which we use what is public
        self.connectionMade()

    def connectionMade(self) -> None:
        """Let the ticker come by."""
        self.context.came(self)

    def dataReceived(self, data: bytes) -> None:
        """Bytes have come; who sends too many without a message in them is cut off."""
        self._left -= len(data)
        if self._left < 0:
            self.drop("budget")
            return
        if self.inside is None:
            self.inside = self.context.begin(self, data[0])
        self.inside.dataReceived(data)

    def connectionLost(self, reason: Failure) -> None:
        """The connection is gone."""
        self.closing = True
        self.context.gone(self)
        inside, self.inside, self.stream = self.inside, None, None
        if inside is not None:
            inside.connectionLost(reason)

    # for TLS

    def write(self, data: bytes) -> None:
        self.socket.write(data)

    def writeSequence(self, data: Iterable[bytes]) -> None:
        self.socket.writeSequence(data)

    def loseConnection(self) -> None:
        self.socket.loseConnection()

    def abortConnection(self) -> None:
        self.socket.abortConnection()

    def registerProducer(self, producer: object, streaming: bool) -> None:
        self.socket.registerProducer(producer, streaming)

    def unregisterProducer(self) -> None:
        self.socket.unregisterProducer()

    def setTcpNoDelay(self, enabled: bool) -> None:
        self.socket.setTcpNoDelay(enabled)

    def getPeer(self) -> IAddress:
        address: IAddress = self.socket.getPeer()
        return address

    def getHost(self) -> IAddress:
        address: IAddress = self.socket.getHost()
        return address

    # for whoever stands above

    def progress(self) -> int:
        """A whole valid message has come; how many too many they are by now."""
        self._left = self.context.limits.budget
        return self.one_more()

    def one_more(self) -> int:
        """Something has come that costs us work; how many too many they are by now."""
        allowance = self.allowance
        return self._bucket.take(allowance.messages_at_once, allowance.messages, self.context.now)

    def rest(self, seconds: float) -> None:
        """A page was asked for and answered; the next request has so many seconds to come whole."""
        self._left = self.context.limits.budget
        self._rests = True
        self._deadline = self.context.now() + seconds

    def begins(self) -> None:
        """From here on messages are spoken, and the first one has its time."""
        self._rests = False
        self._deadline = self.context.now() + self.context.limits.first

    def counted_as(self, address: str) -> str:
        """A proxy that we trust says who this really is; why he may not come in, or nothing."""
        limiter = self.context.limiter
        refused = limiter.enter(address)
        if not refused:
            limiter.leave(self.address)
            self.address, self.allowance = address, limiter.allowance(address)
            self._bucket = TokenBucket(self.allowance.messages_at_once, self.context.now())
        return refused

    def close_within(self, seconds: float) -> None:
        """Nothing more is heard; what is still to be sent has so many seconds."""
        self.closing = True
        self._deadline = self.context.now() + seconds

    def drop(self, reason: str) -> None:
        """End it now: nothing more is sent."""
        if not self.closing:
            self.closing = True
            self._note_drop(reason)
        self._deadline = inf
        self.socket.abortConnection()

    def _note_drop(self, reason: str) -> None:
        self.context.metrics.dropped[reason] += 1
        note("dropped", reason=reason, address=self.address)

    # from the ticker

    def visit(self, now: float) -> None:
        """Every second: whose time is up, and who is silent."""
        if now >= self._deadline:
            self._overdue(now)
        elif self.stream is not None and not self.closing:
            self._left = min(self.context.limits.budget, self._left + TRICKLE)
            self.stream.visit(now)

    def _overdue(self, now: float) -> None:
        """The time of a connection is up: it ends with a word, where it speaks our language."""
        if self._rests and self.stream is not None and not self.closing:
            self.stream.close_within(self.context.limits.page)
            return
        session = None if self.closing or self.stream is None else self.stream.session
        if session is not None and session.logged_in:
            self._deadline = inf
        elif session is not None and session.name and self._again:
            self._again = False
            self._deadline = now + self.context.limits.first
        elif session is not None:
            self._note_drop("first")
            session.hang_up(Bye("late", _("The first message, and the login after it, have their time; it is over.")))
        else:
            self.drop("first")

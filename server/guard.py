"""What stands below every protocol: nobody may cost more than he is allowed, whatever he speaks, or if he speaks at all.

Each connection has a budget of bytes until its next whole valid message, a time for its first one, and a limit to what
may wait for it unread.  Only public interfaces of Twisted are used: a producer is told when 64 KiB wait to be sent.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Protocol

from twisted.internet.interfaces import IProtocol, IPushProducer, ISystemHandle, ITCPTransport
from twisted.python.failure import Failure
from zope.interface import implementer

from ironbottom.wire.messages import Bye

from .limits import Bucket
from .logs import note

if TYPE_CHECKING:
    from .caller import Caller
    from .shared import Shared

WAITING = 65_536  # bytes that wait when Twisted tells a producer to pause
TRICKLE = 64  # bytes of the budget that come back with each visit: what it costs a quiet peer to answer our pings


class Out(Protocol):
    """Where our words go: the socket, or TLS above it."""

    def write(self, data: bytes) -> None: ...
    def loseConnection(self) -> None: ...
    def registerProducer(self, producer: object, streaming: bool) -> None: ...
    def unregisterProducer(self) -> None: ...


class Socket(Out, Protocol):
    """The bare connection."""

    def abortConnection(self) -> None: ...


class Inside(Protocol):
    """What is above the guard: TLS, or plain text."""

    def dataReceived(self, data: bytes) -> None: ...
    def connectionLost(self, reason: Failure) -> None: ...


@implementer(IProtocol, IPushProducer)
class Guard:
    """One connection as the network sees it, and the way of a caller who speaks native frames."""

    __slots__ = (
        "_bucket", "_deadline", "_left", "_shared", "_socket", "_spoke", "_stalled", "_unsent", "address", "allowance",
        "caller", "closing", "inside", "out", "turn",
    )  # fmt: skip

    def __init__(self, shared: Shared, address: str) -> None:
        now = shared.now()
        self._shared = shared
        self.address, self.allowance = address, shared.census.allowance(address)
        self._bucket = Bucket(self.allowance.messages_at_once, now)
        self._deadline = now + shared.limits.first
        self._left = shared.limits.budget
        self._spoke = False  # a whole message has come, and its time was not yet given again
        self._unsent = 0  # bytes that wait, as far as we know: 0, or more than WAITING
        self._stalled = inf  # when a client who reads nothing is given up
        self.closing = False  # nothing more is heard or said
        self.caller: Caller | None = None
        self.inside: Inside | None = None  # None: no byte has come yet
        self.turn = 0  # when the pulse comes by

    # from the network

    def makeConnection(self, transport: Socket) -> None:
        """The connection is there."""
        self._socket = transport
        self.out: Out = transport
        if ITCPTransport.providedBy(transport) and ISystemHandle.providedBy(transport):
            transport.setTcpNoDelay(True)
            handle: socket.socket = transport.getHandle()
            handle.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, self._shared.limits.kernel)
        self._shared.came(self)

    def dataReceived(self, data: bytes) -> None:
        """Bytes have come; who sends too many without a message in them is cut off."""
        self._left -= len(data)
        if self._left < 0:
            self.drop("budget")
            return
        if self.inside is None:
            self._shared.begin(self, data[0])
        if self.inside is not None:
            self.inside.dataReceived(data)

    def connectionLost(self, reason: Failure) -> None:
        """The connection is gone."""
        self.closing = True
        self._shared.gone(self)
        inside, self.inside, self.caller = self.inside, None, None
        if inside is not None:
            inside.connectionLost(reason)

    # the way of a caller

    def serve(self, caller: Caller) -> None:
        """Somebody speaks messages here from now on."""
        self.caller = caller
        self.out.registerProducer(self, True)

    def write(self, data: bytes) -> None:
        """Send bytes; who lets too many of them lie is cut off."""
        if self.closing:
            return
        if self._unsent:
            self._unsent += len(data)
            if self._unsent > self._shared.limits.backlog:
                self.drop("backlog")
                return
        self.out.write(data)

    def progress(self) -> int:
        """A whole valid message has come; how many too many they are by now."""
        self._left = self._shared.limits.budget
        self._spoke = True
        allowance = self.allowance
        return self._bucket.take(allowance.messages_at_once, allowance.messages, self._shared.now)

    def close(self, patience: float | None = None) -> None:
        """End it when everything is sent; after `patience` seconds in any case."""
        if self.closing:
            return
        self.closing = True
        limits = self._shared.limits
        self._deadline = self._shared.now() + (limits.farewell if patience is None else patience)
        self.out.unregisterProducer()
        self.out.loseConnection()

    def drop(self, reason: str) -> None:
        """End it now: nothing more is sent."""
        if not self.closing:
            self.closing = True
            self._shared.metrics.dropped[reason] += 1
            note("dropped", reason=reason, address=self.address)
        self._deadline = inf
        self._socket.abortConnection()

    def farewell(self, bye: Bye) -> None:
        """The server ends."""
        if self.caller is not None:
            self.caller.hang_up(bye)
        else:
            self.close()

    # from the pulse

    def visit(self, now: float) -> None:
        """Every second: whose time is up, and who is silent."""
        if now >= self._deadline:
            self._overdue(now)
        elif now >= self._stalled:
            self.drop("stalled")
        elif self.caller is not None:
            self._left = min(self._shared.limits.budget, self._left + TRICKLE)
            self.caller.pulse()

    def _overdue(self, now: float) -> None:
        if self.caller is not None and self.caller.logged_in and not self.closing:
            self._deadline = inf
        elif self.caller is not None and self._spoke and not self.closing:
            self._spoke = False  # he has said hello; as many seconds again to log in
            self._deadline = inf if self._deadline == inf else now + self._shared.limits.first
        else:
            self.drop("first" if not self.closing else "farewell")

    # as a producer: what is sent goes faster than it is read

    def pauseProducing(self) -> None:
        """Many bytes wait."""
        if not self._unsent:
            self._unsent = WAITING
            self._stalled = self._shared.now() + self._shared.limits.stalled

    def resumeProducing(self) -> None:
        """All of them are gone."""
        self._unsent = 0
        self._stalled = inf

    def stopProducing(self) -> None:
        """The connection is ending; connectionLost says so too."""

    # for whoever stands above

    def counted_as(self, address: str) -> str:
        """A proxy that we trust says who this really is; why he may not come in, or nothing."""
        refused = self._shared.census.enter(address)
        if not refused:
            self._shared.census.leave(self.address)
            self.address, self.allowance = address, self._shared.census.allowance(address)
        return refused


Begin = Callable[[Guard, int], None]

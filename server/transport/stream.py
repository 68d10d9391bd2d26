"""What is said on a connection, once it is out of TLS, and what waits to be said.

Only public interfaces of Twisted are used to know how much waits: a producer is told when 64 KiB do, and when none
does any more; from then on we count for ourselves.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, Protocol

from twisted.internet.interfaces import IProtocol, IPushProducer, ITransport
from twisted.python.failure import Failure
from zope.interface import implementer

from ironbottom.wire.messages import Bye

from .connection_guard import ConnectionGuard
from .session import ClientSession

WAITING = 65_536  # bytes that wait when Twisted tells a producer to pause


class StreamProtocol(Protocol):
    """Whoever understands what is said."""

    def received(self, data: bytes) -> None: ...
    def lost(self) -> None: ...


Choose = Callable[["PlaintextStream", int], "StreamProtocol | None"]  # by the first byte


@implementer(IProtocol, IPushProducer)
class PlaintextStream:
    """One connection as its user speaks; the transport of a native session."""

    __slots__ = ("_choose", "_stalled", "_unsent", "guard", "out", "secure", "session", "speaker")

    def __init__(self, guard: ConnectionGuard, choose: Choose, *, secure: bool) -> None:
        self.guard, self.secure = guard, secure
        self.out: Any = guard.socket  # TLS, when it is there
        self.speaker: StreamProtocol | None = None
        self.session: ClientSession | None = None
        self._choose = choose
        self._unsent = 0  # bytes that wait, as far as we know: 0, or more than WAITING
        self._stalled = inf  # when a client who reads nothing is given up

    # from the network, or from TLS

    def makeConnection(self, transport: ITransport) -> None:
        """TLS has begun; its handshake has not."""
        self.out = transport
        self.connectionMade()

    def connectionMade(self) -> None:
        """Wait for the first byte."""

    def dataReceived(self, data: bytes) -> None:
        """Words, at last."""
        if self.guard.closing:
            return
        if self.speaker is None:
            self.speaker = self._choose(self, data[0])
        if self.speaker is not None:
            self.speaker.received(data)

    def connectionLost(self, reason: Failure) -> None:
        """The connection is gone."""
        speaker, self.speaker, self.session = self.speaker, None, None
        if speaker is not None:
            speaker.lost()

    # the transport of a session

    def serve(self, session: ClientSession) -> None:
        """Somebody speaks messages here from now on."""
        self.session = session
        self.out.registerProducer(self, True)

    def write(self, data: bytes) -> None:
        """Send bytes; who lets too many of them lie is cut off."""
        if self.guard.closing:
            return
        if self._unsent:
            self._unsent += len(data)
            if self._unsent > self.guard.context.limits.backlog:
                self.guard.drop("backlog")
                return
        self.out.write(data)

    def progress(self) -> int:
        """A whole valid message has come; how many too many they are by now."""
        return self.guard.progress()

    def close(self) -> None:
        """End it when everything is sent, which has its time."""
        self.close_within(self.guard.context.limits.farewell)

    def close_within(self, seconds: float) -> None:
        """End it when everything is sent; after so many seconds in any case."""
        if not self.guard.closing:
            self.guard.close_within(seconds)
            self.out.unregisterProducer()
            self.out.loseConnection()

    def farewell(self, bye: Bye) -> None:
        """The server ends."""
        if self.session is not None:
            self.session.hang_up(bye)
        else:
            self.close()

    @property
    def waiting(self) -> bool:
        """Whether much of what was said has not been taken yet."""
        return self._unsent > 0

    def visit(self, now: float) -> None:
        """Every second: who reads nothing, and who is silent."""
        if now >= self._stalled:
            self.guard.drop("stalled")
        elif self.session is not None:
            self.session.tick()

    # as a producer: what is sent goes faster than it is read

    def pauseProducing(self) -> None:
        """Many bytes wait."""
        if not self._unsent:
            context = self.guard.context
            self._unsent = WAITING
            self._stalled = context.now() + context.limits.stalled

    def resumeProducing(self) -> None:
        """All of them are gone."""
        self._unsent = 0
        self._stalled = inf

    def stopProducing(self) -> None:
        """The connection is ending; connectionLost says so too."""

"""What all connections of one server have in common."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any, Protocol

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IOpenSSLServerConnectionCreator, IReactorTime
from twisted.internet.protocol import ServerFactory
from twisted.protocols.tls import TLSMemoryBIOFactory, TLSMemoryBIOProtocol
from twisted.python.failure import Failure

from ironbottom.wire.messages import Bye
from ironbottom.wire.session import Wire

from ..runtime.metrics import Metrics
from ..runtime.rate_limits import ConnectionLimiter, networks
from ..runtime.settings import Settings
from ..runtime.ticker import Ticker, Visited
from .session import ClientSession, SessionHandler, Transport


class UpperLayer(Protocol):
    """What is above a guard: TLS, or plain text."""

    def dataReceived(self, data: bytes) -> None: ...
    def connectionLost(self, reason: Failure) -> None: ...


class Closable(Protocol):
    """A connection on which words have come: it can be told that the server ends."""

    def farewell(self, bye: Bye) -> None: ...


class GuardedConnection(Visited, Protocol):
    """One connection, as its guard shows it (connection_guard.py)."""

    address: str

    @property
    def stream(self) -> Closable | None: ...  # None: no word has come yet
    def drop(self, reason: str) -> None: ...


Begin = Callable[[Any, int], UpperLayer]  # from a guard and its first byte to what is above it


class ServerContext:
    """The lobby, the settings and the counts; and everybody who is here."""

    def __init__(
        self,
        lobby: SessionHandler,
        settings: Settings,
        clock: IReactorTime,
        *,
        begin: Begin,
        tls: IOpenSSLServerConnectionCreator,
        metrics: Metrics,
        real: Callable[[], float] = monotonic,
        session: type[ClientSession] = ClientSession,
    ) -> None:
        self.lobby, self.settings, self.limits, self.now = lobby, settings, settings.limits, clock.seconds
        self.begin, self.metrics = begin, metrics
        self.tls = TLSMemoryBIOFactory(tls, False, ServerFactory(), clock)
        self.tls.protocol = TLSMemoryBIOProtocol
        self.limiter = ConnectionLimiter(self.limits, self.now, networks(settings.proxies))
        self.ticker = Ticker(clock, real, metrics.lag, self.limiter.sweep)
        self.guards: set[GuardedConnection] = set()
        self._empty: list[Deferred[None]] = []
        self._session = session

    def session(self, wire: Wire, transport: Transport, address: str) -> ClientSession:
        """Somebody begins to speak messages."""
        return self._session(self.lobby, wire, transport, address, self.now, self.metrics)

    def came(self, guard: GuardedConnection) -> None:
        """Somebody is connected."""
        self.guards.add(guard)
        self.ticker.add(guard)
        self.metrics.here += 1

    def gone(self, guard: GuardedConnection) -> None:
        """Somebody is not connected any more."""
        self.guards.discard(guard)
        self.ticker.discard(guard)
        self.limiter.leave(guard.address)
        self.metrics.here -= 1
        if not self.guards:
            waiting, self._empty = self._empty, []
            for deferred in waiting:
                deferred.callback(None)

    def empty(self) -> Deferred[None]:
        """Fires when nobody is connected."""
        deferred: Deferred[None] = Deferred()
        if self.guards:
            self._empty.append(deferred)
        else:
            deferred.callback(None)
        return deferred

"""What all connections of one server have in common."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IOpenSSLServerConnectionCreator, IReactorTime
from twisted.internet.protocol import ServerFactory
from twisted.protocols.tls import TLSMemoryBIOFactory, TLSMemoryBIOProtocol

from ironbottom.wire.session import Wire

from .caller import Caller
from .limits import Census, networks
from .metrics import Metrics
from .pulse import Pulse
from .settings import Settings

if TYPE_CHECKING:
    from .caller import Hall, Way
    from .guard import Guard, Inside
    from .web import Website


class Shared:
    """The hall, the settings and the counts; and everybody who is here."""

    def __init__(
        self,
        hall: Hall,
        settings: Settings,
        clock: IReactorTime,
        *,
        begin: Callable[[Guard, int], Inside],
        tls: IOpenSSLServerConnectionCreator,
        website: Website,
        metrics: Metrics,
        real: Callable[[], float] = monotonic,
        caller: type[Caller] = Caller,
    ) -> None:
        self.hall, self.settings, self.limits, self.now = hall, settings, settings.limits, clock.seconds
        self.begin, self.metrics, self.website = begin, metrics, website
        self.tls = TLSMemoryBIOFactory(tls, False, ServerFactory(), clock)
        self.tls.protocol = TLSMemoryBIOProtocol
        self.census = Census(self.limits, self.now, networks(settings.proxies))
        self.pulse = Pulse(clock, real, metrics.lag, self.census.sweep)
        self.guards: set[Guard] = set()
        self._empty: list[Deferred[None]] = []
        self._caller = caller

    def caller(self, wire: Wire, way: Way, address: str) -> Caller:
        """Somebody begins to speak messages."""
        return self._caller(self.hall, wire, way, address, self.now, self.metrics)

    def came(self, guard: Guard) -> None:
        """Somebody is connected."""
        self.guards.add(guard)
        self.pulse.add(guard)
        self.metrics.here += 1

    def gone(self, guard: Guard) -> None:
        """Somebody is not connected any more."""
        self.guards.discard(guard)
        self.pulse.discard(guard)
        self.census.leave(guard.address)
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

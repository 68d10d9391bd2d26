"""One port for everything, told apart by the first byte.

    0x16   TLS 1.3; inside it the first byte is looked at again
    I      native frames, which begin with IBSS1; without TLS from this machine only
    else   HTTP, and WebSockets
"""

from __future__ import annotations

from functools import partial
from typing import Any

from twisted.internet.interfaces import IAddress, IProtocol, IProtocolFactory
from zope.interface import implementer

from ..runtime.logs import note
from ..runtime.rate_limits import is_loopback, spelled
from ..transport.connection_guard import ConnectionGuard
from ..transport.context import Begin, ServerContext, UpperLayer
from ..transport.native import begin_native, refuse_native
from ..transport.stream import Choose, PlaintextStream, StreamProtocol
from .http import HttpConnection, Website

TLS = 0x16  # a record of a handshake
NATIVE = ord("I")


def for_website(website: Website) -> Begin:
    """How a connection begins where browsers find this website."""
    choose = partial(_choose, website)
    return lambda guard, first: _begin(guard, choose, first)


def _begin(guard: ConnectionGuard, choose: Choose, first: int) -> UpperLayer:
    """What is above a guard whose first byte this is."""
    secure = first == TLS
    plain = guard.plain = PlaintextStream(guard, choose, secure=secure)
    if not secure:
        return plain
    factory = guard.shared.tls
    tls: Any = factory.protocol(factory, plain)
    tls.makeConnection(guard)
    inside: UpperLayer = tls
    return inside


def _choose(website: Website, plain: PlaintextStream, first: int) -> StreamProtocol | None:
    """Who understands somebody whose first byte this is."""
    opened = plain.guard.shared.metrics.opened
    if first != NATIVE:
        opened["https" if plain.secure else "http"] += 1
        return HttpConnection(plain, website)
    if plain.secure or is_loopback(plain.guard.address):
        opened["tls" if plain.secure else "plain"] += 1
        return begin_native(plain)
    refuse_native(plain)
    return None


@implementer(IProtocolFactory)
class PortMux:
    """Makes the guards of those who may come in."""

    def __init__(self, shared: ServerContext) -> None:
        self._shared = shared

    def doStart(self) -> None:
        """The port is open."""

    def doStop(self) -> None:
        """The port is closed."""

    def buildProtocol(self, addr: IAddress | None) -> IProtocol | None:
        """A guard for whoever connects; None closes the connection at once."""
        address = spelled(getattr(addr, "host", ""))
        refused = self._shared.census.enter(address)
        if refused:
            self._shared.metrics.turned_away[refused] += 1
            note("turned away", reason=refused, address=address)
            return None
        return ConnectionGuard(self._shared, address)

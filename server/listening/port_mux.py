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
    stream = guard.stream = PlaintextStream(guard, choose, secure=secure)
    if not secure:
        return stream
    factory = guard.context.tls
    tls: Any = factory.protocol(factory, stream)
    tls.makeConnection(guard)
    inside: UpperLayer = tls
    return inside


def _choose(website: Website, stream: PlaintextStream, first: int) -> StreamProtocol | None:
    """Who understands somebody whose first byte this is."""
    opened = stream.guard.context.metrics.opened
    if first != NATIVE:
        opened["https" if stream.secure else "http"] += 1
        return HttpConnection(stream, website)
    if stream.secure or is_loopback(stream.guard.address):
        opened["tls" if stream.secure else "stream"] += 1
        return begin_native(stream)
    refuse_native(stream)
    return None


@implementer(IProtocolFactory)
class PortMux:
    """Makes the guards of those who may come in."""

    def __init__(self, context: ServerContext) -> None:
        self._context = context

    def doStart(self) -> None:
        """The port is open."""

    def doStop(self) -> None:
        """The port is closed."""

    def buildProtocol(self, addr: IAddress | None) -> IProtocol | None:
        """A guard for whoever connects; None closes the connection at once."""
        address = spelled(getattr(addr, "host", ""))
        refused = self._context.limiter.enter(address)
        if refused:
            self._context.metrics.turned_away[refused] += 1
            note("turned away", reason=refused, address=address)
            return None
        return ConnectionGuard(self._context, address)

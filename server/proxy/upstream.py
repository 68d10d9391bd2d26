"""The way to a server elsewhere: TLS whose key is pinned, by whichever of its addresses answers first.

The twin of client/net/connection.py and client/net/reconnecting_client.py, for a process that has Twisted's reactor.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from hmac import compare_digest
from typing import Any

from OpenSSL import SSL
from twisted.internet.defer import Deferred
from twisted.internet.endpoints import HostnameEndpoint, wrapClientTLS
from twisted.internet.interfaces import IDelayedCall, IHandshakeListener, IOpenSSLClientConnectionCreator
from twisted.internet.protocol import Factory, Protocol
from twisted.python.failure import Failure
from zope.interface import implementer

from ironbottom.language import _
from ironbottom.wire.invite import Address
from ironbottom.wire.messages import Bye

from ..listening.static import Upstream
from ..transport.tls import pin

NEXT = 0.3  # seconds until the next address is tried beside the first
CONNECT = 5.0  # seconds for an address to answer
GREET = 10.0  # seconds for its TLS
AGAIN, NEVER = "silence", "login"  # codes: come again; do not


def named(address: Address) -> str:
    """An address for people."""
    return _("{host} port {port}").format(host=address.host, port=address.port)


@implementer(IOpenSSLClientConnectionCreator)
class UnverifiedClientTLS:
    """TLS 1.3 to whoever answers: no authority is asked, the pin is looked at before anything is said."""

    def __init__(self) -> None:
        self._context = SSL.Context(SSL.TLS_CLIENT_METHOD)
        self._context.set_min_proto_version(SSL.TLS1_3_VERSION)
        self._context.set_verify(SSL.VERIFY_NONE)

    def clientConnectionForTLS(self, tlsProtocol: object) -> SSL.Connection:
        """The TLS of one connection."""
        return SSL.Connection(self._context, None)


@implementer(IHandshakeListener)
class UpstreamConnection(Protocol):
    """One connection to a server elsewhere.  Until its key was seen it belongs to the search that opened it."""

    def __init__(self, search: HappyEyeballs, address: Address) -> None:
        self._search: HappyEyeballs | None = search
        self.address = address
        self.hear: Callable[[bytes], None] = lambda data: None
        self.lost: Callable[[], None] = lambda: None

    def handshakeCompleted(self) -> None:
        """Now we know who answers."""
        search, self._search = self._search, None
        if search is not None:
            transport: Any = self.transport
            search.answered(self, pin(transport.getPeerCertificate().to_cryptography()))

    def dataReceived(self, data: bytes) -> None:
        """It says something."""
        self.hear(data)

    def connectionLost(self, reason: Failure | None = None) -> None:
        """The connection is gone, or there never was TLS on it."""
        search, self._search = self._search, None
        if search is None:
            self.lost()
        else:
            search.failed(self.address, _("{address} answers, but is not an Iron Bottom server"))

    def write(self, data: bytes) -> None:
        """Send bytes."""
        assert self.transport is not None
        self.transport.write(data)

    def end(self) -> None:
        """Hang up; nothing that comes from now on is heard."""
        self._search, self.hear, self.lost = None, lambda data: None, lambda: None
        transport: Any = self.transport
        if transport is not None:
            transport.loseConnection()


class HappyEyeballs:
    """Tries all addresses, each a moment after the one before; `reached` hears of the first that has the right key.

    If none has, `failed` hears what was wrong with each of them.
    """

    def __init__(
        self, reactor: Any, upstream: Upstream, reached: Callable[[UpstreamConnection], None],
        failed: Callable[[Bye], None],
    ) -> None:
        self._reactor, self._upstream, self._reached, self._failed = reactor, upstream, reached, failed
        self._tls = UnverifiedClientTLS()
        self._whys: list[str] = []
        self._wrong = False  # somebody has answered in its place
        self._connections: list[UpstreamConnection] = []
        self._opening: list[Deferred[Any]] = []
        self._calls: list[IDelayedCall] = [
            reactor.callLater(n * NEXT, self._try, address) for n, address in enumerate(upstream.addresses)
        ]

    def stop(self) -> None:
        """Give it up."""
        self._reached, self._failed = lambda connection: None, lambda bye: None
        for call in self._calls:
            if call.active():
                call.cancel()
        for opening in self._opening:
            opening.cancel()
        for connection in self._connections:
            connection.end()

    def answered(self, connection: UpstreamConnection, shown: bytes) -> None:
        """Somebody has shown his key."""
        self._connections.remove(connection)
        if compare_digest(shown, self._upstream.pin):
            reached = self._reached
            self.stop()
            reached(connection)
            return
        connection.end()
        self._wrong = True
        self.failed(connection.address, _("at {address} somebody answers whose key is not the one in the invite"))

    def failed(self, address: Address, why: str) -> None:
        """It is not there."""
        self._whys.append(why.format(address=named(address)))
        if len(self._whys) == len(self._upstream.addresses):
            self._failed(self._bye())

    def _try(self, address: Address) -> None:
        way = HostnameEndpoint(self._reactor, address.host, address.port, timeout=CONNECT)
        connection = UpstreamConnection(self, address)
        factory = Factory.forProtocol(lambda: connection)
        factory.noisy = False  # in the log
        opening = wrapClientTLS(self._tls, way).connect(factory)
        self._opening.append(opening)
        opening.addCallbacks(self._opened, partial(self._unopened, address))

    def _opened(self, connection: UpstreamConnection) -> None:
        """There is a connection; TLS has its time."""
        self._connections.append(connection)
        transport: Any = connection.transport
        self._calls.append(self._reactor.callLater(GREET, transport.abortConnection))

    def _unopened(self, address: Address, _why: Failure) -> None:
        self.failed(address, _("{address} does not answer"))

    def _bye(self) -> Bye:
        whys = "; ".join(self._whys)
        if not self._wrong:
            text = _("The page on this computer is there, but the server cannot be reached: {whys}.")
            return Bye(AGAIN, text.format(whys=whys)[:400])
        text = _("STOP: {whys}.  Perhaps the server was set up anew: ask its host for a new invite.  Perhaps somebody "
                 "answers in its place: then do not play there.")
        return Bye(NEVER, text.format(whys=whys)[:400])

"""Requests to addresses that players have given: to nobody but who is meant, and bounded in time and size.

A name is resolved once, every address that it has is looked at, and the connection is made to that very address, so
that no second answer of a name server leads elsewhere.  Nothing that is not public is reached, unless the operator has
allowed its network; no redirect is followed; without TLS only to a network that the operator has allowed.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_network
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.endpoints import TCP4ClientEndpoint, TCP6ClientEndpoint, wrapClientTLS
from twisted.internet.error import ConnectionRefusedError as TwistedRefused
from twisted.internet.error import DNSLookupError
from twisted.internet.interfaces import (
    IOpenSSLClientConnectionCreator,
    IProtocol,
    IProtocolFactory,
    IStreamClientEndpoint,
)
from twisted.internet.protocol import Protocol, connectionDone
from twisted.internet.ssl import optionsForClientTLS
from twisted.internet.threads import deferToThreadPool
from twisted.protocols.policies import ProtocolWrapper, WrappingFactory
from twisted.python.failure import Failure
from twisted.web.client import URI, Agent, HTTPConnectionPool, ResponseFailed
from twisted.web.http_headers import Headers
from twisted.web.iweb import IAgentEndpointFactory, IBodyProducer, IResponse
from zope.interface import implementer

from ironbottom.language import _

from ....runtime.rate_limits import Network, among, plain_address
from ....runtime.settings import software
from .forms import Outgoing

PATIENCE = 10.0  # seconds for all of it: name, connection, TLS, answer
MOST = 16_384  # bytes that are taken of an answer
ADDRESSES = 4  # of one name, that are looked at
GONE = (404, 410)  # RFC 8030: that browser is subscribed no more
NAT64 = ip_network("64:ff9b::/96")

Tls = Callable[[str], IOpenSSLClientConnectionCreator]
Resolve = Callable[[str, int], Deferred[list[str]]]  # from a name and a port to addresses


class NotDelivered(Exception):
    """It did not go well; the text says why, for the player.  `gone`: nobody will ever be there again."""

    def __init__(self, text: str, *, gone: bool = False) -> None:
        super().__init__(text)
        self.gone = gone


class Forbidden(NotDelivered):
    """The address is none that this server calls."""


def is_public(host: str) -> bool:
    """Whether an address is everybody's, whatever IPv4 address is wrapped in it."""
    address = plain_address(host)
    if address is None:
        return False
    inner: IPv4Address | None = None
    if isinstance(address, IPv6Address):
        inner = address.sixtofour
        if address in NAT64:
            inner = IPv4Address(address.packed[-4:])
        if address.teredo is not None or address.is_site_local:
            return False
    return _everybodys(address) and (inner is None or _everybodys(inner))


def _everybodys(address: IPv4Address | IPv6Address) -> bool:
    return address.is_global and not address.is_multicast and not address.is_reserved


class CountedAnswer(ProtocolWrapper):  # Twisted's part of it does not say its types
    """An answer that ends where it is too long, also in its headers, which Twisted would collect without end."""

    taken = 0

    def dataReceived(self, data: bytes) -> None:
        above: Any = super()
        transport: Any = self.transport
        room = MOST - self.taken
        self.taken += len(data)
        if room > 0:
            above.dataReceived(data[:room])
        if self.taken > MOST and transport is not None:
            transport.abortConnection()


class CountingFactory(WrappingFactory):
    """Counts what comes on each connection."""

    protocol = CountedAnswer
    noisy = False


@implementer(IStreamClientEndpoint)
class GuardedEndpoint:
    """A way to one host, whose addresses are looked at when it is taken."""

    def __init__(self, host: str, port: int, tls: IOpenSSLClientConnectionCreator | None, guard: OutboundGuard) -> None:
        self._host, self._port, self._tls, self._guard = host, port, tls, guard

    def connect(self, protocolFactory: IProtocolFactory) -> Deferred[IProtocol]:
        """Resolve, look, and connect to what was looked at."""
        counting: Any = CountingFactory
        found = self._guard.addresses(self._host, self._port, secure=self._tls is not None)
        return found.addCallback(self._connected, counting(protocolFactory))

    def _connected(self, address: str, factory: IProtocolFactory) -> Deferred[IProtocol]:
        kind: Any = TCP6ClientEndpoint if ":" in address else TCP4ClientEndpoint
        way: IStreamClientEndpoint = kind(self._guard.reactor, address, self._port, timeout=PATIENCE)
        if self._tls is not None:
            way = wrapClientTLS(self._tls, way)
        connected: Deferred[Any] = way.connect(factory)
        return connected.addCallback(lambda counted: counted.wrappedProtocol)


@implementer(IAgentEndpointFactory)
class OutboundGuard:
    """Says which addresses may be called."""

    def __init__(
        self, reactor: Any, allowed: tuple[Network, ...] = (), *, tls: Tls = optionsForClientTLS,
        resolve: Resolve | None = None,
    ) -> None:
        self.reactor, self._allowed, self._tls = reactor, allowed, tls
        self._resolve = resolve or self._by_system

    def endpointForURI(self, uri: URI) -> GuardedEndpoint:
        """The way to the host of an address."""
        host = uri.host.decode("ascii").strip("[]")
        return GuardedEndpoint(host, uri.port, self._tls(host) if uri.scheme == b"https" else None, self)

    def addresses(self, host: str, port: int, *, secure: bool) -> Deferred[str]:
        """The first address of a host, when all of them may be called.  Fails with NotDelivered."""
        return self._resolve(host, port).addCallback(self._allowed_one, host, secure)

    def _allowed_one(self, found: list[str], host: str, secure: bool) -> str:
        if not found:
            raise NotDelivered(_("{host} is not found.").format(host=host))
        for address in found[:ADDRESSES]:
            own = among(address, self._allowed)
            if not own and not is_public(address):
                text = _("{host} is no public address: this server calls such only where its host has allowed it.")
                raise Forbidden(text.format(host=host))
            if not own and not secure:
                raise Forbidden(_("{host} is called without encryption: give an address with https.").format(host=host))
        return found[0]

    def _by_system(self, host: str, port: int) -> Deferred[list[str]]:
        if plain_address(host) is not None:
            found: Deferred[list[str]] = Deferred()
            found.callback([host])
            return found
        return deferToThreadPool(self.reactor, self.reactor.getThreadPool(), _looked_up, host, port)


def _looked_up(host: str, port: int) -> list[str]:
    """In a thread."""
    try:
        rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return [*dict.fromkeys([str(row[4][0]) for row in rows])]


@implementer(IBodyProducer)
class WholeBody:
    """A body that is there already."""

    def __init__(self, body: bytes) -> None:
        self._body, self.length = body, len(body)

    def startProducing(self, consumer: Any) -> Deferred[None]:
        """All at once."""
        consumer.write(self._body)
        done: Deferred[None] = Deferred()
        done.callback(None)
        return done

    def pauseProducing(self) -> None:
        """It is written already."""

    def resumeProducing(self) -> None:
        """Likewise."""

    def stopProducing(self) -> None:
        """Likewise."""


class HttpSender:
    """Makes requests; one that went well says nothing."""

    def __init__(self, guard: OutboundGuard) -> None:
        self._reactor = guard.reactor
        pool = HTTPConnectionPool(guard.reactor, persistent=False)
        self._agent = Agent.usingEndpointFactory(guard.reactor, guard, pool)

    def send(self, asked: Outgoing) -> Deferred[None]:
        """Fires when it was taken; fails with NotDelivered."""
        headers = Headers({"User-Agent": [software()]})
        for name, value in asked.headers:
            headers.addRawHeader(name, value)
        body = WholeBody(asked.body)
        asking: Deferred[Any] = self._agent.request(asked.method.encode(), asked.url.encode("ascii"), headers, body)
        done: Deferred[None] = asking.addCallback(_judged)
        return done.addTimeout(PATIENCE, self._reactor).addErrback(_why)


def _judged(response: IResponse) -> None:
    """What it says is not read: only its status counts."""
    response.deliverBody(Unread())
    code = response.code
    if 200 <= code < 300:
        return
    if 300 <= code < 400:
        raise NotDelivered(_("It answers that it is elsewhere ({code}): give its own address.").format(code=code))
    raise NotDelivered(_("It answers with the error {code}.").format(code=code), gone=code in GONE)


class Unread(Protocol):
    """Takes no body."""

    def makeConnection(self, transport: Any) -> None:
        """Nobody waits for it."""
        transport.loseConnection()

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """As it should be."""


def _why(failure: Failure) -> None:
    """Any fault as a sentence for the player; it quotes nothing of what was answered."""
    error = failure.value
    if isinstance(error, ResponseFailed) and error.reasons:
        error = error.reasons[0].value
    if isinstance(error, NotDelivered):
        raise error
    if isinstance(error, DNSLookupError):
        raise NotDelivered(_("Its name is not found."))
    if isinstance(error, TwistedRefused):
        raise NotDelivered(_("Nobody answers there."))
    if isinstance(error, TimeoutError) or "Timeout" in type(error).__name__ or "Cancelled" in type(error).__name__:
        raise NotDelivered(_("It does not answer in time."))
    raise NotDelivered(_("The connection failed ({kind}).").format(kind=type(error).__name__))

"""Opens the port and closes it again."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from errno import EADDRINUSE
from typing import Any, cast

from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.defer import Deferred, DeferredList, maybeDeferred
from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IFileDescriptor, IListeningPort, IReactorTCP, IReactorTime

from ironbottom.language import _
from ironbottom.printed import CardSet
from ironbottom.wire.messages import Bye

from ..runtime.logs import log, note
from ..runtime.metrics import Metrics
from ..runtime.settings import CannotServe, Settings
from ..transport.context import ServerContext
from ..transport.session import ClientSession, SessionHandler
from ..transport.tls import Tls13, own_certificate, pin
from .http import Feed, Website, no_feed
from .own_addresses import own_addresses
from .port_mux import PortMux, for_website
from .static import Upstream, where_page

if sys.platform != "win32":
    import resource

WAITING = 512  # connections that the system may keep for us to accept
FILES = 200  # open files besides the connections


class CannotListen(CannotServe):
    """The port cannot be had; the text says why and what to do."""


class Listener:
    """A server that can be reached."""

    def __init__(
        self, context: ServerContext, ports: list[IListeningPort], clock: IReactorTime, key_pin: bytes
    ) -> None:
        self._context, self._ports, self._clock = context, ports, clock
        self.pin = key_pin  # for the invite
        self.port: int = _number(ports[0])
        self.metrics = context.metrics

    @property
    def connections(self) -> int:
        """How many are connected."""
        return len(self._context.guards)

    def when_it_stood(self, act: Callable[[], None]) -> None:
        """Do something whenever this process goes on after it has stood still for a while."""
        self._context.ticker.stood = act

    def stop(self, text: str = "", *, hosted: bool = False) -> Deferred[None]:
        """Let nobody in any more, tell all that are here, and close; fires after two seconds at most.

        `hosted`: it will be up again when its host is back, and not before.
        """
        context = self._context
        note("stopping", count=len(context.guards))
        waiting: list[Deferred[Any]] = [maybeDeferred(port.stopListening) for port in self._ports]
        text = text or _("The server stops.  Your game is kept; come back when it runs again.")
        bye = Bye("closed", text) if hosted else Bye("restart", text)
        for guard in [*context.guards]:
            if guard.stream is not None:
                guard.stream.farewell(bye)
            else:
                guard.drop("restart")
        late = self._clock.callLater(context.limits.farewell, self._drop_all)
        done: Deferred[None] = Deferred()

        def stopped(_results: object) -> None:
            context.ticker.stop()
            if late.active():
                late.cancel()
            done.callback(None)

        DeferredList([*waiting, context.empty()], consumeErrors=True).addCallback(stopped)
        return done

    def _drop_all(self) -> None:
        for guard in [*self._context.guards]:
            guard.drop("restart")


def listen(
    lobby: SessionHandler,
    settings: Settings,
    reactor: IReactorTCP,
    metrics: Metrics | None = None,
    sets: Mapping[str, CardSet] | None = None,
    session: type[ClientSession] = ClientSession,
    upstream: Upstream | None = None,
    feed: Feed = no_feed,
) -> Listener:
    """Open the port; `upstream`: for the page of a server elsewhere.  Raises CannotServe with a sentence for people."""
    clock = cast(IReactorTime, reactor)
    metrics = Metrics() if metrics is None else metrics
    own = own_certificate(settings.data)
    where = Upstream(pin(own.certificate), ()) if upstream is None else upstream
    others = (settings.names or own_addresses()) if upstream is None and not settings.interface else ()
    website = Website(settings, metrics, sets, where_page(*where, others, settings.public), feed)
    context = ServerContext(
        lobby, settings, clock, begin=for_website(website), tls=Tls13(own), metrics=metrics,
        session=session,
    )
    make_room(settings.limits.total)
    ports = _ports(settings, reactor, PortMux(context))
    for port in ports:
        _tune(port, settings.limits.kernel)
    context.ticker.start()
    listening = Listener(context, ports, clock, pin(own.certificate))
    note("listening", port=listening.port, pin=listening.pin.hex())
    return listening


def _ports(settings: Settings, reactor: IReactorTCP, factory: PortMux) -> list[IListeningPort]:
    """On one address, or on all: one socket for IPv6 and IPv4 where the system has that, else one for each."""
    if settings.interface:
        return [_port(reactor, settings.port, factory, settings.interface)]
    ports: list[IListeningPort] = []
    try:
        ports.append(_port(reactor, settings.port, factory, "::"))
    except CannotListen:
        return [_port(reactor, settings.port, factory, "")]  # a machine without IPv6
    with suppress(CannotListen):  # where the first one takes IPv4 too
        ports.append(_port(reactor, _number(ports[0]), factory, ""))
    return ports


def _tune(port: IListeningPort, kernel: int) -> None:
    """What all connections of a port take over from it: small messages leave at once, and few bytes wait in the system.

    Only where connections take that over, and a socket is a file.
    """
    descriptor: Any = port
    if sys.platform == "win32" or not IFileDescriptor.providedBy(port):
        return
    with socket.socket(fileno=os.dup(descriptor.fileno())) as twin:
        twin.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        twin.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, kernel)


def _number(port: IListeningPort) -> int:
    host = port.getHost()
    assert isinstance(host, IPv4Address | IPv6Address)
    return host.port


def _port(reactor: IReactorTCP, port: int, factory: PortMux, interface: str) -> IListeningPort:
    expected: Any = factory  # Twisted's types know only its own kind of factory
    try:
        return reactor.listenTCP(port, expected, backlog=WAITING, interface=interface)
    except CannotListenError as error:
        why = getattr(error.socketError, "strerror", None) or str(error.socketError)
        if interface and getattr(error.socketError, "errno", None) != EADDRINUSE:
            text = _("{address} is no address of this machine ({why}): give one that is, or leave --interface out.")
            raise CannotListen(text.format(address=interface, why=why)) from None
        text = _("Port {port} cannot be opened: {why}.  Perhaps a server runs already; choose another with --port.")
        raise CannotListen(text.format(port=port, why=why)) from None


def make_room(connections: int) -> None:
    """Let the process have as many open files as it may need, as far as the system allows."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + FILES
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    with suppress(OSError, ValueError):  # a system that does not let us
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    have = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if have < wanted:
        log.warn("few open files", count=have)

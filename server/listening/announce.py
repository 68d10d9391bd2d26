"""Tables that are found on the LAN: a server answers whoever asks, and says nothing where nobody asks.

`announce` listens on a UDP port of its own; with the extra `[lan]` the tables are told by mDNS too.  An answer says
whose key to expect, and proves nothing: whoever joins checks the key.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IMulticastTransport, IReactorTime
from twisted.internet.protocol import DatagramProtocol
from twisted.internet.task import LoopingCall
from twisted.internet.threads import deferToThread
from twisted.logger import Logger

from ironbottom.wire.beacon import GROUP, MDNS, PORT, Announced, answer, asked, told

Tables = Callable[[], Iterable[Announced]]

SLOWEST = 0.1  # seconds until an answer at most: many servers do not speak all at once
MOST = 20  # answers a second
INTERVAL = 2.0  # seconds until mDNS tells of a change
SHOWN = 4  # tables by mDNS at most

log = Logger()


class Announcer(DatagramProtocol):
    """Answers questions for the tables that wait for a player."""

    def __init__(self, tables: Tables, clock: IReactorTime, chance: Callable[[], float] = random.random) -> None:
        self._tables, self._clock, self._chance = tables, clock, chance
        self._second = self._answers = 0

    def startProtocol(self) -> None:
        """Hear what is said to everybody; without multicast the questions to all addresses are enough."""
        joined = IMulticastTransport(self.transport).joinGroup(GROUP)
        joined.addErrback(lambda failure: log.info("no multicast here: {error}", error=failure.value))

    def datagramReceived(self, datagram: bytes, addr: tuple[str, int]) -> None:
        """Somebody looks for tables, or sends something else."""
        nonce = asked(datagram)
        if nonce is None or not self._may_answer():
            return
        self._clock.callLater(self._chance() * SLOWEST, self._answer, nonce, addr)

    def _may_answer(self) -> bool:
        second = int(self._clock.seconds())
        self._answers = 1 if second != self._second else self._answers + 1
        self._second = second
        return self._answers <= MOST

    def _answer(self, nonce: bytes, addr: tuple[str, int]) -> None:
        tables = list(self._tables())
        if tables and self.transport is not None:
            self.transport.write(answer(nonce, tables), addr)


class Announcing:
    """The announcements of one server, until `stop`."""

    def __init__(self, ports: list[Any], names: MdnsNames | None) -> None:
        self._ports, self._names = ports, names

    def stop(self) -> None:
        """Announce no more."""
        for port in self._ports:
            port.stopListening()
        if self._names is not None:
            self._names.stop()


def announce(reactor: Any, tables: Tables, port: int = PORT) -> Announcing:
    """Announce tables from now on.  Where the port cannot be had the server goes on without; it says so in the log."""
    ports: list[Any] = []
    try:
        ports.append(reactor.listenMulticast(port, Announcer(tables, reactor), listenMultiple=True))
    except CannotListenError as error:
        log.warn("tables are not announced on the LAN: {error}", error=error)
    return Announcing(ports, MdnsNames(reactor, tables) if find_spec("zeroconf") is not None else None)


class MdnsNames:
    """The tables as services of mDNS, where the package zeroconf is installed.  It blocks: it lives in a thread."""

    def __init__(self, reactor: Any, tables: Tables) -> None:
        self._reactor, self._tables = reactor, tables
        self._package: Any = import_module("zeroconf")
        self._zeroconf: Any = None
        self._shown: list[Announced] = []
        self._services: list[Any] = []
        self._looking = LoopingCall(self._look)
        self._looking.clock = reactor
        self._looking.start(INTERVAL)

    def stop(self) -> None:
        """Take everything back."""
        self._looking.stop()
        if self._zeroconf is not None:
            self._reactor.callInThread(self._zeroconf.close)

    def _look(self) -> Deferred[None] | None:
        """Tell of a change, if there is one; the next look waits until it is told."""
        tables = list(self._tables())[:SHOWN]
        if tables == self._shown:
            return None
        self._shown = tables
        done: Deferred[None] = deferToThread(self._tell, tables)
        return done.addErrback(lambda failure: log.warn("mDNS: {error}", error=failure.value))

    def _tell(self, tables: list[Announced]) -> None:
        if self._zeroconf is None:
            self._zeroconf = self._package.Zeroconf()
        for service in self._services:
            self._zeroconf.unregister_service(service)
        self._services = [service for table in tables if (service := self._service(table)) is not None]
        for service in self._services:
            self._zeroconf.register_service(service)

    def _service(self, table: Announced) -> Any:
        record = told(table)
        if record is None:
            return None
        name = f"{table.table}-{table.pin[:4].hex()}.{MDNS}"
        return self._package.ServiceInfo(
            MDNS, name, port=table.port, properties={"t": record},
            parsed_addresses=self._package.get_all_addresses(),
        )

"""Tables on the LAN: a question to everybody, the answers of the servers, and our own addresses for whoever asks us.

What is found is a hint: it says where a table is and which key to expect.  The key is pinned when the table is joined,
and its two words are shown, to be compared with those on the host's screen.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from ipaddress import ip_address
from typing import Any, NamedTuple

from ironbottom.wire.beacon import GROUP, MDNS, NONCE, PORT, Announced, answered, heard, question
from ironbottom.wire.invite import ADDRESSES, Address

HERE = "127.0.0.1"
EVERYBODY = ("255.255.255.255", GROUP, HERE)
REPEAT = 0.5  # seconds between two questions: datagrams get lost
REMOTE_V4, REMOTE_V6 = "192.0.2.1", "2001:db8::1"  # addresses of nobody: nothing is ever sent there


class Found(NamedTuple):
    """A table that waits for a player on this network."""

    address: Address
    table: Announced


class Search(asyncio.DatagramProtocol):
    """Asks everybody, and collects the answers."""

    def __init__(self, port: int, hosts: Iterable[str], found: Callable[[Found], None]) -> None:
        self._port, self._hosts, self._found = port, tuple(hosts), found
        self._nonce = secrets.token_bytes(NONCE)
        self._transport: asyncio.DatagramTransport | None = None

    def connection_made(self, transport: Any) -> None:
        """We have a socket."""
        self._transport = transport
        self.ask()

    def ask(self) -> None:
        """Ask everybody once."""
        assert self._transport is not None
        for host in self._hosts:
            with suppress(OSError):  # no network, or none that knows such addresses
                self._transport.sendto(question(self._nonce), (host, self._port))

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        """An answer, or something else."""
        for table in answered(data, self._nonce):
            self._found(Found(Address(addr[0], table.port), table))

    def error_received(self, exc: Exception) -> None:
        """Somebody is not there; others may be."""


class Neighbours:
    """The tables on this network, each once; where a server answers by several ways, the nearest counts."""

    def __init__(self) -> None:
        self.tables: dict[tuple[bytes, str], Found] = {}

    def add(self, found: Found) -> None:
        """One more, if it is new."""
        key = (found.table.pin, found.table.table)
        before = self.tables.get(key)
        if before is None or before.table != found.table:
            self.tables[key] = found

    def listed(self) -> list[Found]:
        """In an order that does not jump about: by name."""
        return sorted(self.tables.values(), key=lambda found: (found.table.name.casefold(), found.table.table))


async def search(seconds: float, *, port: int = PORT, hosts: Iterable[str] = EVERYBODY) -> list[Found]:
    """Who answers within so many seconds.  Where we have no network nobody does."""
    neighbours = Neighbours()
    loop = asyncio.get_running_loop()
    try:
        transport, protocol = await loop.create_datagram_endpoint(
            lambda: Search(port, hosts, neighbours.add), sock=_socket()
        )
    except OSError:
        return []
    names = _names(loop, neighbours.add)
    end = loop.time() + seconds
    try:
        while (left := end - loop.time()) > 0:
            await asyncio.sleep(min(REPEAT, left))
            protocol.ask()
    finally:
        transport.close()
        if names is not None:
            await asyncio.to_thread(names.close)
    return neighbours.listed()


def _socket() -> socket.socket:
    way = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        way.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        way.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 1)
        way.setblocking(False)
        way.bind(("", 0))
    except OSError:
        way.close()
        raise
    return way


def _names(loop: asyncio.AbstractEventLoop, found: Callable[[Found], None]) -> Any:
    """The same by mDNS, where the package zeroconf is installed."""
    if find_spec("zeroconf") is None:
        return None
    package: Any = import_module("zeroconf")
    zeroconf = package.Zeroconf()

    def changed(zeroconf: Any, service_type: str, name: str, state_change: Any) -> None:
        info = zeroconf.get_service_info(service_type, name, 1000)
        table = None if info is None else heard((info.properties or {}).get(b"t") or b"")
        if table is not None:
            for host in info.parsed_addresses()[:1]:
                loop.call_soon_threadsafe(found, Found(Address(host, info.port), table))

    package.ServiceBrowser(zeroconf, MDNS, handlers=[changed])
    return zeroconf


# our own addresses


def own_addresses(port: int, also: Iterable[str] = ()) -> tuple[Address, ...]:
    """Where others may find a server on this computer, those that were typed in first; without a network, only here."""
    typed = tuple(also)
    hosts = [host for host in (*_facing(), *_listed()) if _useful(host)]
    fit = [*dict.fromkeys([*typed, *hosts])][:ADDRESSES]
    return tuple([Address(host, port) for host in fit or [HERE]])


def _facing() -> Iterator[str]:
    """The addresses with which this computer would speak to the world; nothing is sent."""
    for family, remote in ((socket.AF_INET, REMOTE_V4), (socket.AF_INET6, REMOTE_V6)):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as way:
            way.connect((remote, 9))
            yield way.getsockname()[0]


def _listed() -> Iterator[str]:
    with suppress(OSError):
        for *_rest, where in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM):
            yield str(where[0])


def _useful(host: str) -> bool:
    """Whether somebody else may reach this computer there."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return not (address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast)

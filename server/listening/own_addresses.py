"""The addresses of this computer on its networks: where others find a server whose host names none."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address

NOBODY = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))  # nothing is ever sent there


def own_addresses() -> tuple[str, ...]:
    """Those with which it would speak to the world; none without a network."""
    found = []
    for family, remote in NOBODY:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as way:
            way.connect((remote, 9))
            found.append(str(way.getsockname()[0]))
    return tuple([host for host in found if _useful(host)])


def _useful(host: str) -> bool:
    address = ip_address(host.split("%", 1)[0])
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)

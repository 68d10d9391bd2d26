"""Where a table was made, as the journal may keep it: enough to count by, and not to be read as an address."""

from __future__ import annotations

from hashlib import blake2b

from .rate_limits import is_loopback, key
from .settings import Allowance, Limits

HERE = b"here"  # this machine
UNKNOWN = b""  # a table of an older version
SIZE = 8  # bytes of all others


class Origins:
    """Addresses as one server writes them down; another server, or who has only the journal, writes them otherwise."""

    def __init__(self, secret: bytes) -> None:
        self._secret = blake2b(secret, digest_size=32, person=b"ironbottom place").digest()

    def of(self, address: str) -> bytes:
        """Whom an address belongs to."""
        if is_loopback(address):
            return HERE
        return blake2b(key(address).encode(), key=self._secret, digest_size=SIZE).digest()


def allowance(limits: Limits, origin: bytes) -> Allowance:
    """What may be done from there."""
    return limits.near if origin in (HERE, UNKNOWN) else limits.away

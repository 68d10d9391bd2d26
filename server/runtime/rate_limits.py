"""How many may come, and how fast they may speak."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NewType

from ironbottom.language import _

from .settings import Allowance, CannotServe, Limits

Network = IPv4Network | IPv6Network
Key = NewType("Key", str)  # what connections are counted by

REMEMBERED = 4_096  # addresses that were read before
DEBT = -1_000  # tokens: what is owed beyond them is forgiven
IPV6_HOME = 64  # bits of an IPv6 address that are one household's; it draws the others as it likes


@lru_cache(maxsize=REMEMBERED)
def plain_address(host: str) -> IPv4Address | IPv6Address | None:
    """An address as its owner would write it: an IPv4 address that came in over IPv6 is IPv4.  None: it is none."""
    try:
        address = ip_address(host.split("%", 1)[0])
    except ValueError:
        return None
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


@lru_cache(maxsize=REMEMBERED)
def spelled(host: str) -> str:
    """An address, always spelled alike; what is none, as it is."""
    address = plain_address(host)
    return host if address is None else str(address)


@lru_cache(maxsize=REMEMBERED)
def key(host: str) -> Key:
    """Whom an address belongs to."""
    address = plain_address(host)
    if isinstance(address, IPv6Address):
        return Key(str(ip_network((address, IPV6_HOME), strict=False)))
    return Key(spelled(host))


@lru_cache(maxsize=REMEMBERED)
def is_loopback(host: str) -> bool:
    """Whether somebody sits at this machine."""
    address = plain_address(host)
    return address is not None and address.is_loopback


class BadNetwork(CannotServe):
    """A setting names a network that is none."""


def networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Addresses and networks, as they are written in settings."""
    found: list[Network] = []
    for text in texts:
        try:
            found.append(ip_network(text, strict=False))
        except ValueError:
            told = _("{text} is no address and no network; write it as 192.0.2.7 or 192.0.2.0/24.")
            raise BadNetwork(told.format(text=text)) from None
    return tuple(found)


def among(host: str, allowed: Iterable[Network]) -> bool:
    """Whether an address is in one of these networks."""
    address = plain_address(host)
    return address is not None and any(address in network for network in allowed)


class TokenBucket:
    """Tokens that come back with time: who has none left goes too fast.

    The clock is read only when the tokens are used up, so that who keeps well below his rate costs nothing.
    """

    __slots__ = ("_since", "_tokens")

    def __init__(self, most: int, now: float) -> None:
        self._tokens = most
        self._since = now

    def take(self, most: int, rate: float, now: Callable[[], float]) -> int:
        """Take one, also where there is none; how many were taken too many: 0 is well."""
        self._tokens -= 1
        if self._tokens >= 0:
            return 0
        back = int((now() - self._since) * rate)
        self._since += back / rate
        self._tokens = max(DEBT, min(most - 1, self._tokens + back))
        return max(0, -self._tokens)

    def full(self, most: int, rate: float, now: float) -> bool:
        """Whether everything that was taken has come back."""
        return self._tokens + (now - self._since) * rate >= most


class AddressCount:
    """Everybody who comes from one address."""

    __slots__ = ("bucket", "here")

    def __init__(self, bucket: TokenBucket) -> None:
        self.here = 0
        self.bucket = bucket


class ConnectionLimiter:
    """Who is here, counted by address.  Proxies that we trust count as near: they say who is behind them."""

    def __init__(self, limits: Limits, now: Callable[[], float], proxies: Iterable[Network] = ()) -> None:
        self.limits, self.now, self.proxies = limits, now, tuple(proxies)
        self.here = 0
        self._counts: dict[Key, AddressCount] = {}

    def allowance(self, host: str) -> Allowance:
        """What somebody may do."""
        return self.limits.near if is_loopback(host) or among(host, self.proxies) else self.limits.away

    def enter(self, host: str) -> str:
        """Count one more, unless there are too many; why he may not come in, or nothing."""
        if self.here >= self.limits.total:
            return "total"
        allowance, whose = self.allowance(host), key(host)
        count = self._counts.get(whose)
        if count is None:
            count = self._counts[whose] = AddressCount(TokenBucket(allowance.arrivals_at_once, self.now()))
        if count.here >= allowance.connections:
            return "address"
        if count.bucket.take(allowance.arrivals_at_once, allowance.arrivals, self.now):
            return "arrivals"
        count.here += 1
        self.here += 1
        return ""

    def leave(self, host: str) -> None:
        """One is gone."""
        self._counts[key(host)].here -= 1
        self.here -= 1

    def sweep(self) -> None:
        """Forget the addresses that nobody is here from, once they may do everything again."""
        now = self.now()
        for whose, count in [*self._counts.items()]:
            allowance = self.allowance(whose.split("/", 1)[0])
            if not count.here and count.bucket.full(allowance.arrivals_at_once, allowance.arrivals, now):
                del self._counts[whose]

    @property
    def addresses(self) -> int:
        """How many addresses are remembered."""
        return len(self._counts)

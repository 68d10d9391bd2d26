"""Who wants to be told, and by which ways: what is kept of a player, and what he may ask for."""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import Literal
from urllib.parse import quote, urlsplit
from zlib import crc32

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ironbottom.language import ENGLISH, LANGUAGES, _
from ironbottom.wire.notifying import Subscribe, Subscription, Way

FAILURES = 3  # in a row, after which a way is switched off
CODE_TRIES = 5  # for the code of an e-mail
POINT = 65  # bytes of a key of P-256
AUTH = 16  # bytes of the secret of Web Push
MAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+")
ROOM = re.compile(r"![^\s/?#]{1,254}")
TOPIC = re.compile(r"/[A-Za-z0-9_-]{1,64}")


class BadSubscription(Exception):
    """What was asked for cannot be; the text says why, and what can."""


class StoredSubscription(Struct, frozen=True):
    """One way to a player."""

    id: str
    way: Way
    address: str  # of a feed its secret
    room: str = ""
    token: str = ""
    public: bytes = b""
    auth: bytes = b""
    language: str = ENGLISH
    state: Literal["on", "unconfirmed", "off"] = "on"
    failures: int = 0  # in a row
    error: str = ""
    code: str = ""  # that was sent by e-mail, until it is confirmed
    tries: int = 0  # at that code

    def failed(self, error: str, *, gone: bool = False) -> StoredSubscription:
        """It did not go well once more; `gone`: nobody will ever be there again."""
        failures = self.failures + 1
        off = self.state == "on" and (gone or failures >= FAILURES)
        return replace(self, failures=failures, error=error[:300], state="off" if off else self.state)

    def went_well(self) -> StoredSubscription:
        return replace(self, failures=0, error="", state="on" if self.state == "off" else self.state)

    @property
    def pushes(self) -> bool:
        """Whether something is sent by it; a feed is fetched."""
        return self.state == "on" and self.way != "feed"


class Subscriber(Struct, frozen=True):
    """A player, and how he wants to be told."""

    key: bytes
    subscriptions: tuple[StoredSubscription, ...] = ()
    hours: int = 0  # until a reminder
    origin: bytes = b""  # where he asked from first, as runtime/origins.py writes that
    seen: int = 0  # seconds since 1970 when he was here last, by the day

    def get(self, name: str) -> StoredSubscription | None:
        """The way of this name."""
        return next((one for one in self.subscriptions if one.id == name), None)

    def having(self, changed: StoredSubscription) -> Subscriber:
        """With a way as it is now, in its place or behind the others."""
        if self.get(changed.id) is None:
            return replace(self, subscriptions=(*self.subscriptions, changed))
        ways = [changed if one.id == changed.id else one for one in self.subscriptions]
        return replace(self, subscriptions=tuple(ways))

    def without(self, name: str) -> Subscriber:
        return replace(self, subscriptions=tuple([one for one in self.subscriptions if one.id != name]))


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Subscriber).decode


def to_bytes(subscriber: Subscriber) -> bytes:
    """A subscriber, for the journal: its checksum, and JSON."""
    body = _encode(subscriber)
    return b"%08x " % crc32(body) + body


def from_bytes(row: bytes) -> Subscriber:
    """A subscriber, from the journal.  Raises msgspec.DecodeError for what is none, or is damaged."""
    body = row[9:]
    if row[:9] != b"%08x " % crc32(body):
        raise msgspec.DecodeError("its checksum does not fit")
    return _decode(body)


def asked_for(message: Subscribe, secret: str = "") -> StoredSubscription:
    """What a player asks for; `secret`: of a new feed.  Raises BadSubscription."""
    language = message.language if message.language in LANGUAGES else ENGLISH
    address = secret if message.way == "feed" else message.address.strip()
    if message.way == "mail":
        if MAIL.fullmatch(address) is None:
            raise BadSubscription(_("That is no address of e-mail; allowed is one such as ann@example.org."))
    elif message.way != "feed":
        _check_url(message, address)
    if message.way == "push":
        _check_keys(message)
    named = message.way if message.way == "feed" else f"{message.way} {address} {message.room}"
    name = blake2b(named.encode(), digest_size=8).hexdigest()
    return StoredSubscription(
        name, message.way, address, message.room, message.token, message.public, message.auth, language,
    )


def _check_url(message: Subscribe, address: str) -> None:
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise _no_url() from None
    plain = address.isascii() and address.isprintable() and " " not in address
    if not plain or parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc or port == 0:
        raise _no_url()
    if not (message.token.isascii() and (message.token.isprintable() or not message.token)) or " " in message.token:
        raise BadSubscription(_("The token has letters that no token has: paste it again, without spaces."))
    if message.way == "ntfy" and TOPIC.fullmatch(parts.path) is None:
        raise BadSubscription(_("An address of ntfy ends in its topic, such as https://ntfy.sh/my-topic."))
    if message.way == "matrix" and (ROOM.fullmatch(message.room) is None or not message.token):
        raise BadSubscription(_("Matrix needs the server's address, a room such as !room:example.org, and a token."))


def _no_url() -> BadSubscription:
    return BadSubscription(_("That is no address of the web; allowed is one such as https://example.org/path."))


def _check_keys(message: Subscribe) -> None:
    if len(message.public) != POINT or message.public[:1] != b"\x04" or len(message.auth) != AUTH:
        raise BadSubscription(_("The browser's keys are missing or too short: switch notifications on again there."))


def shown(one: StoredSubscription) -> Subscription:
    """A way as its player sees it: what is secret in its address is left out, but for his own feed."""
    if one.way == "feed":
        told = f"/feed/{one.address}.atom"
    elif one.way == "mail":
        told = one.address
    elif one.way in ("ntfy", "matrix"):
        told = f"{urlsplit(one.address).netloc}{quote(urlsplit(one.address).path)} {one.room}".strip()
    else:
        told = f"{urlsplit(one.address).netloc} …{one.address[-4:]}"
    return Subscription(one.id, one.way, told, one.state, one.error)

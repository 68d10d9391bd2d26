"""An invite: one string that holds everything one needs to find a table and to be sure that it is the right one.

    IB1-AEAQA-O2QMN-...    the prefix, then base32 letters in groups of five

    8 letters   version (1 byte), flags (1), bytes that follow (2), check: these four and 5A exclusive-ored (1)
    the rest    table id, secret, pin, addresses, and the CRC-32 of every byte before it

A person may read an invite aloud and type it: case, spaces, line ends, dashes and the prefix do not matter, 0, 1 and 8
stand for the letters O, I and B, and a wrong letter is always noticed.
"""

from __future__ import annotations

import re
from base64 import b32decode, b32encode
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import NamedTuple
from zlib import crc32

from msgspec import Struct

from ironbottom.vocabulary import phrase

VERSION = 1
PREFIX = f"IB{VERSION}"
LINK = "ironbottom://"
NATIVE_TLS = 1  # flag: TLS with native frames behind it; the pin holds
PARTNER = 2  # flag: to share a side (§26); the secret is that of the invitation's key
SECRET = 16  # bytes
PIN = 16  # bytes: the first of SHA-256 over the certificate's SubjectPublicKeyInfo
ADDRESSES = 8  # at most
HOST = 60  # letters of a host name
PORTS = 65_535  # the greatest port
TABLE = re.compile(r"[A-Za-z0-9_-]{1,16}\Z")

_HEAD, _HEAD_LETTERS, _CHECKSUM, _GROUP = 5, 8, 4, 5
_NAME, _V4, _V6 = 0, 4, 6  # kinds of address
_HOST_NAME = re.compile(rf"(?=.{{1,{HOST}}}\Z)[a-z0-9_]([a-z0-9_.-]*[a-z0-9_.])?\Z", re.IGNORECASE)
_ALIKE = str.maketrans("018", "OIB")
_BETWEEN = re.compile(r"[\s\-‐‑‒–—_.,]+")  # what a person or a mail program puts between letters


class InviteError(ValueError):
    """Why a text cannot be read as an invite: one sentence for whoever typed it."""


class Address(NamedTuple):
    """Where a server may be reached: an IPv4 or IPv6 address, or a name."""

    host: str
    port: int


class Invite(Struct, frozen=True):
    """What an invite says.  The addresses are tried in their order."""

    table: str
    secret: bytes  # of Seated: lets one player in, once
    pin: bytes  # of the server's TLS key
    addresses: tuple[Address, ...]
    flags: int = NATIVE_TLS


def write(invite: Invite) -> str:
    """The invite as a string.  ValueError for one that cannot be written."""
    body = _body(invite)
    head = bytes([VERSION, invite.flags]) + (len(body) + _CHECKSUM).to_bytes(2, "big")
    whole = head + bytes([_check(head)]) + body
    letters = b32encode(whole + crc32(whole).to_bytes(_CHECKSUM, "big")).decode().rstrip("=")
    groups = [letters[at : at + _GROUP] for at in range(0, len(letters), _GROUP)]
    return "-".join([PREFIX, *groups])


def link(invite: Invite) -> str:
    """The invite as a link; in upper case it is as good, and makes a smaller QR code."""
    return LINK + write(invite)


def read(text: str) -> Invite:
    """The invite in a text.  Raises InviteError."""
    letters, named = _letters(text)
    flags, size = _head(letters, named)
    wanted = -(-(_HEAD + size) * 8 // 5)  # letters
    if len(letters) < wanted:
        raise InviteError(
            phrase("invite.cut_off_at", there=len(letters), wanted=wanted
            )
        )
    whole = _decoded(letters)
    body, checksum = whole[_HEAD:-_CHECKSUM], whole[-_CHECKSUM:]
    if len(letters) > wanted or len(whole) != _HEAD + size or crc32(whole[:-_CHECKSUM]).to_bytes(4, "big") != checksum:
        raise _typo()
    return _invite(body, flags)


def _head(letters: str, named: int) -> tuple[int, int]:
    """The flags, and how many bytes follow; `named` is the version of the prefix, 0 where there is none."""
    if named and len(letters) < _HEAD_LETTERS:
        raise InviteError(phrase("invite.cut_off"))
    head = _decoded(letters[:_HEAD_LETTERS])
    if len(head) < _HEAD or _check(head) != head[4]:
        if named > VERSION:  # whose beginning may be another one
            raise _too_new()
        raise _typo() if named else _no_invite()
    version, flags = head[0], head[1]
    if version > VERSION or flags & ~(NATIVE_TLS | PARTNER):
        raise _too_new()
    if version != VERSION or named not in (0, VERSION):
        raise _typo()
    return flags, int.from_bytes(head[2:4], "big")


def _typo() -> InviteError:
    return InviteError(phrase("invite.typo"))


def _too_new() -> InviteError:
    return InviteError(
        phrase("invite.newer")
    )


def _no_invite() -> InviteError:
    return InviteError(phrase("invite.none"))


def _letters(text: str) -> tuple[str, int]:
    """The letters behind the prefix, and the prefix's version; 0 where it is missing."""
    found = _BETWEEN.sub("", text).upper()
    for before in (_BETWEEN.sub("", LINK).upper(), "JOIN/"):
        found = found.removeprefix(before)
    found = found.rstrip("/")
    named = re.match(r"IB([1-9])", found)
    if named is None:
        return found.translate(_ALIKE), 0
    return found[named.end() :].translate(_ALIKE), int(named[1])


def _decoded(letters: str) -> bytes:
    """The bytes of base32 letters; none where these are not such letters, or say more than whole bytes."""
    try:
        raw = b32decode(letters + "=" * (-len(letters) % 8))
    except ValueError:
        return b""
    return raw if b32encode(raw).decode().rstrip("=") == letters else b""


def _check(head: bytes) -> int:
    return head[0] ^ head[1] ^ head[2] ^ head[3] ^ 0x5A


def _body(invite: Invite) -> bytes:
    if not TABLE.match(invite.table) or len(invite.secret) != SECRET or len(invite.pin) != PIN:
        raise ValueError(f"table {invite.table!r}, secret of {len(invite.secret)} and pin of {len(invite.pin)} bytes")
    if not 1 <= len(invite.addresses) <= ADDRESSES or not 0 <= invite.flags <= 255:
        raise ValueError(f"{len(invite.addresses)} addresses; flags {invite.flags}")
    table = invite.table.encode()
    written = [bytes([len(table)]), table, invite.secret, invite.pin, bytes([len(invite.addresses)])]
    for address in invite.addresses:
        written += (_host(address.host), address.port.to_bytes(2, "big"))
    return b"".join(written)


def _host(host: str) -> bytes:
    try:
        number = ip_address(host)
    except ValueError:
        if not _HOST_NAME.match(host):
            raise ValueError(f"{host!r} is no address and no host name of at most {HOST} letters") from None
        return bytes([_NAME, len(host)]) + host.encode()
    return bytes([number.version]) + number.packed


def _invite(body: bytes, flags: int) -> Invite:
    """The parts of a body whose checksum is right."""
    reading = _Reading(body)
    try:
        table = reading.take(reading.byte()).decode("ascii")
        secret, pin = reading.take(SECRET), reading.take(PIN)
        addresses = tuple([_address(reading) for _n in range(reading.byte())])
    except (IndexError, ValueError):
        raise _typo() from None
    if reading.left or not TABLE.match(table) or not 1 <= len(addresses) <= ADDRESSES:
        raise _typo()
    return Invite(table, secret, pin, addresses, flags)


def _address(reading: _Reading) -> Address:
    kind = reading.byte()
    if kind == _V4:
        host = str(IPv4Address(reading.take(4)))
    elif kind == _V6:
        host = str(IPv6Address(reading.take(16)))
    else:
        host = reading.take(reading.byte()).decode("ascii")
        if kind != _NAME or not _HOST_NAME.match(host):
            raise ValueError(host)
    return Address(host, int.from_bytes(reading.take(2), "big"))


class _Reading:
    """Bytes taken one after the other; IndexError where there are no more."""

    __slots__ = ("left",)

    def __init__(self, data: bytes) -> None:
        self.left = data

    def byte(self) -> int:
        return self.take(1)[0]

    def take(self, n: int) -> bytes:
        if n > len(self.left):
            raise IndexError(n)
        taken, self.left = self.left[:n], self.left[n:]
        return taken

"""A key on its way to another device: sealed by what follows from a code, with the seats that go with it."""

from __future__ import annotations

import zlib
from typing import NamedTuple

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Struct
from msgspec.structs import replace

from ironbottom.keys import PRIVATE, private_bytes, public_bytes
from ironbottom.vocabulary import phrase
from ironbottom.wire.naming import CARRIED, printed_code, printed_key

from ...console.errors import UserError
from ...storage.identity import Identity
from ...storage.seat_store import SavedSeat

TABLE = "KEY"  # in the place of a table, in a QR code that carries a key
NONCE = bytes(12)  # a sealing key is used once
OPENED = 64 * 1024  # bytes at most of what was sealed, unpacked


class CarriedIdentity(Struct, frozen=True):
    """What goes to the other device."""

    key: bytes
    name: str
    seats: tuple[SavedSeat, ...] = ()  # at that server


class KeyOnItsWay(NamedTuple):
    """What is shown to who carries it."""

    string: str  # of the QR code
    words: str  # the same to be read aloud, with the server's address
    games: int  # that go with it
    left: int  # games that had no room


_pack = msgspec.json.Encoder(enc_hook=str).encode
_unpack = msgspec.json.Decoder(CarriedIdentity, dec_hook=lambda kind, text: kind(text)).decode


def sealed(me: Identity, seats: list[SavedSeat], key: bytes, server: bytes) -> tuple[bytes, int]:
    """An identity that only the code opens, with as many seats as have room, the newest; and how many those are."""
    for n in range(len(seats), -1, -1):
        whole = CarriedIdentity(private_bytes(me.key), me.name, tuple([replace(one, own=None) for one in seats[:n]]))
        data = AESGCM(key).encrypt(NONCE, zlib.compress(_pack(whole), 9), server)
        if len(data) <= CARRIED:
            return data, n
    raise AssertionError("a key and a name always have room")


def opened(data: bytes, key: bytes, server: bytes) -> CarriedIdentity:
    """What the other device has sealed.  Raises UserError."""
    try:
        unpacking = zlib.decompressobj()
        found = _unpack(unpacking.decompress(AESGCM(key).decrypt(NONCE, data, server), OPENED))
        if len(found.key) != PRIVATE:
            raise ValueError(len(found.key))
    except (InvalidTag, zlib.error, ValueError):
        raise UserError(phrase("own_key.sealed")) from None
    return found


def recovery(drawn: bytes) -> bytes:
    """What the server is told of a printed code."""
    key = printed_key(printed_code(drawn))
    assert key is not None
    return public_bytes(key)

"""How tables are found on a LAN: a question to everybody and the answer of each server, one UDP datagram each.

    question   IBSS?  version (1)  nonce (8)  zeros, up to QUESTION bytes
    answer     IBSS!  version (1)  nonce (8)  MessagePack: a list of tables, each a list in the order of Announced

No answer is longer than its question, so that nobody can use servers to flood somebody else.  Anybody may answer with
anything: what comes is a hint where to look, and says whose key to expect there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from ironbottom.battle import Words
from ironbottom.wire.cleaning import clean_name
from ironbottom.wire.fields import Bytes16, Short, TableId
from ironbottom.wire.terms import Wish

PORT = 41942  # UDP
GROUP = "239.255.19.42"  # multicast, of this site only
MDNS = "_ibss._tcp.local."  # the kind of service, where mDNS is at hand; its TXT record holds t=(one table)
TXT = 250  # bytes of a table there
QUESTION = 1200  # bytes of a question, and the most of an answer: they pass every network whole
NONCE = 8
VERSION = b"\x01"
ASKS, SAYS = b"IBSS?" + VERSION, b"IBSS!" + VERSION
HEAD = len(ASKS) + NONCE
MOST = 16  # tables in one answer


class Announced(Struct, frozen=True, array_like=True):
    """A table that waits for a player, as its server announces it."""

    versions: tuple[int, int]  # of the protocol, lowest and highest
    software: Short
    table: TableId
    name: Short  # of who made it
    free: Wish  # the side
    cards: Short  # the set
    port: Annotated[int, Meta(ge=1, le=65_535)]  # TCP, at the address where the answer comes from
    pin: Bytes16
    absent: Short = ""  # what is done when a player is away; "" from a server that does not tell its terms
    bank: Annotated[int, Meta(ge=0)] = 0  # seconds of thinking for each side; 0: no clock
    spectators: bool = True
    advice: bool = False  # both players may ask for advice
    battle: Annotated[str, Meta(max_length=80)] = ""  # what the battle is called that is played there
    options: Words = ()  # the optional rules of the table, those of its battle too
    cast: Annotated[int, Meta(ge=0)] = 0  # turns after which who looks on sees both hands; 0: never


_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(list[Announced]).decode
_unpack_one = msgspec.msgpack.Decoder(Announced).decode


def question(nonce: bytes) -> bytes:
    """What somebody sends who looks for tables; the nonce, NONCE bytes, is drawn for each search."""
    return (ASKS + nonce).ljust(QUESTION, b"\0")


def asked(datagram: bytes) -> bytes | None:
    """The nonce of a question; None: it is none."""
    if len(datagram) != QUESTION or not datagram.startswith(ASKS):
        return None
    return datagram[len(ASKS) : HEAD]


def answer(nonce: bytes, tables: Iterable[Announced]) -> bytes:
    """What a server answers: as many tables as there is room for."""
    said = list(tables)[:MOST]
    while len(body := _pack(said)) > QUESTION - HEAD:
        said.pop()
    return SAYS + nonce + body


def answered(datagram: bytes, nonce: bytes) -> list[Announced]:
    """The tables in an answer to our own question, their names cleaned; of anything else, none."""
    if len(datagram) > QUESTION or datagram[:HEAD] != SAYS + nonce:
        return []
    try:
        tables = _unpack(datagram[HEAD:])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return []
    return [_clean(table) for table in tables[:MOST]]


def told(table: Announced) -> bytes | None:
    """A table for the TXT record of a service, without its optional rules where they are many; None: it is too long."""
    packed = _pack(table)
    if len(packed) > TXT:
        packed = _pack(msgspec.structs.replace(table, options=()))
    return packed if len(packed) <= TXT else None


def heard(record: bytes) -> Announced | None:
    """The table in a TXT record; None: there is none in it."""
    try:
        return _clean(_unpack_one(record))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _clean(table: Announced) -> Announced:
    return msgspec.structs.replace(table, name=clean_name(table.name))

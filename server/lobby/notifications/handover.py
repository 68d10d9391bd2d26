"""A question that has passed to a player who wants to be told of it, as it is kept until it has passed on.

The end of a game that he has not seen is one, too: nothing waits for him, and he is told once.
"""

from __future__ import annotations

from hashlib import blake2b
from zlib import crc32

import msgspec
from msgspec import Struct

from ...store.journal import Write


class HandOver(Struct, frozen=True):
    """It waits for one player at one table.  Everything in it but `number` is public at that table."""

    table: str
    place: int
    game: int  # of the table, from 1
    number: int  # of the update that asked him, or told that the game is over; 0: he is to come for the toss
    key: bytes  # the player's
    name: str  # of the other player
    turn: int
    at: int  # seconds since 1970
    round: int = 0  # how often he was told, or has seen it himself
    told: int = 0  # seconds since 1970 of the last time
    delivered: tuple[str, ...] = ()  # by which of his ways he was told in this round
    over: bool = False  # nothing waits for him: his game has ended while he was away

    @property
    def where(self) -> tuple[str, int]:
        return self.table, self.place

    def same(self, other: HandOver | None) -> bool:
        """Whether it is the same question that passed, however far it was told."""
        mine = (self.table, self.place, self.game, self.number, self.key)
        return other is not None and mine == (other.table, other.place, other.game, other.number, other.key)

    def id(self, secret: bytes) -> str:
        """What names this notification to endpoints, which collapse what comes twice; nobody can read the number."""
        told = f"{self.table} {self.place} {self.game} {self.number} {self.round}"
        return blake2b(told.encode(), key=secret, digest_size=16).hexdigest()


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(HandOver).decode


def from_bytes(row: bytes) -> HandOver:
    """From the journal.  Raises msgspec.DecodeError for what is none, or is damaged."""
    body = row[9:]
    if row[:9] != b"%08x " % crc32(body):
        raise msgspec.DecodeError("its checksum does not fit")
    return _decode(body)


def _body(one: HandOver) -> bytes:
    body = _encode(one)
    return b"%08x " % crc32(body) + body


def opened(one: HandOver) -> Write:
    """A question has passed to him: in the commit of the answer that passed it."""
    values = (one.table, one.place, one.game, one.number, _body(one))
    return Write("INSERT OR REPLACE INTO handovers VALUES (?, ?, ?, ?, ?)", values)


def noted(one: HandOver) -> Write:
    """He was told; where it has passed on meanwhile nothing is written."""
    question = "UPDATE handovers SET body = ? WHERE tabled = ? AND place = ? AND game = ? AND number = ?"
    return Write(question, (_body(one), one.table, one.place, one.game, one.number))


def passed(table: str, place: int) -> Write:
    """It waits for him no longer."""
    return Write("DELETE FROM handovers WHERE tabled = ? AND place = ?", (table, place))

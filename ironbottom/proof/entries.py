"""The entries of a transcript: everything that made a game what it was, in order, for whoever will check it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ironbottom.wire.answers import Plain
from ironbottom.wire.messages import Given, Terms
from ironbottom.wire.orders import Order

FORMAT = 1


class Player(Struct, frozen=True):
    """Who sat at a place, and what he brought to the toss."""

    name: str
    key: bytes
    bot: bool
    wish: str  # "us", "jp", "either"
    commitment: bytes
    committed: bytes  # signature over the game, the server's commitment and his own
    share: bytes
    revealed: bytes  # signature over the game and all three commitments


class Begun(Struct, frozen=True, tag="begun"):
    """The toss, and what the game is played by."""

    format: int
    software: str
    engine: str
    set: str
    cards: str  # the fingerprint of the set
    table: str
    number: int  # of the game at this table, from 1
    game: bytes
    server: bytes  # its key
    commitment: bytes  # of the server
    players: tuple[Player, Player]  # places 0 and 1
    us: int  # the place that plays the US
    terms: Terms  # a seed among them is the seed of the game, and nobody's toss counts
    at: int  # seconds since 1970


class Answered(Struct, frozen=True, tag="answered"):
    """One answer, and what it led to."""

    side: int
    window: str
    update: int  # the number of the update, of this side, that asked
    answer: Plain
    given: Given
    by: bytes  # the key of the stand-in; else empty
    dice: tuple[bytes, ...]  # the faces of each throw
    digest: bytes  # of all events that came of it, 16 bytes
    at: int


class Resigned(Struct, frozen=True, tag="resigned"):
    """§11.4"""

    side: int
    update: int
    given: Given
    digest: bytes
    at: int


class Ordered(Struct, frozen=True, tag="ordered"):
    """A player's standing orders from here on, under his signature."""

    side: int
    orders: tuple[Order, ...]
    signature: bytes


class Countersigned(Struct, frozen=True, tag="countersigned"):
    """A player's signature under his answers since the last, and under the head that he saw; the server's receipt."""

    side: int
    head: bytes
    first: int
    digests: bytes
    signature: bytes
    receipt: bytes


class Ended(Struct, frozen=True, tag="ended"):
    """The outcome; the server shows its share."""

    winner: int
    reason: Literal["strategic-base", "time-up", "resigned"]
    points: tuple[int, int]
    digest: bytes  # of the last position, 32 bytes
    share: bytes
    at: int


class Closed(Struct, frozen=True, tag="closed"):
    """The server's signature under the head before this entry.  Countersignatures may stand between end and close."""

    head: bytes
    signature: bytes


Body = Begun | Answered | Resigned | Ordered | Countersigned | Ended | Closed


class Entry(Struct, frozen=True):
    """A body in its place.  The salt keeps a head from telling what was answered before it may be known."""

    n: int
    salt: bytes  # 16 bytes
    body: Body

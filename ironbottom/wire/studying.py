"""What a finished game teaches: how a client asks for its review, and hears how far that is."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from ironbottom.wire.fields import PIECE, Count, Seq, Short, TableId

# answers before, turn, whose turn it is, chance of the US
TruePoint = tuple[Count, Count, Short, float]


class Study(Struct, frozen=True, tag="study"):
    """What does the table's last finished game teach?  Its review is made while somebody asks for it now and then."""

    seq: Seq
    table: TableId
    language: Annotated[str, Meta(max_length=16)] = "en"  # of its words
    part: Annotated[int, Meta(ge=0, le=10_000)] = 0  # of the whole, when that is there
    curve: bool = False  # send the true curve, too, while the whole is not there


class Studied(Struct, frozen=True, tag="studied"):
    """How far a review has come, or a piece of it."""

    seq: Seq
    table: TableId
    ahead: Count = 0  # reviews of others that are made before this one
    done: Count = 0  # of the work
    all: Count = 0  # 0: it has not begun
    curve: tuple[TruePoint, ...] = ()
    part: Count = 0
    of: Count = 0  # pieces of the whole; 0: it is not there yet
    data: Annotated[bytes, Meta(max_length=PIECE)] = b""  # of JSON

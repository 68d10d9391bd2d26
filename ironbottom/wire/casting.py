"""The caster's seat: who looks on asks for both hands, some turns late, where both players have agreed to it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from ironbottom.wire.fields import Count, GameNumber, Seq, TableId

LATEST = 20  # turns: few games have more

TurnsLate = Annotated[int, Meta(ge=1, le=LATEST)]


class Cast(Struct, frozen=True, tag="cast"):
    """Look at both hands of the game that goes on, as late as its terms say: ask for its scenes from this one on."""

    seq: Seq
    table: TableId
    game: GameNumber  # of the table
    first: Count = 0

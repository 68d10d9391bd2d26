"""A battle made of a moment of a finished game (§24): how a client that has no engine asks for it, and what it gets."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from ironbottom.battle import Battle
from ironbottom.wire.fields import Count, Seq, TableId
from ironbottom.wire.whatif import Moment


class MakeBattle(Struct, frozen=True, tag="make-battle"):
    """Make a battle of a moment of a finished game, for whoever may look through that game; nothing is kept of it."""

    seq: Seq
    table: TableId  # of that game, or the name of a published one
    at: Moment
    game: Annotated[int, Meta(ge=0, lt=2**32)] = 0  # which one of the table's games it must be; 0: the last


class MadeBattle(Struct, frozen=True, tag="made-battle"):
    """The battle: it begins with the turn at or after the moment, where none does with the last before it."""

    seq: Seq
    table: TableId
    at: Count  # answers that were given before that turn
    turn: Count
    battle: Battle

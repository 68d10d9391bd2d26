"""What everybody at a what-if may know of it, and what its server keeps: no messages, but parts of them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

POSITION = 1 << 17  # letters of a position: the longest of 500 games has a tenth of it
ANSWERS = 100_000  # of a game: none comes near

Knows = Literal["all", "us", "jp"]  # all cards as they truly lay; or only what one side knew, the others dealt anew
Moment = Annotated[int, Meta(ge=0, le=ANSWERS)]  # answers that were given before


class WhatIf(Struct, frozen=True):
    """A game that begins at a moment of a finished one: where it comes from, and what is as it was there."""

    game: Annotated[bytes, Meta(min_length=32, max_length=32)]  # that it left
    table: Annotated[str, Meta(max_length=16)]  # where that was played
    number: Annotated[int, Meta(ge=0, lt=2**32)]  # which game of that table it was, from 1
    at: Moment
    knows: Knows = "all"
    fresh: bool = False  # dice and the order of the decks are new; else they come as they would have come there
    names: tuple[Annotated[str, Meta(max_length=128)], ...] = ()  # of who played the US and Japan there


class Branch(Struct, frozen=True):
    """A what-if, and the position that it begins with.  That opens every card, and the dice to come: it is secret."""

    whatif: WhatIf
    engine: Annotated[str, Meta(max_length=64)]  # the edition of the rules by which that game was played, and this is
    position: Annotated[str, Meta(max_length=POSITION)]  # as ironbottom/position.py writes it

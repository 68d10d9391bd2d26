"""Standing orders: how a player lets the server answer a class of windows for him."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

EVERY = "*"  # all windows that an order can be for
MOST = 40  # orders that one player may have

Does = Literal["pass-when-forced", "harmless", "default", "none", "withdraw-at"]


class StandingOrder(Struct, frozen=True):
    """One order.  The first in a player's list that fits a question answers it; where none fits, he is asked.

    pass-when-forced   answer when there is one legal answer, and no event card to play
    harmless           give the default answer where nothing is lost by it
    default            give the default answer whatever it is: for programs, and of who ordered it before there was the
                       other; our clients do not propose it
    none               pick, fly or play nothing: where that is legal
    withdraw-at        of the cards that may withdraw, those with at most `n` attempts do; 0 is never
    """

    window: Annotated[str, Meta(max_length=4)]  # "23", or EVERY
    does: Does
    n: Annotated[int, Meta(ge=0, le=20)] = 0

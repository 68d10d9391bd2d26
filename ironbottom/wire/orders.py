"""Standing orders: how a player lets the server answer a class of windows for him."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

EVERY = "*"  # all windows that an order can be for
MOST = 40  # orders that one player may have
MOST_CARDS = 12  # types of airplanes that an order may name

Does = Literal[
    "pass-when-forced", "harmless", "default", "none", "withdraw-at", "withdraw-damaged", "withdraw-carriers",
    "break-off", "intercept", "meet-escorts", "spread", "press-on",
    "stay-when-few",
]
Turn = Literal["his", "mine"]
Named = Annotated[tuple[Annotated[str, Meta(max_length=64)], ...], Meta(min_length=1, max_length=MOST_CARDS)]


class StandingOrder(Struct, frozen=True):
    """One order.  The first in a player's list that fits a question answers it; where none fits, he is asked.

    pass-when-forced   answer when there is one legal answer, and no event card to play
    harmless           give the default answer where nothing is lost by it
    default            give the default answer whatever it is: for programs, and of who ordered it before there was the
                       other; our clients do not propose it
    none               pick, fly or play nothing: where that is legal
    withdraw-at        of the cards that may withdraw, those with at most `n` attempts do; 0 is never
    withdraw-damaged   of the formations that may withdraw, those with at least `n` damage do
    withdraw-carriers  likewise, but of those alone that carry airplanes or have icons for them
    break-off          all airplanes withdraw where at most `n` of them are left in the fight; else none
    intercept          the airplanes named by `cards` fly to own lines where at least `n` enemies are; the rest stays
    meet-escorts       as many as there are enemy escorts hold them, the rest intercepts; who is named escorts
    spread             each aims at the target at which fewest of one's own are aimed already
    press-on           go on attacking and firing
    stay-when-few      all airplanes stay where at most `n` enemies fly; where more do, the order does not fit
    """

    window: Annotated[str, Meta(max_length=4)]  # "23", or EVERY
    does: Does
    n: Annotated[int, Meta(ge=0, le=20)] = 0
    turn: Turn | UnsetType = UNSET  # only in the opponent's turn, or only in one's own; left out: in both
    cards: Named | UnsetType = UNSET  # ids of airplanes; left out: all

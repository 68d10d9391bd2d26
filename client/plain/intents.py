"""What a typed line amounts to; whoever connects the reader to a table carries it out."""

from __future__ import annotations

from msgspec import Struct

from ironbottom.questions import Answer
from ironbottom.wire.agreeing import Agreeable
from ironbottom.wire.orders import StandingOrder
from ironbottom.wire.pace import Hours


class Print(Struct, frozen=True):
    """Nothing but these lines to print."""

    lines: tuple[str, ...]


class Give(Struct, frozen=True):
    """An answer to the question that stands.  It is legal; the lines say how it was understood."""

    answer: Answer
    lines: tuple[str, ...]


class AdviceIntent(Struct, frozen=True):
    """What would you do?"""

    lines: tuple[str, ...]


class WarnIntent(Struct, frozen=True):
    """Be warned of blunders, or no longer."""

    on: bool
    lines: tuple[str, ...]


class ChatIntent(Struct, frozen=True):
    """A line for everybody at the table."""

    text: str


class Phrase(Struct, frozen=True):
    """One of the canned phrases, from 1."""

    n: int


class ResignIntent(Struct, frozen=True):
    """§11.4  Give the game up; it was asked and confirmed."""


class OfferIntent(Struct, frozen=True):
    """Offer the other player something."""

    what: Agreeable


class ReplyIntent(Struct, frozen=True):
    """Accept what the other player offers, or decline it; what one has offered oneself is withdrawn."""

    accept: bool


class MuteIntent(Struct, frozen=True):
    """Hear no chat any more, or hear it again."""

    muted: bool
    lines: tuple[str, ...]


class OrdersIntent(Struct, frozen=True):
    """The standing orders from now on."""

    orders: tuple[StandingOrder, ...]
    lines: tuple[str, ...]


class HoursIntent(Struct, frozen=True):
    """From when on one's clock runs in each day."""

    hours: Hours


class VacationIntent(Struct, frozen=True):
    """Go on vacation, or come back from it."""

    away: bool


class CastIntent(Struct, frozen=True):
    """Look at both hands, as late as the players have agreed; from now on after every turn."""


class Quit(Struct, frozen=True):
    """Leave; the game is kept."""

    lines: tuple[str, ...]


Said = (
    Print | Give | AdviceIntent | WarnIntent | ChatIntent | Phrase | ResignIntent | OfferIntent | ReplyIntent
    | MuteIntent | OrdersIntent | HoursIntent | VacationIntent | CastIntent | Quit
)

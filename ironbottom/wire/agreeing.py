"""What two players may agree upon while they play: a draw, a pause and its end, an answer taken back.

One offers, the other accepts, and each signs it with the head of the chain that he was told last.  So neither a server
nor anybody else can agree for them, and an old consent fits no other moment.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ironbottom.wire.fields import Bytes32, Count, Seq, Signature, TableId

OFFERS = 1000  # the greatest number of an offer in one game

Offered = Literal["draw", "pause", "takeback"]  # what terms may allow
Agreeable = Literal["draw", "pause", "go-on", "takeback"]
OfferNumber = Annotated[int, Meta(ge=1, le=OFFERS)]
OfferReply = Literal["", "accepted", "declined", "withdrawn", "lapsed"]


class MakeOffer(Struct, frozen=True, tag="offer"):
    """Offer the other player a draw, a pause, its end, or that your last answer be taken back."""

    seq: Seq
    table: TableId
    what: Agreeable
    n: OfferNumber  # one more than `last` of Offers
    head: Bytes32  # of the last update that you were told
    signature: Signature


class Accept(Struct, frozen=True, tag="accept"):
    """Accept the offer of that number: what was offered is done."""

    seq: Seq
    table: TableId
    n: OfferNumber
    head: Bytes32  # of the last update that you were told
    signature: Signature


class Decline(Struct, frozen=True, tag="decline"):
    """Decline the offer of that number, which the other player has made."""

    seq: Seq
    table: TableId
    n: OfferNumber


class Withdraw(Struct, frozen=True, tag="withdraw"):
    """Withdraw your own offer of that number."""

    seq: Seq
    table: TableId
    n: OfferNumber


class StandingOffer(Struct, frozen=True):
    """An offer that waits for an answer."""

    place: Annotated[int, Meta(ge=0, le=1)]  # who made it
    what: Agreeable
    n: OfferNumber


class Offers(Struct, frozen=True, tag="offers"):
    """How it stands with offers at a table whose terms allow any; told whenever that changes."""

    table: TableId
    last: Count  # the number of the last offer in this game; 0: there was none
    standing: StandingOffer | None  # the one that waits
    before: StandingOffer | None = None  # the one that waited last
    reply: OfferReply = ""  # and what became of it
    paused: bool = False  # both have agreed to a pause: nobody answers, and no clock runs

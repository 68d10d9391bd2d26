"""The entries of a transcript: everything that made a game what it was, in order, for whoever will check it.

What a field may hold is said as narrowly as it can be: whoever reads a file that somebody else has written is then
told by the decoder, and by nothing later, that a number is out of range or a key too short.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from ironbottom.proof.seeds import bids
from ironbottom.wire.agreeing import Agreeable, OfferNumber
from ironbottom.wire.answers import Plain
from ironbottom.wire.cleaning import clean_name
from ironbottom.wire.fields import Bytes16, Bytes32, Count, GameId, GameNumber, Short, Signature, TableId
from ironbottom.wire.messages import TOSSES, Given, Thrown
from ironbottom.wire.orders import MOST, StandingOrder
from ironbottom.wire.teams import Partner
from ironbottom.wire.terms import Terms
from ironbottom.wire.whatif import Branch

FORMAT = 3
# of games in which two share a side, or whose terms allow offers (there may be an Agreed, and an end without a winner);
# all others are written as before
NEWER = 4
READ = (1, 2, 3, NEWER)  # formats that this program reads: 1 does not tell what was mixed
TELLS = 3  # from here on a file tells of the tosses before its own

Which = Annotated[int, Meta(ge=0, le=1)]  # of two sides, or of two places
Points = Annotated[int, Meta(ge=0, lt=2**31)]
Throw = Annotated[bytes, Meta(max_length=64)]  # the faces of one
Drawn = Annotated[tuple[Annotated[int, Meta(ge=0, lt=2**31)], ...], Meta(max_length=256)]  # tokens, or places of cards
Mix = tuple[Short, Drawn]  # the label of a stream, and what it gave


class Player(Struct, frozen=True):
    """Who sat at a place, and what he brought to the toss."""

    name: Annotated[str, Meta(max_length=128)]
    key: Bytes32
    bot: bool
    wish: Annotated[str, Meta(pattern="^(us|jp|either)$")]
    commitment: Bytes32
    committed: Signature  # signature over the game, the server's commitment and his own
    share: Bytes32
    revealed: Signature  # signature over the game and all three commitments
    partner: Partner | UnsetType = UNSET  # §26: who shares his side; left out where nobody does

    @property
    def names(self) -> str:
        """Who plays the side, for people; §26: both who share it."""
        partner = self.partner
        return " & ".join(map(clean_name, [self.name, *([] if partner is UNSET else [partner.name])]))

    def answering(self, window: str) -> bytes:
        """§26.2  The key of the partner whose question this is; empty where it is that of who took the seat."""
        partner = self.partner
        return partner.key if partner is not UNSET and partner.answers(window) else b""


class Begun(Struct, frozen=True, tag="begun", omit_defaults=True):
    """The toss, and what the game is played by.  The last three are left out where there is nothing in them."""

    format: Count
    software: Short
    engine: Short
    set: Short
    cards: Short  # the fingerprint of the set
    table: TableId
    number: GameNumber  # of the game at this table, from 1
    game: GameId
    server: Bytes32  # its key
    commitment: Bytes32  # of the server
    players: tuple[Player, Player]  # places 0 and 1
    us: Which  # the place that plays the US
    terms: Terms  # a seed among them is the seed of the game, and nobody's toss counts
    at: int  # seconds since 1970
    telling: Count = 0  # the edition by which the sides were told of it; 0: before there were any
    thrown: Annotated[tuple[Thrown, ...], Meta(max_length=TOSSES)] = ()  # tosses of this table in vain, before this one
    branch: Branch | None = None  # a what-if, and where its cards lie at first; it counts as no game

    @property
    def bids(self) -> tuple[int, int]:
        """§23.18  What the players have bid for Japan; in a what-if nobody does."""
        if self.branch is not None:
            return 0, 0
        first, second = self.players
        return bids(self.terms.options or (), (first.share, second.share))


class AnsweredEntry(Struct, frozen=True, tag="answered", omit_defaults=True):
    """One answer, and what it led to.  Where nothing was mixed, `mixes` is left out of the line."""

    side: Which
    window: Short
    update: Count  # the number of the update, of this side, that asked
    answer: Plain
    given: Given
    by: Annotated[bytes, Meta(max_length=32)]  # the key of the stand-in, or of the partner (§26); else empty
    dice: tuple[Throw, ...]  # the faces of each throw
    digest: Bytes16  # of all events that came of it
    at: Count
    mixes: tuple[Mix, ...] = ()  # what the other streams gave, in order


class ResignedEntry(Struct, frozen=True, tag="resigned"):
    """§11.4, §26.5"""

    side: Which
    update: Count
    given: Given
    digest: Bytes16
    at: Count


class Ordered(Struct, frozen=True, tag="ordered"):
    """A player's standing orders from here on, under his signature."""

    side: Which
    seq: Count  # of the request; those of a side grow
    orders: Annotated[tuple[StandingOrder, ...], Meta(max_length=MOST)]
    signature: Signature
    by: Bytes32 | UnsetType = UNSET  # §26: the key of the partner whose orders they are; left out otherwise


class Countersigned(Struct, frozen=True, tag="countersigned"):
    """A player's signature under his answers since the last, and under the head that he saw; the server's receipt."""

    side: Which
    head: Bytes32
    first: Count
    digests: Annotated[bytes, Meta(max_length=16 * 64)]
    signature: Signature
    receipt: Signature
    by: Bytes32 | UnsetType = UNSET  # §26: the key of the partner who has signed; left out otherwise


class Agreed(Struct, frozen=True, tag="agreed", omit_defaults=True):
    """One player has offered something, and the other has accepted it, each under his signature.

    A takeback is a branch: the game goes on from before the last answer that who offered it had given himself.
    """

    side: Which  # who offered it
    what: Agreeable
    n: OfferNumber  # those of a game grow
    offered: Bytes32  # the head that who offered it was told last
    offer: Signature
    seen: Bytes32  # the head that who accepted it was told last
    accept: Signature
    at: Count
    update: Count = 0  # that the answer was to which is taken back; 0: none is


class Ended(Struct, frozen=True, tag="ended"):
    """The outcome; the server shows its share."""

    winner: Which | None  # None: a draw
    reason: Literal["strategic-base", "time-up", "sudden-death", "resigned", "agreed"]
    points: tuple[Points, Points]
    digest: Bytes32  # of the last position
    share: Bytes32
    at: Count


class Closed(Struct, frozen=True, tag="closed"):
    """The server's signature under the head before this entry.  Countersignatures may stand between end and close."""

    head: Bytes32
    signature: Signature


Body = Begun | AnsweredEntry | ResignedEntry | Ordered | Countersigned | Agreed | Ended | Closed


class TranscriptEntry(Struct, frozen=True):
    """A body in its place.  The salt keeps a head from telling what was answered before it may be known."""

    n: Count
    salt: Bytes16
    body: Body

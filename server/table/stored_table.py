"""What is kept of a table besides its games: who sits there, by what terms, and how far the toss has come."""

from __future__ import annotations

from zlib import crc32

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from ironbottom.battle import CampaignPart
from ironbottom.windows import Command
from ironbottom.wire.agreeing import StandingOffer
from ironbottom.wire.cleaning import told_apart
from ironbottom.wire.messages import Status, Thrown
from ironbottom.wire.orders import StandingOrder
from ironbottom.wire.teams import Partner, Partners
from ironbottom.wire.terms import Terms
from ironbottom.wire.whatif import Branch

from .clock.day_clocks import StoredPace
from .clock.working_hours import WorkingHours

PLACES = 2


class StoredToss(Struct, frozen=True):
    """The toss of the game that is to begin.  Of each pair the first belongs to place 0."""

    game: bytes
    share: bytes  # the server's, secret until the game is over
    wishes: tuple[str, str]
    commitments: tuple[bytes, bytes] = (b"", b"")
    committed: tuple[bytes, bytes] = (b"", b"")  # signatures
    shares: tuple[bytes, bytes] = (b"", b"")
    revealed: tuple[bytes, bytes] = (b"", b"")  # signatures
    number: int = 0  # of the game; 0: written by a version that kept none of the rest
    engine: str = ""
    cards: str = ""  # the fingerprint of the set
    keys: tuple[bytes, bytes] = (b"", b"")


class StoredOffer(Struct, frozen=True):
    """An offer that waits for an answer."""

    standing: StandingOffer
    head: bytes  # that who made it was told last
    signature: bytes


class StoredSeat(Struct, frozen=True):
    """Who sits at a place."""

    name: str
    key: bytes
    bot: bool
    token: bytes
    wish: str
    last: int = 0  # the greatest `seq` of a request that changed what is kept here
    rematch: bool = False
    orders: tuple[StandingOrder, ...] = ()
    request: bytes = b""  # by which it was asked for
    called: str = ""  # the bot of this server that sits there; empty: somebody else
    offered: int = 0  # how much was offered to the other player in this game
    ordered: int = 0  # how often standing orders were changed in this game
    hours: WorkingHours | UnsetType = UNSET  # when a clock for days runs for him; left out where he has chosen none
    shares: Partner | None = None  # §26: of a partner, what vouches for him
    moved: str = ""  # the table that he waited at before, which is closed; empty: he took this seat himself


class StoredInvitation(Struct, frozen=True):
    """§26  By what whoever took a seat has invited his partner."""

    key: bytes
    commands: Command
    signature: bytes


class CupFixture(Struct, frozen=True):
    """Which game of a cup is played at a table."""

    cup: str
    n: int
    settled: bool = False  # its result was settled without this game, which goes on and counts no more


class StoredChallenge(Struct, frozen=True):
    """What makes a table a challenge: it waits for whoever fits, until a time."""

    until: int  # seconds since 1970
    within: int = 0  # points to an opponent at most; 0: anybody
    points: int | None = None  # of who posted it, then; None: no rated game of his counted
    seek: bool = False  # who waits there seeks: whoever posts what fits is seated there
    movable: bool = False  # and his program follows him to another table
    near: bool = False  # he was on the server's own network


class StoredTable(Struct, frozen=True):
    """A table."""

    id: str
    request: bytes  # of who made it
    secret: bytes  # of the invite
    terms: Terms
    made: int  # seconds since 1970
    seats: tuple[StoredSeat | None, StoredSeat | None]
    status: Status = "open"
    games: int = 0  # begun here
    toss: StoredToss | None = None
    thrown: tuple[Thrown, ...] = ()  # tosses that were thrown away after a share was shown
    origin: bytes = b""  # where it was made, as runtime/origins.py writes that; empty: by an older version
    ended: int = 0  # seconds since 1970 when the last game was over; 0: none was
    branch: Branch | None = None  # a what-if, and where each game here begins
    offer: StoredOffer | None = None  # that waits in the game that is played
    offered: int = 0  # offers in that game, up to the last
    absent: int = 0  # seconds that nobody was here while the server ran, as far as that was written down
    pace: StoredPace | UnsetType = UNSET  # its clocks for days; left out where there are none
    partners: tuple[StoredSeat | None, StoredSeat | None] = (None, None)  # §26: who shares the sides of both places
    invitations: tuple[StoredInvitation | None, StoredInvitation | None] = (None, None)  # to share them
    cup: CupFixture | None = None  # its one game is a cup's, which has made it
    challenge: StoredChallenge | None = None  # it was posted to wait for whoever fits

    @property
    def full(self) -> bool:
        """Whether everybody sits who is to play."""
        shared = self.terms.teams or ()
        return None not in self.seats and all(self.partners[place] is not None for place in shared)

    @property
    def everybody(self) -> list[StoredSeat]:
        """Who sits here, partners too."""
        return [seat for seat in (*self.seats, *self.partners) if seat is not None]


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(StoredTable).decode


def to_bytes(stored: StoredTable) -> bytes:
    """A table, for the journal: its checksum, and JSON.  The entries of games are safe by their chain."""
    body = _encode(stored)
    return b"%08x " % crc32(body) + body


def from_bytes(row: bytes) -> StoredTable:
    """A table, from the journal.  Raises msgspec.DecodeError for what is none, or is damaged."""
    body = row[9:]
    if row[:9] != b"%08x " % crc32(body):
        raise msgspec.DecodeError("its checksum does not fit")
    return _decode(body)


def part_of(stored: StoredTable) -> CampaignPart | None:
    """§25  Which battle of a campaign is played here; a what-if that has left one is none of it."""
    battle = stored.terms.battle
    return battle.campaign if battle and stored.branch is None else None


def finished(stored: StoredTable) -> bool:
    """Whether nothing more is to come here but another game from the beginning: between two battles more is."""
    part = part_of(stored)
    return stored.status == "over" and (part is None or part.last)


def known_as(stored: StoredTable, chair: int) -> str:
    """What somebody is called; who has the name of somebody in a chair before his gets a number behind it."""
    names: list[str] = []
    for seat in (*stored.seats, *stored.partners)[: chair + 1]:
        before = list(filter(None, names))
        names.append(told_apart(seat.name, *before) if seat is not None and before else seat.name if seat else "")
    return names[chair]


def place_of(chair: int) -> int:
    """The place whose side is played from a chair: two chairs are at each place of a table whose sides are shared.

    Chairs 0 and 1 are those of who took the seats of places 0 and 1, chairs 2 and 3 those of their partners (§26).
    """
    return chair % PLACES


def is_partner(chair: int) -> bool:
    """Whether who sits there shares a side that somebody else has taken."""
    return chair >= PLACES


def partners_of(stored: StoredTable) -> Partners:
    """Who shares the sides, and what vouches for them, under the names that they have here."""
    first, second = [
        None if seat is None or seat.shares is None else replace(seat.shares, name=known_as(stored, PLACES + place))
        for place, seat in enumerate(stored.partners)
    ]
    return first, second

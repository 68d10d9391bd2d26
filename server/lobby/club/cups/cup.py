"""A cup as it is kept: who has entered, what is played, and how each of its games has ended."""

from __future__ import annotations

from zlib import crc32

import msgspec
from msgspec import Struct

from ironbottom.wire.cups import WHOLE, CupKind, CupState, Ending
from ironbottom.wire.terms import Terms

from ....store.journal import Write


class FixtureResult(Struct, frozen=True):
    """How a game of a cup has ended."""

    us: float  # points: 1, a half, or none
    jp: float
    lead: int  # VP more of the US
    ending: Ending

    @property
    def swapped(self) -> FixtureResult:
        return FixtureResult(self.jp, self.us, -self.lead, self.ending)


class Fixture(Struct, frozen=True):
    """A game of a cup that is to be played, or was."""

    n: int  # from 1, in the order in which they were laid out
    round: int  # from 1
    tie: int  # which pair of its round, from 0
    us: int  # the number of an entrant
    jp: int
    table: str = ""  # empty: it was decided without one
    tokens: tuple[bytes, bytes] = (b"", b"")  # by which the US and Japan take their seats
    due: int = 0  # seconds since 1970, until when both must have come
    result: FixtureResult | None = None

    def against(self, entrant: int) -> int:
        """Who meets him here."""
        return self.jp if entrant == self.us else self.us

    def points(self, entrant: int) -> float:
        """What he has of it."""
        if self.result is None:
            return 0.0
        return self.result.us if entrant == self.us else self.result.jp

    def lead(self, entrant: int) -> int:
        """VP that he has more."""
        if self.result is None:
            return 0
        return self.result.lead if entrant == self.us else -self.result.lead

    def won_by(self, entrant: int, ending: Ending) -> Fixture:
        """The same, as a game that he has won without playing it out."""
        won = FixtureResult(1.0, 0.0, WHOLE, ending)
        return msgspec.structs.replace(self, result=won if entrant == self.us else won.swapped)

    def won_by_nobody(self, ending: Ending) -> Fixture:
        """The same, as a game that both have lost."""
        return msgspec.structs.replace(self, result=FixtureResult(0.0, 0.0, 0, ending))


class Entrant(Struct, frozen=True):
    """Who plays in a cup; he is known by his number, which is his place in the order of entering."""

    name: str
    key: bytes
    bot: bool = False
    out: bool = False  # he has left while it ran, or was banned


class StoredCup(Struct, frozen=True):
    """A cup, without its games."""

    id: str
    title: str
    kind: CupKind
    games: int  # of each pair
    terms: Terms
    most: int  # players
    closes: int  # seconds since 1970, until when one may enter
    days: int  # in which the games of a round are to be begun
    made: int
    state: CupState = "open"
    entrants: tuple[Entrant, ...] = ()
    order: tuple[int, ...] = ()  # of the entrants, as they were drawn
    lot: bytes = b""  # what else is decided by lot follows from it
    round: int = 0  # that is played, or was last
    ended: int = 0  # seconds since 1970

    def entrant(self, key: bytes) -> int | None:
        """The number of a player who has entered and not left."""
        return next((n for n, one in enumerate(self.entrants) if one.key == key and not one.out), None)


_cup = msgspec.json.Decoder(StoredCup).decode
_fixture = msgspec.json.Decoder(Fixture).decode


def _row(what: StoredCup | Fixture) -> bytes:
    body = msgspec.json.encode(what)
    return b"%08x " % crc32(body) + body


def _body(row: bytes) -> bytes:
    if row[:9] != b"%08x " % crc32(row[9:]):
        raise msgspec.DecodeError("its checksum does not fit")
    return row[9:]


def cup_of(row: bytes) -> StoredCup:
    """From the journal.  Raises msgspec.DecodeError for what is none, or is damaged."""
    return _cup(_body(row))


def fixture_of(row: bytes) -> Fixture:
    """Likewise."""
    return _fixture(_body(row))


def cup_row(cup: StoredCup) -> Write:
    """A cup as it is from now on."""
    return Write("INSERT OR REPLACE INTO cups VALUES (?, ?, ?)", (cup.id, cup.made, _row(cup)))


def fixture_row(cup: str, fixture: Fixture) -> Write:
    """A game as it is from now on."""
    done = fixture.result is not None
    return Write("INSERT OR REPLACE INTO fixtures VALUES (?, ?, ?, ?)", (cup, fixture.n, done, _row(fixture)))


def ended_row(cup: str, fixture: Fixture) -> Write:
    """How a game has ended at its table; one that was decided before stays so."""
    question = "UPDATE fixtures SET done = 1, body = ? WHERE cup = ? AND n = ? AND done = 0"
    return Write(question, (_row(fixture), cup, fixture.n))


def gone_cup_rows(cup: str) -> tuple[Write, ...]:
    """Nothing is left of a cup."""
    return Write("DELETE FROM cups WHERE id = ?", (cup,)), Write("DELETE FROM fixtures WHERE cup = ?", (cup,))

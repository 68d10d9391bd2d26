"""Which tables wait as challenges, by their terms and by who made them; and who got which side of one that goes on.

Whatever is asked here is looked up, and never counted out: it costs the same, however many wait.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from ironbottom.keys import fingerprint
from ironbottom.wire.terms import Terms

from ....table.stored_table import StoredSeat, StoredTable
from ....table.table import GameTable


class ChallengeEntry(NamedTuple):
    """What is remembered of a table that is, or was, a challenge."""

    owner: bytes  # who waits there; empty: it waits no more
    kind: bytes  # its terms, whoever takes which side
    seats: tuple[tuple[bytes, bytes], ...]  # key and request of who sits there
    sides: tuple[str, str] | None  # the keys of who plays the US and Japan, until that game is over


class Seeker(NamedTuple):
    """Somebody who is to have a seat at a challenge, and what he wants himself."""

    key: bytes
    bot: bool
    side: str  # a wish
    within: int
    seek: bool
    near: bool  # on the server's own network


def kind_of_game(terms: Terms) -> bytes:
    """Terms, whoever takes which side: two who seek the same have the same."""
    plain = replace(terms, side="either", practice=False)
    return msgspec.json.encode(plain)


def waits(stored: StoredTable) -> StoredSeat | None:
    """Who waits at a table for whoever fits; None: it is no challenge, or not any more."""
    there = [seat for seat in stored.seats if seat is not None]
    if stored.challenge is None or stored.status != "open" or stored.games or len(there) != 1:
        return None
    return there[0]


class OpenChallenges:
    """Those of one server."""

    def __init__(self) -> None:
        self._entries: dict[str, ChallengeEntry] = {}  # by table
        self._by_kind: dict[bytes, dict[str, GameTable]] = {}  # those that wait, the oldest first
        self._of: Counter[bytes] = Counter()  # challenges that wait, by who waits
        self._seats: dict[tuple[bytes, bytes], GameTable] = {}  # by key and request
        self._balance: Counter[str] = Counter()  # by player: games as the US that go on, less those as Japan
        self._fresh: dict[str, GameTable] = {}  # those that may fit others now which wait already

    def look(self, table: GameTable, *, gone: bool = False) -> None:
        """A table has changed, or is no more."""
        before = self._entries.get(table.id)
        if before is None and (gone or table.stored.challenge is None):
            return
        now = None if gone or table.stored.challenge is None else _entry(table.stored)
        if now == before:
            return
        if before is not None:
            self._strike(table, before)
        if now is not None:
            self._enter(table, now)

    def _enter(self, table: GameTable, entry: ChallengeEntry) -> None:
        self._entries[table.id] = entry
        if entry.owner:
            self._of[entry.owner] += 1
            self._by_kind.setdefault(entry.kind, {})[table.id] = table
            self._fresh[table.id] = table
        self._seats.update(dict.fromkeys(entry.seats, table))
        for key, sign in zip(entry.sides or (), (1, -1), strict=False):
            self._balance[key] += sign

    def _strike(self, table: GameTable, entry: ChallengeEntry) -> None:
        del self._entries[table.id]
        if entry.owner:
            self._of -= Counter([entry.owner])
            self._fresh.pop(table.id, None)
            alike = self._by_kind[entry.kind]
            alike.pop(table.id)
            if not alike:
                del self._by_kind[entry.kind]
        for seat in entry.seats:
            if self._seats.get(seat) is table:  # and he has not moved
                del self._seats[seat]
        for key, sign in zip(entry.sides or (), (1, -1), strict=False):
            self._balance[key] -= sign
            if not self._balance[key]:
                del self._balance[key]

    def of_player(self, key: bytes) -> int:
        """How many of somebody wait."""
        return self._of[key]

    def seat_of(self, key: bytes, request: bytes) -> GameTable | None:
        """Where a request has led to already."""
        return self._seats.get((key, request))

    def alike(self, terms: Terms) -> Iterator[GameTable]:
        """Those that wait for such a game, the oldest first."""
        yield from [*self._by_kind.get(kind_of_game(terms), {}).values()]

    @property
    def several(self) -> bool:
        """Whether two wait for the same game."""
        return any(len(alike) > 1 for alike in self._by_kind.values())

    def refresh(self, key: bytes | None = None) -> None:
        """Those of a player may fit others now, or all may."""
        for alike in self._by_kind.values():
            for name, table in alike.items():
                if key is None or self._entries[name].owner == key:
                    self._fresh[name] = table

    def fresh(self) -> Iterator[GameTable]:
        """Those that may fit others now, each once."""
        while self._fresh:
            yield self._fresh.pop(next(iter(self._fresh)))

    def balance(self, key: str) -> int:
        """Games that go on here as the US, less those as Japan, of a player by his key's fingerprint."""
        return self._balance[key]

    def ended(self, now: int) -> Iterator[GameTable]:
        """Those that have waited for as long as they were to."""
        for alike in [*self._by_kind.values()]:
            for table in [*alike.values()]:
                if table.stored.challenge is not None and table.stored.challenge.until <= now:
                    yield table

    @property
    def size(self) -> int:
        """How much is remembered, for tests."""
        counted = len(self._entries) + len(self._by_kind) + len(self._of) + len(self._seats)
        return counted + len(self._balance) + len(self._fresh)


def _entry(stored: StoredTable) -> ChallengeEntry:
    owner = waits(stored)
    seats = tuple([(seat.key, seat.request) for seat in stored.seats if seat is not None and seat.request])
    return ChallengeEntry(
        b"" if owner is None else owner.key, kind_of_game(stored.terms), seats, _sides(stored)
    )


def _sides(stored: StoredTable) -> tuple[str, str] | None:
    """Who plays the US and who Japan in a game that is begun and not over; None: that is not said yet, or over."""
    toss, (first, second) = stored.toss, stored.seats
    if toss is None or stored.status not in ("tossing", "playing") or first is None or second is None:
        return None
    keys = (fingerprint(first.key), fingerprint(second.key))
    if toss.wishes == ("us", "jp"):
        return keys
    return keys[::-1] if toss.wishes == ("jp", "us") else None

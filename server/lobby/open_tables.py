"""The lobby: which tables somebody may join or look on at, for whoever asks, and for who follows it.

Its list is kept ready in the form in which it is sent.  One address has its share of it and no more
(runtime/fair_share.py), so that nobody is pushed out by a flood; tables at which somebody is come before those that
wait for their players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec
from msgspec import UNSET, Raw, UnsetType
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.internet.task import Cooperator

from ironbottom.wire.challenging import ChallengeLine
from ironbottom.wire.encoded import EncodedTables
from ironbottom.wire.messages import TableLine
from ironbottom.wire.terms import Wish, listed

from ..runtime.fair_share import FairShares
from ..runtime.rate_limits import plain_address
from ..table.stored_table import StoredTable, known_as
from ..table.table import GameTable
from ..transport.session import ClientSession
from .club.meeting.open_challenges import waits

DEBOUNCE = 1.0  # seconds that changes are collected
MORE = 0.002  # seconds for each of those who follow besides
PIECE = 20  # of those who follow, that are told in one go

Hidden = Callable[[GameTable], bool]

_pack, _json = msgspec.msgpack.Encoder().encode, msgspec.json.Encoder().encode


class Subscribers:
    """The tables that are shown to one kind of clients."""

    def __init__(self) -> None:
        self.occupied: FairShares[GameTable] = FairShares()
        self.empty: FairShares[GameTable] = FairShares()

    def look(self, table: GameTable, *, shown: bool) -> None:
        """It is shown, or not, and somebody is there, or not."""
        here = bool(table.sessions())
        for shares, wanted in ((self.occupied, shown and here), (self.empty, shown and not here)):
            (shares.add(table, table.stored.origin) if wanted else shares.discard(table))

    def newest(self, most: int) -> list[GameTable]:
        """The tables of its list, the newest first."""
        found = self.occupied.newest(most)
        found += self.empty.newest(most - len(found))
        return sorted(found, key=lambda table: -table.stored.made)


class OpenTable(NamedTuple):
    """A table's line, in both forms."""

    native: bytes
    web: bytes


class Follower(NamedTuple):
    """Somebody who hears every new list."""

    seq: int  # of his request
    told: bytes  # the list that he has


class OpenTables:
    """The lists of one server."""

    def __init__(
        self, clock: IReactorTime, turns: Callable[[], Cooperator], most: int, hidden: Callable[[bytes], Hidden | None]
    ) -> None:
        self._clock, self._turns, self._most = clock, turns, most
        self._hidden = hidden  # by key: which tables somebody is not to see; None: he sees all
        self._local, self._remote = Subscribers(), Subscribers()
        self._joinable: FairShares[GameTable] = FairShares()  # on the same network
        self._lines: dict[str, OpenTable] = {}  # of tables in a list
        self._lists: dict[tuple[bool, bool], bytes] = {}  # by near, web
        self._followers: dict[ClientSession, Follower] = {}
        self._flush: IDelayedCall | None = None

    def look(self, table: GameTable, *, gone: bool = False) -> None:
        """A table has changed, or is no more."""
        reach, over = table.stored.terms.reach, gone or table.stored.status == "over"
        if reach == "invite":
            return
        self._local.look(table, shown=not over)
        self._remote.look(table, shown=not over and reach == "open")
        if not over and table.stored.status == "open" and table.sessions():
            self._joinable.add(table, table.stored.origin)
        else:
            self._joinable.discard(table)
        self._lines.pop(table.id, None)
        self._lists.clear()
        if self._followers and (self._flush is None or not self._flush.active()):
            self._flush = self._clock.callLater(DEBOUNCE + MORE * len(self._followers), self._tell_followers)

    def show(self, session: ClientSession, seq: int, *, follow: bool) -> None:
        """Somebody asks for the list, and perhaps for every list after it."""
        told = self._list(session)
        if follow:
            self._followers[session] = Follower(seq, told)
        else:
            self._followers.pop(session, None)
        session.tell(EncodedTables(seq, Raw(told)))

    def lost(self, session: ClientSession) -> None:
        """He follows no more."""
        self._followers.pop(session, None)

    def waiting(self) -> list[TableLine]:
        """The tables that anybody on the same network may join now."""
        return [line(table) for table in self._joinable.newest(self._most)]

    def _list(self, session: ClientSession) -> bytes:
        """The list for somebody, in the form in which it is sent to him."""
        kind = (near(session.address), session.web)
        if (hidden := self._hidden(session.key)) is not None:
            return self._encoded(session, [table for table in self._of_kind(kind[0]) if not hidden(table)])
        ready = self._lists.get(kind)
        if ready is None:
            ready = self._lists[kind] = self._encoded(session, self._of_kind(kind[0]))
        return ready

    def _of_kind(self, local: bool) -> list[GameTable]:
        return (self._local if local else self._remote).newest(self._most)

    def _encoded(self, session: ClientSession, tables: list[GameTable]) -> bytes:
        lines = [Raw(self._line(table)[session.web]) for table in tables]
        return (_json if session.web else _pack)(lines)

    def _line(self, table: GameTable) -> OpenTable:
        ready = self._lines.get(table.id)
        if ready is None:
            told = line(table)
            ready = self._lines[table.id] = OpenTable(_pack(told), _json(told))
        return ready

    def _tell_followers(self) -> None:
        self._turns().coiterate(self._send_all())

    def _send_all(self) -> Iterator[None]:
        """Everybody whose list is another one than he was told last hears it."""
        for n, session in enumerate([*self._followers], 1):
            following = self._followers.get(session)
            if following is not None and (new := self._list(session)) != following.told:
                self._followers[session] = Follower(following.seq, new)
                session.tell(EncodedTables(following.seq, Raw(new)))
            if n % PIECE == 0:
                yield


def line(table: GameTable) -> TableLine:
    """A table, as everybody may see it."""
    stored = table.stored
    free: Wish | None = None
    if None in stored.seats:
        there = next((seat for seat in stored.seats if seat is not None), None)
        other: dict[str, Wish] = {"us": "jp", "jp": "us", "either": "either"}
        free = "either" if there is None else other[there.wish]
    name, against, *_none = [*filter(None, [known_as(stored, 0), known_as(stored, 1)]), "", ""]
    terms, watchers, whatif = listed(stored.terms), len(table.watchers), stored.branch is not None
    return TableLine(stored.id, name, terms, table.status, free, watchers, against, whatif, _challenge(stored))


def _challenge(stored: StoredTable) -> ChallengeLine | UnsetType:
    """For whom a table waits."""
    seat, challenge = waits(stored), stored.challenge
    if seat is None or challenge is None:
        return UNSET
    return ChallengeLine(challenge.until, challenge.within, challenge.points, seat.bot)


def near(address: str) -> bool:
    """Whether an address is of this machine or of the same network."""
    found = plain_address(address)
    return found is not None and (found.is_private or found.is_loopback or found.is_link_local)

"""The lobby: which tables somebody may join or look on at, for whoever asks, and for who follows it.

Its list is kept ready in the form in which it is sent.  One address has its share of it and no more
(runtime/fair_share.py), so that nobody is pushed out by a flood; tables at which somebody is come before those that
wait for their players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec
from msgspec import Raw
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.internet.task import Cooperator

from ironbottom.wire.messages import EncodedTables, TableLine, Wish, public

from ..runtime.fair_share import FairShares
from ..runtime.rate_limits import plain_address
from ..table.stored_table import known_as
from ..table.table import GameTable
from ..transport.session import ClientSession

NEWS = 1.0  # seconds that changes are collected
MORE = 0.002  # seconds for each of those who follow besides
PIECE = 20  # of those who follow, that are told in one go

_pack, _json = msgspec.msgpack.Encoder().encode, msgspec.json.Encoder().encode


class Audience:
    """The tables that are shown to one kind of callers."""

    def __init__(self) -> None:
        self.occupied: FairShares[GameTable] = FairShares()
        self.empty: FairShares[GameTable] = FairShares()

    def look(self, table: GameTable, *, shown: bool) -> None:
        """It is shown, or not, and somebody is there, or not."""
        here = bool(table.callers())
        for shares, wanted in ((self.occupied, shown and here), (self.empty, shown and not here)):
            (shares.add(table, table.kept.origin) if wanted else shares.discard(table))

    def newest(self, most: int) -> list[GameTable]:
        """The tables of its list, the newest first."""
        found = self.occupied.newest(most)
        found += self.empty.newest(most - len(found))
        return sorted(found, key=lambda table: -table.kept.made)


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

    def __init__(self, clock: IReactorTime, turns: Callable[[], Cooperator], most: int) -> None:
        self._clock, self._turns, self._most = clock, turns, most
        self._near, self._far = Audience(), Audience()
        self._joinable: FairShares[GameTable] = FairShares()  # on the same network
        self._lines: dict[str, OpenTable] = {}  # of tables in a list
        self._lists: dict[tuple[bool, bool], bytes] = {}  # by near, web
        self._followers: dict[ClientSession, Follower] = {}
        self._news: IDelayedCall | None = None

    def look(self, table: GameTable, *, gone: bool = False) -> None:
        """A table has changed, or is no more."""
        reach, over = table.kept.terms.reach, gone or table.kept.status == "over"
        if reach == "invite":
            return
        self._near.look(table, shown=not over)
        self._far.look(table, shown=not over and reach == "open")
        if not over and table.kept.status == "open" and table.callers():
            self._joinable.add(table, table.kept.origin)
        else:
            self._joinable.discard(table)
        self._lines.pop(table.id, None)
        self._lists.clear()
        if self._followers and (self._news is None or not self._news.active()):
            self._news = self._clock.callLater(NEWS + MORE * len(self._followers), self._tell_followers)

    def show(self, caller: ClientSession, seq: int, *, follow: bool) -> None:
        """Somebody asks for the list, and perhaps for every list after it."""
        told = self._list(caller)
        if follow:
            self._followers[caller] = Follower(seq, told)
        else:
            self._followers.pop(caller, None)
        caller.tell(EncodedTables(seq, Raw(told)))

    def lost(self, caller: ClientSession) -> None:
        """He follows no more."""
        self._followers.pop(caller, None)

    def waiting(self) -> list[TableLine]:
        """The tables that anybody on the same network may join now."""
        return [line(table) for table in self._joinable.newest(self._most)]

    def _list(self, caller: ClientSession) -> bytes:
        """The list for somebody, in the form in which it is sent to him."""
        kind = (near(caller.address), caller.web)
        ready = self._lists.get(kind)
        if ready is None:
            tables = (self._near if kind[0] else self._far).newest(self._most)
            lines = [Raw(self._line(table)[caller.web]) for table in tables]
            ready = self._lists[kind] = (_json if caller.web else _pack)(lines)
        return ready

    def _line(self, table: GameTable) -> OpenTable:
        ready = self._lines.get(table.id)
        if ready is None:
            told = line(table)
            ready = self._lines[table.id] = OpenTable(_pack(told), _json(told))
        return ready

    def _tell_followers(self) -> None:
        self._turns().coiterate(self._telling())

    def _telling(self) -> Iterator[None]:
        """Everybody whose list is another one than he was told last hears it."""
        for n, caller in enumerate([*self._followers], 1):
            following = self._followers.get(caller)
            if following is not None and (new := self._list(caller)) != following.told:
                self._followers[caller] = Follower(following.seq, new)
                caller.tell(EncodedTables(following.seq, Raw(new)))
            if n % PIECE == 0:
                yield


def line(table: GameTable) -> TableLine:
    """A table, as everybody may see it."""
    kept = table.kept
    free: Wish | None = None
    if None in kept.seats:
        there = next((seat for seat in kept.seats if seat is not None), None)
        other: dict[str, Wish] = {"us": "jp", "jp": "us", "either": "either"}
        free = "either" if there is None else other[there.wish]
    name, against, *_none = [*filter(None, [known_as(kept, 0), known_as(kept, 1)]), "", ""]
    return TableLine(kept.id, name, public(kept.terms), table.status, free, len(table.watchers), against)


def near(address: str) -> bool:
    """Whether an address is of this machine or of the same network."""
    found = plain_address(address)
    return found is not None and (found.is_private or found.is_loopback or found.is_link_local)

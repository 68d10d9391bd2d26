"""How tables stand, for who asks without sitting down, and for who looks on.

Who asks is whoever was invited, and whoever has left a game to come back.

It tells nothing that who looks on would not see (§22.7); at a table where nobody may, only its players hear how far the
game is.  A game that lies in the journal alone is read back once, and where it stands is remembered from then on.
"""

from __future__ import annotations

from functools import partial
from typing import Protocol

from ironbottom.language import _
from ironbottom.vocabulary import phrase
from ironbottom.wire.messages import Glance, Summaries, Summary, Watch

from ..runtime.rate_limits import TokenBucket, is_loopback, key
from ..table import recovery
from ..table.table import GameTable, TableStanding, refuse
from ..transport.chat_limits import MINUTE
from ..transport.session import ClientSession
from .club.meeting.blocks import Blocks
from .open_tables import Hidden, line
from .tables import Owner, TableRegistry

GLANCES = 20  # of one connection in a minute
LOOKS = 20  # times that one connection may come to look on in a minute


class Doorkeeper(Owner, Protocol):
    """The lobby, as far as it is needed here."""

    every: TableRegistry

    def may_know(self, table: GameTable, session: ClientSession, secret: bytes) -> bool: ...
    def may_enter(self, table: GameTable, session: ClientSession, secret: bytes) -> bool: ...


def glance(lobby: Doorkeeper, session: ClientSession, message: Glance) -> None:
    """The tables that somebody asks after, as far as he may hear of them, in one answer."""
    if not may_ask(lobby, session):
        refuse(session, message.seq, "limit", _("You ask very often how your tables stand; try again in a minute."))
        return
    _Asking(lobby, session, message).begin()


def may_ask(lobby: Doorkeeper, session: ClientSession) -> bool:
    """Whether somebody has not asked too often: for tables, or for the ladder."""
    if session.glances is None:
        session.glances = TokenBucket(GLANCES, lobby.clock.seconds())
    return session.glances.take(GLANCES, GLANCES / MINUTE, lobby.clock.seconds) == 0


def watch(lobby: Doorkeeper, table: GameTable, session: ClientSession, message: Watch) -> None:
    """§22.7  Look on, where the table allows it."""
    if table.id in session.seats:
        refuse(session, message.seq, "taken", _("You are at that table already."))
    elif not _room_to_look_on(lobby, table, session):
        refuse(session, message.seq, "limit", _("As many look on at that table as may."))
    elif sum([place < 0 for _table, place in session.seats.values()]) >= lobby.limits.looking:
        text = _("You look on at {n} tables already: leave one first.")
        refuse(session, message.seq, "limit", text.format(n=lobby.limits.looking))
    elif not table.stored.terms.spectators:
        refuse(session, message.seq, "no-seat", _("That table is played without spectators."))
    elif not lobby.may_enter(table, session, message.secret):
        refuse(session, message.seq, "secret", phrase("server.secret"))
    elif not _may_look(lobby, session):
        refuse(session, message.seq, "limit", _("You have come to look on very often; try again in a minute."))
    else:
        recovery.look_on(table, session, message.seq)


def _may_look(lobby: Doorkeeper, session: ClientSession) -> bool:
    """Whether a connection has not come to look on too often: each time a whole game is told."""
    if session.looks is None:
        session.looks = TokenBucket(LOOKS, lobby.clock.seconds())
    return session.looks.take(LOOKS, LOOKS / MINUTE, lobby.clock.seconds) == 0


def _room_to_look_on(lobby: Doorkeeper, table: GameTable, session: ClientSession) -> bool:
    """Whether there is room for one more, and for one more of his address."""
    limits = lobby.limits
    whose, allowed = key(session.address), limits.near if is_loopback(session.address) else limits.away
    theirs = sum([key(watcher.address) == whose for watcher in table.watchers])
    return len(table.watchers) < limits.watchers and theirs < allowed.watchers


def is_shut(table: GameTable, key: bytes, blocks: Blocks) -> bool:
    """Whether a table that waits for players is not there for somebody, because who sits there has blocked him."""
    waits = table.stored.status == "open" and not table.stored.games
    return waits and any(blocks.blocks(seat.key, key) for seat in table.stored.everybody)


def hidden_from(key: bytes, blocks: Blocks) -> Hidden:
    """Which tables that wait for players somebody does not see, because one has blocked the other."""
    def hides(table: GameTable) -> bool:
        waits = table.stored.status == "open" and not table.stored.games
        return waits and any(blocks.apart(seat.key, key) for seat in table.stored.everybody)

    return hides


class _Asking:
    """One request, until all of its tables are found."""

    def __init__(self, lobby: Doorkeeper, session: ClientSession, message: Glance) -> None:
        self._lobby, self._session, self._message = lobby, session, message
        self._found: dict[str, Summary | None] = {}
        self._names = [*dict.fromkeys(message.tables)]

    def begin(self) -> None:
        """Look for each of them."""
        if not self._names:
            self._answer()
        for name in self._names:
            self._lobby.every.find(name, partial(self._look, name))

    def _look(self, name: str, table: GameTable | None) -> None:
        if table is None or not self._lobby.may_know(table, self._session, self._message.secret):
            self._tell(name, None)
        elif table.stored.status == "playing" and table.standing() is None and not table.paused:
            if not table.loaded:
                recovery.load(table)
                self._lobby.every.loaded(table)
            table.when_free(lambda: self._tell(name, self._summary(table)))
        else:
            self._tell(name, self._summary(table))

    def _summary(self, table: GameTable) -> Summary:
        seats = table.stored.seats
        sits = self._session.key in [seat.key for seat in table.stored.everybody]
        looks_on = table.stored.terms.spectators
        standing = table.standing() if table.stored.status == "playing" and (sits or looks_on) else None
        wishing = tuple([place for place, seat in enumerate(seats) if sits and seat is not None and seat.rematch])
        return Summary(line(table), *(standing or TableStanding()), wishing)

    def _tell(self, name: str, summary: Summary | None) -> None:
        self._found[name] = summary
        if len(self._found) == len(self._names):
            self._answer()

    def _answer(self) -> None:
        if self._session.logged_in:  # he may have gone while a game was read back
            told = [one for one in map(self._found.__getitem__, self._names) if one is not None]
            self._session.tell(Summaries(self._message.seq, tuple(told)))

"""The tables of a cup's games: made with both seats taken, watched, and closed where nobody came in time."""

from __future__ import annotations

import secrets
from base64 import b32encode
from functools import partial
from typing import NamedTuple, Protocol

from msgspec import UNSET
from msgspec.structs import replace
from twisted.logger import Logger

from ironbottom.wire.cups import WHOLE
from ironbottom.wire.terms import Terms

from ....runtime.origins import HERE
from ....store.journal import NotStored, Write, table_row
from ....table import recovery, toss_handlers
from ....table.live_game import LiveGame
from ....table.stored_table import CupFixture, StoredSeat, StoredTable, to_bytes
from ....table.table import GameTable
from ....table.toss import toss
from ...register import Maker
from ...tables import Owner, TableRegistry
from .course import missed, stalled
from .cup import Entrant, Fixture, FixtureResult, StoredCup

US, JP = 0, 1  # the places at the table of a cup: who sits first plays the US

log = Logger()


class CupHost(Owner, Protocol):
    """The lobby, as far as it is needed here."""

    every: TableRegistry


class NewCupTable(NamedTuple):
    """A table that is made with its cup's next step, and the rows for that."""

    stored: StoredTable
    writes: tuple[Write, ...]


def names() -> tuple[str, bytes, bytes]:
    """Of a table, and the tokens by which both take their seats."""
    return b32encode(secrets.token_bytes(5)).decode(), secrets.token_bytes(16), secrets.token_bytes(16)


def terms_of_games(terms: Terms) -> Terms:
    """Terms as every game of a cup has them: who made it sits nowhere, and nobody waits for ever."""
    reach = "open" if terms.spectators else "invite"
    return replace(
        terms, side="us", absent="clock", reach=reach, seed=None, practice=False, advice=UNSET, teams=UNSET,
    )


def new_table(host: CupHost, cup: StoredCup, fixture: Fixture) -> NewCupTable:
    """The table of a game; the toss has begun at it.  Raises KeyError where the cards are not here any more."""
    cards = host.cards(cup.terms)
    if cards is None:
        raise KeyError(cup.terms.cards)
    seats = tuple([
        _seat(cup.entrants[n], side, token)
        for n, side, token in zip((fixture.us, fixture.jp), ("us", "jp"), fixture.tokens, strict=True)
    ])
    stored = StoredTable(
        fixture.table, b"", secrets.token_bytes(16), cup.terms, host.seconds(), (seats[0], seats[1]), origin=HERE,
        cup=CupFixture(cup.id, fixture.n),
    )
    stored = replace(toss(stored, host.key, cards.fingerprint, ("us", "jp")), status="tossing")
    return NewCupTable(stored, (table_row(stored.id, to_bytes(stored)), *host.handed_over(stored, None, 1)))


def _seat(one: Entrant, side: str, token: bytes) -> StoredSeat:
    return StoredSeat(one.name, one.key, one.bot, token, side)


def put_up(host: CupHost, stored: StoredTable) -> None:
    """It is written down: both hear of it by the ways that they have chosen, and may come."""
    table = GameTable(stored, host)
    host.every.enter(table, Maker(b"", stored.request, stored.origin))
    host.every.made(table)
    host.passed_on(table)


def ended_fixture(fixture: Fixture, live_game: LiveGame) -> Fixture:
    """A game of which the table knows how it has ended."""
    outcome = live_game.game.outcome
    assert outcome is not None
    if outcome.winner is None:
        return replace(fixture, result=FixtureResult(0.5, 0.5, 0, "played"))
    sign = 1 if outcome.winner == live_game.side(US) else -1
    lead = outcome.points[0] - outcome.points[1]
    if outcome.reason != "time-up":
        lead = sign * max(WHOLE, sign * lead)
    return replace(fixture, result=FixtureResult(float(sign > 0), float(sign < 0), lead, "played"))


def judged(host: CupHost, fixture: Fixture) -> Fixture | None:
    """A game whose time is up, as it counts now; None: it goes on, or cannot be looked at yet."""
    table = host.every.here.get(fixture.table)
    if table is None:
        return None if fixture.table in host.every.damaged else missed(fixture, (0, 0))
    stored = table.stored
    if stored.status == "tossing":
        return missed(fixture, _came(stored))
    if stored.status != "playing" or not stored.terms.bank:
        return None  # its own clock ends it
    if (standing := table.standing()) is None:
        if not table.paused and not table.loaded:
            recovery.load(table)
            host.every.loaded(table)
        return None
    return stalled(fixture, standing.asked)


def _came(stored: StoredTable) -> tuple[int, int]:
    """How far both have come with the toss."""
    if stored.toss is None:
        return 0, 0
    us, jp = [
        bool(bound) + bool(share) for bound, share in zip(stored.toss.commitments, stored.toss.shares, strict=True)
    ]
    return us, jp


def close(host: CupHost, name: str) -> None:
    """Nobody is to come to a table any more, unless its game has begun: both are told that it counts no more.

    A game ends by its rules, or by what its players have signed: a host who could end it would decide it.
    """
    table = host.every.here.get(name)
    if table is not None:
        table.when_free(partial(_close, table))


def _close(table: GameTable) -> None:
    if table.stored.status == "playing":
        _settle(table)
        return
    if table.stored.status != "tossing":
        return
    services = table.services
    stored = replace(table.stored, status="over", ended=services.seconds())

    def written() -> None:
        services.passed_on(table)
        table.tell_all()

    table.keep(stored, written, lambda _why: None, *services.handed_over(stored, None, stored.games))


def _settle(table: GameTable) -> None:
    mark = table.stored.cup
    if mark is not None and not mark.settled:
        stored = replace(table.stored, cup=replace(mark, settled=True))
        table.keep(stored, table.tell_all, lambda _why: None)


def reseat(host: CupHost, fixture: Fixture, entrant: int, one: Entrant) -> None:
    """A player comes by another key from now on: where his game has not begun, it is he who is awaited."""
    table = host.every.here.get(fixture.table)
    if table is not None:
        table.when_free(partial(_reseat, table, fixture, entrant, one))


def _reseat(table: GameTable, fixture: Fixture, entrant: int, one: Entrant) -> None:
    place = US if entrant == fixture.us else JP
    before, seat = table.stored, table.stored.seats[place]
    if before.status != "tossing" or seat is None or seat.key == one.key:
        return

    def refused(why: NotStored) -> None:
        table.stored = before
        log.error("a seat of table {table} cannot be given to another key: {error}", table=table.id, error=why)

    table.stored = table.with_seat(place, _seat(one, seat.wish, seat.token))
    toss_handlers.start(table, lambda: None, refused)

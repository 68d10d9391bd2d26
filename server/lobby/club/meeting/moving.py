"""Two challenges that wait already, and come to fit: a block is lifted, the ladder is another one, a third has gone.

Who seeks moves to the table of the other, of two who do the newer one; his own table is closed by the same commit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Protocol

from msgspec.structs import replace

from ironbottom.wire.challenging import Moved

from ....archive.results.rated_games import RatedGames
from ....store.journal import gone_rows
from ....table import recovery, toss_handlers
from ....table.stored_table import StoredSeat
from ....table.table import GameTable, TableServices
from .open_challenges import OpenChallenges, Seeker, waits

COMPARED = 2_000  # pairs that one sweep looks at


class MovingHost(TableServices, Protocol):
    """The lobby, as far as it is needed here."""

    rated: RatedGames

    def removes(self, table: GameTable) -> None: ...


class Moving:
    """Looks again at what waits; `fits` is the rule by which a seeker is seated when he posts."""

    def __init__(
        self, host: MovingHost, waiting: OpenChallenges, fits: Callable[[GameTable, Seeker], bool]
    ) -> None:
        self._host, self._waiting, self._fits = host, waiting, fits
        self._ladder = 0  # by which all were looked at
        self._looking = self._compare()

    def sweep(self) -> None:
        """Look at those that may fit others now, some at a time."""
        if self._waiting.several:
            self._host.rated.when_made(self._look)

    def _look(self) -> None:
        if self._ladder != self._host.rated.ladders:
            self._ladder = self._host.rated.ladders
            self._waiting.refresh()
        compared = sum([1 for _one in islice(self._looking, COMPARED)])
        if compared < COMPARED:
            self._looking = self._compare()

    def _compare(self) -> Iterator[None]:
        for table in self._waiting.fresh():
            for other in self._waiting.alike(table.stored.terms):
                yield
                stays, moves = _in_order(table, other)
                if self._suits(stays, moves):
                    self._bring(stays, moves)
                    break

    def _suits(self, stays: GameTable, moves: GameTable) -> bool:
        """Whether who waits at the second table is to have the free seat at the first."""
        seat, challenge, tables = waits(moves.stored), moves.stored.challenge, self._host.tables
        if seat is None or challenge is None or challenge.until <= self._host.seconds() or not _movable(moves):
            return False
        if any(tables.get(table.id) is not table for table in (stays, moves)):
            return False
        seeker = Seeker(seat.key, seat.bot, seat.wish, challenge.within, challenge.seek, challenge.near)
        return self._fits(stays, seeker)

    def _bring(self, stays: GameTable, moves: GameTable) -> None:
        """As soon as nothing else is under way at either table; until it is written down nobody does anything there."""
        if not stays.loaded:
            recovery.load(stays)
        moves.when_free(partial(self._hold, stays, moves))

    def _hold(self, stays: GameTable, moves: GameTable) -> None:
        moves.wait()
        stays.when_free(partial(self._guarded, stays, moves))

    def _guarded(self, stays: GameTable, moves: GameTable) -> None:
        if not stays.loaded or not self._suits(stays, moves):
            moves.free()
            return
        before = stays.stored
        try:
            self._move(stays, moves)
        except BaseException:  # a fault of ours: nothing has changed
            stays.stored = before
            moves.free()
            raise

    def _move(self, stays: GameTable, moves: GameTable) -> None:
        """One commit: he has the seat there, and his table is no more."""
        seat, place, before = waits(moves.stored), stays.stored.seats.index(None), stays.stored
        assert seat is not None

        def refused(_why: object) -> None:  # the disk is full: it is tried again in the next round
            stays.stored = before
            self._waiting.refresh(seat.key)
            moves.free()

        def written() -> None:
            try:
                self._follow(stays, moves, seat, place)
            finally:
                moves.free()

        stays.stored = stays.with_seat(place, replace(seat, moved=moves.id))
        stays.seat_states[place].last = moves.seat_states[moves.stored.seats.index(seat)].last
        stays.seat_states[place].muted = False
        toss_handlers.start(stays, written, refused, *gone_rows(moves.id))

    def _follow(self, stays: GameTable, moves: GameTable, seat: StoredSeat, place: int) -> None:
        """It is written down: who sits at the table that was closed hears where his seat is."""
        old = moves.stored.seats.index(seat)
        session, moves.seat_states[old].session = moves.seat_states[old].session, None
        moves.stored = moves.with_seat(old, None, status="over")
        if session is not None:
            session.seats.pop(moves.id, None)
        moves.tell_all()
        self._host.removes(moves)
        if session is not None:
            session.tell(Moved(0, moves.id, stays.id, place))


def _movable(table: GameTable) -> bool:
    """Whether who waits there is who has sought there, by a program that follows."""
    seat, challenge = waits(table.stored), table.stored.challenge
    return (
        seat is not None and challenge is not None and challenge.movable and seat.request == table.stored.request
        and not seat.moved
    )


def _in_order(one: GameTable, other: GameTable) -> tuple[GameTable, GameTable]:
    """Where two may meet, and whose player moves for that."""
    older, newer = sorted((one, other), key=lambda table: (table.stored.made, table.id))
    return (older, newer) if _movable(newer) else (newer, older)

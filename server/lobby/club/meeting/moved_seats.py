"""Where seats have moved whose tables are closed: who comes back to one is told so, if the seat is his."""

from __future__ import annotations

from hmac import compare_digest
from typing import NamedTuple

from ironbottom.wire.challenging import Moved
from ironbottom.wire.messages import Resume

from ....table.stored_table import StoredTable
from ....transport.session import ClientSession


class MovedSeat(NamedTuple):
    """Where a seat is now, and by what it is its player's."""

    table: str
    place: int
    key: bytes
    token: bytes


class MovedSeats:
    """Those of one server, for as long as the tables are there that they have moved to."""

    def __init__(self) -> None:
        self._seats: dict[str, MovedSeat] = {}  # by the table that is closed
        self._at: dict[str, tuple[str, ...]] = {}  # the tables that are closed, by the one that is there

    def look(self, stored: StoredTable) -> None:
        """A table is there, or has changed."""
        moved = tuple([seat.moved for seat in stored.seats if seat is not None and seat.moved])
        if moved == self._at.get(stored.id, ()):
            return
        self.forget(stored.id)
        if moved:
            self._at[stored.id] = moved
        for place, seat in enumerate(stored.seats):
            if seat is not None and seat.moved:
                self._seats[seat.moved] = MovedSeat(stored.id, place, seat.key, seat.token)

    def forget(self, table: str) -> None:
        """A table is no more."""
        for name in self._at.pop(table, ()):
            del self._seats[name]

    def tell(self, session: ClientSession, message: object) -> bool:
        """Whether somebody comes back to a seat of his that has moved; then he is told where to."""
        found = self._seats.get(message.table) if isinstance(message, Resume) else None
        if found is None or not isinstance(message, Resume):
            return False
        if found.key != session.key or not compare_digest(found.token, message.token):
            return False
        session.tell(Moved(message.seq, message.table, found.table, found.place))
        return True

    @property
    def size(self) -> int:
        """How much is remembered, for tests."""
        return len(self._seats) + len(self._at)

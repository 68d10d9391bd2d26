"""What is written down of a seat, from what its session knows."""

from __future__ import annotations

import time

from msgspec.structs import replace

from ironbottom.wire.messages import Seated

from ..storage.seat_store import How, OwnServer, SavedSeat
from .reconnecting_client import ReconnectingClient
from .seat_session import SeatSession


def seat_of(how: How, seated: Seated, link: ReconnectingClient, own: OwnServer | None = None) -> SavedSeat:
    """A seat that was just taken."""
    assert link.door.pin is not None
    return SavedSeat(
        how, seated.table, seated.place, seated.token, link.door.pin, link.server, link.door.addresses,
        int(time.time()), seated.secret, own,
    )


def up_to_date(seat: SavedSeat, guest: SeatSession) -> SavedSeat:
    """What a seat should say now."""
    known = guest.known
    turn = seat.turn if guest.update is None else guest.update.view.turn
    against = seat.against
    if guest.state is not None and guest.place >= 0:
        against = guest.state.seats[1 - guest.place].name or against
    return replace(
        seat, game=known.game, number=known.number, settled=known.settled, turn=turn, against=against,
        secret=guest.secret, token=guest.token, place=guest.place, chat=known.chat,
    )

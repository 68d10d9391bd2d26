"""What is written down of a seat, from what its session knows."""

from __future__ import annotations

import time

from msgspec.structs import replace

from ironbottom.wire.messages import Seated

from ..storage.seat_store import How, OwnServer, SavedSeat
from .reconnecting_client import ReconnectingClient
from .seat_session import SeatSession


def seat_of(how: How, seated: Seated, client: ReconnectingClient, own: OwnServer | None = None) -> SavedSeat:
    """A seat that was just taken."""
    assert client.endpoint.pin is not None
    return SavedSeat(
        how, seated.table, seated.place, seated.token, client.endpoint.pin, client.server, client.endpoint.addresses,
        int(time.time()), seated.secret, own,
    )


def _in_campaign(seat: SavedSeat, session: SeatSession) -> SavedSeat:
    """§25  Which battle of which campaign is played there, and whether it is over."""
    battle = None if session.state is None else session.state.terms.battle or None
    part = None if battle is None else battle.campaign
    if part is None or session.state is None:
        return seat
    over = session.state.status == "over"
    return replace(seat, campaign=part.name, battle=part.number, of=part.of, over=over)


def up_to_date(seat: SavedSeat, session: SeatSession) -> SavedSeat:
    """What a seat should say now."""
    known = session.known
    turn = seat.turn if session.update is None else session.update.view.turn
    against = seat.against
    if session.state is not None and session.place >= 0:
        against = session.state.seats[1 - session.place].name or against
    what_if = seat.what_if if session.state is None else session.state.whatif is not None
    lacks_partner = session.state is None or session.lacks_partner
    return replace(
        _in_campaign(seat, session), what_if=what_if, game=known.game, number=known.number, settled=known.settled,
        turn=turn, against=against,
        secret=session.secret, token=session.token, place=session.place, chat=known.chat,
        partner_secret=seat.partner_secret if lacks_partner else b"",
    )

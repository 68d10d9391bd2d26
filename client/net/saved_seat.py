"""What is written down of a seat, from what its session knows; and what somebody reads of it who goes on."""

from __future__ import annotations

import time
from datetime import datetime

from msgspec.structs import replace

from ironbottom.language import _
from ironbottom.vocabulary import phrase
from ironbottom.wire.messages import Seated

from ..storage.seat_store import How, OwnServer, SavedSeat
from ..text.rules.campaigns import stands
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


def waiting_line(n: int, seat: SavedSeat) -> str:
    """A game that waits, in a list."""
    begun = datetime.fromtimestamp(seat.made).strftime("%Y-%m-%d %H:%M")
    if seat.other is not None:
        both = _("{n}  {one} and {other} at this screen, turn {turn}, begun {begun}")
        turn = max(seat.turn, seat.other.turn)
        return both.format(n=n, one=seat.other.against, other=seat.against, turn=turn, begun=begun)
    against = seat.against or (seat.own.bot if seat.own is not None else "")
    if not against:
        text = _("{n}  a table that waits for a player, made {begun}")
    elif not seat.turn:
        text = _("{n}  against {against}, begun {begun}")
    else:
        text = _("{n}  against {against}, turn {turn}, begun {begun}")
    said = text.format(n=n, against=against, turn=seat.turn, begun=begun)
    if seat.campaign:
        said = f"{said}  ({stands(seat.campaign, seat.battle, seat.of, over=seat.over)})"
    return f"{said}  ({phrase('whatif.short')})" if seat.what_if else said

"""Updates as they are sent: for a side or for those who look on, as MessagePack or as JSON."""

from __future__ import annotations

import msgspec
from msgspec import Raw

from ironbottom.sight import seen
from ironbottom.wire.agreeing import OfferReply, Offers, StandingOffer
from ironbottom.wire.encoded import EncodedUpdate
from ironbottom.wire.messages import Given
from ironbottom.words import Side

from ..transport.session import ClientSession
from .live_game import OPEN, LiveGame, Transition, packed, signer_of
from .stored_table import is_partner, place_of
from .table import GameTable

_json = msgspec.json.Encoder().encode


def update(
    table: GameTable,
    live_game: LiveGame,
    side: Side | None,
    number: int,
    taken: Transition | None,
    given: Given,
    *,
    web: bool,
    partner: bool = False,
) -> EncodedUpdate:
    """An update for a side, or for those who look on; without `taken` it tells how things stand, not what happened."""
    events = [] if taken is None else seen(taken.events, side)
    view = live_game.now(side)
    parts = (Raw(_json(events)), Raw(_json(view))) if web else (packed(events), packed(view))
    sign = side is not None and live_game.to_sign(signer_of(side, partner=partner))
    clocks = table.clocks.milliseconds(table.clock_time)
    head = live_game.heads[OPEN if side is None else side]
    return EncodedUpdate(table.id, number, *parts, head, given, sign, clocks)


def offers(table: GameTable, before: StandingOffer | None = None, reply: OfferReply = "") -> Offers:
    """How it stands with offers; `before` waited last, and `reply` is what became of it."""
    stored = table.stored
    standing = None if stored.offer is None else stored.offer.standing
    return Offers(table.id, stored.offered, standing, before, reply, table.adjourned)


def tell_offers(table: GameTable, before: StandingOffer | None = None, reply: OfferReply = "") -> None:
    """Everybody here hears how it stands with offers."""
    message = offers(table, before, reply)
    for session in table.sessions():
        session.tell(message)


def show_offers(table: GameTable, session: ClientSession) -> None:
    """One who has come hears it, where the terms allow any."""
    if table.stored.terms.offers and table.live_game is not None:
        session.tell(offers(table))


def show(table: GameTable, chair: int, session: ClientSession) -> None:
    """The present update once more, without its events: for who has come back, or has lost the thread."""
    live_game = table.live_game
    if live_game is None:
        return
    show_offers(table, session)
    if chair < 0:
        session.tell(update(table, live_game, None, live_game.watched, None, "nobody", web=session.web))
        return
    side, number = live_game.side(place_of(chair)), live_game.numbers[live_game.side(place_of(chair))]
    table.seat_states[chair].heads.append(live_game.heads[side])
    partner = is_partner(chair)
    session.tell(update(table, live_game, side, number, None, "nobody", web=session.web, partner=partner))

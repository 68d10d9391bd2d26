"""Updates as they are sent: for a side or for those who look on, as MessagePack or as JSON."""

from __future__ import annotations

import msgspec
from msgspec import Raw

from ironbottom.sight import seen
from ironbottom.wire.messages import EncodedUpdate, Given
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


def show(table: GameTable, chair: int, session: ClientSession) -> None:
    """The present update once more, without its events: for who has come back, or has lost the thread."""
    live_game = table.live_game
    if live_game is None:
        return
    if chair < 0:
        session.tell(update(table, live_game, None, live_game.watched, None, "nobody", web=session.web))
        return
    side, number = live_game.side(place_of(chair)), live_game.numbers[live_game.side(place_of(chair))]
    table.seat_states[chair].heads.append(live_game.heads[side])
    partner = is_partner(chair)
    session.tell(update(table, live_game, side, number, None, "nobody", web=session.web, partner=partner))

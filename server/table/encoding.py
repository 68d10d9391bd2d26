"""Updates as they are sent: for a side or for those who look on, as MessagePack or as JSON."""

from __future__ import annotations

import msgspec
from msgspec import Raw

from ironbottom.sight import seen
from ironbottom.wire.messages import EncodedUpdate, Given
from ironbottom.words import Side

from ..transport.session import ClientSession
from .live_game import OPEN, LiveGame, Transition, packed
from .table import GameTable

_json = msgspec.json.Encoder().encode


def update(
    table: GameTable,
    playing: LiveGame,
    side: Side | None,
    number: int,
    taken: Transition | None,
    given: Given,
    *,
    web: bool,
) -> EncodedUpdate:
    """An update for a side, or for those who look on; without `taken` it tells how things stand, not what happened."""
    events = [] if taken is None else seen(taken.events, side)
    view = playing.now(side)
    parts = (Raw(_json(events)), Raw(_json(view))) if web else (packed(events), packed(view))
    sign = side is not None and playing.to_sign(side)
    clocks = table.clocks.milliseconds(table.now)
    head = playing.heads[OPEN if side is None else side]
    return EncodedUpdate(table.id, number, *parts, head, given, sign, clocks)


def show(table: GameTable, place: int, caller: ClientSession) -> None:
    """The present update once more, without its events: for who has come back, or has lost the thread."""
    playing = table.playing
    if playing is None:
        return
    if place < 0:
        caller.tell(update(table, playing, None, playing.watched, None, "nobody", web=caller.web))
        return
    side = playing.side(place)
    table.sitting[place].heads.append(playing.heads[side])
    caller.tell(update(table, playing, side, playing.numbers[side], None, "nobody", web=caller.web))

"""Tables to be drawn: what one pair of eyes knows after so many answers of a random game."""

from __future__ import annotations

from functools import cache

from ironbottom.catalog import card_set
from ironbottom.client.net.session_events import Updated
from ironbottom.client.terminal.state.model import UiState
from ironbottom.words import Side
from tests.wire.games import AnsweredTurn, turns


@cache
def played(number: int) -> tuple[AnsweredTurn, ...]:
    """A whole random game."""
    return tuple(turns(number))


def update_of(turn: AnsweredTurn, side: Side | None) -> Updated:
    """What these eyes are told."""
    update = turn.updates[2 if side is None else side]
    return Updated(update.view, update.events, update.number, update.given, None)


def ui_at(n: int, *, side: Side | None = Side.US, number: int = 1, shown: bool = True) -> UiState:
    """A Sea after n answers of a game; `shown`: the last update is drawn, else it waits in `coming`."""
    ui = UiState(card_set("full@1" if number % 2 else "core@1"), place=-1 if side is None else int(side))
    for turn in played(number)[: n + 1]:
        ui.catch_up()
        ui.arrive(update_of(turn, side))
    if shown:
        ui.catch_up()
    return ui


def asked_at(n: int, *, side: Side = Side.US, number: int = 1) -> UiState:
    """The first Sea from n on in which this side is asked."""
    turn = next(i for i, turn in enumerate(played(number)) if i >= n and turn.question.side is side)
    return ui_at(turn, side=side, number=number)

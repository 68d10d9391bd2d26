"""Where a table's clock runs out: whose clock runs, the timer until the first ends, and the default then (§20.6)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from .stored_table import place_of
from .table import GameTable

GiveDefault = Callable[[GameTable, int, int], None]  # table, chair, update: answer for who has no time left

RETRY = 30.0  # seconds until a default is tried again on which a rule has failed


def run(table: GameTable, give_default: GiveDefault) -> None:
    """Clocks run for those who are asked, while anybody plays; under the terms "wait" only for those who are here."""
    live_game = table.live_game
    if table.stored.terms.bank == 0 or live_game is None:
        return
    stopped = table.paused or not any(table.at(chair) for chair in table.chairs)
    asked = set() if stopped else {table.deciding(side) for side in live_game.game.asked}
    if table.stored.terms.absent == "wait":
        asked = {chair for chair in asked if table.at(chair)}
    places = {place_of(chair) for chair in asked}
    table.clocks.run(places, table.now)
    _cancel(table)
    ends = [end for place in places if (end := table.clocks.over_in(place, table.now)) is not None]
    if ends:
        _wait(table, max(0.01, min(ends)), give_default)


def try_again(table: GameTable, give_default: GiveDefault) -> None:
    """A rule has failed on the default: set the clock once more, or the game would stand still."""
    _cancel(table)
    _wait(table, RETRY, give_default)


def _wait(table: GameTable, seconds: float, give_default: GiveDefault) -> None:
    table.clock_timer = table.services.clock.callLater(seconds, _time_up, table, give_default)


def _cancel(table: GameTable) -> None:
    if table.clock_timer is not None and table.clock_timer.active():
        table.clock_timer.cancel()


def _time_up(table: GameTable, give_default: GiveDefault) -> None:
    """§20.6  The default is given for who has no time left."""
    live_game = table.live_game
    if live_game is None or live_game.ended or table.paused:
        return
    given = False
    for side in [*live_game.game.asked]:
        chair = table.deciding(side)
        end = table.clocks.over_in(place_of(chair), table.now)
        if end is not None and end <= 0.005 and not table.seat_states[chair].holding:  # what waits was in time
            given = True
            table.when_free(partial(give_default, table, chair, live_game.numbers[side]))
    if not given:
        run(table, give_default)

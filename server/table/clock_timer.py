"""Where a table's clock runs out: whose clock runs, the timer until the first ends, and the default then (§20.6)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from .table import GameTable

GiveDefault = Callable[[GameTable, int, int], None]  # table, place, update: answer for who has no time left

RETRY = 30.0  # seconds until a default is tried again on which a rule has failed


def run(table: GameTable, give_default: GiveDefault) -> None:
    """Clocks run for those who are asked, while anybody plays; under the terms "wait" only for those who are here."""
    live_game = table.live_game
    if table.stored.terms.bank == 0 or live_game is None:
        return
    stopped = table.paused or table.adjourned or not (table.at(0) or table.at(1))
    places = set() if stopped else {live_game.place(side) for side in live_game.game.asked}
    if table.stored.terms.absent == "wait":
        places = {place for place in places if table.at(place)}
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
        place = live_game.place(side)
        end = table.clocks.over_in(place, table.now)
        if end is not None and end <= 0.005 and not table.seat_states[place].holding:  # what waits was in time
            given = True
            table.when_free(partial(give_default, table, place, live_game.numbers[side]))
    if not given:
        run(table, give_default)

"""Where a table's clock runs out: whose clock runs, the timer until the first ends, and the default then (§20.6)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from ..live_game import LiveGame
from ..stored_table import StoredTable, place_of
from ..table import GameTable
from .clocks import Clocks
from .day_clocks import DayClocks

GiveDefault = Callable[[GameTable, int, int], None]  # table, chair, update: answer for who has no time left

RETRY = 30.0  # seconds until a default is tried again on which a rule has failed
LOOK = 3_600.0  # seconds after which a clock for days is looked at again: the wall's clock may have been set meanwhile


def run(table: GameTable, give_default: GiveDefault) -> None:
    """Clocks run for those who are asked, while anybody plays; under the terms "wait" only for those who are here.

    Clocks for days run whether anybody is here or not.
    """
    live_game = table.live_game
    if not table.stored.terms.timed or live_game is None:
        return
    _cancel(table)
    if isinstance(table.clocks, DayClocks):
        _run_days(table, table.clocks, give_default)
        return
    stopped = table.paused or table.adjourned or not any(table.at(chair) for chair in table.chairs)
    asked = set() if stopped else {table.deciding(side) for side in live_game.game.asked}
    if table.stored.terms.absent == "wait":
        asked = {chair for chair in asked if table.at(chair)}
    places = {place_of(chair) for chair in asked}
    table.clocks.run(places, table.now)
    ends = [end for place in places if (end := table.clocks.over_in(place, table.now)) is not None]
    if ends:
        _wait(table, max(0.01, min(ends)), give_default)


def _run_days(table: GameTable, clocks: DayClocks, give_default: GiveDefault) -> None:
    """Until the first of them ends, or runs on or stops by itself while somebody looks at it."""
    now = table.services.seconds()
    clocks.halt(now, halted=table.paused)
    moments = [due for place in (0, 1) if _ends(table, clocks, place) and (due := clocks.due(place, now)) is not None]
    if table.sessions() and (turn := clocks.turns_at(now)) is not None:
        table.clock_timer = table.services.clock.callLater(min(LOOK, turn - now + 0.5), _turned, table, give_default)
        moments = [due for due in moments if due <= turn]
    if moments:
        _cancel(table)
        _wait(table, min(LOOK, max(0.01, min(moments) - now)), give_default)


def _turned(table: GameTable, give_default: GiveDefault) -> None:
    """Somebody's hours have begun or are over: whoever looks at the clocks hears so."""
    table.tell_all()
    run(table, give_default)


def _ends(table: GameTable, clocks: DayClocks, place: int) -> bool:
    """Whether anything is to be done when the time of a place is up.

    Under the terms "wait" nothing is: he answers when he comes.  Under "bot" one may sit down for him from then on.
    """
    absent = table.stored.terms.absent
    return absent == "clock" or (absent == "bot" and clocks.left(place, table.clock_time) > 0)


def next_due(table: GameTable) -> int | None:
    """When something is to be done at a table that sleeps, by its clocks for days; None: nothing is, by itself."""
    if not isinstance(table.clocks, DayClocks) or table.stored.status != "playing":
        return None
    if table.stored.terms.absent != "clock":
        return None
    now = table.services.seconds()
    return min([due for place in (0, 1) if (due := table.clocks.due(place, now)) is not None], default=None)


def earliest_due(table: GameTable) -> int | None:
    """A moment before which nothing is due: no calendar is looked at for it, as thousands of tables ask at a start."""
    clocks = table.clocks
    if not isinstance(clocks, DayClocks) or table.stored.status != "playing" or table.stored.terms.absent != "clock":
        return None
    kept = clocks.kept
    if kept is None or kept.stopped or not kept.asked:
        return None
    return kept.at + min([kept.places[place].left for place in kept.asked])


def may_be_stood_in_for(table: GameTable, place: int) -> bool:
    """Whether a bot may come for who is away: in a game by the day only when his time is up."""
    if not isinstance(table.clocks, DayClocks):
        return True
    due = table.clocks.due(place, table.services.seconds())
    return due is not None and table.clocks.left(place, table.clock_time) == 0


def answered(table: GameTable, after: LiveGame, place: int) -> StoredTable:
    """An answer was given that everybody sees: its time is off the clock.  What is to be kept of the table then."""
    if isinstance(table.clocks, Clocks):
        table.clocks.answered(place, table.now)
        return table.stored
    asked = [after.place(side) for side in after.game.asked]
    kept = table.clocks.answered(asked, table.services.seconds())
    return table.stored if kept is None else replace(table.stored, pace=kept)


def stop(table: GameTable) -> StoredTable:
    """Both have agreed to stop: no clock runs from now on.  What is to be kept of the table then (`GameTable.keep`).

    Clocks for an evening keep nothing: they stand still as long as the table is adjourned (`run`).
    """
    return _agreed(table, stopped=True)


def go_on(table: GameTable) -> StoredTable:
    """Both have agreed to go on: the clocks of those who are asked run again."""
    return _agreed(table, stopped=False)


def _agreed(table: GameTable, *, stopped: bool) -> StoredTable:
    if not isinstance(table.clocks, DayClocks):
        return table.stored
    kept = table.clocks.agreed(table.services.seconds(), stopped=stopped)
    return table.stored if kept is None else replace(table.stored, pace=kept)


def moved(table: GameTable, after: LiveGame) -> StoredTable:
    """Both have agreed to a draw, or to take an answer back: others are asked now, or nobody, and nobody has played."""
    if not isinstance(table.clocks, DayClocks):
        return table.stored
    kept = table.clocks.moved([after.place(side) for side in after.game.asked], table.services.seconds())
    return table.stored if kept is None else replace(table.stored, pace=kept)


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
    if live_game is None or live_game.ended or live_game.paused or table.paused:
        return
    given, deciding = False, {side: table.deciding(side) for side in live_game.game.asked}
    for side, chair in deciding.items():  # by then the game may be gone from memory: a default was not stored
        end = table.clocks.over_in(place_of(chair), table.clock_time)
        if end is not None and end <= 0.005 and not table.seat_states[chair].holding:  # what waits was in time
            if isinstance(table.clocks, DayClocks) and table.stored.terms.absent != "clock":
                table.services.goes_on(table)  # a bot may come for him now
                return
            given = True
            table.when_free(partial(give_default, table, chair, live_game.numbers[side]))
    if not given:
        run(table, give_default)

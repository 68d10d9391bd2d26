"""What a player may do with his clock for days: choose his hours, go on vacation, come back from it."""

from __future__ import annotations

from msgspec.structs import replace

from ironbottom.language import _
from ironbottom.wire.pace import DAY, SetHours, Vacation

from ...transport.session import ClientSession
from ..play_handlers import go_on
from ..stored_table import StoredTable
from ..table import GameTable, done, not_stored, refuse
from .day_clocks import DayClocks
from .working_hours import SETTLED, WorkingHours, zone_of


def set_hours(table: GameTable, place: int, session: ClientSession, message: SetHours) -> None:
    """His hours from a day on; at once where he had none."""
    seat, now = table.seat(place), table.services.seconds()
    pace = table.stored.terms.pace
    if seat is None or not pace or pace.hours >= 24:
        refuse(session, message.seq, "not-yet", _("The clocks of this table run by day and night, or there are none."))
        return
    if zone_of(message.hours.zone) is None:
        text = _("No time zone is called {zone} here: give one as Europe/Berlin or Asia/Tokyo.")
        refuse(session, message.seq, "not-yet", text.format(zone=message.hours.zone))
        return
    chosen = seat.hours or None
    if chosen is not None and not chosen.may_change(now):
        text = _("Hours are kept for {n} days at least: you have changed yours not long ago.")
        refuse(session, message.seq, "not-yet", text.format(n=SETTLED // DAY))
        return
    after = WorkingHours(message.hours, now) if chosen is None else chosen.changed(message.hours, now)
    # what has run was run by the hours before
    counted = _counted(table, now)
    seated = table.with_seat(place, replace(seat, hours=after, last=message.seq))
    _keep(table, place, session, message.seq, replace(seated, pace=counted.pace))


def vacation(table: GameTable, place: int, session: ClientSession, message: Vacation) -> None:
    """Away, or back; the terms say for how many days in all."""
    seat, now, clocks = table.seat(place), table.services.seconds(), table.clocks
    if seat is None or not isinstance(clocks, DayClocks) or not clocks.pace.vacation:
        refuse(session, message.seq, "not-yet", _("The terms of this table know no vacation."))
        return
    if clocks.kept is None or table.stored.status != "playing":
        refuse(session, message.seq, "not-yet", _("A vacation can be taken while a game is going on."))
        return
    if message.away == clocks.on_vacation(place, now):
        done(session, table.seat_states[place], message.seq)
        return
    if message.away and clocks.vacation_left(place, now) <= 0:
        refuse(session, message.seq, "not-yet", _("You have taken all days of vacation of this game."))
        return
    kept = clocks.gone_away(place, now) if message.away else clocks.come_back(place, now)
    assert kept is not None
    seated = table.with_seat(place, replace(seat, last=message.seq))
    _keep(table, place, session, message.seq, replace(seated, pace=kept))


def _counted(table: GameTable, now: int) -> StoredTable:
    """What is kept, with the clocks counted up to now."""
    kept = table.clocks.counted(now) if isinstance(table.clocks, DayClocks) else None
    return table.stored if kept is None else replace(table.stored, pace=kept)


def _keep(table: GameTable, place: int, session: ClientSession, seq: int, stored: StoredTable) -> None:
    """Write it down; then everybody at the table hears of it."""

    def written() -> None:
        done(session, table.seat_states[place], seq)
        table.tell_all()
        go_on(table)

    table.keep(stored, written, not_stored(session, seq))



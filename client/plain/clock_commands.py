"""The commands for a game by the day: how the clocks stand, one's hours, vacation."""

from __future__ import annotations

from tzlocal import get_localzone_name

from ironbottom.language import _
from ironbottom.vocabulary import phrase
from ironbottom.wire.pace import Hours

from ..text.rules.by_the_day import clock_lines
from .intents import HoursIntent, Print, Said, VacationIntent
from .seat_state import ReaderSeat


def clock(seat: ReaderSeat, _rest: str) -> Said:
    """How both stand with their time."""
    return Print(tuple(seat.fitted([phrase("pace.none")] if seat.table is None else clock_lines(seat.table))))


def vacation(seat: ReaderSeat, rest: str) -> Said:
    """Go on vacation, or come back from it."""
    if not _by_the_day(seat):
        return Print(tuple(seat.fitted([phrase("pace.none")])))
    if rest not in ("on", "off"):
        told = _("Type vacation on to go, vacation off when you are back.")
        return Print(tuple(seat.fitted([told, phrase("pace.least")])))
    return VacationIntent(rest == "on")


def hours(seat: ReaderSeat, rest: str) -> Said:
    """From when on one's clock runs in each day."""
    word, _space, zone = rest.partition(" ")
    if not _by_the_day(seat):
        return Print(tuple(seat.fitted([phrase("pace.none")])))
    if not (word.isascii() and word.isdigit() and len(word) < 3 and int(word) < 24):
        told = _("Type the hour at which yours begin, and where: hours 18 Asia/Tokyo. Without a place it is {zone}.")
        return Print(tuple(seat.fitted([told.format(zone=get_localzone_name()), phrase("pace.fixed")])))
    return HoursIntent(Hours(int(word), zone.strip()[:64] or get_localzone_name()))


def _by_the_day(seat: ReaderSeat) -> bool:
    return seat.table is not None and bool(seat.table.terms.pace)

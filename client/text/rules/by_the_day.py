"""Clocks for days in words: what two people agree upon, how much time each has, and when it runs out.

Twin of client/web/base/language/clock_words.js.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, tzinfo

from ironbottom.vocabulary import amount, phrase
from ironbottom.wire.cleaning import clean_name
from ironbottom.wire.messages import Seat, Table
from ironbottom.wire.pace import DAY, HOUR, Hours, PaceTerms

from ..sanitize import sanitize

MINUTE = 60
LONGEST = 64  # letters of a time zone


def time_in_words(seconds: int) -> str:
    """So much time, by its two greatest parts: "2 days 4 hours"."""
    days, rest = divmod(max(0, seconds), DAY)
    hours, rest = divmod(rest, HOUR)
    parts = [("days", days), ("hours", hours), ("minutes", rest // MINUTE)]
    while len(parts) > 1 and not parts[0][1]:
        parts = parts[1:]
    said = [amount(name, n, of="spans") for name, n in parts[:2] if n] or [amount("minutes", 0, of="spans")]
    return said[0] if len(said) == 1 else phrase("pace.two", more=said[0], less=said[1])


def moment(seconds: int, zone: tzinfo | None = None) -> str:
    """A moment as a clock shows it where one reads it; `zone`: elsewhere."""
    return f"{datetime.fromtimestamp(seconds, zone):%Y-%m-%d %H:%M}"


def terms_in_words(pace: PaceTerms) -> list[str]:
    """What both agree upon."""
    said = [phrase("pace.terms", bank=time_in_words(pace.bank))]
    if pace.added:
        said.append(phrase("pace.added", time=time_in_words(pace.added), most=time_in_words(pace.most)))
    if pace.hours < 24:
        said.append(phrase("pace.hours", time=amount("hours", pace.hours, of="spans")))
    if pace.vacation:
        said.append(phrase("pace.vacation", time=amount("days", pace.vacation, of="spans")))
    return said


def agreed_lines(pace: PaceTerms) -> list[str]:
    """The same for who is about to sit down."""
    return [phrase("pace.agree"), phrase("pace.between").join(terms_in_words(pace))]


def clock_lines(table: Table, zone: tzinfo | None = None) -> list[str]:
    """How both stand with their time."""
    pace = table.terms.pace
    if not pace:
        return [phrase("pace.none")]
    lines = [phrase("pace.between").join(terms_in_words(pace))]
    for seat in table.seats:
        lines += _seat_lines(seat, pace, zone)
    return lines


def _seat_lines(seat: Seat, pace: PaceTerms, zone: tzinfo | None) -> Iterator[str]:
    """What there is to say of one place."""
    now = seat.pace
    if not now or not seat.key:
        return
    name, left = clean_name(seat.name), (seat.left or 0) // 1000
    time = time_in_words(left)
    if now.away:
        yield phrase("pace.paused", name=name, time=time, when=moment(now.away, zone))
    elif not left:
        yield phrase("pace.over", name=name)
    elif now.due is not None:
        yield phrase("pace.due", name=name, time=time, when=moment(now.due, zone))
    else:
        yield phrase("pace.left", name=name, time=time)
    if pace.hours < 24:
        yield _hours("pace.runs", name, now.hours, pace) if now.hours is not None else phrase("pace.always", name=name)
        if now.later is not None:
            yield _hours("pace.later", name, now.later, pace, when=moment(now.since, zone))
    if now.vacation:
        yield phrase("pace.days_left", name=name, time=time_in_words(now.vacation))


def _hours(sentence: str, name: str, hours: Hours, pace: PaceTerms, **more: str) -> str:
    end = (hours.start + pace.hours) % 24
    zone = sanitize(hours.zone)[:LONGEST]
    return phrase(sentence, name=name, start=hours.start, end=end, zone=zone, **more)


def clock_changes(table: Table, before: Seat, now: Seat, zone: tzinfo | None = None) -> list[str]:
    """What a player has done with his clock."""
    then, pace, name = before.pace, table.terms.pace, clean_name(now.name)
    if not then or not now.pace or not pace or before.key != now.key:
        return []
    lines = []
    if now.pace.away and not then.away:
        lines.append(phrase("pace.gone", name=name, when=moment(now.pace.away, zone)))
    if then.away and not now.pace.away:
        lines.append(phrase("pace.back", name=name))
    if now.pace.hours is not None and then.hours is None:
        lines.append(_hours("pace.chosen", name, now.pace.hours, pace))
    if now.pace.later is not None and now.pace.later != then.later:
        lines.append(_hours("pace.later", name, now.pace.later, pace, when=moment(now.pace.since, zone)))
    return lines

"""When a player's clock may run at all: his hours of each day in his own time zone.  Times are seconds since 1970.

A day has its hours from the moment at which clocks on the wall there show its beginning, also where a day has 23 or 25
hours; where two days would overlap (23 hours from a spring day on), the time between counts once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from msgspec import Struct

from ironbottom.wire.pace import DAY, HOUR, Hours

FOR_EVER = 1 << 40  # seconds: beyond every game
NOTICE = DAY  # seconds from the choice of other hours until they hold
SETTLED = 7 * DAY  # seconds that hours hold at least: whoever moved them on and on would never have to think

Span = tuple[int, int]  # from, until


class WorkingHours(Struct, frozen=True):
    """The hours that a player has chosen, and those that held before."""

    hours: Hours
    since: int
    before: Hours | None = None

    def changed(self, hours: Hours, now: int) -> WorkingHours:
        """With other hours from a day on: until then everything stays, so that no running clock is stopped by it."""
        return WorkingHours(hours, now + NOTICE, self.hours)

    def may_change(self, now: int) -> bool:
        """Whether they have held for long enough."""
        return now >= self.since + SETTLED - NOTICE


@lru_cache(maxsize=512)
def zone_of(name: str) -> ZoneInfo | None:
    """A time zone by its name; None: there is none."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # ZoneInfoNotFoundError is a KeyError; a folder's name is an OSError
        return None


def spans(chosen: WorkingHours | None, length: int, moment: int) -> Iterator[Span]:
    """When a clock may run from a moment on, in order; `length`: of each day, in hours."""
    if chosen is None or length >= 24:
        yield moment, FOR_EVER
    elif chosen.before is None or moment >= chosen.since:
        yield from _days(chosen.hours, length, max(moment, chosen.since) if chosen.before is not None else moment)
    else:
        for began, ended in _days(chosen.before, length, moment):
            if began >= chosen.since:
                break
            yield began, min(ended, chosen.since)
        yield from _days(chosen.hours, length, chosen.since)


def _days(hours: Hours, length: int, moment: int) -> Iterator[Span]:
    zone = zone_of(hours.zone)
    if zone is None:  # this machine knows the zone no more: a clock that ran by day and night would be unfair
        zone = ZoneInfo("UTC")
    day = datetime.fromtimestamp(moment, zone).date() - timedelta(days=1)
    at = time(hours.start)
    began = int(datetime.combine(day, at, zone).timestamp())
    while True:
        day += timedelta(days=1)
        following = int(datetime.combine(day, at, zone).timestamp())
        ended = min(began + length * HOUR, following)
        if ended > moment:
            yield max(began, moment), ended
        began = following


def without(found: Iterable[Span], gap: Span) -> Iterator[Span]:
    """The same but for a time in which no clock ran."""
    first, last = gap
    for began, ended in found:
        if ended <= first or began >= last:
            yield began, ended
            continue
        if began < first:
            yield began, first
        if ended > last:
            yield last, ended


def counted(found: Iterable[Span], until: int) -> int:
    """How many seconds of these have passed at a moment."""
    total = 0
    for began, ended in found:
        if began >= until:
            break
        total += min(ended, until) - began
    return total


def after(found: Iterable[Span], seconds: int) -> int:
    """When so many seconds of these have passed."""
    for began, ended in found:
        if ended - began >= seconds:
            return began + seconds
        seconds -= ended - began
    raise AssertionError("the days go on for ever")

"""Clocks for days: a bank that is filled up a little at each hand-over, working hours, vacation.  They know no timer.

All that is kept stands in the row of the table, so that a table can sleep on the disk and a restart takes and gives
nothing: what is left was counted at one moment (`at`), and what has run since is worked out from the calendar, less
the times in which the server stood still.  Times are whole seconds since 1970, as the wall shows them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from ironbottom.wire.pace import DAY, PaceTerms, SeatPace

from .clocks import GRACE
from .working_hours import Span, WorkingHours, after, counted, spans, without

Stops = Callable[[], list[Span]]  # when the server stood still
Both = tuple[WorkingHours | None, WorkingHours | None]


class PlaceTime(Struct, frozen=True):
    """The time of one place."""

    left: int  # seconds, as they were when they were counted last
    spent: int = 0  # seconds of vacation that are over
    away: Span | None = None  # the vacation that goes on


class StoredPace(Struct, frozen=True):
    """The clocks of one game by the day, as they are kept."""

    places: tuple[PlaceTime, PlaceTime]
    at: int  # when they were counted last
    asked: tuple[int, ...] = ()  # whom the game waits for, as everybody sees it
    since: int = 0  # when the last answer was given that everybody saw
    stopped: bool = False  # by agreement

    def at_place(self, place: int, now: PlaceTime) -> StoredPace:
        """With another time of one place."""
        return replace(self, places=(now, self.places[1]) if place == 0 else (self.places[0], now))


def first_pace(pace: PaceTerms, asked: Iterable[int], now: int) -> StoredPace:
    """The clocks at the beginning of a game."""
    return StoredPace((PlaceTime(pace.bank), PlaceTime(pace.bank)), now, tuple(sorted(asked)), now)


class DayClocks:
    """The clocks of one table, as they stand in its row; the same questions can be put to them as to `Clocks`.

    `gaps` are the times in which the server stood still.  None of the questions changes anything but `halt`, which is
    for a table that cannot go on because its host's disk cannot be written.
    """

    __slots__ = ("_gaps", "_halted", "_halts", "hours", "kept", "pace")

    def __init__(self, pace: PaceTerms, kept: StoredPace | None, hours: Both, gaps: Stops) -> None:
        self.pace, self.kept, self.hours, self._gaps = pace, kept, hours, gaps
        self._halted: int | None = None
        self._halts: list[Span] = []

    # what is asked of all clocks

    def left(self, place: int, now: float) -> float:
        """Seconds that are left of a bank."""
        if self.kept is None:
            return float(self.pace.bank)
        return float(max(0, self.kept.places[place].left - self._used(place, int(now))))

    def milliseconds(self, now: float) -> tuple[int, int]:
        return int(self.left(0, now)) * 1000, int(self.left(1, now)) * 1000

    def running(self, place: int, now: float) -> bool:
        """Whether a clock runs at this very moment."""
        if self._counts(place) is None or self._halted is not None:
            return False
        began, _ended = next(self._open(place, int(now)))
        return began <= now

    def over_in(self, place: int, now: float) -> float | None:
        """Seconds until the time of a place is up; None: never, as things stand."""
        due = self.due(place, int(now))
        return None if due is None else float(due - int(now))

    # of days

    def due(self, place: int, now: int) -> int | None:
        """When the time of a place is up, if nothing changes; None: its clock does not run."""
        kept = self._counts(place)
        if kept is None or self._halted is not None:
            return None
        left = int(self.left(place, now))
        if not left:  # a decision has a few seconds all the same, before its default is given
            left = max(0, int(GRACE) - counted(self._past(place, max(kept.since, kept.at)), now))
        return after(self._open(place, now), left) if left else now

    def turns_at(self, now: int) -> int | None:
        """When a clock begins to run, or stops, by itself; None: none does."""
        found: list[int] = []
        for place in (0, 1):
            if self._counts(place) is not None:
                found += [moment for moment in next(self._open(place, now)) if moment > now]
        return min(found, default=None)

    def shown(self, place: int, now: int) -> SeatPace:
        """What everybody at the table is told of a place."""
        chosen, one = self.hours[place], None if self.kept is None else self.kept.places[place]
        vacation, away = self.pace.vacation * DAY, 0
        if one is not None:
            vacation -= _spent(one, now)
            away = 0 if one.away is None or one.away[1] <= now else one.away[1]
        if chosen is None:
            return SeatPace(self.due(place, now), vacation=max(0, vacation), away=away)
        waits = chosen.before is not None and now < chosen.since
        hours, later = (chosen.before, chosen.hours) if waits else (chosen.hours, None)
        since = chosen.since if waits else 0
        return SeatPace(self.due(place, now), hours, later, since, max(0, vacation), away)

    # what changes them: each gives what is to be kept

    def answered(self, asked: Iterable[int], now: int) -> StoredPace | None:
        """An answer was given that everybody saw: who is asked now and was not before gets his time added."""
        kept = self.counted(now)
        if kept is None:
            return None
        fresh = tuple(sorted(asked))
        for place in fresh:
            if place not in kept.asked:
                one = kept.places[place]
                filled = max(one.left, min(self.pace.most, one.left + self.pace.added))
                kept = kept.at_place(place, replace(one, left=filled))
        return replace(kept, asked=fresh, since=now)

    def counted(self, now: int) -> StoredPace | None:
        """As they are, counted anew at this moment."""
        kept = self.kept
        if kept is None:
            return None
        now = max(now, kept.at)
        for place in (0, 1):
            one = replace(kept.places[place], left=int(self.left(place, now)))
            if one.away is not None and one.away[1] <= now:
                one = replace(one, spent=_spent(one, now), away=None)
            kept = kept.at_place(place, one)
        return replace(kept, at=now)

    def on_vacation(self, place: int, now: int) -> bool:
        """Whether a player is on vacation."""
        away = None if self.kept is None else self.kept.places[place].away
        return away is not None and now < away[1]

    def vacation_left(self, place: int, now: int) -> int:
        """Seconds of vacation that a player may still take."""
        return self.shown(place, now).vacation

    def gone_away(self, place: int, now: int) -> StoredPace | None:
        """A player goes on vacation."""
        kept = self.counted(now)
        if kept is None:
            return None
        end = now + self.pace.vacation * DAY - kept.places[place].spent
        return kept.at_place(place, replace(kept.places[place], away=(now, end)))

    def come_back(self, place: int, now: int) -> StoredPace | None:
        """He comes back from it: a vacation has a day at least, or it could be switched on for each single decision."""
        kept = self.counted(now)
        if kept is None:
            return None
        one = kept.places[place]
        return kept.at_place(place, replace(one, spent=_spent(one, now), away=None))

    def agreed(self, now: int, *, stopped: bool) -> StoredPace | None:
        """Both have agreed to stop the game, or to go on with it."""
        kept = self.counted(now)
        return None if kept is None else replace(kept, stopped=stopped)

    def moved(self, asked: Iterable[int], now: int) -> StoredPace | None:
        """Both have agreed that others are asked: no time is added, as nobody has handed anything over."""
        kept = self.counted(now)
        return None if kept is None else replace(kept, asked=tuple(sorted(asked)), since=now)

    def halt(self, now: int, *, halted: bool) -> None:
        """The game cannot go on just now, or can again; it is nobody's fault, and nobody's time."""
        if halted and self._halted is None:
            self._halted = now
        elif not halted and self._halted is not None:
            self._halts.append((self._halted, now))
            self._halted = None

    # how it is worked out

    def _counts(self, place: int) -> StoredPace | None:
        """What is kept, if the clock of a place is on."""
        kept = self.kept
        return None if kept is None or kept.stopped or place not in kept.asked else kept

    def _used(self, place: int, now: int) -> int:
        """Seconds that have run since they were counted last."""
        kept = self._counts(place)
        return 0 if kept is None else counted(self._past(place, kept.at), now)

    def _open(self, place: int, moment: int) -> Iterator[Span]:
        """When the clock of a place runs, from a moment on."""
        found = spans(self.hours[place], self.pace.hours, moment)
        away = None if self.kept is None else self.kept.places[place].away
        return found if away is None else without(found, away)

    def _past(self, place: int, moment: int) -> Iterator[Span]:
        """The same, less the times in which nobody could have answered."""
        found = self._open(place, moment)
        halted = [] if self._halted is None else [(self._halted, 1 << 41)]
        for gap in (*self._gaps(), *self._halts, *halted):
            if gap[1] > moment:
                found = without(found, gap)
        return found


def _spent(one: PlaceTime, now: int) -> int:
    """Seconds of vacation, with those of the one that goes on: a day at least, and no more than it was begun with."""
    if one.away is None:
        return one.spent
    began, ended = one.away
    return one.spent + min(max(now - began, DAY), ended - began)

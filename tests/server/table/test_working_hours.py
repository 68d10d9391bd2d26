"""When a player's clock may run: hours of the day in his time zone, over summer time and back, and other hours."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import islice, pairwise
from zoneinfo import ZoneInfo

import pytest

from ironbottom.server.table.clock.working_hours import (
    SETTLED,
    WorkingHours,
    after,
    counted,
    spans,
    without,
    zone_of,
)
from ironbottom.wire.pace import DAY, HOUR, Hours

BERLIN, TOKYO = "Europe/Berlin", "Asia/Tokyo"


def at(told: str, zone: str = "UTC") -> int:
    return int(datetime.fromisoformat(told).replace(tzinfo=ZoneInfo(zone)).timestamp())


def told(span: tuple[int, int], zone: str) -> str:
    began, ended = [datetime.fromtimestamp(moment, ZoneInfo(zone)) for moment in span]
    return f"{began:%d %H:%M}-{ended:%d %H:%M}"


def test_the_hours_of_a_day_are_those_of_the_player() -> None:
    chosen = WorkingHours(Hours(18, TOKYO), 0)
    found = [*islice(spans(chosen, 6, at("2026-01-05 20:00", TOKYO)), 3)]
    assert [told(span, TOKYO) for span in found] == ["05 20:00-06 00:00", "06 18:00-07 00:00", "07 18:00-08 00:00"]


def test_hours_over_midnight_that_have_begun_go_on() -> None:
    chosen = WorkingHours(Hours(22, BERLIN), 0)
    found = [*islice(spans(chosen, 8, at("2026-01-05 03:00", BERLIN)), 2)]
    assert [told(span, BERLIN) for span in found] == ["05 03:00-05 06:00", "05 22:00-06 06:00"]


@pytest.mark.parametrize(
    ("day", "length", "expected"),
    [
        ("2026-03-28", 6, ["28 20:00-29 03:00", "29 20:00-30 02:00"]),  # six hours are six, whatever the wall shows
        ("2026-10-24", 6, ["24 20:00-25 02:00", "25 20:00-26 02:00"]),
        ("2026-03-28", 10, ["28 20:00-29 07:00", "29 20:00-30 06:00"]),
        ("2026-10-24", 10, ["24 20:00-25 05:00", "25 20:00-26 06:00"]),
    ],
)
def test_summer_time(day: str, length: int, expected: list[str]) -> None:
    chosen = WorkingHours(Hours(20, BERLIN), 0)
    found = [*islice(spans(chosen, length, at(f"{day} 12:00", BERLIN)), 2)]
    assert [told(span, BERLIN) for span in found] == expected


def test_a_year_has_its_hours_over_summer_time_and_back() -> None:
    for start in range(24):
        chosen = WorkingHours(Hours(start, BERLIN), 0)
        first = at("2026-01-01 00:00", BERLIN)
        year = counted(spans(chosen, 8, first), first + 365 * DAY)
        assert abs(year - 365 * 8 * HOUR) <= 8 * HOUR  # the first or the last may be cut


def test_an_hour_that_is_left_out_or_comes_twice_still_begins_a_day() -> None:
    for day in ("2026-03-29", "2026-10-25"):
        chosen = WorkingHours(Hours(2, BERLIN), 0)
        moment = at(f"{day} 00:30", BERLIN)
        began, ended = next(spans(chosen, 5, moment))
        assert ended - began == 5 * HOUR
        assert 0 < began - moment <= 3 * HOUR


def test_days_that_would_overlap_count_once() -> None:
    chosen = WorkingHours(Hours(3, BERLIN), 0)
    first = at("2026-03-28 03:00", BERLIN)
    assert counted(spans(chosen, 23, first), first + 3 * DAY) <= 3 * DAY
    found = [*islice(spans(chosen, 23, first), 4)]
    assert all(one[1] <= two[0] for one, two in pairwise(found))


def test_who_has_chosen_no_hours_is_asked_by_day_and_night() -> None:
    assert counted(spans(None, 8, 0), 10 * DAY) == 10 * DAY
    assert counted(spans(WorkingHours(Hours(8, BERLIN), 0), 24, 0), 10 * DAY) == 10 * DAY


def test_what_is_left_out_is_not_counted_twice() -> None:
    found = [*without(without(iter([(0, 100), (200, 300)]), (50, 250)), (40, 260))]
    assert found == [(0, 40), (260, 300)]
    assert counted(iter(found), 280) == 60
    assert after(iter(found), 60) == 280


def test_other_hours_hold_from_a_day_on() -> None:
    now = at("2026-01-05 17:59", BERLIN)
    chosen = WorkingHours(Hours(18, BERLIN), 0).changed(Hours(9, BERLIN), now)
    found = [*islice(spans(chosen, 4, now), 3)]
    assert [told(span, BERLIN) for span in found] == ["05 18:00-05 22:00", "07 09:00-07 13:00", "08 09:00-08 13:00"]


def test_a_cheat_who_always_moves_his_hours_out_of_the_way_has_to_think_all_the_same() -> None:
    """Whenever he may he moves them to where they would begin last: six days in seven they come all the same."""
    length = 8
    now = first = at("2026-01-01 00:00", TOKYO)
    chosen = WorkingHours(Hours(0, TOKYO), now)
    used = 0
    while now < first + 140 * DAY:
        if chosen.may_change(now):
            others = [chosen.changed(Hours(start, TOKYO), now) for start in range(24)]
            used_by = [counted(spans(other, length, now), now + 3 * DAY) for other in others]
            chosen = others[used_by.index(min(used_by))]
        used += counted(spans(chosen, length, now), now + HOUR)
        now += HOUR
    assert used >= 140 * length * HOUR * (SETTLED - DAY) / SETTLED * 0.97
    # planted: one who could choose anew every hour would never be asked
    assert _restless(first, length) == 0


def _restless(first: int, length: int) -> int:
    used = 0
    for n in range(240):
        now = first + n * HOUR
        hour = (datetime.fromtimestamp(now, ZoneInfo(TOKYO)) + timedelta(hours=12)).hour
        used += counted(spans(WorkingHours(Hours(hour, TOKYO), now), length, now), now + HOUR)
    return used


def test_a_zone_that_there_is_not() -> None:
    assert zone_of("Mars/Olympus") is None
    assert zone_of("../../etc/passwd") is None
    assert zone_of("Europe") is None
    assert zone_of(BERLIN) is not None

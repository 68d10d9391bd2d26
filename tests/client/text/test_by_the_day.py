"""Clocks for days in words: how much time, until when in one's own time zone, hours and vacation."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from ironbottom.client.text.rules.by_the_day import (
    agreed_lines,
    clock_changes,
    clock_lines,
    moment,
    terms_in_words,
    time_in_words,
)
from ironbottom.wire.messages import Seat, Table
from ironbottom.wire.pace import DAY, HOUR, Hours, PaceTerms, SeatPace
from ironbottom.wire.terms import Terms

PACE = PaceTerms(3 * DAY, 12 * HOUR, 6 * DAY, 10, 14)
TOKYO = ZoneInfo("Asia/Tokyo")
AT = 1_790_000_000  # 2026-09-21 13:13 UTC


def seat(name: str, pace: SeatPace, left: int = 2 * DAY + 4 * HOUR) -> Seat:
    return Seat(name, b"k" * 32, 0, True, False, False, 1000 * left, pace.due is not None, False, pace)


def table(*seats: Seat, pace: PaceTerms = PACE) -> Table:
    return Table("K7F2QA5X", "playing", Terms(absent="clock", pace=pace), (seats[0], seats[1]), b"", 1, 0)


ADA = seat("Ada", SeatPace(AT + 2 * DAY, Hours(18, "Asia/Tokyo"), vacation=14 * DAY))
BEN = seat("Ben", SeatPace(vacation=0))


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "0 minutes"), (59, "0 minutes"), (60, "1 minute"), (HOUR, "1 hour"), (HOUR + 120, "1 hour 2 minutes"),
        (2 * DAY + 4 * HOUR + 600, "2 days 4 hours"), (DAY, "1 day"), (DAY + 600, "1 day"), (-5, "0 minutes"),
    ],
)
def test_time_is_said_by_its_two_greatest_parts(seconds: int, said: str) -> None:
    assert time_in_words(seconds) == said


def test_a_moment_is_told_in_ones_own_time_zone() -> None:
    assert moment(AT, ZoneInfo("UTC")) == "2026-09-21 14:13"
    assert moment(AT, TOKYO) == "2026-09-21 23:13"


def test_the_terms() -> None:
    assert terms_in_words(PACE) == [
        "by the day: 3 days for each side", "12 hours more at each turn, up to 6 days",
        "a clock runs for 10 hours of each day", "up to 14 days of vacation each",
    ]
    assert terms_in_words(PaceTerms(DAY)) == ["by the day: 1 day for each side"]
    assert agreed_lines(PaceTerms(DAY)) == [
        "By the day: whoever sits down plays by these clocks.", "by the day: 1 day for each side",
    ]


def test_how_both_stand() -> None:
    assert clock_lines(table(ADA, BEN), TOKYO)[1:] == [
        "Ada: 2 days 4 hours left; it runs out on 2026-09-23 23:13 (your time).",
        "The hours of Ada: from 18 to 4 o'clock, Asia/Tokyo.",
        "Ada may still take 14 days of vacation.",
        "Ben: 2 days 4 hours left.",
        "Ben has chosen no hours: that clock runs by day and night.",
    ]


def test_who_is_on_vacation_or_has_no_time_left() -> None:
    away = seat("Ada", SeatPace(hours=Hours(8, "UTC"), vacation=5 * DAY, away=AT))
    late = seat("Ben", SeatPace(AT), left=0)
    lines = clock_lines(table(away, late, pace=PaceTerms(DAY)), TOKYO)
    assert "Ada: 2 days 4 hours left; on vacation until 2026-09-21 23:13 (your time) at the latest." in lines
    assert "Ben: no time is left." in lines


def test_a_table_without_such_a_clock_says_so() -> None:
    plain = replace(table(ADA, BEN), terms=Terms())
    assert clock_lines(plain) == ["This table has no clock for days."]
    assert clock_changes(plain, ADA, replace(ADA, pace=UNSET)) == []


def test_what_somebody_does_with_his_clock_is_news() -> None:
    here, now = table(ADA, BEN), ADA.pace
    assert isinstance(now, SeatPace)
    gone = replace(ADA, pace=replace(now, away=AT))
    assert clock_changes(here, ADA, gone, TOKYO) == [
        "Ada goes on vacation: that clock stands still until 2026-09-21 23:13 (your time) at the latest."
    ]
    assert clock_changes(here, gone, ADA, TOKYO) == ["Ada is back from vacation."]
    later = replace(ADA, pace=replace(now, later=Hours(9, "UTC"), since=AT))
    assert clock_changes(here, ADA, later, TOKYO) == [
        "From 2026-09-21 23:13 on the hours of Ada are from 9 to 19 o'clock, UTC."
    ]
    chosen = replace(BEN, pace=SeatPace(hours=Hours(6, "UTC")))
    assert clock_changes(here, BEN, chosen) == ["Ben has chosen hours: from 6 to 16 o'clock, UTC."]
    assert clock_changes(here, ADA, ADA) == []


def test_a_zone_cannot_steer_a_terminal() -> None:
    evil = seat("Ada", SeatPace(hours=Hours(8, "\x1b[2J" + "x" * 55)))
    assert "\x1b" not in "".join(clock_lines(table(evil, BEN)))

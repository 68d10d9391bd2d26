"""Clocks for days: what two players agree upon before a game that lasts for weeks, and how each stands with it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from ironbottom.wire.fields import Seq, TableId

HOUR = 3_600
DAY = 24 * HOUR
MOST = 60  # days: of a bank, and of a vacation

Seconds = Annotated[int, Meta(ge=0, le=MOST * DAY)]


class PaceTerms(Struct, frozen=True):
    """By what clocks a game by the day is played; among the terms, so that both agree before they sit down."""

    bank: Annotated[int, Meta(ge=HOUR, le=MOST * DAY)]  # seconds of thinking for each side at the beginning
    added: Seconds = 0  # seconds that a side gets whenever the question passes to it
    most: Seconds = MOST * DAY  # seconds that a bank is filled up to, and no further
    hours: Annotated[int, Meta(ge=1, le=24)] = 24  # of each day in which a player's clock runs; from when, he says
    vacation: Annotated[int, Meta(ge=0, le=MOST)] = 0  # days of vacation for each side in one game


class Hours(Struct, frozen=True):
    """From when on the hours of a player run, day by day."""

    start: Annotated[int, Meta(ge=0, le=23)]  # o'clock
    zone: Annotated[str, Meta(min_length=1, max_length=64)]  # of the IANA time zone database: "Asia/Tokyo"


class SeatPace(Struct, frozen=True):
    """How a player stands with such a clock; times are seconds since 1970."""

    due: int | None = None  # when his time runs out, if nothing changes; None: his clock waits for something
    hours: Hours | None = None  # None: he has chosen none, and his clock runs by day and night
    later: Hours | None = None  # those that he has chosen besides
    since: int = 0  # from when on they hold
    vacation: int = 0  # seconds that he may still take
    away: int = 0  # on vacation until then; 0: he is not


class SetHours(Struct, frozen=True, tag="hours"):
    """Say from when on your clock runs in each day; for as long as the terms say."""

    seq: Seq
    table: TableId
    hours: Hours


class Vacation(Struct, frozen=True, tag="vacation"):
    """Go on vacation, or come back from it: your clock stands still, and everybody at the table is told."""

    seq: Seq
    table: TableId
    away: bool

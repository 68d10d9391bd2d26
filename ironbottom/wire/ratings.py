"""How strong the players of a server's rated games are: its ladder, for whoever asks."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from ironbottom.wire.fields import Count, Seq, Short

MOST_RUNGS = 100  # players of one ladder


class ListRatings(Struct, frozen=True, tag="list-ratings"):
    """How strong are the players of this server's rated games?"""

    seq: Seq


class LadderRung(Struct, frozen=True):
    """A player of the ladder, with his points and their interval."""

    name: Annotated[str, Meta(max_length=128)]
    key: Short  # its fingerprint: by which he is known
    bot: bool
    games: Count
    won: Count
    drawn: Count
    as_us: Count  # games
    points: int
    low: int  # 95 per cent of such intervals hold the truth
    high: int


class Ratings(Struct, frozen=True, tag="ratings"):
    """The ladder, the strongest first."""

    seq: Seq
    games: Count
    rungs: Annotated[tuple[LadderRung, ...], Meta(max_length=MOST_RUNGS)]
    you: Count = 0  # your rung, from 1; 0: you have none
    side: tuple[int, int, int] | None = None  # points that the US side is worth, and the ends of its interval

"""What a server tells of one of its players, from games that are over and that everybody could have seen."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from ironbottom.wire.fields import Count, Seq, Short

MOST_TOLD = 20  # games, and opponents, on one page
MOST_MOMENTS = 9  # of a rating

Name = Annotated[str, Meta(max_length=128)]


class GetPlayer(Struct, frozen=True, tag="get-player"):
    """How has this player played here?"""

    seq: Seq
    who: Annotated[str, Meta(max_length=200)]  # a name, or the letters of a key


class SideRecord(Struct, frozen=True):
    """Games with one side."""

    games: Count = 0
    won: Count = 0
    drawn: Count = 0


class OpponentRecord(Struct, frozen=True):
    """Games against somebody, as the player sees them."""

    name: Name
    key: Short  # its fingerprint
    bot: bool
    games: Count
    won: Count
    drawn: Count


class PlayerGame(Struct, frozen=True):
    """A game that is over, as the player sees it."""

    at: Count  # seconds since 1970 when it ended
    side: int  # 0 US, 1 Japan
    name: Name  # of the other player
    key: Short  # likewise
    score: float  # 1 won, 0 lost, 0.5 drawn
    reason: Short  # a word of `outcome.reason`; empty: kept by an older version
    turn: Count
    points: tuple[int, int]  # VP of the US and Japan
    set: Short
    battle: Short  # empty: a whole game
    rated: bool


class RatingMoment(Struct, frozen=True):
    """Points on the ladder as it was once, and their interval."""

    at: Count  # seconds since 1970
    points: int
    low: int
    high: int


class PlayerPage(Struct, frozen=True, tag="player-page"):
    """All of it."""

    seq: Seq
    name: Name  # as he was called last
    key: Short  # its fingerprint
    bot: bool
    us: SideRecord
    jp: SideRecord
    opponents: Annotated[tuple[OpponentRecord, ...], Meta(max_length=MOST_TOLD)]  # those played most often
    games: Annotated[tuple[PlayerGame, ...], Meta(max_length=MOST_TOLD)]  # the newest first
    ratings: Annotated[tuple[RatingMoment, ...], Meta(max_length=MOST_MOMENTS)]  # the oldest first; the last is now

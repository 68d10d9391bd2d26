"""Open challenges: a table that waits for whoever fits, while its maker is away.

A challenge is a table like any other from the moment that somebody has taken it up: its terms are signed with the toss.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from ironbottom.wire.fields import Bytes16, Count, Seq, TableId
from ironbottom.wire.terms import Terms

MOST_DAYS = 30  # that a challenge waits
MOST_POINTS = 1_000  # between two players
MOST_CHALLENGES = 5  # of one player at a time


class PostChallenge(Struct, frozen=True, tag="post-challenge"):
    """Let a table wait for whoever fits, or with `seek` sit me down at one that waits for the same.

    You sit there, and need not be at it: come with `resume`.  The same `request` again gives the same seat.
    """

    seq: Seq
    request: Bytes16  # drawn by the client
    terms: Terms  # without a seed; `reach` is `open` or `lan`
    days: Annotated[int, Meta(ge=1, le=MOST_DAYS)] = 7  # until it ends, if nobody has taken it up
    within: Annotated[int, Meta(ge=0, le=MOST_POINTS)] = 0  # points of the ladder to an opponent at most; 0: anybody
    seek: bool = False  # where a challenge by the same terms waits, and each fits the other, take that one up
    movable: bool = False  # with `seek`: this program knows `moved`


class CloseChallenge(Struct, frozen=True, tag="close-challenge"):
    """Take a challenge of yours back that nobody has taken up.  Your key is enough."""

    seq: Seq
    table: TableId


class ChallengeLine(Struct, frozen=True):
    """What a list of tables tells of a challenge besides."""

    until: Count  # seconds since 1970
    within: Count = 0  # points to an opponent at most; 0: anybody
    points: int | None = None  # of who waits, when it was posted; None: no rated game of his counted
    bot: bool = False  # a program waits


class Posted(Struct, frozen=True, tag="posted"):
    """Your seat at a challenge, as `seated` would give it; you are not at the table yet."""

    seq: Seq
    table: TableId
    place: Annotated[int, Meta(ge=0, le=1)]
    token: Bytes16  # for `resume`
    paired: bool  # the other seat is taken: come, and the game begins


class Moved(Struct, frozen=True, tag="moved"):
    """Two that waited have come to fit: your table is closed, and your seat is at the other's.

    Your token and key are the same.  Keep it as the seat at `to`, and come with `resume`.
    """

    seq: Count  # of the `resume` at the old table; 0: you sat there
    table: TableId  # where you sat
    to: TableId  # where you sit
    place: Annotated[int, Meta(ge=0, le=1)]  # your place there


Challenging = PostChallenge | CloseChallenge

"""Cups of a server: who plays whom and when, how it stands, and what a player asks for.

A cup is made by the host of a server.  Players enter it by a name that belongs to their key; then it runs by itself:
the server makes the table of each game when its round comes, and seats both players there.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ironbottom.wire.fields import Bytes16, Count, Seq, Short, TableId
from ironbottom.wire.terms import Terms

MOST_ENTRANTS = 32
MOST_CUPS = 30  # that a server keeps
WHOLE = 20  # VP of lead that a game counts for which did not end by VP: a base lost, given up, or not played
TITLE = 40  # cells of the name of a cup

CupKind = Literal["round-robin", "knock-out"]
CupState = Literal["open", "running", "over"]
Ending = Literal["played", "default", "withdrawn", "decided"]
CupId = Annotated[str, Meta(max_length=16)]
Points = Annotated[float, Meta(ge=0, le=100)]


class ListCups(Struct, frozen=True, tag="list-cups"):
    """Which cups are there?"""

    seq: Seq


class ShowCup(Struct, frozen=True, tag="show-cup"):
    """How does a cup stand, and who plays whom in one of its rounds?"""

    seq: Seq
    cup: CupId
    round: Annotated[int, Meta(ge=0, le=1_000)] = 0  # from 1; 0: the one that is played, or was last


class EnterCup(Struct, frozen=True, tag="enter-cup"):
    """Play in a cup, by the terms that you were shown.  Your name must be your key's here."""

    seq: Seq
    cup: CupId


class LeaveCup(Struct, frozen=True, tag="leave-cup"):
    """Play in it no more: before it begins nothing is left of it, later your games are your opponents'."""

    seq: Seq
    cup: CupId


class CupLine(Struct, frozen=True):
    """A cup in brief."""

    cup: CupId
    title: Annotated[str, Meta(max_length=200)]
    kind: CupKind
    games: Annotated[int, Meta(ge=1, le=2)]  # of each pair
    terms: Terms  # of all its games; a battle in brief
    state: CupState
    closes: Count  # until when one may enter, in seconds since 1970
    most: Count  # players
    entered: Count  # players
    mine: bool = False  # you have entered, and not left
    round: Count = 0  # that is played, or was last; 0: none was
    rounds: Count = 0  # of all; 0: nobody knows yet
    days: Count = 0  # in which the games of a round are to be begun


class CupPlayer(Struct, frozen=True):
    """A player of a cup, and how he stands; the first is in the lead."""

    name: Annotated[str, Meta(max_length=128)]
    key: Short  # its fingerprint
    place: Count  # those who are equal by every count share one; 0: there is none, as in a knock-out that goes on
    points: Points  # 1 for a game that is won, a half for one that is drawn
    games: Count  # that count
    us: Count  # games with the US side
    jp: Count
    mutual: Points = 0.0  # points in the games between those who have as many
    strength: float = 0.0  # Sonneborn-Berger: the points of whom he beat, and half of those with whom he drew
    lead: int = 0  # VP more than his opponents in all games
    out: bool = False  # he has left, or lost his tie


class CupGame(Struct, frozen=True):
    """A game of a round."""

    n: Count  # of all games of the cup, from 1
    us: Count  # who plays the US: his place in the list of players, from 0
    jp: Count
    table: TableId = ""  # where it is played; empty: it was decided without
    ending: Ending | None = None  # None: it is not over
    points: tuple[Points, Points] = (0.0, 0.0)  # of the US and of Japan
    lead: int = 0  # VP more of the US
    due: Count = 0  # until when both must have come, in seconds since 1970


class CupSeat(Struct, frozen=True):
    """A seat that waits for you: take it by `resume`, with this token."""

    table: TableId
    place: Annotated[int, Meta(ge=0, le=1)]  # 0 plays the US, 1 Japan
    token: Bytes16
    against: Annotated[str, Meta(max_length=128)]


class Cups(Struct, frozen=True, tag="cups"):
    """The cups of this server, those that are over last, and the seats that wait for you in any of them."""

    seq: Seq
    cups: Annotated[tuple[CupLine, ...], Meta(max_length=MOST_CUPS)]
    seats: tuple[CupSeat, ...] = ()


class Cup(Struct, frozen=True, tag="cup"):
    """A cup: its players in the order in which they stand, and the games of one of its rounds."""

    seq: Seq
    line: CupLine
    players: Annotated[tuple[CupPlayer, ...], Meta(max_length=MOST_ENTRANTS)]
    round: Count  # whose games these are; 0: it has not begun
    games: tuple[CupGame, ...] = ()
    free: tuple[Count, ...] = ()  # players who have no game in it, by their place in the list


CupRequest = ListCups | ShowCup | EnterCup | LeaveCup

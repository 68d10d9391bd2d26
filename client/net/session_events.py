"""What a seat hears, made ready for whoever sits there: a person's screen or a bot."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.events import AnyEvent
from ironbottom.questions import Answer
from ironbottom.views import View
from ironbottom.wire.messages import Given, Refused, Request, Said, Table


class Updated(NamedTuple):
    """The table as it is now, and what led there.  The view holds a question where an answer is owed."""

    view: View
    events: tuple[AnyEvent, ...]
    number: int  # of the update
    given: Given  # who gave the answer that led here
    clocks: tuple[int, int] | None  # milliseconds left for the US and Japan


class Past(NamedTuple):
    """What happened while nobody of ours was there: the events of each update, the oldest first."""

    updates: tuple[tuple[AnyEvent, ...], ...]


class AtTable(NamedTuple):
    """Who sits where, and how the table stands; and how it was before."""

    now: Table
    before: Table | None


class NewGame(NamedTuple):
    """Another game begins: its updates are numbered from 1."""

    game: bytes


class TossBroken(NamedTuple):
    """Another toss waits, after one for which we had shown our share: who sits here goes on, or leaves."""

    began: bool  # the game had begun, and was not played out
    over: bool = False  # the game was shown to be over, but nobody here has asked for another


class ChatHeard(NamedTuple):
    """A line of chat; `fresh`: it is heard for the first time, and not told once more to who has come back."""

    said: Said
    fresh: bool = True


class AnswerTaken(NamedTuple):
    """Our answer is written down where a power cut cannot reach it."""

    answer: Answer


class Denied(NamedTuple):
    """Something that we asked for was not done."""

    refused: Refused
    request: Request | None


class Noticed(NamedTuple):
    """Something from the server for everybody to read."""

    code: str
    text: str


class Disconnected(NamedTuple):
    """The connection is lost, and is sought again; `code` is that of the server's farewell, where it tells more."""

    why: str
    code: str = ""


class Reconnected(NamedTuple):
    """It is there again."""


class SessionEnded(NamedTuple):
    """There is no way on; `sentence` says why.  `code` is that of the server's farewell, if there was one."""

    sentence: str
    code: str = ""


SessionEvent = (
    Updated
    | Past
    | AtTable
    | NewGame
    | TossBroken
    | ChatHeard
    | AnswerTaken
    | Denied
    | Noticed
    | Disconnected
    | Reconnected
    | SessionEnded
)

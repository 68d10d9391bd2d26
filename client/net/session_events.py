"""What a seat hears, made ready for whoever sits there: a person's screen or a bot."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

from ironbottom.events import AnyEvent
from ironbottom.questions import Answer
from ironbottom.views import View
from ironbottom.wire.advising import Advice
from ironbottom.wire.agreeing import Offers
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


class AdviceHeard(NamedTuple):
    """What the adviser of this seat has found, on the question that stands."""

    advice: Advice


class OffersHeard(NamedTuple):
    """How it stands with what one player has offered the other."""

    offers: Offers


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
    | AdviceHeard
    | OffersHeard
    | Denied
    | Noticed
    | Disconnected
    | Reconnected
    | SessionEnded
)


class SessionListener(ABC):
    """A client of a person; one that forgets a kind of event cannot be made."""

    _past: list[tuple[AnyEvent, ...]]  # what happened while nobody looked; the next update tells it

    def hear(self, event: SessionEvent) -> None:
        """One event of the session."""
        getattr(self, HEARS[type(event)])(event)

    @abstractmethod
    def _hear_updated(self, update: Updated) -> None: ...
    def _hear_past(self, event: Past) -> None:
        self._past += event.updates

    @abstractmethod
    def _hear_at_table(self, event: AtTable) -> None: ...
    @abstractmethod
    def _hear_new_game(self, event: NewGame) -> None: ...
    @abstractmethod
    def _hear_toss_broken(self, event: TossBroken) -> None: ...
    @abstractmethod
    def _hear_chat_heard(self, event: ChatHeard) -> None: ...
    @abstractmethod
    def _hear_answer_taken(self, event: AnswerTaken) -> None: ...
    @abstractmethod
    def _hear_advice_heard(self, event: AdviceHeard) -> None: ...
    @abstractmethod
    def _hear_offers_heard(self, event: OffersHeard) -> None: ...
    @abstractmethod
    def _hear_denied(self, event: Denied) -> None: ...
    @abstractmethod
    def _hear_noticed(self, event: Noticed) -> None: ...
    @abstractmethod
    def _hear_disconnected(self, event: Disconnected) -> None: ...
    @abstractmethod
    def _hear_reconnected(self, event: Reconnected) -> None: ...
    @abstractmethod
    def _hear_session_ended(self, event: SessionEnded) -> None: ...


HEARS: dict[type, str] = {
    Updated: "_hear_updated", Past: "_hear_past", AtTable: "_hear_at_table", NewGame: "_hear_new_game",
    TossBroken: "_hear_toss_broken", ChatHeard: "_hear_chat_heard", AnswerTaken: "_hear_answer_taken",
    AdviceHeard: "_hear_advice_heard", OffersHeard: "_hear_offers_heard",
    Denied: "_hear_denied", Noticed: "_hear_noticed", Disconnected: "_hear_disconnected",
    Reconnected: "_hear_reconnected", SessionEnded: "_hear_session_ended",
}

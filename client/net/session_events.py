"""What a seat hears, and knows of a side that two share, made ready for whoever sits there: a screen or a bot."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from ironbottom.events import AnyEvent
from ironbottom.questions import Answer
from ironbottom.views import View
from ironbottom.windows import Command, commander
from ironbottom.wire.advising import Advice
from ironbottom.wire.agreeing import Offers
from ironbottom.wire.casting import Cast
from ironbottom.wire.challenging import Moved
from ironbottom.wire.cleaning import clean_name
from ironbottom.wire.messages import AtTable as TableRequest
from ironbottom.wire.messages import Given, Refused, Request, Said, Scene, Scenes, SeatedPartner, Table, Update
from ironbottom.wire.teams import invitation

from ..storage.identity import Identity


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


class CastShown(NamedTuple):
    """Who looks on has asked for both hands: these scenes are new; none: there is nothing more to be seen yet."""

    scenes: tuple[Scene, ...]


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
    | CastShown
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
    def _hear_cast_shown(self, event: CastShown) -> None: ...
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
    AdviceHeard: "_hear_advice_heard", OffersHeard: "_hear_offers_heard", CastShown: "_hear_cast_shown",
    Denied: "_hear_denied", Noticed: "_hear_noticed", Disconnected: "_hear_disconnected",
    Reconnected: "_hear_reconnected", SessionEnded: "_hear_session_ended",
}


class MovableSeat(ABC):
    """The part of a `SeatSession` that is about the table where the seat is."""

    table: str
    place: int
    _owed: dict[int, TableRequest]
    moves: Callable[[Moved], None] = staticmethod(lambda _moved: None)  # writes down where it is; raises UserError

    @abstractmethod
    def _say(self, make: Callable[[int], TableRequest]) -> int: ...

    def move(self, moved: Moved) -> None:
        """It is at another table now; what is not acknowledged is said there.  Raises UserError, and then stays."""
        self.moves(moved)
        self.table, self.place = moved.to, moved.place
        owed = [*self._owed.values()]
        self._owed.clear()
        for request in owed:
            self._say(partial(_said_at, request, moved.to))


def _said_at(request: TableRequest, table: str, seq: int) -> TableRequest:
    return replace(request, seq=seq, table=table)


class CasterSeat(MovableSeat):
    """The part of a `SeatSession` that is about both hands, for who looks on where the players agreed to that."""

    state: Table | None
    update: Update | None
    follows = False  # he has asked for them, and hears of each turn as soon as it may be shown
    cast_names: tuple[str, ...] = ()  # of who plays the US, and Japan
    _cast: tuple[int, tuple[Scene, ...]] = (0, ())  # the number of the game, and its scenes so far

    @property
    def late(self) -> int:
        """By how many turns; 0: both hands are not for who sits here."""
        return 0 if self.state is None or self.place >= 0 else self.state.terms.cast or 0

    @property
    def cast(self) -> tuple[Scene, ...]:
        """What was shown of the present game."""
        game, scenes = self._cast
        return scenes if self.state is not None and game == self.state.games else ()

    @property
    def cast_through(self) -> int:
        """The last turn that was shown; below 0: none was."""
        return self.cast[-1].us.turn if self.cast else -1

    def follow(self) -> None:
        """Ask for both hands, from now on after every turn."""
        self.follows = bool(self.late)
        self._ask_for_scenes()

    def _follow_on(self) -> None:
        """An update has come: is a turn to be seen that was not before?"""
        view = None if self.update is None else self.update.view
        if view is None or not self.follows:
            return
        whole = bool(self.cast) and self.cast[-1].us.outcome is not None
        if (view.outcome is not None and not whole) or self.cast_through < view.turn - 1 - self.late:
            self._ask_for_scenes()

    def _ask_for_scenes(self) -> None:
        state, first = self.state, len(self.cast)
        if state is None or not self.late or not state.games or any(isinstance(o, Cast) for o in self._owed.values()):
            return
        self._say(lambda seq: Cast(seq, self.table, state.games, first))

    def _hear_scenes(self, scenes: Scenes) -> list[SessionEvent]:
        request = self._owed.pop(scenes.seq, None)
        if not isinstance(request, Cast) or self.state is None or scenes.game != self.state.games:
            return []
        if scenes.first != len(self.cast):
            return []
        self._cast, self.cast_names = (scenes.game, (*self.cast, *scenes.scenes)), scenes.names
        if len(self.cast) < scenes.of:
            self._ask_for_scenes()
        return [CastShown(scenes.scenes)]


    def _not_done(self, refused: Refused, request: Request) -> list[SessionEvent]:
        """That there is nothing more to be seen yet is no fault of anybody's."""
        if isinstance(request, Cast) and refused.code == "not-yet":
            return [CastShown(())]
        return [Denied(refused, request)]


class SharedSide(CasterSeat):
    """§26  The part of a `SeatSession` that is about partners."""

    me: Identity
    server: bytes
    partner = False  # we share the side of who took this seat

    @property
    @abstractmethod
    def plays(self) -> bool:
        """Whether this is a player's own seat."""

    @property
    def shared_with(self) -> SeatedPartner | None:
        """§26  Whose key is the partner's at our place, perhaps ours; None: we play alone, or he is not there yet."""
        partners = None if self.state is None or self.place < 0 else self.state.partners or None
        return None if partners is None else partners[self.place]

    @property
    def commands(self) -> Command | None:
        """§26.2  What we command; None: everything."""
        shared = self.shared_with
        if shared is None:
            return None
        return shared.commands if self.partner else _other(shared.commands)

    @property
    def other_commander(self) -> str:
        """§26  What the other one of our side is called; empty: nobody shares it with us."""
        shared = self.shared_with
        if shared is None or self.state is None:
            return ""
        return self.state.seats[self.place].name if self.partner else shared.name

    @property
    def lacks_partner(self) -> bool:
        """§26.3  Whether our side is to be shared, and nobody is there yet to share it."""
        shared = () if self.state is None else self.state.terms.teams or ()
        return self.plays and not self.partner and self.place in shared and self.shared_with is None

    @property
    def partner_asked(self) -> str:
        """The name of our partner, where our side is asked and it is his question; else empty."""
        question = None if self.update is None else self.update.view.question
        asked = question is not None and not self.decides(question.window)
        return clean_name(self.other_commander) if asked else ""

    def decides(self, window: str) -> bool:
        """§26.2  Whether a question of our side is ours."""
        return self.commands in (None, commander(window))

    def invite_partner(self, secret: bytes, commands: Command) -> None:
        """§26.3  Let whoever has the secret share our side."""
        made = invitation(self.me.key, self.server, self.table, secret, commands)
        self._say(lambda seq: replace(made, seq=seq))


def _other(commands: Command) -> Command:
    return "fleet" if commands == "air" else "air"

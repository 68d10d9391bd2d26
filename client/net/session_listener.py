"""Whoever hears what happens at a seat: one method for each kind of event, the same in every client."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ironbottom.events import AnyEvent

from .session_events import (
    AnswerTaken,
    AtTable,
    ChatHeard,
    Denied,
    Disconnected,
    NewGame,
    Noticed,
    Past,
    Reconnected,
    SessionEnded,
    SessionEvent,
    TossBroken,
    Updated,
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
    Denied: "_hear_denied", Noticed: "_hear_noticed", Disconnected: "_hear_disconnected",
    Reconnected: "_hear_reconnected", SessionEnded: "_hear_session_ended",
}

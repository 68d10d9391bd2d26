"""Between a seat and the screen: what is heard goes into the UiState, what somebody does goes out by the guest."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from ironbottom.events import AnyEvent
from ironbottom.language import _
from ironbottom.questions import Answer
from ironbottom.wire.cleaning import clean_text
from ironbottom.wire.messages import Reply
from ironbottom.wire.orders import StandingOrder

from ...console.errors import UserError
from ...net import downloads
from ...net.reconnecting_client import ReconnectingClient
from ...net.seat_session import SeatSession
from ...net.server_messages import in_our_words
from ...net.session_events import (
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
from ...net.toss import broken_words
from ...plain.client import table_lines
from ...storage.seat_keeper import SeatKeeper
from ...text.sanitize import sanitize
from ..state.model import FinishedTable, Net, UiState

NOTE = 400  # cells of what a server says


class Conversation:
    """What is said and heard at a seat.

    `arrived` is called when an update has come, `changed` after anything else, and `told` with a sentence that is to be
    noticed at once; `in_doubt` with the sentences that somebody reads before he goes along with another toss.
    """

    def __init__(
        self,
        link: ReconnectingClient,
        guest: SeatSession,
        sea: UiState,
        games: Path,
        news: asyncio.Queue[SessionEvent],
        save: Callable[[], None],
    ) -> None:
        self.link, self.guest, self.sea, self.games = link, guest, sea, games
        self.news: asyncio.Queue[SessionEvent] = news
        self.arrived: Callable[[], None] = lambda: None
        self.changed: Callable[[], None] = lambda: None
        self.told: Callable[[str], None] = lambda _sentence: None
        self.in_doubt: Callable[[list[str]], None] = lambda _sentences: None
        self._keeping = SeatKeeper(save, lambda why: self.told(sanitize(why)))
        self._past: list[tuple[AnyEvent, ...]] = []
        self._fetching: asyncio.Task[None] | None = None

    @property
    def waits(self) -> bool:
        """Whether something that was said is still to be acknowledged, and can be."""
        return self.guest.waits and self.link.address is not None

    async def run(self) -> None:
        """Hear whatever comes, until somebody cancels it."""
        try:
            while True:
                self.hear(await self.news.get())
                while not self.news.empty():
                    self.hear(self.news.get_nowait())
                self.link.flush()
                self.changed()
        finally:
            if self._fetching is not None:
                self._fetching.cancel()

    def hear(self, news: SessionEvent) -> None:
        """One piece of news."""
        HEARS[type(news)](self, news)

    def _hear_changed(self, news: Updated) -> None:
        if self.guest.question is None:  # answered, while this was on its way
            news = news._replace(view=replace(news.view, question=None))
        if self._past:
            self.sea.catch_up()
            self.sea.recall(self._past, news)
            self._past = []
        self.sea.arrive(news)
        self.arrived()
        self._keeping.update(news.number)
        if news.view.outcome is not None and self._fetching is None:
            self._fetching = asyncio.create_task(self._fetch())

    def _hear_past(self, news: Past) -> None:
        self._past += news.updates

    def _hear_table(self, news: AtTable) -> None:
        self.sea.sit(news.now, self.guest.place)
        self.sea.orders = self.guest.orders
        for line in table_lines(self.guest, news.now, news.before, typed=False):
            self.told(line)

    def _hear_new_game(self, news: NewGame) -> None:
        """Another game: nothing of the last one is remembered."""
        self.sea.begin_anew()
        self._past, self._fetching = [], None
        self._keeping.begin_anew()
        self.told(_("Another game begins, with sides swapped."))

    def _hear_toss_broken(self, news: TossBroken) -> None:
        self.in_doubt(broken_words(news))

    def _hear_spoken(self, news: ChatHeard) -> None:
        self.sea.hear(news.said, fresh=news.fresh)
        if news.fresh:
            self._keeping.chat()

    def _hear_taken(self, news: AnswerTaken) -> None:
        """It is shown already that the answer is on its way; the update after it says more."""

    def _hear_denied(self, news: Denied) -> None:
        refused = news.refused
        text = clean_text(in_our_words(refused.code, refused.text), NOTE)
        if news.request is None or isinstance(news.request, Reply):
            self.sea.refuse(sanitize(refused.rule), text)
        else:
            self.told(text)

    def _hear_noticed(self, news: Noticed) -> None:
        self.told(_("Notice: {text}").format(text=clean_text(news.text, NOTE)))

    def _hear_gone(self, news: Disconnected) -> None:
        self.sea.net = Net("gone", sanitize(news.why))

    def _hear_back(self, news: Reconnected) -> None:
        self.sea.net = Net()
        self.told(_("The connection is back."))

    def _hear_ended(self, news: SessionEnded) -> None:
        self.sea.net = Net("ended", sanitize(news.sentence))

    async def _fetch(self) -> None:
        """Bring the transcript home."""
        try:
            self.sea.over = FinishedTable(await downloads.brought_home(self.link, self.guest, self.games))
        except UserError as trouble:
            self.sea.over = FinishedTable(None, str(trouble))
        self.changed()

    # what somebody does

    def give(self, answer: Answer) -> None:
        """Answer the question; what is not legal is said, and not sent."""
        question = self.guest.question
        if question is None or self.sea.menu is None:
            return
        legal = isinstance(answer, tuple) and len(answer) == 2 and answer[0] == "play" and answer[1] in question.plays
        fault = None if legal else question.shape.fault(answer)
        if fault is not None:
            self.sea.refuse(question.rule, fault)
        else:
            self.sea.gave(answer)
            self.guest.answer(answer)
        self._done()

    def toss_again(self) -> None:
        """Go along with another toss."""
        self.guest.toss_again()
        self._done()

    def leave(self) -> None:
        """Give the seat up."""
        self.guest.leave()
        self._done()

    def chat(self, text: str = "", phrase: int = 0) -> None:
        self.guest.chat(text, phrase)
        self._done()

    def mute(self, muted: bool) -> None:
        self.sea.muted = muted
        self.guest.mute(muted)
        self._done()

    def order(self, orders: tuple[StandingOrder, ...]) -> None:
        self.sea.orders = orders
        self.guest.order(orders)
        self._done()

    def resign(self) -> None:
        self.guest.resign()
        self._done()

    def rematch(self) -> None:
        self.guest.rematch()
        self._done()

    def _done(self) -> None:
        self.link.flush()
        self.changed()


HEARS: dict[type, Callable[[Conversation, Any], None]] = {
    Updated: Conversation._hear_changed, Past: Conversation._hear_past, AtTable: Conversation._hear_table,
    NewGame: Conversation._hear_new_game, TossBroken: Conversation._hear_toss_broken,
    ChatHeard: Conversation._hear_spoken, AnswerTaken: Conversation._hear_taken, Denied: Conversation._hear_denied,
    Noticed: Conversation._hear_noticed, Disconnected: Conversation._hear_gone, Reconnected: Conversation._hear_back,
    SessionEnded: Conversation._hear_ended,
}

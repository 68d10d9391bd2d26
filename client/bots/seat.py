"""A bot at a seat: it hears what a player hears, and answers at once.

It is a client like any other, in a process of its own; it sees nothing but the bytes of its seat.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import perf_counter

from ironbottom.language import _
from ironbottom.questions import Answer, Question
from ironbottom.views import SeenOutcome, View
from ironbottom.wire.messages import Reply

from ..console.errors import UserError
from ..console.output import complain
from ..net.reconnecting_client import ReconnectingClient
from ..net.seat_session import SeatSession
from ..net.server_messages import in_our_words
from ..net.session_events import (
    AtTable,
    Denied,
    Disconnected,
    NewGame,
    Reconnected,
    SessionEnded,
    SessionEvent,
    TossBroken,
    Updated,
)
from ..net.toss import broken_words
from .registry import ENDLESS, BotFault, NamedBot

PAUSE = 1.0  # seconds until an answer is tried again that the table did not take
BUGS = 3  # times that it fails, or answers what is not legal, until the bot gives up
LINGERS = 600.0  # seconds that a bot stays after a game for another
SOUGHT = 10.0  # of these, seconds without a connection


class Farewell(UserError):
    """The server ended it; `code` says why."""

    def __init__(self, ended: SessionEnded) -> None:
        super().__init__(ended.sentence)
        self.code = ended.code


class LeftToss(UserError):
    """The bot has given up its seat, because a toss had come to nothing after its share was shown."""


class BotSeat:
    """One seat, played by a bot.  `bots` makes a new one for each game; `bugs` of it are told, and survived."""

    def __init__(
        self,
        link: ReconnectingClient,
        guest: SeatSession,
        news: asyncio.Queue[SessionEvent],
        bots: Callable[[], NamedBot],
        bugs: int = BUGS,
    ) -> None:
        self.link, self.guest = link, guest
        self._news, self._bots, self._most = news, bots, bugs
        self.bot = bots()
        self.last: View | None = None  # the view in which the game was over
        self.times: list[float] = []  # seconds that each decision of this game took
        self._bugs = 0
        self._lost: float | None = None  # since when there is no connection, on the clock of the loop

    async def play(self, *, lingers: float = LINGERS) -> SeenOutcome:
        """Play to the end; then stay a while, in case the other player wishes for another game.  Raises UserError."""
        while True:
            try:
                async with asyncio.timeout(self._patience(lingers)):
                    self._hear(await self._news.get())
            except TimeoutError:
                break
            self.link.flush()
            if self.last is not None and (not lingers or self._alone()):
                break
        assert self.last is not None
        assert self.last.outcome is not None
        return self.last.outcome

    def _patience(self, lingers: float) -> float | None:
        """Seconds to wait for more.  Whoever hosts a game and leaves after it takes his server along."""
        if self.last is None:
            return None
        if self._lost is None:
            return lingers
        return max(0.0, min(lingers, self._lost + SOUGHT - asyncio.get_running_loop().time()))

    def _alone(self) -> bool:
        """Whether nobody is left to play with."""
        state, place = self.guest.state, self.guest.place
        return not self.guest.plays or state is None or not state.seats[1 - place].here

    def _hear(self, news: SessionEvent) -> None:
        if isinstance(news, Updated):
            self._changed(news)
        elif isinstance(news, Denied) and isinstance(news.request, Reply):
            self._denied(news)
        elif isinstance(news, AtTable):
            self._at_table(news)
        elif isinstance(news, NewGame):
            self.last, self.bot, self.times = None, self._bots(), []
        elif isinstance(news, TossBroken):
            self._leave_toss(news)
        elif isinstance(news, Disconnected):
            self._lost = self._lost or asyncio.get_running_loop().time()
        elif isinstance(news, Reconnected):
            self._lost = None
        elif isinstance(news, SessionEnded):
            raise Farewell(news)

    def _leave_toss(self, news: TossBroken) -> None:
        """A bot knows no honest reason: it goes along with no other toss of this table."""
        self.guest.leave()
        self.link.flush()
        raise LeftToss(" ".join([*broken_words(news), _("A bot does not: it has left the table.")]))

    def _changed(self, news: Updated) -> None:
        if news.view.outcome is not None:
            self.last = news.view
        elif self.guest.question is not None:
            self._answer()

    def _answer(self) -> None:
        """To the newest question, whatever else is still to be heard."""
        assert self.guest.update is not None
        view = self.guest.update.view
        assert view.question is not None
        try:
            self.guest.answer(self._chosen(view))
        except BotFault as fault:
            self._survive(fault)
            self.guest.answer(view.question.default)

    def _chosen(self, view: View) -> Answer:
        """What the bot answers.  Raises BotFault where it fails, and where that is not legal."""
        begun = perf_counter()
        try:
            answer = self.bot.choose(view)
        finally:
            self.times.append(perf_counter() - begun)
        if (fault := self.bot.judged(view, answer)) is not None:
            raise fault
        if len(self.times) > ENDLESS:
            raise self.bot.endless()
        return answer

    def _survive(self, fault: BotFault) -> None:
        """A bug costs the bot one decision: the default is better than nothing.  Raises it where there are too many."""
        self._bugs += 1
        if self._bugs > self._most:
            raise fault
        complain(fault)

    def _denied(self, news: Denied) -> None:
        """The table waits; or it refuses what we held for legal, as a server of another version may."""
        question = self.guest.question
        if question is None:
            return
        if news.refused.code == "illegal":
            why = in_our_words(news.refused.code, news.refused.text)
            text = _("The bot {name} gives answers that are not legal: {why}")
            self._survive(BotFault(text.format(name=self.bot.name, why=why)))
            self.guest.answer(question.default)
        else:
            asyncio.get_running_loop().call_later(PAUSE, self._try_again, question)

    def _try_again(self, question: Question) -> None:
        if self.guest.question == question:
            self._answer()
            self.link.flush()

    def _at_table(self, news: AtTable) -> None:
        """Agree to another game when the other player wishes for one."""
        seats, place = news.now.seats, self.guest.place
        if news.now.status == "over" and self.guest.plays and seats[1 - place].rematch and not seats[place].rematch:
            self.guest.rematch()

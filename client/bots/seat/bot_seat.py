"""A bot at a seat: it hears what a player hears, and answers as soon as it knows what.

It is a client like any other, in a process of its own; it sees nothing but the bytes of its seat.  It thinks in a
thread, so that the connection stays alive however long that takes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import NoReturn

from ironbottom.events import AnyEvent
from ironbottom.language import _
from ironbottom.questions import Answer
from ironbottom.views import SeenOutcome, View
from ironbottom.wire.agreeing import Offers
from ironbottom.wire.messages import Reply
from ironbottom.words import Side

from ...console.errors import UserError
from ...console.output import complain
from ...net.reconnecting_client import ReconnectingClient
from ...net.seat_session import SeatSession
from ...net.server_messages import in_our_words
from ...net.session_events import (
    Denied,
    Disconnected,
    NewGame,
    OffersHeard,
    Past,
    Reconnected,
    SessionEnded,
    SessionEvent,
    TossBroken,
    Updated,
)
from ...net.toss import broken_words
from ..registry import ENDLESS, BotFault, NamedBot
from .reasons import ReasonFile

Proof = Callable[[SeenOutcome], Awaitable[None]]  # raises UserError where that outcome was not played for

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
    """The bot has given up its seat: somebody may have seen a deal, and would have another one."""


class BotSeat:
    """One seat, played by a bot.  `bots` makes a new one for each game; `bugs` of it are told, and survived.

    It agrees to another game when `proof` holds of the last one; without it, on the server's word.
    """

    def __init__(
        self,
        client: ReconnectingClient,
        session: SeatSession,
        queue: asyncio.Queue[SessionEvent],
        bots: Callable[[], NamedBot],
        bugs: int = BUGS,
        proof: Proof | None = None,
        reasons: ReasonFile | None = None,
    ) -> None:
        self.client, self.session = client, session
        self._queue, self._bots, self._most, self._proof, self._reasons = queue, bots, bugs, proof, reasons
        self.bot = bots()
        self.last: View | None = None  # the view in which the game was over
        self.times: list[float] = []  # seconds that each decision of this game took
        self._bugs = 0
        self._missed: list[AnyEvent] = []  # what it has not been told yet
        self._agreed = b""  # the game after which it has agreed to another one
        self._lost: float | None = None  # since when there is no connection, on the clock of the loop

    async def play(self, *, lingers: float = LINGERS) -> SeenOutcome:
        """Play to the end; then stay a while, in case the other player wishes for another game.  Raises UserError."""
        while True:
            try:
                async with asyncio.timeout(self._patience(lingers)):
                    event = await self._queue.get()
            except TimeoutError:
                break
            await self._hear(event)
            await self._agree_to_another()
            self.client.flush()
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
        state, place = self.session.state, self.session.place
        return not self.session.plays or state is None or not state.seats[1 - place].here

    async def _hear(self, event: SessionEvent) -> None:
        if isinstance(event, Past):
            self._missed += [e for update in event.updates for e in update]
        elif isinstance(event, Updated):
            await self._changed(event)
        elif isinstance(event, Denied) and isinstance(event.request, Reply):
            await self._denied(event)
        elif isinstance(event, OffersHeard):
            self._reply(event.offers)
        elif isinstance(event, NewGame):
            self._begin()
        elif isinstance(event, TossBroken):
            self._leave_toss(event)
        elif isinstance(event, Disconnected):
            self._lost = self._lost or asyncio.get_running_loop().time()
        elif isinstance(event, Reconnected):
            self._lost = None
        elif isinstance(event, SessionEnded):
            raise Farewell(event)

    def _begin(self) -> None:
        """Another game."""
        self.last, self.bot, self.times, self._missed = None, self._bots(), [], []
        if self._reasons is not None:
            self._reasons.begin()

    def _leave_toss(self, event: TossBroken) -> None:
        """A bot knows no honest reason: it goes along with no other toss of this table."""
        self.session.leave()
        self.client.flush()
        raise LeftToss(" ".join([*broken_words(event), _("A bot does not: it has left the table.")]))

    def _reply(self, offers: Offers) -> None:
        """A bot agrees to a pause and to its end, and to a draw where it is behind; it takes nothing back.

        What it has concluded from an answer it cannot forget, and it would play on with that.
        """
        found, update = offers.standing, self.session.update
        if found is None or found.place == self.session.place or update is None or not self.session.plays:
            return
        us, jp = update.view.us.points, update.view.jp.points
        behind = (us < jp) if update.view.viewer is Side.US else (jp < us)
        self.session.reply_to_offer(accept=found.what in ("pause", "go-on") or (found.what == "draw" and behind))

    async def _changed(self, update: Updated) -> None:
        self._tell((*self._missed, *update.events), update.view)
        if update.view.outcome is not None:
            self.last = update.view
        elif self.session.question is not None:
            await self._answer()

    def _tell(self, events: tuple[AnyEvent, ...], view: View) -> None:
        """What happened, also while there was no connection."""
        self._missed = []
        try:
            self.bot.hears(events, view)
        except BotFault as fault:
            self._survive(fault)

    async def _answer(self) -> None:
        """To the newest question, whatever else is still to be heard.

        What was asked may be asked no more when the bot has made up its mind: then nothing is said, and what came
        meanwhile is still to be heard.
        """
        assert self.session.update is not None
        view = self.session.update.view
        assert view.question is not None
        try:
            answer = await self._chosen(view)
        except BotFault as fault:
            self._survive(fault)
            answer = view.question.default
        if self.session.question == view.question:
            self._note(view, answer)
            self.session.answer(answer)

    def _note(self, view: View, answer: Answer) -> None:
        """Why it answers so, where that is written down."""
        if self._reasons is None:
            return
        try:
            self._reasons.note(view, answer, self.bot.why(view, answer))
        except BotFault as fault:
            self._survive(fault)

    async def _chosen(self, view: View) -> Answer:
        """What the bot answers.  Raises BotFault where it fails, and where that is not legal."""
        begun = perf_counter()
        try:
            answer = await asyncio.to_thread(self.bot.choose, view)
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

    async def _denied(self, event: Denied) -> None:
        """The table waits; or it refuses what we held for legal, as a server of another version may."""
        question = self.session.question
        if question is None:
            return
        if event.refused.code == "illegal":
            why = in_our_words(event.refused.code, event.refused.text)
            text = _("The bot {name} gives answers that are not legal: {why}")
            self._survive(BotFault(text.format(name=self.bot.name, why=why)))
            self.session.answer(question.default)
        else:
            await asyncio.sleep(PAUSE)
            if self.session.question == question:
                await self._answer()

    async def _agree_to_another(self) -> None:
        """Agree to another game when the other player wishes for one, and this one was played to its end."""
        if self.last is None or self.last.outcome is None or not self._is_wished():
            return
        if self._proof is not None:
            try:
                await self._proof(self.last.outcome)
            except UserError as why:
                self._leave_over(why)
        if self._is_wished():
            self._agreed = self.session.game
            self.session.rematch()

    def _is_wished(self) -> bool:
        """Whether another game hangs on the bot alone."""
        state, place = self.session.state, self.session.place
        if state is None or state.status != "over" or not self.session.plays or self._agreed == self.session.game:
            return False
        return state.seats[1 - place].rematch and not state.seats[place].rematch

    def _leave_over(self, why: UserError) -> NoReturn:
        """An end that nobody played for is followed by no other deal."""
        self.session.leave()
        self.client.flush()
        text = _("The server says that the game is over; the bot does not believe it, and has left the table: {why}")
        raise LeftToss(text.format(why=why)) from None

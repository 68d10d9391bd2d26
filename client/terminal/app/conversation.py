"""Between a seat and the screen: what is heard goes into the UiState, what somebody does goes out by the session."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec.structs import replace

from ironbottom.events import AnyEvent
from ironbottom.language import _
from ironbottom.questions import Answer, Question
from ironbottom.vocabulary import phrase
from ironbottom.wire.advising import Advice, Advise
from ironbottom.wire.agreeing import Agreeable
from ironbottom.wire.cleaning import clean_text
from ironbottom.wire.messages import Reply, Scene
from ironbottom.wire.orders import StandingOrder
from ironbottom.wire.pace import Hours

from ...console.errors import UserError
from ...net import downloads
from ...net.downloads import cards_now
from ...net.reconnecting_client import ReconnectingClient
from ...net.seat_session import SeatSession
from ...net.server_messages import in_our_words
from ...net.session_events import (
    AdviceHeard,
    AnswerTaken,
    AtTable,
    CastShown,
    ChatHeard,
    Denied,
    Disconnected,
    NewGame,
    Noticed,
    OffersHeard,
    Reconnected,
    SessionEnded,
    SessionEvent,
    SessionListener,
    TossBroken,
    Updated,
)
from ...net.toss import broken_words
from ...plain.caution import Caution
from ...plain.client import table_lines
from ...storage.seat_autosave import SeatKeeper
from ...text.question.advice import blunder_text
from ...text.rules.campaigns import begins_anew
from ...text.rules.offering import reply_line
from ...text.sanitize import sanitize
from ..state.model import FinishedTable, Net, UiState

NOTE = 400  # cells of what a server says


class Conversation(SessionListener):
    """What is said and heard at a seat.

    `arrived` is called when an update has come, `changed` after anything else, and `told` with a sentence that is to be
    noticed at once; `in_doubt` with the sentences that somebody reads before he goes along with another toss; `shown`
    with new scenes of both hands.
    """

    def __init__(
        self,
        client: ReconnectingClient,
        session: SeatSession,
        ui: UiState,
        games: Path,
        queue: asyncio.Queue[SessionEvent],
        save: Callable[[], None],
    ) -> None:
        self.client, self.session, self.ui, self.games = client, session, ui, games
        self.queue: asyncio.Queue[SessionEvent] = queue
        self.arrived: Callable[[], None] = lambda: None
        self.changed: Callable[[], None] = lambda: None
        self.told: Callable[[str], None] = lambda _sentence: None
        self.in_doubt: Callable[[list[str]], None] = lambda _sentences: None
        self.shown: Callable[[Sequence[Scene]], None] = lambda _scenes: None
        self._keeping = SeatKeeper(save, lambda why: self.told(sanitize(why)))
        self._caution = Caution(session, self.give, self._warn, self._later)
        self.guarded = False  # warned of blunders whatever the settings say: behind the lessons of the tutorial
        self._past: list[tuple[AnyEvent, ...]] = []
        self._fetching: asyncio.Task[None] | None = None

    @property
    def waits(self) -> bool:
        """Whether something that was said is still to be acknowledged, and can be."""
        return self.session.waits and self.client.address is not None

    async def run(self) -> None:
        """Hear whatever comes, until somebody cancels it."""
        try:
            while True:
                self.hear(await self.queue.get())
                while not self.queue.empty():
                    self.hear(self.queue.get_nowait())
                self.client.flush()
                self.changed()
        finally:
            if self._fetching is not None:
                self._fetching.cancel()

    def _hear_updated(self, update: Updated) -> None:
        if self.session.question is None:  # answered, while this was on its way
            update = update._replace(view=replace(update.view, question=None))
        self._show(update)
        self.arrived()
        self._keeping.update(update.number)
        if update.view.outcome is not None and self._fetching is None:
            self._fetching = asyncio.create_task(self._fetch())

    def _show(self, update: Updated) -> None:
        """Give it to who draws, behind whatever was missed."""
        past, self._past = self._past, []
        if past:
            self.ui.catch_up()
            self.ui.recall(past, update)
        self.ui.partner = self.session.partner_asked
        self.ui.arrive(update)

    def _hear_at_table(self, event: AtTable) -> None:
        self.ui.sit(event.now, self.session.place)
        self.ui.partner, self.ui.beside = self.session.partner_asked, self.session.other_commander
        self.ui.orders = self.session.orders
        for line in table_lines(self.session, event.now, event.before, typed=False):
            self.told(line)

    def _hear_new_game(self, event: NewGame) -> None:
        """Another game: nothing of the last one is remembered."""
        self.ui.set = cards_now(self.session, self.ui.set)
        self.ui.begin_anew()
        self._past, self._fetching = [], None
        self._keeping.begin_anew()
        for line in begins_anew(self.ui.set):
            self.told(line)

    def _hear_toss_broken(self, event: TossBroken) -> None:
        self.in_doubt(broken_words(event))

    def _hear_chat_heard(self, event: ChatHeard) -> None:
        self.ui.hear(event.said, fresh=event.fresh)
        if event.fresh:
            self._keeping.chat()

    def _hear_answer_taken(self, event: AnswerTaken) -> None:
        """It is shown already that the answer is on its way; the update after it says more."""

    def _hear_advice_heard(self, event: AdviceHeard) -> None:
        if not self._caution.hear(event.advice):
            self.ui.advice = event.advice

    def _warn(self, question: Question, advice: Advice) -> None:
        """The answer is not given, and stays staged: given once more, it is."""
        text = blunder_text(question, self.ui.naming, advice)
        self.ui.refuse(question.rule, text + "  " + _("Give it once more to give it anyway."))

    def _later(self, seconds: float, act: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_later(seconds, act)

    def _hear_offers_heard(self, event: OffersHeard) -> None:
        self.ui.offers = event.offers
        if line := reply_line(event.offers):
            self.told(line)

    def _hear_cast_shown(self, event: CastShown) -> None:
        self.shown(event.scenes)

    def _hear_denied(self, event: Denied) -> None:
        refused = event.refused
        text = clean_text(in_our_words(refused.code, refused.text), NOTE)
        if isinstance(event.request, Advise):
            if not self._caution.denied(refused.seq):
                self.ui.unadvised = text
            return
        if event.request is None or isinstance(event.request, Reply):
            self.ui.refuse(sanitize(refused.rule), text)
        else:
            self.told(text)

    def _hear_noticed(self, event: Noticed) -> None:
        self.told(phrase("seat.notice", text=clean_text(event.text, NOTE)))

    def _hear_disconnected(self, event: Disconnected) -> None:
        self.ui.net = Net("gone", sanitize(event.why))

    def _hear_reconnected(self, event: Reconnected) -> None:
        self.ui.net = Net()
        self.told(_("The connection is back."))

    def _hear_session_ended(self, event: SessionEnded) -> None:
        self.ui.net = Net("ended", sanitize(event.sentence))

    async def _fetch(self) -> None:
        """Bring the transcript home."""
        try:
            self.ui.over = FinishedTable(await downloads.brought_home(self.client, self.session, self.games))
        except UserError as error:
            self.ui.over = FinishedTable(None, str(error))
        self.changed()

    # what somebody does

    def consider(self, answer: Answer) -> None:
        """Give what a person has put together, after a gentle question where he wishes for that and it loses much."""
        self._caution.on = self.guarded or self.ui.settings.warns == "on"
        question = self.session.question
        if question is None or question.fault(answer) is not None or not self._caution.hold(answer):
            self.give(answer)
        else:
            self.told(phrase("advice.weighing"))
            self._done()

    def advise(self) -> None:
        """Ask what to do; the UiState gets what is found, or why nothing is."""
        ui = self.ui
        if not self.session.may_ask:
            ui.unadvised = phrase("server.no-consent")
        elif ui.advice is None and self.session.advise():
            ui.unadvised = ""
        self._done()

    def give(self, answer: Answer, *, asked: bool = True) -> None:
        """Answer the question; what is not legal is said, and not sent.  `asked`: somebody was asked for it."""
        question = self.session.question
        if question is None or self.ui.menu is None:
            return
        legal = isinstance(answer, tuple) and len(answer) == 2 and answer[0] == "play" and answer[1] in question.plays
        fault = None if legal else question.shape.fault(answer)
        if fault is not None:
            self.ui.refuse(question.rule, fault)
        else:
            self.ui.gave(answer)
            self.session.answer(answer, asked=asked)
        self._done()

    def toss_again(self) -> None:
        """Go along with another toss."""
        self.session.toss_again()
        self._done()

    def leave(self) -> None:
        """Give the seat up."""
        self.session.leave()
        self._done()

    def follow(self) -> None:
        """Ask for both hands, as late as the players have agreed; from now on after every turn."""
        self.session.follow()
        self._done()

    def chat(self, text: str = "", phrase: int = 0) -> None:
        self.session.chat(text, phrase)
        self._done()

    def mute(self, muted: bool) -> None:
        self.ui.muted = muted
        self.session.mute(muted)
        self._done()

    def order(self, orders: tuple[StandingOrder, ...]) -> None:
        self.ui.orders = orders
        self.session.order(orders)
        self._done()

    def choose_hours(self, hours: Hours) -> None:
        """Say from when on our clock runs in each day."""
        self.session.choose_hours(hours)
        self._done()

    def vacation(self, *, away: bool) -> None:
        """Go on vacation, or come back."""
        self.session.vacation(away=away)
        self._done()

    def resign(self) -> None:
        self.session.resign()
        self._done()

    def make_offer(self, what: Agreeable) -> None:
        """Offer the other player something; why it cannot be is told."""
        self._told_why(self.session.offer(what))

    def reply_to_offer(self, *, accept: bool) -> None:
        self._told_why(self.session.reply_to_offer(accept=accept))

    def _told_why(self, why: str) -> None:
        if why:
            self.told(why)
        self._done()

    def rematch(self) -> None:
        self.session.rematch()
        self._done()

    def _done(self) -> None:
        self.client.flush()
        self.changed()

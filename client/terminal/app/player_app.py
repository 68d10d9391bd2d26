"""A person at a seat, before a terminal: the table in cells, keys and mouse.  The twin of plain/client.py."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from textual.app import SuspendNotSupported
from textual.timer import Timer

from ironbottom.language import _
from ironbottom.printed import CardSet
from ironbottom.questions import Answer
from ironbottom.vocabulary import phrase
from ironbottom.wire.agreeing import Agreeable
from ironbottom.wire.messages import Scene
from ironbottom.wire.orders import StandingOrder
from ironbottom.wire.pace import Hours

from ...console.errors import UserError
from ...console.output import complain, say
from ...console.stdin import StdinLines
from ...net.reconnecting_client import MOVED, ReconnectingClient
from ...net.seat_session import SeatSession
from ...net.session_events import AtTable, Noticed, SessionEnded, SessionEvent
from ...plain.client import HowLeft, table_lines
from ...plain.reviewing import command
from ...text.sanitize import sanitize
from ...tutorial.coach import Coach, Given, Lesson, Pause
from ...tutorial.pointing import tokens_pointed_at
from ..review.film_screen import CastScreen
from ..sheets.ending import Ending, quoted
from ..sheets.lesson import LessonSheet, TutorialOver
from ..sheets.toss_sheet import TossSheet
from ..sheets.warned import Warned
from ..state.commands import KeyCommand, listed
from ..state.model import Mark, Net, Touch, UiState
from ..table import parts
from ..table.table_screen import TableScreen
from .base_app import GameApp, shown_until_left
from .conversation import Conversation

WAITING = ("open",)  # a table where the other player is still to come
SHOWN = 12.0  # seconds that something is to be read
TOLD = "!"  # on what a lesson speaks of
FAREWELL, POLL = 3.0, 0.05  # seconds that an acknowledgement is waited for, and between two looks


class TerminalPlay:
    """One person at one seat, until he leaves or the game is over."""

    def __init__(
        self,
        client: ReconnectingClient,
        session: SeatSession,
        cards: CardSet,
        games: Path,
        typed: StdinLines,
        queue: asyncio.Queue[SessionEvent],
        save: Callable[[], None],
        *,
        coach: Coach | None = None,
        warned: tuple[str, ...] = (),
        guarded: bool = False,
    ) -> None:
        self.guarded = guarded  # warned of blunders, whatever the settings say
        self.client, self.session, self.games, self.queue, self.coach = client, session, games, queue, coach
        self.warned = warned
        self.ui = UiState(cards, place=session.place, orders=session.orders)
        self._save = save

    async def play(self) -> HowLeft:
        """Play until the end, or until somebody has enough."""
        try:
            ended = await self._wait_for_company()
            if ended is not None:
                complain(ended.sentence)
                return HowLeft.STOPPED
            return await self._at_table()
        finally:
            with suppress(UserError):
                self._save()

    async def _wait_for_company(self) -> SessionEnded | None:
        """As long as nobody else sits there, the invite is what one needs before one's eyes: lines, not a table.

        What was heard meanwhile is told once more to who draws the table.
        """
        heard: list[SessionEvent] = []
        ended: SessionEnded | None = None
        while ended is None and self.session.state is not None and self.session.state.status in WAITING:
            self.warned = ()  # he has had the time to read it
            event = await self.queue.get()
            heard.append(event)
            if isinstance(event, AtTable):
                say(table_lines(self.session, event.now, event.before))
            ended = event if isinstance(event, SessionEnded) else None
            self.client.flush()
        while not self.queue.empty():
            heard.append(self.queue.get_nowait())
        for one in heard:
            self.queue.put_nowait(one)
            if isinstance(one, Noticed) and one.code == MOVED:
                self.warned += (one.text,)
        return ended

    async def _at_table(self) -> HowLeft:
        app = self._app()
        app.conversation.guarded = self.guarded
        left = await shown_until_left(app)
        if self.ui.net.state == "ended":
            complain(self.ui.net.why)
        say(parting(self.ui))
        if app.return_code:
            complain(_("A fault of this program stopped it.  Your game is saved; please report this."))
            return HowLeft.STOPPED
        return left or (HowLeft.STOPPED if self.ui.net.state == "ended" else HowLeft.KEPT)

    def _app(self) -> TerminalApp:
        """What is drawn at the table."""
        conversation = Conversation(self.client, self.session, self.ui, self.games, self.queue, self._save)
        return TerminalApp(self.ui, self.games.parent, conversation, coach=self.coach, warned=self.warned)


def parting(ui: UiState) -> list[str]:
    """What stays on the screen when the table is gone."""
    over = ui.over
    if over is None:
        return []
    if over.transcript is None:
        return [over.fault]
    return transcript_lines(over.transcript)


def transcript_lines(path: Path) -> list[str]:
    """Where the proof of a game is, and how it is checked."""
    return [
        _("The transcript of the game: {path}").format(path=path),
        _("Check it with: ironbottom verify {path}").format(path=quoted(path)),
        _("Learn from it with: ironbottom review {path}").format(path=quoted(path)),
    ]


class TerminalApp(GameApp[HowLeft]):
    """The app at a table."""

    def __init__(
        self, ui: UiState, folder: Path | None, conversation: Conversation, *, coach: Coach | None = None,
        warned: tuple[str, ...] = (),
    ) -> None:
        super().__init__(ui, folder)
        self.conversation, self.coach, self.warned = conversation, coach, warned
        ui.stepwise = coach is not None
        self._forgetting: Timer | None = None
        self.beats = parts.beats(ui, self.changed)
        conversation.arrived, conversation.changed, conversation.told = self._arrived, self.changed, self.tell
        conversation.in_doubt, conversation.shown = self._ask_for_toss, self._shown
        self._cast_wanted = False  # somebody waits to look at both hands
        self._hearing: asyncio.Task[None] | None = None
        self._leaving: asyncio.Task[None] | None = None
        self._ending_shown = False

    async def on_mount(self) -> None:
        await self.lay(TableScreen(self.ui, self, self.beats))
        if self.warned:
            self.lay(Warned(self.warned))
        self._hearing = asyncio.create_task(self.conversation.run())
        self._hearing.add_done_callback(self._hears_no_more)

    def _hears_no_more(self, hearing: asyncio.Task[None]) -> None:
        """Nothing that the server says is heard any more: that is not to look like a game that goes on."""
        if hearing.cancelled() or (fault := hearing.exception()) is None:
            return
        why = str(fault) if isinstance(fault, UserError) else phrase("distrust.own_fault", fault=repr(fault))
        self.ui.net = Net("ended", sanitize(why))
        self.changed()

    def anew(self) -> None:
        """The table is made anew, under whatever lies open over it."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        self.switch_screen(TableScreen(self.ui, self, self.beats))

    async def on_unmount(self) -> None:
        self.beats.close()
        if self._hearing is not None:
            self._hearing.cancel()

    def _arrived(self) -> None:
        self.beats.arrived()
        self.changed()

    def _redraw(self) -> None:
        view = self.ui.view
        over = view is not None and view.outcome is not None
        if over and not self._ending_shown:
            self._ending_shown = True
            self.lay(Ending(self.ui, self))
        self._ending_shown = over
        if self.coach is not None:
            self._coached(self.coach)
        else:
            self._pass_by()
        super()._redraw()

    def _pass_by(self) -> None:
        """Give what need not be asked."""
        answer = self.ui.pass_by()
        if answer is not None:
            self.conversation.give(answer, asked=False)

    def _coached(self, coach: Coach) -> None:
        """A question of the tutorial: a lesson is shown once, what teaches nothing is answered by itself."""
        ui, before = self.ui, self.ui.lesson
        idle = ui.sent is None and ui.playing is None and not ui.coming
        if coach.over and idle:
            self._taught(coach)
            return
        if ui.view is None or not ui.stands:
            return
        now = coach.before(ui.view)
        if not isinstance(now, Lesson):
            ui.pointing = {}
        if isinstance(now, Pause):
            ui.halt = now.text
        elif isinstance(now, Given):
            self.conversation.give(now.answer)
        elif now is None:
            self._taught(coach)
        elif before is None or before.n != now.n:
            self._come_to(now)

    def _come_to(self, lesson: Lesson) -> None:
        """A lesson: before it covers the table, what has happened is looked at."""
        self.ui.lesson = lesson
        self.ui.pointing = self._pointed_at(lesson)
        self.ui.halt = lesson.seen if lesson.n > 1 else ""
        if not self.ui.halt:
            self._teach(lesson, seen=True)

    def _pointed_at(self, lesson: Lesson) -> dict[Touch, Mark]:
        """The marks on what a lesson speaks of."""
        touches = [Touch("token", token) for token in tokens_pointed_at(self.ui.naming, lesson)]
        touches += [Touch("card", card.card) for card in lesson.cards if card.card in self.ui.naming.hand]
        touches += [] if lesson.line is None else [Touch("line", lesson.line)]
        return dict.fromkeys(touches, Mark("told", TOLD))

    def _teach(self, lesson: Lesson, *, seen: bool) -> None:
        """Show a lesson; a sheet that lies open already, of the lesson before, turns to it."""
        laid = [screen for screen in self.screen_stack if isinstance(screen, LessonSheet)]
        for sheet in laid:
            sheet.teach(lesson)
        if not laid:
            self.lay(LessonSheet(lesson, self, self.ui.naming, seen=seen))

    def go_on(self) -> None:
        """What the coach said before the play runs on has been read."""
        view, coach = self.ui.view, self.coach
        if coach is None or view is None or not self.ui.halt:
            return
        self.ui.halt, self.ui.pointing = "", {}
        now = coach.before(view)
        coach.go_on(view)
        if isinstance(now, Lesson):
            self._teach(now, seen=False)
        self.changed()

    def _taught(self, coach: Coach) -> None:
        """From here on the game is free."""
        self.coach = self.ui.lesson = None
        self.ui.halt, self.ui.pointing, self.ui.stepwise = "", {}, False
        self.conversation.guarded = True
        if isinstance(self.screen, LessonSheet):
            self.pop_screen()
        self.lay(TutorialOver(coach.ending()), self._go_on)

    def _go_on(self, bot: bool | None) -> None:
        if bot:
            self.exit(HowLeft.BOT)

    def _ask_for_toss(self, sentences: list[str]) -> None:
        """A toss came to nothing after our share was shown: nothing goes on until he who sits here wants it to."""
        self.lay(TossSheet(sentences), self._toss)

    def _toss(self, go: bool | None) -> None:
        if go:
            self.conversation.toss_again()
        elif self._leaving is None:
            self.conversation.leave()
            self._leaving = asyncio.create_task(self._leave(HowLeft.TOSS))

    def tell(self, sentence: str) -> None:
        """Something that is to be noticed at once."""
        self.ui.notice = sentence
        if self._forgetting is not None:
            self._forgetting.stop()
        self._forgetting = self.set_timer(SHOWN, self._forget)
        self.changed()

    def _forget(self) -> None:
        self.ui.notice = ""
        self.changed()

    def action_do_lesson(self) -> None:
        """Give the answer that the lesson wants, for who asks for it."""
        view = self.ui.view
        answer = None if self.coach is None or view is None else self.coach.shown(view)
        if isinstance(self.screen, LessonSheet):
            self.screen.dismiss()
        if answer is not None and self.ui.menu is not None:
            self.give(answer)

    def offered(self) -> tuple[KeyCommand, ...]:
        return listed(self.ui)

    # What the app does when it is asked

    def give(self, answer: Answer) -> None:
        view, question = self.ui.view, self.ui.question
        if self.coach is not None and view is not None and question is not None and self.ui.menu is not None:
            wrong = self.coach.check(view, answer)
            if wrong is not None:
                self.ui.refuse(question.rule, wrong)
                self.changed()
                return
            self.ui.pointing = {}
            self.conversation.give(self.coach.answer(view, answer))
            return
        self.conversation.consider(answer)

    def chat(self, text: str = "", phrase: int = 0) -> None:
        self.conversation.chat(text, phrase)

    def mute(self, muted: bool) -> None:
        self.conversation.mute(muted)

    def order(self, orders: tuple[StandingOrder, ...]) -> None:
        self.conversation.order(orders)

    def choose_hours(self, hours: Hours) -> None:
        self.conversation.choose_hours(hours)

    def vacation(self, *, away: bool) -> None:
        self.conversation.vacation(away=away)

    def resign(self) -> None:
        self.conversation.resign()

    def rematch(self) -> None:
        self.conversation.rematch()

    def make_offer(self, what: Agreeable) -> None:
        self.conversation.make_offer(what)

    def reply_to_offer(self, *, accept: bool) -> None:
        self.conversation.reply_to_offer(accept=accept)

    def open(self, sheet: str, about: str = "") -> None:
        if sheet == "advice":
            self.conversation.advise()
        if sheet == "both":
            self._look_at_both()
        elif sheet == "ending":
            self.lay(Ending(self.ui, self))
        elif sheet == "lesson" and self.ui.lesson is not None:
            self.lay(LessonSheet(self.ui.lesson, self, self.ui.naming))
        else:
            super().open(sheet, about)

    def _look_at_both(self) -> None:
        """Both hands, as far as they may be seen; what comes later is shown as soon as it has come."""
        session = self.conversation.session
        if not session.late:
            self.tell(phrase("cast.none"))
            return
        self._cast_wanted = True
        self.conversation.follow()
        if session.cast:
            self._shown(())

    def _shown(self, scenes: Sequence[Scene]) -> None:
        """New scenes have come, or there are none yet."""
        cast = self.conversation.session.cast
        there = [screen for screen in self.screen_stack if isinstance(screen, CastScreen)]
        if there and scenes:
            there[0].grow(cast)
        elif self._cast_wanted and not there and cast:
            self.lay(CastScreen(self, cast, self.conversation.session.cast_names))
        elif self._cast_wanted and not cast:
            self.tell(phrase("cast.later"))
        elif scenes:
            self.tell(phrase("cast.more", turn=cast[-1].us.turn))
        self._cast_wanted = False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A review is of a game whose transcript is here."""
        if action == "review":
            return self.ui.over is not None and self.ui.over.transcript is not None
        return super().check_action(action, parameters)

    async def action_review(self) -> None:
        """Leave the terminal to the review, and come back to the table; what is said there meanwhile is heard."""
        over = self.ui.over
        if over is None or over.transcript is None:
            return
        try:
            with self.suspend():
                review = await asyncio.create_subprocess_exec(sys.executable, *command(over.transcript))
                await review.wait()
        except SuspendNotSupported:
            text = _("Learn from it with: ironbottom review {path}")
            self.tell(text.format(path=quoted(over.transcript)))
        self.changed()

    def leave(self) -> None:
        """The seat is kept, or the game is over and its transcript here; what was said last is seen home."""
        if self.ui.net.state == "ended":
            self.exit(HowLeft.STOPPED)
        elif self._leaving is None:
            over = self.ui.over is not None and self.ui.over.transcript is not None
            self._leaving = asyncio.create_task(self._leave(HowLeft.OVER if over else HowLeft.KEPT))

    async def _leave(self, left: HowLeft) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                while self.conversation.waits:
                    await asyncio.sleep(POLL)
        self.exit(left)

"""The tutorial in lines of text: the plain client, with the coach beside it.

At a lesson the question is put as in any game, below what the coach says; elsewhere what happens is told, and the
answer of the script goes out by itself.  Before the play runs on, and before the next lesson, an empty line is waited
for.
"""

from __future__ import annotations

import asyncio
from typing import Any

from msgspec.structs import replace

from ironbottom.events import Rolled, TurnBegan
from ironbottom.language import N_, _
from ironbottom.phrases import window_phrase
from ironbottom.questions import Answer
from ironbottom.views import View
from ironbottom.vocabulary import phrase
from ironbottom.wire.messages import Reply

from ..net.session_events import Denied, Updated
from ..text.naming import Naming
from ..text.question.menu import Menu, menu_of, said
from ..tutorial.coach import Coach, Given, Lesson, Pause
from ..tutorial.pointing import where
from .client import HowLeft, PlainClient
from .intents import Give
from .reader import PlainReader

PAUSE = 1.0  # seconds until an answer is given again that the table did not take
HINT, LESSON, SKIP, BOT = "hint", "lesson", "skip", "bot"  # what may be typed besides

WORDS = N_("Type your answer; {hint} says how, {lesson} tells the lesson again, {skip} has it done for you.")
GO_ON = N_("Press Enter to go on.")
READ_ON = N_("Press Enter to read on.")
NEXT = N_("Press Enter for the next lesson.")
FREE = N_("Now against the bot: type {bot} for a new game.  Or play this one on; both sides are free now.")


class CoachedPlay(PlainClient):
    """A person who learns."""

    def __init__(self, *parts: Any, coach: Coach, guarded: bool = False) -> None:
        super().__init__(*parts, guarded=guarded)
        self.coach = coach
        self._lesson: Lesson | None = None  # that stands over the question
        self._lessons_over = False  # and it was said
        self._halted: Updated | None = None  # what was told last; what comes behind it is said behind an empty line
        self._reading = False  # what the other side has just done; what comes behind it waits for an empty line, too
        self._unread: list[Updated] = []

    def _new_reader(self) -> PlainReader:
        reader = super()._new_reader()
        reader.seat.unasked.sole = False  # the coach says what need not be asked
        return reader

    def _hear_updated(self, update: Updated) -> None:
        """The turn of the other side comes piece by piece: its beginning, and each battle."""
        if self._reading:
            self._unread.append(update)
            return
        super()._hear_updated(update)
        view = update.view
        theirs = view.question is None and view.outcome is None and view.phasing is not view.viewer
        if theirs and not self.coach.over:
            self._reading = any(isinstance(event, TurnBegan | Rolled) for event in update.events)
            self._say(self._fitted(["", _(READ_ON)]) if self._reading else [])

    def _read_on(self) -> None:
        """What waited, up to the next piece."""
        self._reading = False
        unread, self._unread = self._unread, []
        for update in unread:
            self._hear_updated(update)

    def _told(self, update: Updated) -> list[str]:
        """What happened; then a lesson and its question, or what is done for the player."""
        view = update.view
        if self.coach.over and self._lessons_over:
            return super()._told(update)
        now, before = None if view.question is None else self.coach.before(view), self._lesson
        if isinstance(now, Lesson) and before == now and not update.events and self._halted is None:
            return super()._told(update)
        bare = replace(view, question=None, waiting=())  # a bot answers at once: nobody need be told whom it waits for
        told = self._reader.update(bare, update.events, update.given, update.clocks)
        if view.question is None:
            return [*told, *self._end()]
        again, self._halted = self._halted is not None and not update.events, None
        if isinstance(now, Pause) or (isinstance(now, Lesson) and now.n > 1):
            self._lesson, self._halted = None, update
            return told if again else [*told, *self._fitted(halt_lines(now))]
        return [*told, *self._goes_on(update, now)]

    def _goes_on(self, update: Updated, now: Lesson | Pause | Given | None) -> list[str]:
        """The lesson and its question, or what is done for the player."""
        view = update.view
        self._lesson = now if isinstance(now, Lesson) else None
        if isinstance(now, Given):
            return self._done_for_you(view, now)
        above = self._lines(now) if isinstance(now, Lesson) else self._end()
        return [*self._fitted(above), *self._reader.update(view, (), "player", update.clocks)]

    def _done_for_you(self, view: View, given: Given) -> list[str]:
        """Give an answer of the script, and say so; what it is called is asked of the question that it answers."""
        assert view.question is not None
        menu = menu_of(view.question, self._reader.seat.naming)
        self.session.answer(given.answer)
        return self._fitted([for_you(menu, given.answer)])

    def _end(self) -> list[str]:
        """The end of the lessons, once it has come."""
        if not self.coach.over or self._lessons_over or self.session.waits:
            return []
        self._lessons_over = True
        self.caution.on = self._reader.seat.warns = True  # from here on he plays by himself
        return self._fitted(["", *self.coach.ending(), _(FREE).format(bot=BOT), ""])

    def _lines(self, lesson: Lesson) -> list[str]:
        return lesson_lines(lesson, self._reader.seat.naming)

    def _fitted(self, lines: list[str]) -> list[str]:
        return self._reader.seat.fitted(lines)

    def _hear_denied(self, event: Denied) -> None:
        """What the coach gave is given again in a while; a table that waits takes it when it goes on."""
        super()._hear_denied(event)
        if isinstance(event.request, Reply) and self._lesson is None and not self.coach.over:
            asyncio.get_running_loop().call_later(PAUSE, self._again)

    def _again(self) -> None:
        if self.session.question is not None and self.session.update is not None:
            now = self.coach.before(self.session.update.view)
            if isinstance(now, Given):
                self.session.answer(now.answer)
                self.client.flush()

    # what is typed

    def _takes(self, line: asyncio.Task[str | None]) -> bool:
        """An empty line is waited for where no answer may be given."""
        waits = (self._reading or self._halted is not None) and line.done() and not self._input_over
        return waits or super()._takes(line)

    def _carry_out(self, line: str) -> None:
        word, lesson = line.strip().casefold(), self._lesson
        if self._reading and not word:
            self._read_on()
        elif self._halted is not None and not word:
            self._go_on(self._halted)
        elif word == BOT and self._lessons_over:
            self._left = HowLeft.BOT
        elif lesson is not None and word == HINT:
            self._say(self._fitted([lesson.hint]))
        elif lesson is not None and word == LESSON:
            self._say(self._fitted(self._lines(lesson)))
        elif lesson is not None and word == SKIP:
            self._skip()
        else:
            super()._carry_out(line)

    def _go_on(self, update: Updated) -> None:
        """What was told has been read."""
        self._halted = None
        self.coach.go_on(update.view)
        self._say(self._goes_on(update, self.coach.before(update.view)))

    def _skip(self) -> None:
        """Have the lesson's own answer given."""
        view = None if self.session.update is None else self.session.update.view
        answer = None if view is None else self.coach.shown(view)
        menu = self._reader.seat.asked
        if answer is not None and menu is not None:
            self._reader.seat.sent = True
            self._give(Give(answer, tuple(self._fitted([for_you(menu, answer)]))))

    def _give(self, said: Give) -> None:
        """Only what the lesson wants is sent."""
        assert self.session.update is not None
        view = self.session.update.view
        wrong = self.coach.check(view, said.answer)
        if wrong is None:
            self._lesson = None
            super()._give(Give(self.coach.answer(view, said.answer), said.lines))
        else:
            self._reader.seat.sent = False
            self._say(self._fitted([wrong]))


def for_you(menu: Menu, answer: Answer) -> str:
    """What is done in the player's stead, and in which decision."""
    words = _("For you ({decision}): {answer}.")
    return words.format(decision=window_phrase(menu.question.window), answer=said(menu, answer))


def halt_lines(now: Lesson | Pause) -> list[str]:
    """What has happened, and how one goes on."""
    return ["", now.text, _(GO_ON)] if isinstance(now, Pause) else ["", now.seen, _(NEXT)]


def lesson_lines(lesson: Lesson, naming: Naming) -> list[str]:
    """A lesson as it is read; an empty line sets it apart.  What it tells of before the first was told at its halt."""
    words = _(WORDS).format(hint=HINT, lesson=LESSON, skip=SKIP)
    task = phrase("coach.task", goal=lesson.goal)
    told = [lesson.seen, lesson.teaches] if lesson.n == 1 else [lesson.teaches]
    return ["", f"{lesson.title} (§{lesson.rule})", *told, *card_lines(lesson, naming), task, words, ""]


def card_lines(lesson: Lesson, naming: Naming) -> list[str]:
    """The figures that a lesson explains, card by card, and where the cards are."""
    found: list[str] = []
    for card in lesson.cards:
        found.append(phrase("coach.on_card", card=where(naming, card)))
        found += [f"- {one.text}" for one in card.figures]
    return found

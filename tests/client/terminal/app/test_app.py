"""Somebody who sits down before a terminal: waiting for company, the tutorial's coach, what is to be read first."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from rich.style import Style
from textual.pilot import Pilot

from ironbottom.catalog import card_set
from ironbottom.client.console.errors import UserError
from ironbottom.client.console.stdin import StdinLines, is_screen
from ironbottom.client.net.reconnecting_client import Endpoint, ReconnectingClient
from ironbottom.client.net.seat_session import Numbers, SeatSession
from ironbottom.client.net.session_events import SessionEnded, SessionEvent
from ironbottom.client.plain.client import HowLeft
from ironbottom.client.storage.evidence_log import EvidenceLog
from ironbottom.client.terminal.app.player_app import TerminalApp, TerminalPlay
from ironbottom.client.terminal.drawing.flowing import flowed
from ironbottom.client.terminal.sheets.lesson import LessonSheet, TutorialOver, paragraphs
from ironbottom.client.terminal.sheets.warned import Warned
from ironbottom.client.terminal.state.settings import Speed, TerminalSettings
from ironbottom.client.text.naming import Naming
from ironbottom.client.tutorial.coach import CardToldOf, Coach, FigureToldOf, Given, Lesson, Pause
from ironbottom.questions import Answer, Move
from ironbottom.views import View
from ironbottom.wire.cleaning import cells
from ironbottom.wire.messages import Ok, Reply
from tests.client.support.table import ID, SERVER_PUBLIC, TOKEN, seat, seated, table

from ..support.screens import read
from ..support.seat import ME, Sat, act, until
from ..support.tables import played

LESSON = Lesson(1, 1, "The [b]lines[/]", "", "Ships fight.", "Do it.", "Like that.", "17.2")


class Teacher(Coach):
    """A coach with one lesson: the default of the second question; the first is given."""

    def __init__(self) -> None:
        self.over, self.asked = False, list[View]()

    def before(self, view: View) -> Lesson | Given | None:
        assert view.question is not None
        if not self.asked or self.asked[0] == view:
            self.asked = [view]
            return Given(view.question.default)
        return None if self.over else LESSON

    def check(self, view: View, answer: Answer) -> str | None:
        return None if view.question is not None and answer == view.question.default else "Not that. Like that."

    def answer(self, view: View, answer: Answer) -> Answer:
        self.over = self.asked[0] != view
        return answer

    def shown(self, view: View) -> Answer | None:
        return None if view.question is None else view.question.default

    def ending(self) -> list[str]:
        return ["The lessons are over."]


def choices(sat: Sat) -> list[int]:
    """Questions that one key answers."""
    return [
        i for i, turn in enumerate(played(1))
        if turn.question.side is sat.side and not isinstance(turn.question.shape, Move)
    ]


def taken(sat: Sat) -> int:
    """How many answers have gone out; the server has them now."""
    replies = [one for one in sat.sent() if isinstance(one, Reply)]
    for reply in replies:
        sat.hear(Ok(reply.seq))
    return len(replies)


def test_the_coach_answers_teaches_checks_and_ends(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        sat.app.coach = Teacher()
        first, second = choices(sat)[5:7]
        await sat.tell(pilot, first)
        assert taken(sat) == 1  # by itself
        await sat.tell(pilot, second)
        await until(pilot, lambda: isinstance(sat.app.screen, LessonSheet))
        await pilot.pause()
        assert "Lesson 1 of 1: The [b]lines[/]" in read(sat.app)
        await pilot.press("enter")
        await pilot.pause()
        assert "Goal: Do it." in read(sat.app)
        sat.app.give("nonsense")
        assert taken(sat) == 0
        assert sat.ui.fault is not None
        assert sat.ui.fault[1] == "Not that. Like that."
        await pilot.press("G")
        await until(pilot, lambda: isinstance(sat.app.screen, LessonSheet))
        await pilot.press("escape", "D")
        await pilot.pause()
        said = " ".join(read(sat.app).replace("─", "").split())
        assert "A lesson wants your own answer; Shift+G shows it again" in said
        assert taken(sat) == 0
        await pilot.press("G", "D")
        assert taken(sat) == 1
        assert await told_the_end(sat, pilot)

    assert act(scene, tmp_path).app.return_value is HowLeft.BOT


async def told_the_end(sat: Sat, pilot: Pilot[HowLeft]) -> bool:
    """The script is over: on against a bot."""
    await sat.tell(pilot, choices(sat)[7])
    await until(pilot, lambda: isinstance(sat.app.screen, TutorialOver))
    await pilot.pause()
    over = "The lessons are over." in read(sat.app)
    await pilot.press("G")
    await until(pilot, lambda: sat.app.return_value is not None)
    return over


NEXT = LESSON._replace(n=2, name="Range", goal="Fly.")


class TwoLessons(Teacher):
    """The lesson that follows comes with the next view."""

    def before(self, view: View) -> Lesson | Given | None:
        if view not in self.asked:
            self.asked.append(view)
        return (LESSON, NEXT)[len(self.asked) - 1]


def test_a_lesson_that_lies_open_turns_to_the_next_one(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        sat.app.coach = TwoLessons()
        first, second = choices(sat)[5:7]
        await sat.tell(pilot, first)
        await until(pilot, lambda: isinstance(sat.app.screen, LessonSheet))
        await sat.tell(pilot, second)
        await until(pilot, lambda: "Goal: Fly." in read(sat.app))
        await pilot.press("enter")
        await pilot.pause()
        assert [screen for screen in sat.app.screen_stack if isinstance(screen, LessonSheet)] == []

    act(scene, tmp_path)


class Patient(Coach):
    """A pause before the first answer, and a lesson that tells of a card behind it."""

    def __init__(self) -> None:
        super().__init__()
        self.read = False

    def before(self, view: View) -> Lesson | Pause | Given | None:
        if not self.read:
            return Pause("Your cruisers lie in FRONT now.")
        base = view.us.bases[0]
        figures = (FigureToldOf(base.card, "hp", "HP", "6", "The damage that takes it."),)
        told = CardToldOf(base.card, "Base", figures)
        return LESSON._replace(n=2, seen="Guam is theirs.", cards=(told,), line=base.line)

    def go_on(self, view: View) -> None:
        self.read = True


def test_it_waits_until_what_was_said_is_read(tmp_path: Path) -> None:
    """Nothing is answered, and nothing asked, before Enter; then a lesson, whose card is marked on the table first."""

    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        sat.app.coach = Patient()
        await sat.tell(pilot, choices(sat)[5])
        await pilot.pause()
        assert "Your cruisers lie in FRONT now.  (Enter: go on)" in read(sat.app)
        assert sat.ui.menu is None
        sat.app.give("nonsense")
        assert taken(sat) == 0
        await pilot.press("enter")
        await until(pilot, lambda: "Guam is theirs.  (Enter: go on)" in read(sat.app))
        marked = [touch.kind for touch, mark in sat.ui.marks.items() if mark.state == "told"]
        assert sorted(marked) == ["line", "token"]
        assert not isinstance(sat.app.screen, LessonSheet)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(sat.app.screen, LessonSheet))
        await until(pilot, lambda: "HP 6: The damage that takes it." in read(sat.app))
        assert "Guam is theirs." not in read(sat.app)
        await pilot.press("enter")
        await until(pilot, lambda: "Goal: Do it." in read(sat.app))
        assert sat.ui.menu is not None
        assert not [mark for mark in sat.ui.marks.values() if mark.state == "told"]

    act(scene, tmp_path)


def test_dice_wait_while_one_learns(tmp_path: Path) -> None:
    """Whatever pace is set, but for a table where nothing is shown moving; no longer than there is a coach."""

    async def scene(sat: Sat, _pilot: Pilot[HowLeft]) -> None:
        ui = sat.ui
        assert not ui.dice_wait
        app = TerminalApp(ui, tmp_path, sat.conversation, coach=Patient())
        paces: tuple[tuple[Speed, bool], ...] = (("calm", True), ("quick", True), ("step", True), ("at-once", False))
        for speed, waits in paces:
            ui.settings = TerminalSettings(speed=speed)
            assert ui.dice_wait is waits
        assert app.coach is not None
        ui.settings, ui.stepwise = TerminalSettings(speed="quick"), False
        assert not ui.dice_wait

    act(scene, tmp_path)


CLOSES = "。、）；"
NAMING = Naming(card_set("core"))


@pytest.mark.parametrize("width", range(20, 80, 7))
def test_no_line_of_a_lesson_begins_with_what_closes(width: int) -> None:
    said = "どこまででも移動できます。隣の線へ、または（前線まで）；一度に1つずつです。" * 4
    lesson = LESSON._replace(teaches=said, goal=said)
    lines = [line for one in paragraphs(lesson, NAMING) for line in flowed(one, width).plain.split("\n")]
    assert max(map(cells, lines)) <= width
    assert not [line for line in lines if line[:1] in CLOSES and line]


def test_each_part_of_a_paragraph_keeps_its_style() -> None:
    text = flowed((("Goal: ", Style(bold=True)), ("sink the ship", Style())), 8)
    assert text.plain == "Goal:\nsink the\nship"
    bold = [text.plain[span.start : span.end] for span in text.spans if span.style == Style(bold=True)]
    assert "".join(bold) == "Goal:"


def test_what_is_to_be_read_first_is_read_first(tmp_path: Path) -> None:
    async def main() -> None:
        sat = Sat(tmp_path)
        app = TerminalApp(sat.ui, tmp_path, sat.conversation, warned=("Its words are: [b]olive desert[/].",))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert isinstance(app.screen, Warned)
            assert "[b]olive desert[/]" in read(app)
            await pilot.press("enter")
            await pilot.pause()
            assert not isinstance(app.screen, Warned)

    asyncio.run(main())


def playing(folder: Path, queue: asyncio.Queue[SessionEvent], *, status: Any) -> tuple[SeatSession, TerminalPlay]:
    session = SeatSession(ME, SERVER_PUBLIC, ID, Numbers(), EvidenceLog(None), place=0, token=TOKEN)
    session.hear(seated())
    for one in session.hear(table(status, b"", seats=(seat("Ann"), seat("", key=b"")))):
        queue.put_nowait(one)
    client = ReconnectingClient(Endpoint((), None), ME, lambda _event: None)
    play = TerminalPlay(client, session, card_set("core"), folder / "games", StdinLines(), queue, lambda: None)
    return session, play


def test_who_waits_for_company_has_the_invite_before_his_eyes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Lines stay lines until somebody has come; where nobody can come any more it is said."""

    async def main() -> HowLeft:
        queue: asyncio.Queue[SessionEvent] = asyncio.Queue()
        _session, play = playing(tmp_path, queue, status="open")
        queue.put_nowait(SessionEnded("The server is gone."))
        return await play.play()

    assert asyncio.run(main()) is HowLeft.STOPPED
    said = capsys.readouterr()
    assert "waiting for a player" in said.out
    assert said.err == "The server is gone.\n"


@pytest.mark.parametrize(
    ("term", "complaints", "screen"),
    [("dumb", True, False), ("xterm", True, True), ("", True, True), ("xterm", False, False)],
)
def test_a_table_is_drawn_only_where_it_can_be(
    monkeypatch: pytest.MonkeyPatch, term: str, complaints: bool, screen: bool
) -> None:
    """Not where the standard error, on which it is drawn, goes into a file."""

    class TerminalStream(NamedTuple):
        terminal: bool

        def isatty(self) -> bool:
            return self.terminal

    monkeypatch.setattr("sys.stdout", TerminalStream(True))
    monkeypatch.setattr("sys.stderr", TerminalStream(complaints))
    monkeypatch.setenv("TERM", term)
    assert is_screen() is screen


def test_a_seat_that_cannot_be_written_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    """It once ended what hears the server, without a word: the screen stood still for good."""
    why = "seat.json cannot be written (No space left on device)"

    def full() -> None:
        raise UserError(why)

    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        sat.conversation._keeping._save = full
        told: list[str] = []
        sat.conversation.told = told.append
        first, second = choices(sat)[:2]
        await sat.tell(pilot, first)
        await sat.tell(pilot, second)
        assert told == [why]
        assert sat.session.number == sat.update(second).number
        assert sat.queue.empty()
        assert sat.ui.net.state != "ended"

    act(scene, tmp_path)


def test_what_hears_the_server_does_not_end_without_a_word(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        def fails(_number: int) -> None:
            raise ValueError("a fault of ours")

        vars(sat.conversation._keeping)["update"] = fails
        sat.hear(sat.update(choices(sat)[0]))
        await until(pilot, lambda: sat.ui.net.state == "ended")
        assert "A fault of this program stopped it (ValueError('a fault of ours'))." in sat.ui.net.why

    act(scene, tmp_path)

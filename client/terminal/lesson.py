"""What the tutorial's coach says: a sheet to be read at each lesson, and its goal, over the question."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from ironbottom.language import N_, _

from .keys import Keys
from .model import Doing, Sea

if TYPE_CHECKING:
    from ..tutorial.coach import Lesson


class LessonPanel(Static):
    """The goal; nothing where there is no lesson."""

    def __init__(self, sea: Sea) -> None:
        super().__init__(id="lesson", markup=False)
        self.sea = sea

    def redraw(self) -> None:
        lesson = self.sea.lesson if self.sea.menu is not None else None
        self.display = lesson is not None
        if lesson is not None:
            text = Text(_("{title}.  Goal: ").format(title=lesson.title), Style(bold=True))
            self.update(text.append(lesson.goal, Style()).append("  " + _("(Shift+G: more)"), Style(dim=True)))


class LessonSheet(ModalScreen[None]):
    """A lesson, to be read at leisure."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,escape", "dismiss", N_("go on"), key_display="Enter"),
        Binding("D", "app.do_lesson", N_("do it for me"), key_display="D"),
        Binding("R", "rule", N_("the rule"), key_display="R"),
        Binding("q", "app.leave", N_("leave"), key_display="q"),
    ]

    def __init__(self, lesson: Lesson, doing: Doing) -> None:
        super().__init__()
        self.lesson, self.doing = lesson, doing

    def compose(self) -> ComposeResult:
        with Vertical(classes="paper"):
            with VerticalScroll():
                yield Static(lesson_text(self.lesson), markup=False)
            yield Keys()

    def action_rule(self) -> None:
        self.doing.open("rules", self.lesson.rule)


def lesson_text(lesson: Lesson) -> Text:
    """What has happened, what it teaches, what is to be done."""
    text = Text()
    text.append(lesson.title + "\n", Style(bold=True, underline=True))
    for said in (lesson.seen, lesson.teaches):
        text.append(f"\n{said}\n" if said else "")
    text.append("\n" + _("Goal: "), Style(bold=True)).append(lesson.goal + "\n")
    text.append("\n" + _("Hint: "), Style(bold=True)).append(lesson.hint)
    return text.append(f"  §{lesson.rule}" if lesson.rule else "", Style(dim=True))


class TutorialOver(ModalScreen[bool]):
    """All lessons are done: on against a bot, or this game to its end."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("G", "bot", N_("now against the bot"), key_display="G"),
        Binding("escape", "dismiss(False)", N_("play this game on"), key_display="Esc"),
        Binding("q", "app.leave", N_("leave"), key_display="q"),
    ]

    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self.lines = lines

    def compose(self) -> ComposeResult:
        with Vertical(classes="paper"):
            with VerticalScroll():
                yield Static(Text("\n\n".join(self.lines)), markup=False)
            yield Keys()

    def action_bot(self) -> None:
        self.dismiss(True)

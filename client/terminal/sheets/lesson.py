"""What the tutorial's coach says: a sheet to be read at each lesson, and its goal, over the question."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.style import Style
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen

from ironbottom.language import N_, _

from ..drawing.flowing import Flowing, Paragraph
from ..drawing.keys import Keys
from ..state.model import Actions, UiState

if TYPE_CHECKING:
    from ...tutorial.coach import Lesson


PLAIN, BOLD, DIM = Style(), Style(bold=True), Style(dim=True)
EMPTY: Paragraph = (("", PLAIN),)  # a line between two


class LessonPanel(Flowing):
    """The goal; nothing where there is no lesson."""

    def __init__(self, ui: UiState) -> None:
        super().__init__(id="lesson")
        self.ui = ui

    def redraw(self) -> None:
        lesson = self.ui.lesson if self.ui.menu is not None else None
        self.display = lesson is not None
        if lesson is not None:
            title = _("{title}.  Goal: ").format(title=lesson.title)
            self.show([((title, BOLD), (lesson.goal, PLAIN), ("  " + _("(Shift+G: more)"), DIM))])


class LessonSheet(ModalScreen[None]):
    """A lesson, to be read at leisure."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,escape", "dismiss", N_("go on"), key_display="Enter"),
        Binding("D", "app.do_lesson", N_("do it for me"), key_display="D"),
        Binding("R", "rule", N_("the rule"), key_display="R"),
        Binding("q", "app.leave", N_("leave"), key_display="q"),
    ]

    def __init__(self, lesson: Lesson, doing: Actions) -> None:
        super().__init__()
        self.lesson, self.doing = lesson, doing

    def compose(self) -> ComposeResult:
        with Vertical(classes="paper"):
            with VerticalScroll():
                yield Flowing(paragraphs(self.lesson))
            yield Keys()

    def teach(self, lesson: Lesson) -> None:
        """Another lesson has begun while this one was read once more."""
        self.lesson = lesson
        self.query_one(Flowing).show(paragraphs(lesson))

    def action_rule(self) -> None:
        self.doing.open("rules", self.lesson.rule)


def paragraphs(lesson: Lesson) -> list[Paragraph]:
    """What has happened, what it teaches, what is to be done."""
    found: list[Paragraph] = [((lesson.title, Style(bold=True, underline=True)),), EMPTY]
    for said in (lesson.seen, lesson.teaches):
        found += [((said, PLAIN),), EMPTY] if said else []
    rule = ((f"  §{lesson.rule}", DIM),) if lesson.rule else ()
    return [
        *found, ((_("Goal: "), BOLD), (lesson.goal, PLAIN)), EMPTY, ((_("Hint: "), BOLD), (lesson.hint, PLAIN), *rule)
    ]


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
                yield Flowing([one for line in self.lines for one in (((line, PLAIN),), EMPTY)][:-1])
            yield Keys()

    def action_bot(self) -> None:
        self.dismiss(True)

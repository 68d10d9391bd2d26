"""What the tutorial's coach says: a sheet to be read at each lesson, and its goal, over the question."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.style import Style
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen

from ironbottom.language import N_, _
from ironbottom.printed import AnyCard
from ironbottom.vocabulary import phrase

from ...text.naming import Naming
from ...tutorial.pointing import where
from ..drawing.flowing import Flowing, Paragraph
from ..drawing.keys import Keys
from ..state.model import Actions, UiState
from .legend import sign_of

if TYPE_CHECKING:
    from ...tutorial.coach import FigureToldOf, Lesson


PLAIN, BOLD, DIM = Style(), Style(bold=True), Style(dim=True)
EMPTY: Paragraph = (("", PLAIN),)  # a line between two


class LessonPanel(Flowing):
    """What is said before the play runs on, or the goal; nothing where there is no lesson."""

    def __init__(self, ui: UiState) -> None:
        super().__init__(id="lesson")
        self.ui = ui

    def redraw(self) -> None:
        lesson, halt = self.ui.lesson if self.ui.menu is not None else None, self.ui.halt
        self.display = lesson is not None or bool(halt)
        if halt:
            self.show([((halt, BOLD), ("  " + _("(Enter: go on)"), DIM))])
        elif lesson is not None:
            title = _("{title}.  Goal: ").format(title=lesson.title)
            self.show([((title, BOLD), (lesson.goal, PLAIN), ("  " + _("(Shift+G: more)"), DIM))])


class LessonSheet(ModalScreen[None]):
    """A lesson, to be read at leisure."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "read_on", N_("go on"), key_display="Enter"),
        Binding("escape", "dismiss", show=False),
        Binding("D", "app.do_lesson", N_("do it for me"), key_display="D"),
        Binding("R", "rule", N_("the rule"), key_display="R"),
        Binding("q", "app.leave", N_("leave"), key_display="q"),
    ]

    def __init__(self, lesson: Lesson, doing: Actions, naming: Naming, *, seen: bool = True) -> None:
        """`seen`: with what has happened, which is left out where it was said just before."""
        super().__init__()
        self.lesson, self.doing, self.naming, self._seen = lesson, doing, naming, seen

    def compose(self) -> ComposeResult:
        with Vertical(classes="paper"):
            with VerticalScroll():
                yield Flowing(paragraphs(self.lesson, self.naming, seen=self._seen))
            yield Keys()

    def teach(self, lesson: Lesson) -> None:
        """Another lesson has begun while this one was read once more."""
        self.lesson = lesson
        self.query_one(Flowing).show(paragraphs(lesson, self.naming))

    def action_read_on(self) -> None:
        """To what is still out of sight; then to the table."""
        text = self.query_one(VerticalScroll)
        if text.scroll_offset.y < text.max_scroll_y:
            text.scroll_page_down(animate=False)
        else:
            self.dismiss()

    def action_rule(self) -> None:
        self.doing.open("rules", self.lesson.rule)


def paragraphs(lesson: Lesson, naming: Naming, *, seen: bool = True) -> list[Paragraph]:
    """What has happened, what it teaches, the figures that it explains, what is to be done."""
    found: list[Paragraph] = [((lesson.title, Style(bold=True, underline=True)),), EMPTY]
    for said in (lesson.seen if seen else "", lesson.teaches):
        found += [((said, PLAIN),), EMPTY] if said else []
    for card in lesson.cards:
        printed = naming.cards.get(card.card)
        figures = [_figure(printed, one) for one in card.figures]
        found += [((phrase("coach.on_card", card=where(naming, card)), BOLD),), *figures, EMPTY]
    rule = ((f"  §{lesson.rule}", DIM),) if lesson.rule else ()
    return [
        *found, ((_("Goal: "), BOLD), (lesson.goal, PLAIN)), EMPTY, ((_("Hint: "), BOLD), (lesson.hint, PLAIN), *rule)
    ]


def _figure(card: AnyCard | None, told: FigureToldOf) -> Paragraph:
    """A figure; before it the letter by which it stands on the table, where it has one."""
    sign = "" if card is None else sign_of(card, told.field)
    return ((f"  {sign:<2}", BOLD), (told.text, PLAIN))


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

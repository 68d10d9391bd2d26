"""Sheets over the lists of the club: something to read, a question before what cannot be taken back, a line to type."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static

from ironbottom.language import N_, _

from ...text.sanitize import sanitize
from ..drawing.flowing import Flowing, in_paragraphs
from ..drawing.keys import Keys
from ..sheets.sheet import choices

NO, YES = "no", "yes"


class ReadingSheet(ModalScreen[None]):
    """Lines that are read, and scrolled through where the window is too low for them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q", "dismiss", N_("close"), key_display="Esc"),
        Binding("up,k", "turn(-1)", N_("up"), key_display="↑"),
        Binding("down,j", "turn(1)", N_("down"), key_display="↓"),
        Binding("pageup", "turn(-10)", show=False),
        Binding("pagedown,space", "turn(10)", show=False),
    ]

    def __init__(self, title: str, lines: list[str], *, whole: bool = False) -> None:
        """`whole`: lines that are drawn, and must not be broken."""
        super().__init__()
        self._heading, self.lines, self._whole = title, lines, whole

    def compose(self) -> ComposeResult:
        text = Text("\n".join(map(sanitize, self.lines)), no_wrap=self._whole)
        with Vertical(classes="sheet"):
            yield Static(Text(sanitize(self._heading)), classes="title", markup=False)
            with VerticalScroll(can_focus=False, classes="club-text"):
                yield Static(text, markup=False)
            yield Keys()

    def action_turn(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class ConfirmSheet(ModalScreen[bool]):
    """What will be done, and the two ways; the one that leaves things as they are comes first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "way(True)", N_("yes"), key_display="y"),
        Binding("n,escape", "way(False)", N_("no"), key_display="n"),
    ]

    def __init__(self, lines: list[str], yes: str) -> None:
        super().__init__()
        self.lines, self._yes = lines, yes

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet small club-small"):
            with VerticalScroll(can_focus=False, classes="club-asked"):
                yield Flowing(in_paragraphs(self.lines, apart=True))
            yield OptionList(*choices([(NO, _("No, leave it")), (YES, self._yes)]), id="club-sure", markup=False)
            yield Keys()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_way(event.option.id == YES)

    def action_way(self, sure: bool) -> None:
        self.dismiss(sure)


class TypingSheet(ModalScreen[str]):
    """A line to be typed; "" where it was put away."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "away", N_("close"), key_display="Esc"),
    ]

    def __init__(self, lines: list[str], begun: str = "", longest: int = 200) -> None:
        super().__init__()
        self.lines, self._begun, self._longest = lines, begun, longest

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet small club-small"):
            yield Flowing(in_paragraphs(self.lines, apart=True))
            yield TypedLine(self._begun, id="club-typed", max_length=self._longest)
            yield Keys()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.dismiss(event.value.strip())

    def action_away(self) -> None:
        self.dismiss("")


class TypedLine(Input):
    """Enter stands among the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", N_("done"), key_display="Enter")]

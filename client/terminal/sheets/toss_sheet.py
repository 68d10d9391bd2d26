"""A toss came to nothing after our share was shown: whoever sits here goes on or leaves, and nothing goes on before."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static

from ironbottom.language import N_, _
from ironbottom.vocabulary import phrase

from ...text.sanitize import sanitize
from ..drawing.keys import Keys
from .sheet import choices

GO, LEAVE = "go", "leave"


class TossSheet(ModalScreen[bool]):
    """The sentences, and the two ways; neither is marked beforehand as if it were harmless."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g", "way(True)", N_("go on"), key_display="g"),
        Binding("l,q", "way(False)", N_("leave the table"), key_display="l"),
    ]

    def __init__(self, sentences: list[str]) -> None:
        super().__init__()
        self.sentences = sentences

    def compose(self) -> ComposeResult:
        with Vertical(classes="paper"):
            with VerticalScroll():
                yield Static(Text("\n\n".join(map(sanitize, self.sentences))), markup=False)
            ways = [(GO, phrase("commands.toss_again")), (LEAVE, _("Leave the table"))]
            yield OptionList(*choices(ways), markup=False)
            yield Keys()

    def on_mount(self) -> None:
        ways = self.query_one(OptionList)
        ways.highlighted = None
        ways.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(event.option.id == GO)

    def action_way(self, go: bool) -> None:
        """By a key."""
        self.dismiss(go)

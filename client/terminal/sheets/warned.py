"""What is to be read before one plays: the words of a server that is met first, and who could look into it."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from ironbottom.language import N_

from ...text.sanitize import sanitize
from ..drawing.keys import Keys


class Warned(ModalScreen[None]):
    """The sentences; Enter goes on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,escape", "dismiss", N_("go on"), key_display="Enter"),
        Binding("q", "app.leave", N_("leave"), key_display="q"),
    ]

    def __init__(self, sentences: tuple[str, ...]) -> None:
        super().__init__()
        self.sentences = sentences

    def compose(self) -> ComposeResult:
        with Vertical(classes="paper"):
            with VerticalScroll():
                yield Static(Text("\n\n".join(map(sanitize, self.sentences))), markup=False)
            yield Keys()

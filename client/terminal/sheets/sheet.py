"""A sheet lies over the table: it has a heading, something to read or to choose, and its keys; Escape puts it away."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ironbottom.language import N_

from ...text.sanitize import sanitize
from ..drawing.keys import Keys
from ..drawing.reading import RuleAsked
from ..state.model import Actions, UiState


class SheetScreen(ModalScreen[None]):
    """What all sheets have in common."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", N_("close"), key_display="Esc")]

    def __init__(self, ui: UiState, doing: Actions, about: str = "", *, small: bool = False) -> None:
        super().__init__()
        self.ui, self.doing, self.about = ui, doing, about
        self._small = small

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet small" if self._small else "sheet"):
            yield Static(Text(sanitize(self.heading())), classes="title", markup=False)
            yield from self.body()
            yield Static(classes="fault", markup=False)
            yield Keys()

    def heading(self) -> str:
        raise NotImplementedError

    def body(self) -> ComposeResult:
        raise NotImplementedError

    def on_mount(self) -> None:
        self.redraw()

    def redraw(self) -> None:
        """The UiState has changed, or the sheet was opened."""

    def action_back(self) -> None:
        """Put the sheet away."""
        self.dismiss()

    def complain(self, sentence: str) -> None:
        """Say what is wrong; "" when it is right again."""
        line = self.query_one(".fault", Static)
        line.update(Text(sanitize(sentence)))
        line.set_class(bool(sentence), "told")

    def on_rule_asked(self, message: RuleAsked) -> None:
        message.stop()
        self.doing.open("rules", message.rule)


def choices(options: list[tuple[str, str]], held: str = "") -> list[Option]:
    """Rows of a list: their names, and what is read; the one that is held has a mark, where one is."""
    marked = any(name == held for name, _text in options)
    rows = []
    for name, text in options:
        mark = ("[x] " if name == held else "[ ] ") if marked else ""
        rows.append(Option(Text(mark + sanitize(text), no_wrap=True, overflow="ellipsis"), id=name))
    return rows


def fill(box: OptionList, options: list[Option], first: int | None = None) -> None:
    """Other rows in a list; the cursor goes to the `first`, or stays where it was, as far as there are rows."""
    at = box.highlighted or 0 if first is None else first
    box.clear_options()
    box.add_options(options)
    if options:
        box.highlighted = min(at, len(options) - 1)

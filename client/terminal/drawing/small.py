"""A window that is too small for the table: what is said there, until it is larger."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from ironbottom.language import N_, _

from .keys import Keys


class Least(NamedTuple):
    """The smallest window in which everything can be seen."""

    columns: int = 80
    rows: int = 24

    def holds(self, columns: int, rows: int) -> bool:
        return columns >= self.columns and rows >= self.rows


LEAST = Least()


class TooSmall(ModalScreen[None]):
    """It lies over everything else, so that no key is given to what cannot be seen.  Who wants to see what there is all
    the same puts it away."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.bear_with", N_("show it all the same"), key_display="Esc"),
        Binding("q", "app.leave", N_("leave"), key_display="q"),
    ]

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="small-window"):
            yield Static(id="too-small", markup=False)
        yield Keys()

    def on_mount(self) -> None:
        self.redraw()

    def on_resize(self, _event: events.Resize) -> None:
        self.redraw()

    def redraw(self) -> None:
        for line in self.query("#too-small").results(Static):
            line.update(Text(too_small_text(*self.app.size)))


def too_small_text(columns: int, rows: int) -> str:
    """One sentence: what is wrong, what is needed, that nothing is lost."""
    return _(
        "This window is too small for the table ({columns}×{rows}): make it {wide}×{high} or larger, and everything is "
        "there again as you left it; nothing is lost."
    ).format(columns=columns, rows=rows, wide=LEAST.columns, high=LEAST.rows)

"""Make it even for us: how strong both are, and which optional rules that leads to."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static

from ironbottom.language import N_, _
from ironbottom.phrases import side_name
from ironbottom.vocabulary import phrase
from ironbottom.words import SIDES

from ...text.sanitize import sanitize
from ..drawing.keys import Keys
from ..state.evening import Evening
from .sheet import choices, fill

FIELDS = ("own", "other", "lead")
LONGEST = 5  # letters of a number of points


class EvenSheet(ModalScreen[Evening | None]):
    """Ends with what was typed, once rules follow from it; with None where it was put away."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", N_("close"), key_display="Esc"),
        Binding("tab", "app.focus_next", N_("next field"), key_display="Tab"),
        Binding("space", "mark", N_("this side"), key_display="Space"),
        Binding("enter", "take", N_("choose these rules"), key_display="Enter"),
    ]
    AUTO_FOCUS = "#even-side"

    def __init__(self, now: Evening) -> None:
        super().__init__()
        self.now = now

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(Text(phrase("even.title")), classes="title", markup=False)
            with VerticalScroll(id="even-body", can_focus=False):
                yield Static(Text(_("Your side, by Space; Enter in a field below takes the rules")), markup=False)
                yield OptionList(id="even-side", markup=False)
                for name in FIELDS:
                    yield Static(Text(self._label(name)), markup=False)
                    yield Input(getattr(self.now, name), id=f"even-{name}", max_length=LONGEST)
                yield Static(Text(phrase("even.points")), classes="about", markup=False)
            yield Static(id="even-told", markup=False)
            yield Static(classes="fault", markup=False)
            yield Keys()

    def _label(self, name: str) -> str:
        label = phrase(f"even.{name}")
        return label if name != "lead" else f"{label} ({phrase('even.lead_hint')})"

    def on_mount(self) -> None:
        rows = self.query_one(OptionList)
        fill(rows, choices(self._sides()), 1 if self.now.side == SIDES[1].name.lower() else 0)
        self._tell()

    def _sides(self) -> list[tuple[str, str]]:
        chosen = self.now.side
        names = [(side.name.lower(), side_name(side)) for side in SIDES]
        return [(word, f"({'x' if word == chosen else ' '}) {name}") for word, name in names]

    def _tell(self) -> None:
        self.query_one("#even-told", Static).update(Text("\n".join(map(sanitize, self.now.lines()))))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """The side under the cursor, once somebody has moved it."""
        event.stop()
        if self.now.side != "either":
            self._side(str(event.option.id))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._side(str(event.option.id))

    def _side(self, word: str) -> None:
        if word == self.now.side:
            return
        self.now = self.now._replace(side=word)
        fill(self.query_one(OptionList), choices(self._sides()), [side.name.lower() for side in SIDES].index(word))
        self._tell()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.now = self.now._replace(**{str(event.input.id).removeprefix("even-"): event.value})
        self._tell()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_take()

    def action_mark(self) -> None:
        self.query_one(OptionList).action_select()

    def action_take(self) -> None:
        if not self.now.fault:
            self.dismiss(self.now)
            return
        line = self.query_one(".fault", Static)
        line.update(Text(sanitize(self.now.fault)))
        line.set_class(True, "told")

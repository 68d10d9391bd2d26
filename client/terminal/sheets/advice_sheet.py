"""What would you do?  The adviser's answers over the table: Enter puts one into the question, where it waits."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ironbottom.language import N_, _
from ironbottom.vocabulary import phrase
from ironbottom.wire.answers import answer as understood

from ...text.question.advice import advice_rows
from ...text.sanitize import sanitize
from .sheet import SheetScreen, fill


class AdviceSheet(SheetScreen):
    """Up to three answers with their chances and reasons; a line says so while they are sought."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("I", "back", N_("close"), show=False)]

    def heading(self) -> str:
        return phrase("advice.title")

    def body(self) -> ComposeResult:
        yield Static(Text(""), id="advice-state", classes="fixed", markup=False)
        yield OptionList(id="advice-rows", markup=False)

    def redraw(self) -> None:
        """The UiState has changed: what was found is shown once, and the rows keep their cursor."""
        ui, box = self.ui, self.query_one(OptionList)
        if ui.question is None or ui.advice is None:
            state = ui.unadvised or phrase("advice.thinking" if ui.question is not None else "server.not-asked")
        elif not ui.advice.answers:
            state = phrase("advice.nothing")
        else:
            state = phrase("advice.tried", n=ui.advice.worlds) + "  " + _("Enter puts one into the question.")
        self.query_one("#advice-state", Static).update(Text(state))
        advice = ui.advice if ui.question is not None else None
        rows = [] if advice is None or ui.question is None else advice_rows(ui.question, ui.naming, advice)
        if box.option_count != len(rows):
            fill(box, [Option(Text(sanitize(f"{n}  {what}") + f"\n   {sanitize(why)}")) for n, (what, why) in
                       enumerate(rows, 1)])
            box.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        advice = self.ui.advice
        if advice is not None and event.option_index < len(advice.answers):
            self.ui.proposed = understood(advice.answers[event.option_index].answer)
        self.dismiss()
        self.doing.changed()

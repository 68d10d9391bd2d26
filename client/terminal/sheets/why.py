"""Sheets about the question: the rule behind it or behind the last refusal, and what an adviser would do."""

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
from ...text.question.menu import heading
from ...text.rules.rulebook import below, paragraph_lines
from ...text.sanitize import sanitize
from ...text.table_text import capital, waiting
from ..answer.offered import offer_of
from ..answer.staged import Staged
from ..answer.whynot import fault_text, missing, mistaken
from ..drawing.reading import LongText, Passage
from ..question.listing import prompt
from ..state.model import UiState
from .sheet import SheetScreen, fill


def why(ui: UiState) -> tuple[str, list[str]]:
    """The paragraph that it is about, and the sentences: what was refused and why, or else why something is asked."""
    staged = ui.staged if isinstance(ui.staged, Staged) and ui.menu is not None else None
    if staged is not None and ui.past is None:
        unready = staged.fault is not None and staged.fault.why == "open"
        wrong = missing(staged) if unready else fault_text(staged, ui.names) or mistaken(staged)
        if wrong:
            rule = "19.2" if wrong == missing(staged) and "R-26" in wrong else staged.question.rule
            return rule, [_("{sentence}.").format(sentence=capital(wrong))]
    if ui.fault is not None:
        rule, sentence = ui.fault
        return rule, [phrase("seat.refused", text=sentence)]
    if ui.menu is None:
        asked = waiting(ui.view, ui.partner) if ui.view else []
        return "", [_("Nothing was refused, and you are not asked now."), *asked]
    offer = offer_of(ui.menu)
    return offer.question.rule, [prompt(offer), *heading(ui.menu, ui.names)[1:]]


def why_lines(ui: UiState) -> list[str]:
    """The same with the paragraph of the rulebook."""
    rule, lines = why(ui)
    found = (paragraph_lines(rule) or below(rule)) if rule else []
    return [sanitize(line) for line in [*lines, *([""] if found else []), *found]]


class WhySheet(SheetScreen):
    """What was refused and why, with the paragraph; Escape puts it away."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("W", "back", N_("close"), show=False), Binding("R", "rules", N_("rulebook"), key_display="R"),
    ]

    def heading(self) -> str:
        return _("Why?")

    def body(self) -> ComposeResult:
        yield LongText(self.ui)

    def on_mount(self) -> None:
        self.query_one(LongText).focus()
        self.redraw()

    def redraw(self) -> None:
        """The UiState has changed."""
        self.query_one(LongText).show([Passage(lines=tuple(why_lines(self.ui)))])

    def action_rules(self) -> None:
        rule = why(self.ui)[0]
        self.dismiss()
        self.doing.open("rules", rule)


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

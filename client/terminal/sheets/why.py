"""Why: the rule behind the last refusal, or behind the question, in a sheet over the table."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from ironbottom.language import N_, _
from ironbottom.vocabulary import phrase

from ...text.question.menu import heading
from ...text.rulebook import below, paragraph_lines
from ...text.sanitize import sanitize
from ...text.table_text import capital, waiting
from ..answer.offered import offer_of
from ..answer.staged import Staged
from ..answer.whynot import fault_text, missing, mistaken
from ..drawing.reading import LongText, Passage
from ..question.listing import prompt
from ..state.model import UiState
from .sheet import SheetScreen


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
        return "", [_("Nothing was refused, and you are not asked now."), *(waiting(ui.view) if ui.view else [])]
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

"""The rulebook: every paragraph, to be searched by words and jumped to by number; numbers in it can be clicked."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input, Static

from ironbottom.language import N_, _, counted
from ironbottom.vocabulary import phrase

from ...text.rules.rulebook import ASKED, Paragraph, paragraphs
from ...text.rules.table_rules import of_cards, whole
from ..drawing.reading import LongText, Passage, RuleAsked
from ..state.model import Actions, UiState
from .sheet import SheetScreen

CONTENTS = "contents"


def passage(one: Paragraph) -> Passage:
    """A paragraph as it is read: its number stands before its first line."""
    number = f"§{one.number}" if one.number[:1].isdigit() else one.number
    if one.title:
        return Passage(one.number, f"{number} {one.title}".strip(), (*one.lines, ""))
    first, *rest = one.lines or ("",)
    return Passage(one.number, "", (f"{number} {first}".strip(), *rest, ""))


def contents() -> Passage:
    """The sections of the book, each a number that can be clicked."""
    rows = [f"§{one.number} {one.title}" for one in paragraphs() if one.number.isdigit() and one.title]
    return Passage(CONTENTS, _("Contents"), (*rows, ""))


def nearest(wanted: str) -> str:
    """The paragraph that is asked for, or the nearest one above it: 17.2(3)(a) falls back to 17.2(3); "" for none."""
    numbers = {one.number for one in paragraphs()}
    number = wanted.strip().removeprefix("§").strip().rstrip(".")
    number = number.upper() if number[:1] in ("r", "R") else number
    while number and number not in numbers:
        cut = number.rfind("(") if number.endswith(")") else number.rfind(".")
        number = number[:cut] if cut > 0 else ""
    return number


def found(words: tuple[str, ...]) -> list[Paragraph]:
    """The paragraphs that hold all of the words; what has no number explains, and comes last."""
    texts = [(one, " ".join([one.number, one.title, *one.lines]).casefold()) for one in paragraphs()]
    hits = [one for one, text in texts if all(word in text for word in words)]
    return sorted(hits, key=lambda one: not one.number)


class Rules(SheetScreen):
    """The sheet; `about` is the paragraph that is asked for."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "search", N_("find"), key_display="/"),
        Binding("c", "contents", N_("contents")),
        Binding("b", "before", N_("where I was")),
    ]

    def __init__(self, ui: UiState, doing: Actions, about: str = "") -> None:
        super().__init__(ui, doing, about)
        self._been: list[str] = []  # paragraphs that were jumped to

    def heading(self) -> str:
        return _("The rules")

    def body(self) -> ComposeResult:
        yield Input(id="rules-sought", placeholder=_("a number as 17.2, or words to look for"))
        yield Static(id="rules-found", classes="about", markup=False)
        yield LongText(self.ui, id="rules-book")

    @property
    def book(self) -> LongText:
        return self.query_one(LongText)

    def on_mount(self) -> None:
        self._whole()
        if self.about:
            self._go(self.about)
        self.book.focus() if self.about else self.query_one(Input).focus()

    def _whole(self) -> None:
        self.book.show([contents(), *map(passage, paragraphs())])
        self.query_one("#rules-found", Static).update("")

    def _go(self, wanted: str) -> None:
        """To a paragraph of the whole book."""
        number = nearest(wanted)
        if not number:
            self.complain(_("The rulebook has no paragraph {number}.").format(number=wanted[:20]))
            return
        self.complain("")
        self._been.append(number)
        self.book.jump(number)

    def on_rule_asked(self, message: RuleAsked) -> None:
        """A number in the book leads to its paragraph."""
        message.stop()
        self._clear()
        self._go(message.rule)

    def _clear(self) -> None:
        line = self.query_one(Input)
        if line.value:
            with line.prevent(Input.Changed):
                line.value = ""
        self._whole()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        words = tuple(event.value.casefold().lstrip("/").split())  # the key that leads here may be pressed once more
        number = ASKED.fullmatch(" ".join(words))
        self.complain("")
        if not words or number is not None:
            self._whole()
            if number is not None:
                self._go(number[1])
            return
        hits = found(words)
        self.book.show(map(passage, hits), words)
        said = counted("{n} paragraph holds these words.", "{n} paragraphs hold these words.", len(hits))
        self.query_one("#rules-found", Static).update(Text(said))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.book.focus()

    def on_key(self, event: events.Key) -> None:
        """From the line one goes down into the book."""
        if event.key == "down" and self.query_one(Input).has_focus:
            event.stop()
            self.book.focus()

    def action_search(self) -> None:
        self.query_one(Input).focus()

    def action_contents(self) -> None:
        self._clear()
        self.book.jump(CONTENTS)

    def action_before(self) -> None:
        """Back to the paragraph that was read before this one."""
        if self._been:
            self._been.pop()
        self._clear()
        self.book.jump(self._been[-1] if self._been else CONTENTS)


class SpecialSheet(SheetScreen):
    """§23, §24  What this table is played by besides the rules; history, when the battle is over."""

    def heading(self) -> str:
        return phrase("special.sheet")

    def body(self) -> ComposeResult:
        yield LongText(self.ui)

    def redraw(self) -> None:
        lines = whole(of_cards(self.ui.set), self.ui.newest or self.ui.view)
        self.query_one(LongText).show([Passage(lines=(line, "")) for line in lines])

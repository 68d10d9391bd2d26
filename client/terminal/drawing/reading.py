"""Long texts to be read: broken to the width of the place, with the words that were looked for standing out, and
paragraphs that can be jumped to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import ClassVar, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from ironbottom.language import N_

from ...text.card_text import spaced, unbroken
from ...text.sanitize import sanitize, to_ascii
from ..state.model import UiState
from .signs import columns, cut
from .themes import style

RULE = re.compile(r"§\s?([0-9]+(?:\.[0-9]+)?(?:\([0-9a-z]+\))*)|\[?(R-[0-9]+b?)\]?")


class Passage(NamedTuple):
    """A part of a text: what it is found by, its heading, its lines."""

    key: str = ""
    head: str = ""
    lines: tuple[str, ...] = ()
    whole: bool = False  # lines that are drawn, and must not be broken


class RuleAsked(Message):
    """The number of a paragraph was clicked."""

    def __init__(self, rule: str) -> None:
        super().__init__()
        self.rule = rule


def folded(text: str, width: int) -> list[str]:
    """A text in lines of at most so many cells, by the rules of cards; a word is broken only where it is longer.

    A long one, as a sentence without spaces is, begins on a line where there is room for some of it.
    """
    width, lines, line, taken = max(2, width), [], "", 0
    for word in spaced(sanitize(text)):
        size = columns(word)
        if line and taken + 1 + size <= width:
            line, taken = f"{line} {word}", taken + 1 + size
            continue
        if line and (size <= width or width - taken < 8):
            lines.append(line)
            line, taken = "", 0
        if line:
            line, taken = f"{line} ", taken + 1
        for part in unbroken(word, width):
            if line and taken + columns(part) > width:
                lines.append(line.rstrip())
                line = ""
            line += part
            taken = columns(line)
    return [*lines, line]


def found_in(text: str, words: Iterable[str]) -> list[tuple[int, int]]:
    """Where the words stand in a text."""
    low = text.casefold()
    if len(low) != len(text):
        return []  # letters that are longer when they are folded: nothing stands out
    return [(hit.start(), hit.end()) for word in words if word for hit in re.finditer(re.escape(word), low)]


def pieces(text: str, look: Style, marked: Style, words: Iterable[str]) -> list[Segment]:
    """A text in one style, with some words in another."""
    hits = found_in(text, words)
    bounds = [any(start <= i < end for start, end in hits) for i in range(len(text))] if hits else []
    if not bounds:
        return [Segment(text, look)]
    found: list[Segment] = []
    start = 0
    for i in range(1, len(text) + 1):
        if i == len(text) or bounds[i] != bounds[start]:
            found.append(Segment(text[start:i], look + marked if bounds[start] else look))
            start = i
    return found


class TextRow(NamedTuple):
    """A line as it is drawn."""

    text: str
    head: bool = False


class LongText(ScrollView, can_focus=True):
    """A text to scroll through; the number of a paragraph in it can be clicked."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "page_down", N_("further down"), key_display="Space"),
    ]

    def __init__(self, ui: UiState, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.ui = ui
        self._passages: tuple[Passage, ...] = ()
        self._words: tuple[str, ...] = ()
        self._rows: list[TextRow] = []
        self._places: dict[str, int] = {}
        self._width = 0
        self._wanted = ""

    def show(self, passages: Iterable[Passage], words: tuple[str, ...] = ()) -> None:
        """Another text."""
        now = tuple(passages)
        if now == self._passages and words == self._words:
            return
        self._passages, self._words, self._width = now, words, 0
        self._fold()
        self.scroll_to(y=0, animate=False)

    def jump(self, key: str) -> None:
        """To the passage with this key."""
        self._wanted = key
        self._go()

    def _go(self) -> None:
        if self._wanted in self._places and self._width:
            self.scroll_to(y=self._places[self._wanted], animate=False)
            self._wanted = ""

    def _topmost(self) -> str:
        """The passage that is read now: it shall be so when all is broken anew."""
        top = self.scroll_offset.y
        return next((key for key, place in reversed(self._places.items()) if place <= top), "") if top else ""

    @property
    def rows(self) -> list[str]:
        """The text as it is drawn."""
        return [row.text for row in self._rows]

    def _fold(self) -> None:
        region = self.scrollable_content_region.width
        if region < 2 or region == self._width:
            return
        if self._width and not self._wanted:
            self._wanted = self._topmost()
        width = region - 1  # so that nothing touches the bar beside it
        self._width, self._rows, self._places = region, [], {}
        for passage in self._passages:
            if passage.key:
                self._places.setdefault(passage.key, len(self._rows))
            if passage.head:
                self._rows += [TextRow(line, True) for line in folded(passage.head, width)]
            for line in passage.lines:
                kept = [cut(to_ascii(line), width, "…")] if passage.whole else folded(line, width)
                self._rows += [TextRow(part) for part in kept]
        self.virtual_size = Size(region, len(self._rows))
        self.refresh()
        self.call_after_refresh(self._go)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """How high it would like to be, where its place is as high as it is."""
        return sum([len(folded(line, max(2, width))) for one in self._passages for line in (one.head, *one.lines)])

    def on_resize(self) -> None:
        self._fold()

    def render_line(self, y: int) -> Strip:
        ground: Style = self.rich_style
        row = y + self.scroll_offset.y
        if row >= len(self._rows):
            return Strip.blank(self.size.width, ground)
        text, head = self._rows[row]
        look = style(self.ui, "legal") if head else Style()
        strip = Strip(pieces(text, look, Style(reverse=True), self._words), columns(text))
        return strip.apply_style(ground).adjust_cell_length(self.size.width, ground)

    def on_click(self, event: events.Click) -> None:
        row = event.y + self.scroll_offset.y
        if row < len(self._rows):
            rule = rule_at(self._rows[row].text, event.x)
            if rule:
                self.post_message(RuleAsked(rule))


def rule_at(text: str, column: int) -> str:
    """The paragraph that a text names in a column."""
    for hit in RULE.finditer(text):
        if columns(text[: hit.start()]) <= column < columns(text[: hit.end()]):
            return str(hit[1] or hit[2])
    return ""

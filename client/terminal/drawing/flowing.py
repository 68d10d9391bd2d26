"""Paragraphs in several styles, broken as all texts are: no line of Japanese begins with a full stop."""

from __future__ import annotations

from collections.abc import Iterable

from rich.style import Style
from rich.text import Text
from textual.geometry import Size
from textual.widget import Widget

from ...text.sanitize import sanitize
from .reading import folded

Part = tuple[str, Style]
Paragraph = tuple[Part, ...]  # what stands in it, one behind the other


def flowed(paragraph: Paragraph, width: int) -> Text:
    """A paragraph in lines of at most so many cells, each letter in its own style."""
    letters = [(letter, style) for text, style in paragraph for letter in sanitize(text)]
    found, at = Text(no_wrap=True), 0
    for n, line in enumerate(folded("".join([letter for letter, _style in letters]), width)):
        found.append("\n" if n else "")
        for letter in line:
            while letters[at][0] != letter:  # a space where the line ended before
                at += 1
            found.append(*letters[at])
            at += 1
    return found


def in_paragraphs(lines: Iterable[str], *, apart: bool = False) -> list[Paragraph]:
    """Lines in one style; `apart`: with an empty line between two."""
    found: list[Paragraph] = [((line, Style()),) for line in lines]
    empty: Paragraph = (("", Style()),)
    return [one for line in found for one in (line, empty)][:-1] if apart else found


class Flowing(Widget):
    """As high as its paragraphs are at the width that it is given."""

    DEFAULT_CSS = "Flowing { width: 1fr; height: auto; }"

    def __init__(self, paragraphs: Iterable[Paragraph] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._paragraphs = tuple(paragraphs)

    def show(self, paragraphs: Iterable[Paragraph]) -> None:
        """Other ones."""
        now = tuple(paragraphs)
        if now != self._paragraphs:
            self._paragraphs = now
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._text(width).plain.count("\n") + 1

    def render(self) -> Text:
        return self._text(self.size.width)

    def _text(self, width: int) -> Text:
        return Text("\n", no_wrap=True).join([flowed(one, width) for one in self._paragraphs])

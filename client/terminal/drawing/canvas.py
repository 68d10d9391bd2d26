"""A picture in cells: letters and styles are put on a canvas, and it is read off row by row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from ..state.model import Touch
from .signs import spread


class Scroll(NamedTuple):
    """Where a row of cards goes on: the card that it is to be shown from."""

    row: int
    first: int


class Zone(NamedTuple):
    """A part of a picture that stands for a thing."""

    touch: Touch | Scroll
    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Picture(NamedTuple):
    """What is drawn, and what can be touched in it: what lies on something else comes after it."""

    rows: tuple[Strip, ...] = ()
    zones: tuple[Zone, ...] = ()
    order: tuple[tuple[Touch, ...], ...] = ()  # what the keyboard walks over, row by row, out of sight too
    firsts: Mapping[int, int] = {}  # of rows that are not shown whole: the card that they are shown from

    def at(self, x: int, y: int) -> Touch | Scroll | None:
        """The thing at a place."""
        return next((zone.touch for zone in reversed(self.zones) if zone.holds(x, y)), None)

    def zone(self, touch: Touch | None) -> Zone | None:
        """Where a thing is drawn."""
        return next((zone for zone in self.zones if zone.touch == touch), None)


class Canvas:
    """Cells to be written on.  A letter that takes two cells is never cut in half."""

    def __init__(self, width: int, height: int, ground: Style, *, plain: bool) -> None:
        self.width, self.height, self.plain = width, height, plain
        self.letters = [[" "] * width for _row in range(height)]
        self.styles = [[ground] * width for _row in range(height)]

    def put(self, x: int, y: int, text: str, style: Style) -> int:
        """Write a text; what is beyond the edge is left out.  Says in which column it ends."""
        cells = spread(text)
        end = x + len(cells)
        if not 0 <= y < self.height or x < 0 or x >= self.width or not cells:
            return end
        row, stop = self.letters[y], min(end, self.width)
        if row[x] == "":
            row[x - 1] = " "
        if stop < self.width and row[stop] == "":
            row[stop] = " "
        row[x:stop] = [self._printed(cell) for cell in cells[: stop - x]] if self.plain else cells[: stop - x]
        if stop < end and cells[stop - x] == "":
            row[stop - 1] = " "
        self.styles[y][x:stop] = [style] * (stop - x)
        return end

    def _printed(self, cell: str) -> str:
        return cell if cell.isascii() and cell else "?"

    def strips(self) -> tuple[Strip, ...]:
        """The rows, each in as few pieces as its styles allow."""
        return tuple([self._strip(y) for y in range(self.height)])

    def _strip(self, y: int) -> Strip:
        letters, styles = self.letters[y], self.styles[y]
        segments, start = [], 0
        for x in range(1, self.width + 1):
            if x == self.width or styles[x] is not styles[start]:
                segments.append(Segment("".join(letters[start:x]), styles[start]))
                start = x
        return Strip(segments, self.width)

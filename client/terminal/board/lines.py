"""The table as a picture: the six lines from the enemy's rear to one's own, with all that lies in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.style import Style

from ironbottom.language import N_, _
from ironbottom.views import View
from ironbottom.words import Line

from ...text.situation import viewpoint
from ...text.table_text import across
from ..drawing.canvas import Canvas, Picture, Zone
from ..drawing.signs import columns, cut
from ..state.model import Mark, Touch
from .cells import Cell, Drawable, Marks, cells_of, eyes
from .faces import LETTERS, FacePen, mark_row
from .rack import Where, rack
from .shelves import ShelfLayout, on_cell, share, ways

KEY = 3  # cells of the key of a mark, which stands beside the name where there is no row below it
NAMES = (N_("rear"), N_("middle"), N_("front"))  # of the lines of a side, as the six are numbered from either end


class Strait(NamedTuple):
    """A line with its place in the picture."""

    line: Line
    cells: tuple[Cell, ...]
    way: ShelfLayout
    y: int


def lines_picture(table: Drawable, marks: Marks, size: tuple[int, int], where: Where, pen: FacePen) -> Picture:
    """The whole table in so many columns and rows."""
    width, height = size
    view = table.drawn
    if view is None or width < 1 or height < 1:
        return Picture(Canvas(width, height, pen.look.sea, plain=pen.signs.plain).strips())
    cells = cells_of(eyes(view, table.names, marks))
    order = shown_lines(view, cells, where.cursor, height)
    label = label_width()
    room = max(1, width - label)
    options = [ways(cells[line], room, where.cursor, pen) for line in order]
    chosen = share(options, [importance(view, line) for line in order], height)
    canvas = Canvas(width, height, pen.look.sea, plain=pen.signs.plain)
    drawing = Straits(canvas, view, marks, where, pen)
    y, spare = 0, height - sum(way.rows for way in chosen)
    airy = spare >= len(order) - 1  # a row of water between any two lines
    for n, (line, way) in enumerate(zip(order, chosen, strict=True)):
        if n and line.owner is not order[n - 1].owner and spare:
            y, spare = drawing.strait(y), spare - 1
        elif n and airy:
            y += 1
        drawing.line(Strait(line, cells[line], way, y), label)
        y += way.rows
    walk = tuple([walk_of(cells[line], line) for line in across(view)])
    return Picture(canvas.strips(), tuple(drawing.zones), walk, drawing.firsts)


def shown_lines(view: View, cells: Sequence[Sequence[Cell]], cursor: Touch | None, height: int) -> tuple[Line, ...]:
    """All six lines; fewer where there are fewer rows than lines: those around the middle of interest."""
    lines = across(view)
    if height >= len(lines):
        return lines
    eye = [n for n, line in enumerate(lines) if any(on_cell(cell, cursor) for cell in cells[line])]
    fought = [n for n, line in enumerate(lines) if line is view.line]
    middle = (*eye, *fought, 2)[0]
    start = min(max(0, middle - height // 2), len(lines) - height)
    return lines[start : start + height]


def importance(view: View, line: Line) -> int:
    """Which line keeps large cards longest: the one that is fought over, then the fronts, one's own first."""
    mine, _theirs = viewpoint(view.viewer)
    depth = min(line, 5 - line)  # 2: a front
    return 10 * (line is view.line) + 2 * depth + (line.owner is mine)


def line_short(line: Line) -> str:
    return _(NAMES[min(line, 5 - line)])


def label_width() -> int:
    """The columns of the names of the lines: letter of the side, name, the key of a mark."""
    return 2 + max([columns(_(name)) for name in NAMES]) + KEY


def walk_of(cells: Sequence[Cell], line: Line) -> tuple[Touch, ...]:
    """The things of a line in the order that the keyboard goes through them: the line itself first."""
    walk = [Touch("line", int(line))]
    for cell in cells:
        walk.append(cell.touch)
        walk += [tag.touch for tag in cell.tags if tag.touch is not None]
    return tuple(walk)


class Straits:
    """The lines, as they are being drawn."""

    def __init__(self, canvas: Canvas, view: View, marks: Marks, where: Where, pen: FacePen) -> None:
        self.canvas, self.view, self.marks, self.where, self.pen = canvas, view, marks, where, pen
        self.zones: list[Zone] = []
        self.firsts: dict[int, int] = {}

    def strait(self, y: int) -> int:
        """The water between the two sides."""
        look, signs = self.pen.look, self.pen.signs
        self.canvas.put(0, y, signs.across * self.canvas.width, self.pen.afloat(look.faint))
        return y + 1

    def line(self, strait: Strait, label: int) -> None:
        """A line: its name, and its cards."""
        touch = Touch("line", int(strait.line))
        self.zones.append(Zone(touch, 0, strait.y, self.canvas.width, strait.way.rows))
        self.label(strait, touch, label)
        if not strait.cells:
            self.canvas.put(label, strait.y, self.pen.signs.nothing, self.pen.afloat(self.pen.look.faint))
            return
        self.cards(strait, label)

    def label(self, strait: Strait, touch: Touch, label: int) -> None:
        look, signs = self.pen.look, self.pen.signs
        side, mark = strait.line.owner, self.marks.get(touch)
        style = look.cursor if self.where.cursor == touch else self.label_style(strait, mark)
        self.canvas.put(0, strait.y, LETTERS[side], look.letter[side])
        if strait.line is self.view.line:
            self.canvas.put(1, strait.y, signs.fought, self.pen.afloat(look.target))
        self.canvas.put(2, strait.y, cut(line_short(strait.line), label - 2 - KEY, signs.cut), self.pen.afloat(style))
        for y in range(strait.y + 1, strait.y + strait.way.rows):
            self.canvas.put(0, y, signs.ship.down, self.pen.afloat(look.edge[side]))
        if mark is not None:
            self.label_mark(strait, mark, label)

    def label_style(self, strait: Strait, mark: Mark | None) -> Style:
        look = self.pen.look
        if mark is not None:
            return look.mark(mark.state)
        return look.strong if strait.line is self.view.line else look.edge[strait.line.owner]

    def label_mark(self, strait: Strait, mark: Mark, label: int) -> None:
        """Below the name where there is room, else beside it: there the key alone."""
        low = strait.way.rows > 1
        row = mark_row(mark if low else mark._replace(odds=None), self.pen)
        x, y = (2, strait.y + 1) if low else (max(1, label - row.width), strait.y)
        for text, style in row.spans:
            x = self.canvas.put(x, y, cut(text, label - x, self.pen.signs.cut), self.pen.afloat(style))
        if mark.note and strait.way.rows > 2:
            note = cut(mark.note, label - 3, self.pen.signs.cut)
            self.canvas.put(2, strait.y + 2, note, self.pen.afloat(self.pen.look.note))

    def cards(self, strait: Strait, left: int) -> None:
        racked = rack(self.canvas, strait.cells, strait.way, (left, strait.y, strait.line), self.where, self.pen)
        self.zones += racked.zones
        self.firsts.update(racked.firsts)

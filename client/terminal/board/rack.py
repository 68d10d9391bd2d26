"""Cards on their shelves: a line of the table, or the hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..drawing.canvas import Canvas, Scroll, Zone
from ..drawing.signs import columns
from ..state.model import Touch
from .cells import Cell
from .faces import Block, FacePen
from .shelves import MORE, Filled, ShelfLayout, drawn, fill, on_cell

PAGE = 3  # cards that a click on "more" goes on by


class Where(NamedTuple):
    """What the eye is on: the thing where the keyboard is, and from where crowded rows of cards are shown."""

    cursor: Touch | None = None
    firsts: Mapping[int, int] = {}


class Racked(NamedTuple):
    """What can be touched of a row of cards, and from where it is shown, if it is not whole."""

    zones: tuple[Zone, ...]
    firsts: Mapping[int, int]


def rack(
    canvas: Canvas, cells: Sequence[Cell], way: ShelfLayout, place: tuple[int, int, int], where: Where, pen: FacePen
) -> Racked:
    """Draw a row of cards; `place` is its left column, its upper row, and its number."""
    left, top, row = place
    blocks = drawn(cells, way.size, where.cursor, pen, canvas.width - left)
    wanted = next((n for n, cell in enumerate(cells) if on_cell(cell, where.cursor)), None)
    filled = fill(blocks, way, canvas.width - left, where.firsts.get(row, 0), wanted)
    shelf = way.rows // max(1, way.shelves)
    zones: list[Zone] = []
    for laid in filled.laid:
        zones += _block(canvas, cells[laid.n].touch, laid.block, left + laid.x, top + laid.shelf * shelf)
    zones += _more(canvas, filled, (left, top, top + (way.shelves - 1) * shelf), row, pen)
    return Racked(tuple(zones), {row: filled.first} if filled.first or filled.after else {})


def _block(canvas: Canvas, touch: Touch, block: Block, x: int, y: int) -> list[Zone]:
    for n, row in enumerate(block.rows):
        end = x
        for text, style in row:
            end = canvas.put(end, y + n, text, style)
    aboard = [Zone(spot.touch, x + spot.x, y + spot.y, spot.width, 1) for spot in block.spots]
    return [Zone(touch, x, y, block.width, len(block.rows)), *aboard]


def _more(canvas: Canvas, filled: Filled, ends: tuple[int, int, int], row: int, pen: FacePen) -> list[Zone]:
    """How many cards are out of sight at either end."""
    left, top, bottom = ends
    zones = []
    if filled.first:
        canvas.put(left, top, f"{pen.signs.before}{filled.first}", pen.afloat(pen.look.note))
        zones.append(Zone(Scroll(row, max(0, filled.first - PAGE)), left, top, MORE - 1, 1))
    if filled.after:
        text = f"{filled.after}{pen.signs.after}"
        x = canvas.width - columns(text)
        canvas.put(x, bottom, text, pen.afloat(pen.look.note))
        zones.append(Zone(Scroll(row, filled.first + PAGE), x, bottom, columns(text), 1))
    return zones

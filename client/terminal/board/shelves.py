"""How the six lines share the height: how large the cards of each are drawn, and in how many rows of cards.

Everything is drawn as large as it fits.  Where it does not, the rear lines give way first and the line that is being
fought over last; and where even the smallest cards are too many, a line shows some of them and says how many more
there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..state.model import Touch
from .cells import Cell
from .faces import CARD, CHIP, LARGE, TIGHT, Block, FacePen, face, height

GAP = 1  # between cards
MORE = 4  # cells for the sign that there are more cards, at either end
SIZES = (LARGE, CARD, CHIP, TIGHT)


class ShelfLayout(NamedTuple):
    """A way to draw a line."""

    size: int
    shelves: int  # rows of cards

    @property
    def rows(self) -> int:
        return max(1, self.shelves * height(self.size))


class Laid(NamedTuple):
    """A block on its shelf."""

    block: Block
    n: int  # place among the cards of its line
    x: int
    shelf: int


class Filled(NamedTuple):
    """The cards of a line on their shelves."""

    laid: tuple[Laid, ...]
    first: int  # the card that the line is shown from
    after: int  # how many are left over behind the last


def drawn(cells: Sequence[Cell], size: int, cursor: Touch | None, pen: FacePen, room: int) -> list[Block]:
    """The cards of a line as blocks; only the card with the cursor on it is drawn with it."""
    return [face(cell, size, cursor if on_cell(cell, cursor) else None, pen, room) for cell in cells]


def on_cell(cell: Cell, touch: Touch | None) -> bool:
    """Whether a thing is this card, or an airplane on it."""
    return touch is not None and (cell.touch == touch or any(tag.touch == touch for tag in cell.tags))


def shelves(blocks: Sequence[Block], room: int) -> int:
    """The rows of cards that it takes to show them all."""
    n, x = 0, room
    for block in blocks:
        if x + GAP + block.width > room:
            n, x = n + 1, block.width
        else:
            x += GAP + block.width
    return n


def fill(blocks: Sequence[Block], way: ShelfLayout, room: int, first: int, wanted: int | None) -> Filled:
    """Put cards on the shelves, from `first` on; so that `wanted` is among them."""
    if shelves(blocks, room) <= way.shelves:
        return _put(blocks, way, room, 0)
    first = min(first, len(blocks) - 1 if wanted is None else wanted)
    filled = _put(blocks, way, room, first)
    while wanted is not None and filled.laid[-1].n < wanted:
        first += 1
        filled = _put(blocks, way, room, first)
    while first > 0 and not filled.after:  # no room is left empty at the end
        earlier = _put(blocks, way, room, first - 1)
        if earlier.after:
            break
        first, filled = first - 1, earlier
    return filled


def _put(blocks: Sequence[Block], way: ShelfLayout, room: int, first: int) -> Filled:
    laid: list[Laid] = []
    shelf, x = 0, MORE if first else 0
    for n in range(first, len(blocks)):
        block = blocks[n]
        last = shelf == way.shelves - 1
        end = room - (MORE if last and n < len(blocks) - 1 else 0)
        if x + block.width > end and laid:
            if last:
                break
            shelf, x = shelf + 1, 0
        laid.append(Laid(block, n, x, shelf))
        x += block.width + GAP
    after = len(blocks) - first - len(laid)
    return Filled(tuple(laid), first, after)


def ways(cells: Sequence[Cell], room: int, cursor: Touch | None, pen: FacePen) -> list[ShelfLayout]:
    """All ways to draw a line, the most lavish first; each takes less height than the one before."""
    if not cells:
        return [ShelfLayout(TIGHT, 0)]
    found: list[ShelfLayout] = []
    for size in SIZES:
        way = ShelfLayout(size, shelves(drawn(cells, size, cursor, pen, room), room))
        if not found or way.rows < found[-1].rows:
            found.append(way)
    smallest = found[-1]
    if smallest.size > CHIP:
        smallest = ShelfLayout(TIGHT, smallest.shelves)
    return [*found, *[ShelfLayout(TIGHT, n) for n in range(min(smallest.shelves, smallest.rows) - 1, 0, -1)]]


def share(options: Sequence[Sequence[ShelfLayout]], importance: Sequence[int], rows: int) -> list[ShelfLayout]:
    """One way for each line, all together in so many rows if that can be."""
    at = [0] * len(options)

    def total() -> int:
        return sum(options[n][i].rows for n, i in enumerate(at))

    while total() > rows:
        movable = [n for n, i in enumerate(at) if i + 1 < len(options[n])]
        if not movable:
            break
        n = min(movable, key=lambda n: (_stage(options[n], at[n]), importance[n]))
        at[n] += 1
    for n in sorted(range(len(at)), key=lambda n: -importance[n]):
        while at[n] and total() - options[n][at[n]].rows + options[n][at[n] - 1].rows <= rows:
            at[n] -= 1
    return [options[n][i] for n, i in enumerate(at)]


def _stage(options: Sequence[ShelfLayout], i: int) -> int:
    """How far a line has given way: its size; and then one more for each shelf that it has lost."""
    lost = sum(1 for n in range(1, i + 1) if options[n].size == TIGHT and options[n - 1].size == TIGHT)
    return SIZES.index(options[i].size) + lost

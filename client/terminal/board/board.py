"""The table on the screen: six lines of cards, to be walked over with the arrow keys and touched."""

from __future__ import annotations

from textual.strip import Strip

from ..drawing.canvas import Picture
from ..drawing.look import Look
from ..drawing.signs import FINE
from ..state.model import UiState
from .cells import Drawable, Marks
from .faces import FacePen
from .lines import lines_picture
from .rack import Where
from .touchable import Touchable


def board_lines(table: Drawable, marks: Marks, width: int, height: int, pen: FacePen | None = None) -> list[Strip]:
    """The table in so many columns and rows."""
    return list(lines_picture(table, marks, (width, height), Where(), pen or FacePen(Look(), FINE)).rows)


class Board(Touchable):
    """The six lines, from the enemy's rear to one's own."""

    def __init__(self, ui: UiState) -> None:
        super().__init__(ui, id="board")

    def paint(self, size: tuple[int, int], where: Where) -> Picture:
        return lines_picture(self.ui, self.ui.marks, size, where, self.pen)

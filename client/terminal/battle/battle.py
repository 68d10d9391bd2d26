"""The battle board on the screen: cards are touched with the mouse, or with the arrow keys and Enter."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from ironbottom.language import N_, _

from ..drawing.canvas import Picture
from ..drawing.keys import spoken
from ..drawing.signs import signs_here
from ..state.beats import is_dice
from ..state.messages import Touched
from ..state.model import Touch, UiState
from .battle_board import battle_picture
from .field import field


def is_on(ui: UiState) -> bool:
    """Whether a line is in combat at the moment that is drawn."""
    return field(ui) is not None


class BattlePane(ScrollView, can_focus=True):
    """The fight that is on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "walk(0, -1)", show=False), Binding("down", "walk(0, 1)", show=False),
        Binding("left", "walk(-1, 0)", show=False), Binding("right", "walk(1, 0)", show=False),
        Binding("enter", "touch(False)", N_("touch"), key_display="Enter"),
        Binding("space", "touch(True)", N_("look at it"), key_display="Space"),
    ]

    def __init__(self, ui: UiState) -> None:
        super().__init__(id="battle")
        self.ui, self.signs = ui, signs_here()
        self.cursor: Touch | None = None
        self._picture = Picture()

    def redraw(self) -> None:
        """Draw the moment; a bar to scroll with takes a column only where it is needed."""
        whole = self.outer_size
        fits = len(self._drawn(whole).rows) <= whole.height
        size = whole if fits else self.scrollable_content_region.size
        self._picture = self._drawn(size)
        if self.has_focus and self._picture.zone(self.cursor) is None and self._picture.zones:
            self.cursor = self._picture.order[0][0]
            self._picture = self._drawn(size)
        self.virtual_size = Size(size.width, len(self._picture.rows))
        self.refresh()

    def _drawn(self, size: Size) -> Picture:
        cursor = self.cursor if self.has_focus else None
        return battle_picture(self.ui, self.signs, size.width, size.height, cursor, self._hint())

    def _hint(self) -> str:
        """While something is being shown: the keys for the rest of it."""
        if self.ui.beat is None or self.ui.past is not None:
            return ""
        steps = is_dice(self.ui.beat) and self.ui.dice_wait
        skip = _("{key} skip").format(key=spoken("K"))
        return _("{key} next round, {skip}").format(key=spoken("N"), skip=skip) if steps else skip

    def render_line(self, y: int) -> Strip:
        ground: Style = self.rich_style
        row = y + self.scroll_offset.y
        rows = self._picture.rows
        width = self.size.width
        if row >= len(rows):
            return Strip.blank(width, ground)
        return rows[row].apply_style(ground).adjust_cell_length(width, ground)

    def on_resize(self) -> None:
        self.redraw()

    def on_focus(self) -> None:
        self.redraw()

    def on_blur(self) -> None:
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        """A click touches; with the right button it is only a look."""
        found = self._picture.at(event.x, event.y + self.scroll_offset.y)
        if isinstance(found, Touch):
            self.cursor = found
            self.post_message(Touched(found, look=event.button == 3))

    def action_touch(self, look: bool) -> None:
        if self.cursor is not None and self._picture.zone(self.cursor) is not None:
            self.post_message(Touched(self.cursor, look=look))

    def action_walk(self, right: int, down: int) -> None:
        """To the next card in a direction."""
        order = [list(row) for row in self._picture.order]
        at = next(((y, row.index(self.cursor)) for y, row in enumerate(order) if self.cursor in row), None)
        if at is None:
            self.cursor = order[0][0] if order and order[0] else None
        else:
            y = max(0, min(len(order) - 1, at[0] + down))
            x = self._nearest(order[y]) if down else max(0, min(len(order[y]) - 1, at[1] + right))
            self.cursor = order[y][x]
        zone = self._picture.zone(self.cursor)
        if zone is not None:
            self.scroll_to_region(Region(zone.x, zone.y, zone.width, zone.height), animate=False)
        self.redraw()

    def _nearest(self, row: list[Touch]) -> int:
        """The card of a row that lies nearest below or above the one that is held."""
        here = self._picture.zone(self.cursor)
        zones = [self._picture.zone(touch) for touch in row]
        away = [abs(zone.x - here.x) if zone is not None and here is not None else 0 for zone in zones]
        return away.index(min(away))

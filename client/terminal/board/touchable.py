"""A part of the screen that is a picture in cells: keyboard and mouse find the things in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ironbottom.language import N_

from ..drawing.canvas import Picture, Scroll, Zone
from ..drawing.look import look_of
from ..drawing.signs import signs_here
from ..state.messages import Touched
from ..state.model import Mark, Touch, UiState
from .about import about
from .faces import FacePen
from .rack import Where

TO_BE_TOUCHED = ("legal", "target", "chosen")
STEEP = 5  # a row further away counts as much as so many columns


class Pointed(Message):
    """The keyboard or the mouse is on a thing; None: on nothing."""

    def __init__(self, touch: Touch | None) -> None:
        super().__init__()
        self.touch = touch


class Touchable(Widget, can_focus=True):
    """Draws a picture, and says what in it is touched."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "walk(-1)", N_("Left"), show=False),
        Binding("right", "walk(1)", N_("Right"), show=False),
        Binding("up", "climb(-1)", N_("Up"), show=False),
        Binding("down", "climb(1)", N_("Down"), show=False),
        Binding("home", "edge(0)", N_("First"), show=False),
        Binding("end", "edge(-1)", N_("Last"), show=False),
        Binding("left_square_bracket", "leap(-1)", N_("Last possible"), show=False),
        Binding("right_square_bracket", "leap(1)", N_("Next possible"), key_display="]"),
        Binding("enter", "touch", N_("Touch"), key_display="Enter"),
        Binding("space", "look", N_("Look at it"), key_display="Space"),
    ]

    looking_only: ClassVar[bool] = False  # nothing in it can be an answer

    def __init__(self, ui: UiState, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.ui = ui
        self.picture = Picture()
        self.cursor: Touch | None = None
        self.firsts: dict[int, int] = {}
        self.pen = FacePen(look_of(ui), signs_here())
        self._drawn: tuple[object, ...] = ()
        self._rows = 0
        self._under_mouse: Touch | None = None
        self._rolled = False  # the mouse moved the cards: until a key is pressed the cursor does not hold them in sight
        self._here = False  # the keyboard is here; Textual says so only after it has told of it

    # to be told by who draws

    def paint(self, size: tuple[int, int], where: Where) -> Picture:
        """The picture in so many columns and rows."""
        raise NotImplementedError

    def wanted_rows(self, width: int) -> int:
        """The rows that would be best, where the layout leaves it to us; 0: whatever there is."""
        return 0

    # drawing

    def redraw(self) -> None:
        """Draw what has changed."""
        before = self._drawn
        self._draw()
        if self._here and self.cursor not in (steps := self.steps()) and steps:
            self.go(self.first_choice())
        elif self._here and self.cursor is not None and before is not self._drawn:
            self.post_message(Pointed(self.cursor))  # what is told of it may be another

    def _draw(self) -> None:
        size = (self.size.width, self.size.height)
        cursor = self.cursor if self._here and not self._rolled else None
        view, names = self.ui.drawn, self.ui.names
        told = (view, names.now, dict(self.ui.marks), size, cursor, dict(self.firsts), self.pen)
        if self._drawn and view is self._drawn[0] and told[1:] == self._drawn[1:]:
            return
        before, self._drawn = self.picture, told
        self.picture = self.paint(size, Where(cursor, {**self.firsts}))
        self.firsts = {**self.picture.firsts}
        self._renew(before.rows, self.picture.rows)
        if size[0] and self.wanted_rows(size[0]) != self._rows:
            self.refresh(layout=True)

    def _renew(self, before: Sequence[Strip], now: Sequence[Strip]) -> None:
        if len(before) != len(now):
            self.refresh()
            return
        changed = [y for y, (one, other) in enumerate(zip(before, now, strict=True)) if one != other]
        if changed:
            self.refresh(*[Region(0, y, self.size.width, 1) for y in changed])

    def render_line(self, y: int) -> Strip:
        rows = self.picture.rows
        return rows[y] if y < len(rows) else Strip.blank(self.size.width, self.pen.look.sea)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        self._rows = self.wanted_rows(max(1, width))
        return self._rows or container.height

    def on_resize(self) -> None:
        self.redraw()

    def on_focus(self) -> None:
        self._here = True
        known = self.cursor
        self.redraw()
        if known is not None and known == self.cursor:
            self.post_message(Pointed(known))

    def on_blur(self) -> None:
        self._here = False
        self.redraw()
        self.post_message(Pointed(None))

    # the keyboard

    def steps(self) -> list[Touch]:
        """All things, in the order that the keyboard goes through them."""
        return [touch for row in self.picture.order for touch in row]

    def first_choice(self) -> Touch | None:
        """Where the keyboard begins: at what the question asks about."""
        steps = self.steps()
        cards = [touch for touch in steps if touch.kind != "line"]
        marked = [touch for touch in steps if self._asked(touch)]
        return next(iter((*marked, *cards, *steps)), None)

    def _asked(self, touch: Touch) -> bool:
        mark: Mark | None = self.ui.marks.get(touch)
        return mark is not None and mark.state in TO_BE_TOUCHED

    def go(self, touch: Touch | None) -> None:
        """Put the cursor on a thing."""
        if touch is not None and (touch != self.cursor or self._rolled):
            self.cursor, self._rolled = touch, False
            self._draw()
            self.post_message(Pointed(touch))

    def action_walk(self, step: int) -> None:
        """To the next thing of the row, and on into the next row."""
        steps = self.steps()
        if self.cursor not in steps:
            self.go(self.first_choice())
            return
        n = steps.index(self.cursor) + step
        if 0 <= n < len(steps):
            self.go(steps[n])

    def action_climb(self, step: int) -> None:
        """To the nearest thing above or below."""
        here = self.picture.zone(self.cursor)
        if here is None:
            self.go(self.first_choice())
            return
        x, y = _middle(here)
        found: list[tuple[float, Touch]] = []
        for zone in self.picture.zones:
            across, down = _middle(zone)
            if isinstance(zone.touch, Touch) and (down - y) * step > 0.5 and zone.touch != self.cursor:
                found.append((STEEP * abs(down - y) + abs(across - x), zone.touch))
        if found:
            self.go(min(found, key=lambda one: one[0])[1])

    def action_edge(self, n: int) -> None:
        """To the first or the last thing of the row."""
        for row in self.picture.order:
            if self.cursor in row:
                self.go(row[n])

    def action_leap(self, step: int) -> None:
        """To the next thing that the question asks about."""
        steps = self.steps()
        at = steps.index(self.cursor) if self.cursor in steps else -1
        around = [*steps[at + 1 :], *steps[: at + 1]]
        if step < 0:
            around = [*around[-2::-1], *around[-1:]]
        self.go(next((touch for touch in around if self._asked(touch)), None))

    def action_touch(self) -> None:
        if self.cursor is not None:
            self.post_message(Touched(self.cursor, look=self.looking_only))

    def action_look(self) -> None:
        if self.cursor is not None:
            self.post_message(Touched(self.cursor, look=True))

    # the mouse

    def on_click(self, event: events.Click) -> None:
        found = self._under(event)
        if isinstance(found, Scroll):
            self._scroll(found)
        elif found is not None:
            self.go(found)
            self.post_message(Touched(found, look=self.looking_only or event.button != 1))

    def _under(self, event: events.MouseEvent) -> Touch | Scroll | None:
        place = event.get_content_offset(self)
        return None if place is None else self.picture.at(place.x, place.y)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._roll(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._roll(event, -1)

    def _roll(self, event: events.MouseScrollDown | events.MouseScrollUp, step: int) -> None:
        """The wheel moves the cards of a crowded row."""
        place = event.get_content_offset(self)
        if place is None:
            return
        here = [zone.touch for zone in self.picture.zones if zone.holds(place.x, place.y)]
        for row, first in self.picture.firsts.items():
            if row < 0 or Touch("line", row) in here:
                event.stop()
                self._scroll(Scroll(row, max(0, first + step)))
                return

    def _scroll(self, scroll: Scroll) -> None:
        self._rolled = True
        self.firsts[scroll.row] = scroll.first
        self.redraw()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        found = self._under(event)
        touch = found if isinstance(found, Touch) else None
        if touch == self._under_mouse:
            return
        self._under_mouse = touch
        text = about(self.ui, touch) if touch is not None else ""
        self.tooltip = Text(text) if text else None


def _middle(zone: Zone) -> tuple[float, float]:
    """Of a line it is its name."""
    width = min(zone.width, 8) if _is_line(zone) else zone.width
    return zone.x + (width - 1) / 2, zone.y + (zone.height - 1) / 2


def _is_line(zone: Zone) -> bool:
    return isinstance(zone.touch, Touch) and zone.touch.kind == "line"

"""Rows of text in a list, one's own with a sign; a line that is broken goes on below its beginning."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ironbottom.language import N_
from ironbottom.wire.cleaning import cells

from ...text.sanitize import sanitize
from ..drawing.reading import folded

OWN = "» "  # before what is one's own
OTHERS = "  "


class ClubRow(NamedTuple):
    """A row of a list: what it is found by, and what is read."""

    name: str
    text: str
    own: bool = False


class RowList(OptionList):
    """Rows, each with a name; as wide as there is room."""

    marks = True  # whether rows of one's own have a sign

    def __init__(self) -> None:
        super().__init__(markup=False)
        self._rows: list[ClubRow] = []

    def fill(self, rows: list[ClubRow], first: str = "") -> None:
        """Other rows; the cursor stays where it was, as long as that is there, or goes to the `first`."""
        here = self.under_cursor or first
        self._rows, names = rows, [row.name for row in rows]
        self._draw()
        self.highlighted = names.index(here) if here in names else 0 if names else None

    def _draw(self) -> None:
        self.clear_options()
        self.add_options([Option(self._marked(row)) for row in self._rows])

    def on_resize(self) -> None:
        at = self.highlighted
        self._draw()
        self.highlighted = at

    def _marked(self, row: ClubRow) -> Text:
        """Its lines, cleaned each for itself, behind its sign."""
        room = self.scrollable_content_region.width - len(OTHERS) - 2
        found = [part for line in row.text.split("\n") for part in self._broken(sanitize(line), room)]
        sign = OWN if row.own else OTHERS if self.marks else ""
        return Text(sign + f"\n{OTHERS if self.marks else ''}".join(found))

    def _broken(self, line: str, room: int) -> list[str]:
        """A line as wide as there is room: its columns are kept, where its letters are as wide as they are many; else
        it is broken as wide letters are.
        """
        if room <= len(OTHERS) or cells(line) <= room:
            return [line]
        if cells(line) != len(line):
            return folded(line, room)
        return [part.plain.rstrip() for part in Text(line).wrap(self.app.console, room)]

    @property
    def under_cursor(self) -> str:
        """The name of the row that the cursor is at; "" where there is none."""
        return "" if self.highlighted is None else self._rows[self.highlighted].name

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.enter(self._rows[event.option_index].name)

    def enter(self, name: str) -> None:
        """Enter was pressed at a row."""


class PlayerAsked(Message):
    """Enter was pressed at a line about a player."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key


class PlayerLines(RowList):
    """Lines of a sheet, some of them about a player, by whose key they are called; the sheet opens his page."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", N_("the player"), key_display="Enter")]
    marks = False

    def enter(self, name: str) -> None:
        if name:
            self.post_message(PlayerAsked(name))

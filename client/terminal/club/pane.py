"""A list of the club: what it shows is asked of the server whenever it comes to the front."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ironbottom.keys import fingerprint
from ironbottom.language import N_

from ...net.club.club_client import ClubClient
from ...text.sanitize import sanitize
from .asking import AsksServer, ClubNote
from .club_sheets import ConfirmSheet, TypingSheet

OWN = "» "  # before what is one's own
OTHERS = "  "


class ClubPlace(NamedTuple):
    """The server that one is at, and how it is called here."""

    club: ClubClient
    where: str

    @property
    def key(self) -> str:
        """The letters of our key."""
        return fingerprint(self.club.client.me.public)


class ClubRow(NamedTuple):
    """A row of a list: what it is found by, and what is read."""

    name: str
    text: str
    own: bool = False


class ClubPane(AsksServer, OptionList):
    """Rows, each with a name of its own; the cursor stays at that name."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "again", N_("look again"), key_display="r"),
    ]
    marks = True  # whether rows of one's own have a sign

    def __init__(self, place: ClubPlace) -> None:
        super().__init__(markup=False)
        self.place, self.club = place, place.club
        self.told = ""  # what is said where nothing else is
        self._names: list[str] = []  # of the rows

    @property
    def title(self) -> str:
        """What the list is called, in the reader's language."""
        raise NotImplementedError

    def tell(self, text: str) -> None:
        """Below the list; nothing, where another one is seen by now."""
        if self.display:
            self.post_message(ClubNote(text))

    def on_unmount(self) -> None:
        self.ask_no_more()

    async def look(self) -> None:
        """Ask the server how things stand, and show it.  Raises UserError."""
        raise NotImplementedError

    def action_again(self) -> None:
        self.ask(self.look_and_tell)

    async def look_and_tell(self) -> None:
        """How things stand, and what is always said of them.  Raises UserError."""
        await self.look()
        self.tell(self.told)

    async def looked(self, told: str) -> None:
        """Something was done: how things stand since, and what was done.  Raises UserError."""
        await self.look()
        self.tell(told)

    def fill(self, rows: list[ClubRow], first: str = "") -> None:
        """Other rows; the cursor stays where it was, as long as that is there, or goes to the `first`."""
        here = self.under_cursor or first
        self.clear_options()
        self.add_options([Option(Text(self._marked(row))) for row in rows])
        self._names = names = [row.name for row in rows]
        self.highlighted = names.index(here) if here in names else 0 if names else None

    def _marked(self, row: ClubRow) -> str:
        """Its lines, cleaned each for itself."""
        lines = [sanitize(line) for line in row.text.split("\n")]
        return (OWN if row.own else OTHERS if self.marks else "") + f"\n{OTHERS}".join(lines)

    @property
    def under_cursor(self) -> str:
        """The name of the row that the cursor is at; "" where there is none."""
        return "" if self.highlighted is None else self._names[self.highlighted]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.enter(self._names[event.option_index])

    def enter(self, name: str) -> None:
        """Enter was pressed at a row."""

    # what is asked of who sits here

    def confirm(self, lines: list[str], yes: str, work: Callable[[], None]) -> None:
        """Do it once he has said so."""

        def answered(sure: bool | None) -> None:
            if sure:
                work()

        self.app.push_screen(ConfirmSheet(lines, yes), answered)

    def typed(self, lines: list[str], work: Callable[[str], None], begun: str = "", longest: int = 200) -> None:
        """Do something with what he types; nothing, if he types nothing."""

        def answered(text: str | None) -> None:
            if text:
                work(text)

        self.app.push_screen(TypingSheet(lines, begun, longest), answered)

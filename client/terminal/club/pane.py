"""A list of the club: what it shows is asked of the server whenever it comes to the front."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType

from ironbottom.keys import fingerprint
from ironbottom.language import N_

from ...net.club.club_client import ClubClient
from .asking import AsksServer, ClubNote
from .club_sheets import ConfirmSheet, TypingSheet
from .row_list import RowList


class ClubPlace(NamedTuple):
    """The server that one is at, and how it is called here."""

    club: ClubClient
    where: str

    @property
    def key(self) -> str:
        """The letters of our key."""
        return fingerprint(self.club.client.me.public)


class ClubPane(AsksServer, RowList):
    """Rows, each with a name of its own; the cursor stays at that name."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "again", N_("look again"), key_display="r"),
    ]

    def __init__(self, place: ClubPlace) -> None:
        super().__init__()
        self.place, self.club = place, place.club
        self.told = ""  # what is said where nothing else is

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

    def on_option_list_option_highlighted(self, event: RowList.OptionHighlighted) -> None:
        """What can be done hangs on the row."""
        event.stop()
        self.refresh_bindings()

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

"""The cups of a server: one's own games that wait, all cups, entering and leaving; each the way to its table."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual.binding import Binding, BindingType

from ironbottom.language import N_, _
from ironbottom.vocabulary import phrase
from ironbottom.wire.cups import CupLine, CupSeat

from ....text.people.cups import line_of, seat_line
from ....text.sanitize import sanitize
from ..cup_sheet import SEAT, CupSheet
from ..pane import ClubPane, ClubPlace
from ..row_list import ClubRow

CUP = "cup "  # how the names of rows begin that are cups


class CupsPane(ClubPane):
    """First the games of one's own that wait."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", N_("open"), key_display="Enter"),
        Binding("e", "enter", N_("enter the cup"), key_display="e"),
        Binding("l", "leave", N_("leave the cup"), key_display="l"),
    ]

    def __init__(self, place: ClubPlace) -> None:
        super().__init__(place)
        self._cups: dict[str, CupLine] = {}
        self._seats: tuple[CupSeat, ...] = ()

    @property
    def title(self) -> str:
        return phrase("cup.title")

    async def look(self) -> None:
        found = await self.club.cups()
        self._seats, self._cups = found.seats, {one.cup: one for one in found.cups}
        seats = [ClubRow(f"{SEAT}{one.table}", seat_line(one), own=True) for one in found.seats]
        cups = [ClubRow(f"{CUP}{one.cup}", "\n".join(line_of(one)), one.mine) for one in found.cups]
        self.fill([*seats, *cups])
        self.told = phrase("cup.none")
        if cups:
            self.told = _("A cup is played under a name that is yours here.  » you play in it.")

    @property
    def _here(self) -> CupLine | None:
        """The cup that the cursor is at."""
        return self._cups.get(self.under_cursor.removeprefix(CUP))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """One enters a cup that is open, and leaves one that one plays in."""
        one = self._here
        if action == "enter":
            return one is not None and one.state == "open" and not one.mine
        if action == "leave":
            return one is not None and one.state != "over" and one.mine
        return super().check_action(action, parameters)

    def enter(self, name: str) -> None:
        if name.startswith(SEAT):
            self.app.exit(name.removeprefix(SEAT))
        else:
            self.ask(partial(self._open, name.removeprefix(CUP)))

    async def _open(self, cup: str) -> None:
        found = await self.club.cup(cup)
        self.tell(self.told)
        self.app.push_screen(CupSheet(self.place, found, self._seats), self._shut)

    def _shut(self, table: str | None) -> None:
        """The sheet ends with the table of one's own game, or with nothing."""
        if table:
            self.app.exit(table)

    def action_enter(self) -> None:
        if (one := self._here) is not None:
            lines = [_("Play in this cup, by these terms?"), *map(str.strip, line_of(one))]
            self.confirm(lines, _("Play in it"), lambda: self.ask(partial(self._enter, one.cup)))

    async def _enter(self, cup: str) -> None:
        await self.club.enter(cup)
        await self.looked(phrase("cup.was_entered"))

    def action_leave(self) -> None:
        if (one := self._here) is not None:
            lines = [_("Leave the cup {title}?  Once it has begun, your games in it are your opponents'.").format(
                title=sanitize(one.title))]
            self.confirm(lines, phrase("cup.leave"), lambda: self.ask(partial(self._leave, one.cup)))

    async def _leave(self, cup: str) -> None:
        await self.club.leave(cup)
        await self.looked(phrase("cup.was_left"))

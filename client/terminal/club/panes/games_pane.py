"""One's own games at a server that wait, to go on with."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from ironbottom.language import N_, _

from ....net.saved_seat import waiting_line
from ..pane import ClubPane
from ..row_list import ClubRow


class GamesPane(ClubPane):
    """The newest first, as `ironbottom resume` lists them; those of cups are found when cups are looked at."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", N_("go on with it"), key_display="Enter"),
    ]
    marks = False

    @property
    def title(self) -> str:
        return _("Your games")

    async def look(self) -> None:
        seats = self.club.seats
        self.fill([ClubRow(seat.table, f"{waiting_line(n, seat)}  {seat.table}") for n, seat in enumerate(seats, 1)])
        self.told = (
            _("Enter goes on with a game.  Tables of others: ironbottom join {where}").format(where=self.place.where)
            if seats else
            _("No game of yours waits here.  Tables of others: ironbottom join {where}").format(where=self.place.where)
        )

    def enter(self, name: str) -> None:
        self.app.exit(name)

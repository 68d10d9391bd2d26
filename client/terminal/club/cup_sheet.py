"""The table of a cup, over the lists of the club: how everybody stands, a round of it, one's own next game."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from ironbottom.language import N_
from ironbottom.wire.cups import Cup, CupSeat

from ...text.people.cups import cup_rows, seat_line
from ...text.sanitize import sanitize
from ..drawing.keys import Keys
from .asking import AskingSheet
from .pane import ClubPlace
from .player_sheet import PlayerSheet
from .row_list import ClubRow, PlayerAsked, PlayerLines

SEAT = "seat "  # how the names of rows begin that are one's own games


class CupSheet(AskingSheet[str]):
    """Ends with the table of one's own game, to go there; or with nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "away", N_("close"), key_display="Esc"),
        Binding("g", "go", N_("to your game"), key_display="g"),
        Binding("left", "turn(-1)", N_("round before"), key_display="←"),
        Binding("right", "turn(1)", N_("next round"), key_display="→"),
    ]

    def __init__(self, place: ClubPlace, cup: Cup, seats: tuple[CupSeat, ...]) -> None:
        super().__init__()
        self.place, self.cup, self._seats = place, cup, seats

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(Text(sanitize(self.cup.line.title)), classes="title", markup=False)
            yield CupLines()
            yield Static(classes="fault", markup=False)
            yield Keys()

    def on_mount(self) -> None:
        self._show()

    @property
    def _waiting(self) -> list[CupSeat]:
        """One's own seats at tables of the round that is shown."""
        tables = {game.table for game in self.cup.games if game.ending is None}
        return [seat for seat in self._seats if seat.table in tables]

    def _show(self) -> None:
        own = [ClubRow(SEAT + seat.table, seat_line(seat), own=True) for seat in self._waiting]
        rows = [ClubRow(row.key, row.text, row.own) for row in cup_rows(self.cup, self.place.key)]
        box = self.query_one(CupLines)
        box.clear_options()
        box.fill([*own, *rows])
        box.highlighted = 0
        self.tell("")
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """To a game that waits, and to rounds that there are."""
        if action == "go":
            return bool(self._waiting)
        if action == "turn":
            return 1 <= self.cup.round + int(str(parameters[0])) <= self.cup.line.round
        return True

    def on_player_asked(self, message: PlayerAsked) -> None:
        """A player, or the line of one's own game that waits."""
        message.stop()
        if message.key.startswith(SEAT):
            self.dismiss(message.key.removeprefix(SEAT))
        else:
            self.ask(partial(self._open, message.key))

    async def _open(self, key: str) -> None:
        page = await self.place.club.player(key)
        self.tell("")
        self.app.push_screen(PlayerSheet(self.place, page))

    def action_go(self) -> None:
        self.dismiss(self._waiting[0].table)

    def action_turn(self, steps: int) -> None:
        self.ask(partial(self._turn, self.cup.round + steps))

    async def _turn(self, round_: int) -> None:
        self.cup = await self.place.club.cup(self.cup.line.cup, round_)
        self._show()

    def action_away(self) -> None:
        self.dismiss("")


class CupLines(PlayerLines):
    """Left and right belong to the sheet: they turn to another round."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "screen.turn(1)", show=False), Binding("left", "screen.turn(-1)", show=False),
    ]
    marks = True

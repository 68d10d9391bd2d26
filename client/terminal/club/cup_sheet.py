"""The table of a cup, over the lists of the club: how everybody stands, a round of it, one's own next game."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ironbottom.language import N_
from ironbottom.wire.cups import Cup, CupSeat

from ...text.people.cups import cup_rows, seat_line
from ...text.sanitize import sanitize
from ..drawing.keys import Keys
from .asking import AsksServer
from .pane import OTHERS, OWN, ClubPlace
from .player_sheet import PlayerSheet


class CupSheet(AsksServer, ModalScreen[str]):
    """Ends with the table of one's own game, to go there; or with nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "away", N_("close"), key_display="Esc"),
        Binding("enter", "open", N_("the player"), key_display="Enter"),
        Binding("g", "go", N_("to your game"), key_display="g"),
        Binding("left", "turn(-1)", N_("round before"), key_display="←"),
        Binding("right", "turn(1)", N_("next round"), key_display="→"),
    ]

    def __init__(self, place: ClubPlace, cup: Cup, seats: tuple[CupSeat, ...]) -> None:
        super().__init__()
        self.place, self.cup, self._seats = place, cup, seats
        self._keys: list[str] = []  # of whom each row tells

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(Text(sanitize(self.cup.line.title)), classes="title", markup=False)
            yield CupList(id="club-cup", markup=False)
            yield Static(classes="fault", markup=False)
            yield Keys()

    def on_mount(self) -> None:
        self._show()

    def on_unmount(self) -> None:
        self.ask_no_more()

    def tell(self, text: str) -> None:
        line = self.query_one(".fault", Static)
        line.update(Text(sanitize(text)))
        line.set_class(bool(text), "told")

    @property
    def _waiting(self) -> list[CupSeat]:
        """One's own seats at tables of the round that is shown."""
        tables = {game.table for game in self.cup.games if game.ending is None}
        return [seat for seat in self._seats if seat.table in tables]

    def _show(self) -> None:
        own = [OWN + seat_line(seat) for seat in self._waiting]
        rows = cup_rows(self.cup, self.place.key)
        self._keys = [*[""] * len(own), *[row.key for row in rows]]
        box = self.query_one(OptionList)
        box.clear_options()
        lines = [*own, *[(OWN if row.own else OTHERS) + row.text for row in rows]]
        box.add_options([Option(Text(sanitize(line))) for line in lines])
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

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option_index < len(self._waiting):
            self.dismiss(self._waiting[event.option_index].table)
        elif key := self._keys[event.option_index]:
            self.ask(partial(self._open, key))

    def action_open(self) -> None:
        self.query_one(OptionList).action_select()

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


class CupList(OptionList):
    """Left and right belong to the sheet: they turn to another round."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "screen.turn(1)", show=False), Binding("left", "screen.turn(-1)", show=False),
    ]

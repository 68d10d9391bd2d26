"""The page of a player, over the lists of the club: from a rung, a challenge, a cup or another player."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from ironbottom.language import N_, _
from ironbottom.vocabulary import phrase
from ironbottom.wire.players import PlayerPage

from ...text.people.player_pages import called, page_rows
from ...text.sanitize import sanitize
from ..drawing.keys import Keys
from .asking import AskingSheet
from .club_sheets import ConfirmSheet
from .pane import ClubPane, ClubPlace
from .row_list import OWN, ClubRow, PlayerAsked, PlayerLines


class PlayerSheet(AskingSheet[None]):
    """His record line by line; at a line about another player Enter opens that one's page."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", N_("close"), key_display="Esc"),
        Binding("b", "block", N_("block"), key_display="b"),
        Binding("backspace", "back", N_("the one before"), key_display="⌫"),
    ]

    def __init__(self, place: ClubPlace, page: PlayerPage) -> None:
        super().__init__()
        self.place, self.page = place, page
        self._before: list[PlayerPage] = []

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(classes="title", markup=False)
            yield PlayerLines()
            yield Static(classes="fault", markup=False)
            yield Keys()

    def on_mount(self) -> None:
        self._show()

    def _show(self) -> None:
        own = OWN if self.page.key == self.place.key else ""
        self.query_one(".title", Static).update(Text(own + sanitize(called(self.page))))
        rows = page_rows(self.page)
        box = self.query_one(PlayerLines)
        box.clear_options()
        box.fill([ClubRow(row.key, row.text) for row in rows])
        box.highlighted = 0
        self.tell("")
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nobody blocks himself, and there is something before only behind it."""
        if action == "block":
            return self.page.key != self.place.key and not self.page.bot
        return bool(self._before) if action == "back" else True

    def on_player_asked(self, message: PlayerAsked) -> None:
        message.stop()
        self.ask(partial(self._open, message.key))

    async def _open(self, key: str) -> None:
        page = await self.place.club.player(key)
        self._before.append(self.page)
        self.page = page
        self._show()

    def action_back(self) -> None:
        self.page = self._before.pop()
        self._show()

    def action_block(self) -> None:
        lines = [_("Block {name}?").format(name=called(self.page)), phrase("blocking.about")]
        self.app.push_screen(ConfirmSheet(lines, phrase("blocking.block")), self._sure)

    def _sure(self, sure: bool | None) -> None:
        if sure:
            self.ask(self._block)

    async def _block(self) -> None:
        await self.place.club.block(self.page.key)
        self.tell(_("{name} is blocked; nobody tells him.").format(name=called(self.page)))


class ShowsPlayers(ClubPane):
    """A list from which one comes to players."""

    async def open(self, who: str) -> None:
        """The page of a player, by a name or the letters of a key.  Raises UserError."""
        page = await self.club.player(who)
        self.tell(self.told)
        self.app.push_screen(PlayerSheet(self.place, page))

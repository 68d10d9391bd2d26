"""`ironbottom join` in a terminal, without an invite: the tables that are there, a line for what somebody sent, and
the games of this computer that are over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ironbottom.language import N_, _

from ...console.errors import UserError
from ...storage import identity
from ...storage.evidence_log import GAMES
from ...storage.own_games import OwnGame, line, own_games
from ...text.people.table_list import Picked, TableChoice
from ...text.sanitize import sanitize
from ..drawing.keys import Keys
from .base_app import ThemedApp, shown_until_left

AGAIN = 2.0  # seconds until one looks again

Look = Callable[[], Awaitable[list[TableChoice]]]
Games = Callable[[], list[OwnGame]]


async def picked(
    title: str, look: Look, hint: Callable[[], str] | None = None, *, watch: bool = False
) -> Picked | None:
    """Show the tables until one is picked, or somebody leaves; `watch`: to look on there."""
    return await shown_until_left(LobbyApp(title, look, hint, watch=watch))


class LobbyApp(ThemedApp[Picked]):
    """Ends with what was picked; None: nothing was.  For who wants to look on, Enter does that."""

    def __init__(
        self, title: str, look: Look, hint: Callable[[], str] | None = None, *, watch: bool = False
    ) -> None:
        super().__init__(identity.home())
        games = partial(own_games, identity.home() / GAMES)
        self._tables = LobbyScreen(title, look, hint, games=games, watch=watch)

    def on_mount(self) -> None:
        self.lay(self._tables)


class FinishedList(OptionList):
    """Games that are over; Enter and a key, while it has the focus, show one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", N_("look through"), key_display="Enter"),
        Binding("r", "screen.review", N_("review"), key_display="r"),
        Binding("escape", "screen.list", N_("back"), key_display="Esc"),
    ]


class LobbyScreen(Screen[None]):
    """The tables, looked for again and again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "watch", N_("look on"), key_display="w"),
        Binding("g", "finished", N_("finished games"), key_display="g"),
        Binding("c", "club", N_("the club"), key_display="c"),
        Binding("slash", "type", N_("type an invite"), key_display="/"),
        Binding("q", "app.leave", N_("leave"), key_display="q"),
        Binding("escape", "list", N_("back"), key_display="Esc", show=False),
    ]
    AUTO_FOCUS = "#tables"

    def __init__(
        self, title: str, look: Look, hint: Callable[[], str] | None, *, games: Games = list, watch: bool = False
    ) -> None:
        super().__init__()
        self._heading, self._look, self._hint, self._games, self._watch = title, look, hint, games, watch
        self.rows: list[TableChoice] = []
        self.finished: list[OwnGame] = []
        self._looking: tuple[asyncio.Task[None], ...] = ()

    def compose(self) -> ComposeResult:
        with Container(id="lobby"):
            yield Static(Text(sanitize(self._heading)), id="lobby-title", markup=False)
            yield OptionList(id="tables", markup=False)
            yield Static(id="lobby-note", markup=False)
            yield Static(_("Finished games"), id="finished-title", markup=False)
            yield FinishedList(id="finished", markup=False)
            if self._hint is not None:
                yield Input(id="lobby-typed", placeholder=_("an invite, a spoken code or an address (/)"))
        yield Keys()

    def on_mount(self) -> None:
        self._note(_("Looking for tables ..."))
        for part in self.query("#finished, #finished-title"):
            part.display = False
        self._looking = asyncio.create_task(self._keep_looking()), asyncio.create_task(self._find_finished())

    def on_unmount(self) -> None:
        for task in self._looking:
            task.cancel()

    async def _find_finished(self) -> None:
        """The games that are over, once: none ends here while this is shown."""
        self.finished = await asyncio.to_thread(self._games)
        box = self.query_one("#finished", FinishedList)
        box.add_options([Option(Text(sanitize(line(one)))) for one in self.finished])
        box.highlighted = 0 if self.finished else None
        for part in self.query("#finished, #finished-title"):
            part.display = bool(self.finished)
        self.refresh_bindings()

    async def _keep_looking(self) -> None:
        while True:
            try:
                rows = await self._look()
            except UserError as error:
                self._note(str(error))
                return
            self._show(rows)
            await asyncio.sleep(AGAIN)

    def _show(self, rows: list[TableChoice]) -> None:
        """The list anew, with the cursor where it was."""
        if rows != self.rows:
            tables = self.query_one("#tables", OptionList)
            at = tables.highlighted
            here = self.rows[at].key if at is not None and at < len(self.rows) else ""
            self.rows = rows
            tables.clear_options()
            tables.add_options([Option(Text(sanitize(row.line))) for row in rows])
            tables.highlighted = next((i for i, row in enumerate(rows) if row.key == here), 0 if rows else None)
        if rows and self._watch:
            self._note(_("Enter looks on.  The list is kept up to date."))
        elif rows:
            self._note(_("Enter sits down.  The list is kept up to date."))
        else:
            self._note(self._nobody())

    def _nobody(self) -> str:
        """What is said where the list is empty."""
        if self._hint is not None:
            return self._hint()
        return _("There is no table to look on at.") if self._watch else _("No table there waits for a player.")

    def _note(self, text: str) -> None:
        self.query_one("#lobby-note", Static).update(Text(sanitize(text)))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if isinstance(event.option_list, FinishedList):
            self.app.exit(Picked(game=str(self.finished[event.option_index].path)))
            return
        row = self.rows[event.option_index]
        if self._watch:
            self.action_watch()
        elif row.free:
            self.app.exit(Picked(row.key))
        elif row.watch:
            self._note(_("No seat is free there; w looks on."))
        else:
            self._note(_("No seat is free there."))

    def action_watch(self) -> None:
        at = self.query_one("#tables", OptionList).highlighted
        if at is not None and self.rows[at].watch:
            self.app.exit(Picked(self.rows[at].key, watch=True))
        elif at is not None:
            self._note(_("Nobody may look on there."))

    def action_club(self) -> None:
        self.app.exit(Picked(club=True))

    def action_finished(self) -> None:
        self.query_one("#finished").focus()

    def action_review(self) -> None:
        at = self.query_one("#finished", FinishedList).highlighted
        if at is not None:
            self.app.exit(Picked(game=str(self.finished[at].path), review=True))

    def action_type(self) -> None:
        for box in self.query(Input):
            box.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is something to type where no server has been chosen yet, else a club; and games once some are over."""
        if action == "finished":
            return bool(self.finished)
        if action == "club":
            return self._hint is None
        return action != "type" or self._hint is not None

    def action_list(self) -> None:
        self.query_one("#tables").focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        words = " ".join(event.value.split())
        if words:
            self.app.exit(Picked(typed=words))

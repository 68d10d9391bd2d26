"""A program for the tests: the real screens of the client, without a server, gone through with a key.

    python -m tests.client.terminal.real.showing situations FOLDER LANGUAGE THEME
        shows the named situations of tests/client/web one by one
    python -m tests.client.terminal.real.showing hostile FOLDER
        is a table whose server sends hostile texts everywhere

F12 goes on; what is shown now stands in FOLDER/shown.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import ClassVar

from textual.binding import Binding, BindingType

from ironbottom.catalog import card_set
from ironbottom.client.net.session_events import Updated
from ironbottom.client.terminal.app.base_app import GameApp
from ironbottom.client.terminal.app.player_app import TerminalApp
from ironbottom.client.terminal.sheets.ending import Ending
from ironbottom.client.terminal.state.model import UiState
from ironbottom.client.terminal.state.settings import TerminalSettings
from ironbottom.client.terminal.table import parts
from ironbottom.client.terminal.table.table_screen import TableScreen
from ironbottom.language import speak
from ironbottom.wire.messages import Said, Table, Update
from ironbottom.wire.terms import Terms
from ironbottom.words import Side
from tests.client.support.table import GAME, ID
from tests.client.support.table import seat as bare_seat
from tests.client.terminal.support.seat import Sat
from tests.client.web.support.hostile import HOSTILE
from tests.client.web.support.situations import AT_THE_END, OF_SPECTATOR, Situation, seat, situations

TEN = (
    "first-deployment", "ships", "airplanes", "reconnaissance", "air-attack", "air-combat", "sea-combat", "landing",
    OF_SPECTATOR, AT_THE_END,
)
NEXT = Binding("f12", "on", show=False, priority=True)
SHOWN = "shown"  # the file
MORE = (
    "[bold red]b[/]", "[@click=app.bell]x[/]", "\x1b]0;title\x07", "\x9b31mred", "\u200f\u202bright to left",
    "%s\\n\t|",
)
LINES = (*HOSTILE, *MORE)


class Situations(GameApp[None]):
    """Each in turn."""

    BINDINGS: ClassVar[list[BindingType]] = [NEXT]

    def __init__(self, folder: Path, theme: str) -> None:
        super().__init__(UiState(card_set("full@1")), None)
        self.ui.settings = self.settings = TerminalSettings(theme=theme, speed="at-once")
        self._dress()
        self.place, self.n = folder, -1

    async def on_mount(self) -> None:
        await self.action_on()

    async def action_on(self) -> None:
        """The next one, or the end."""
        self.n += 1
        if self.n == len(TEN):
            self.exit()
            return
        self.ui = ui_of(situations()[TEN[self.n]])
        self.ui.settings = self.settings
        self._dress()
        while len(self.screen_stack) > 1:
            self.pop_screen()
        await self.push_screen(TableScreen(self.ui, self, parts.beats(self.ui, self.changed)))
        if TEN[self.n] == AT_THE_END:
            await self.push_screen(Ending(self.ui, self))
        self.changed()
        (self.place / SHOWN).write_text(TEN[self.n], encoding="utf-8")


def ui_of(situation: Situation) -> UiState:
    """All that these eyes have seen until then."""
    side = situation.viewer
    ui = UiState(card_set("full@1"), place=-1 if side is None else int(side))
    seats = (seat("Ada", Side.US), seat("本田", Side.JP))
    ui.table = Table(ID, "playing", Terms(cards="full"), seats, bytes(32), 1, 2)
    for update in situation.updates:
        ui.arrive(Updated(update.view, update.events, update.number, update.given, update.clocks))
        ui.catch_up()
    return ui


class Listening(TerminalApp):
    """The app at a table where the key lets the server speak."""

    BINDINGS: ClassVar[list[BindingType]] = [NEXT]

    def __init__(self, table: Hostile, folder: Path) -> None:
        super().__init__(table.ui, folder, table.conversation)
        self.at = table

    def action_on(self) -> None:
        self.at.go_on()


class Hostile(Sat):
    """A table that hears one hostile text after another, as a name, a note and a line of chat."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.place, self.n = folder, -1
        self.app = Listening(self, folder)

    def first(self, update: Update) -> None:
        """A question, so that the table is drawn."""
        self.session.number = update.number - 1
        self.hear(update)

    def go_on(self) -> None:
        """The next text, everywhere."""
        self.n += 1
        text = LINES[self.n % len(LINES)].encode("utf-8", "replace").decode()
        seats = (bare_seat(text, int(self.side)), bare_seat(text, 1 - int(self.side)))
        self.hear(Table(ID, "playing" if self.n % 2 else "paused", Terms(), seats, GAME, 1, 0, text))
        self.hear(Said(ID, self.n + 1, 1, text, text, 0, 0))
        (self.place / SHOWN).write_text(str(self.n), encoding="utf-8")


async def hostile(folder: Path) -> None:
    """Show that table."""
    table = Hostile(folder)
    table.first(table.update(table.asked_at(40)))
    await table.app.run_async()


def main(what: str, folder: str, language: str = "en", theme: str = "night") -> None:
    speak(language)
    if what == "hostile":
        asyncio.run(hostile(Path(folder)))
    else:
        Situations(Path(folder), theme).run()


if __name__ == "__main__":
    main(*sys.argv[1:])

"""A process for the bench: whole games drawn by the terminal client at 120x40, and what each update took.

`python -m tests.bench.drawing GAMES` prints a line `spent WORK WAITED` in seconds for each update.
"""

from __future__ import annotations

import asyncio
import sys
from time import perf_counter, process_time

from ironbottom.catalog import card_set
from ironbottom.client.net.session_events import Updated
from ironbottom.client.terminal.app.base_app import GameApp
from ironbottom.client.terminal.state.model import UiState
from ironbottom.client.terminal.state.settings import TerminalSettings
from ironbottom.client.terminal.table import parts
from ironbottom.client.terminal.table.table_screen import TableScreen
from ironbottom.words import Side
from tests.wire.games import turns

SIZE = (120, 40)
UPDATES = 200  # of each game


class DrawnGame(GameApp[None]):
    """The table of a game that is told from outside."""

    def __init__(self, ui: UiState) -> None:
        super().__init__(ui, None)
        ui.settings = TerminalSettings(speed="at-once")

    async def on_mount(self) -> None:
        await self.push_screen(TableScreen(self.ui, self, parts.beats(self.ui, self.changed)))


async def drawn(number: int) -> list[tuple[float, float]]:
    """For each update, the processor's seconds for all that it leads to, and the clock's until the screen is drawn."""
    ui = UiState(card_set("full" if number % 2 else "core"))
    spent = []
    app = DrawnGame(ui)
    async with app.run_test(size=SIZE) as pilot:
        for turn in [*turns(number)][:UPDATES]:
            update = turn.updates[Side.US]
            await pilot.pause()
            done = asyncio.Event()
            work, begun = process_time(), perf_counter()
            ui.arrive(Updated(update.view, update.events, update.number, update.given, None))
            ui.catch_up()
            app.changed()
            app.call_later(app.screen.call_after_refresh, done.set)
            await done.wait()
            waited = perf_counter() - begun
            await pilot.pause()
            spent.append((process_time() - work, waited))
    return spent


def main(games: int) -> None:
    for number in range(1, games + 1):
        for work, waited in asyncio.run(drawn(number)):
            print(f"spent {work:.6f} {waited:.6f}")


if __name__ == "__main__":
    main(int(sys.argv[1]))

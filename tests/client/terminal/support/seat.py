"""Somebody at a table before a terminal, without a server: what it would say is told to a real session."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from textual.pilot import Pilot

from ironbottom.catalog import card_set
from ironbottom.client.net.reconnecting_client import Endpoint, ReconnectingClient
from ironbottom.client.net.seat_session import Numbers, SeatSession
from ironbottom.client.net.session_events import SessionEvent
from ironbottom.client.plain.client import HowLeft
from ironbottom.client.storage.evidence_log import EvidenceLog
from ironbottom.client.storage.identity import Identity
from ironbottom.client.terminal.app.conversation import Conversation
from ironbottom.client.terminal.app.player_app import TerminalApp
from ironbottom.client.terminal.state.model import UiState
from ironbottom.wire.messages import FromServer, Table, Update
from ironbottom.words import Side
from tests.client.support.table import ANN, ID, SERVER_PUBLIC, TOKEN, seat, seated, table

from .tables import played

PATIENCE = 20.0
ME = Identity(ANN, "Ann")


class Sat:
    """A session at a table, and the app before its player."""

    def __init__(self, folder: Path, side: Side = Side.US, *, number: int = 1) -> None:
        self.side, self.number = side, number
        cards = card_set("full@1" if number % 2 else "core@1")
        self.session = SeatSession(ME, SERVER_PUBLIC, ID, Numbers(), EvidenceLog(None), place=0, token=TOKEN)
        self.client = ReconnectingClient(Endpoint((), None), ME, lambda _event: None)
        self.queue: asyncio.Queue[SessionEvent] = asyncio.Queue()
        self.ui = UiState(cards)
        self.saves = 0
        self.said: list[object] = []  # what went out to the server
        self.conversation = Conversation(self.client, self.session, self.ui, folder / "games", self.queue, self._save)
        self.app = TerminalApp(self.ui, folder, self.conversation)
        self.session.hear(seated())
        self.hear(self.table())

    def _save(self) -> None:
        self.saves += 1

    def table(self) -> Table:
        return table(seats=(seat("Ann", int(self.side)), seat("[red]Bob[/]", 1 - int(self.side))))

    def hear(self, message: FromServer) -> None:
        """The server says something."""
        for event in self.session.hear(message):
            self.queue.put_nowait(event)

    def update(self, turn: int) -> Update:
        """What is told after so many answers of the game."""
        return played(self.number)[turn].updates[self.side]

    async def tell(self, pilot: Pilot[HowLeft], turn: int) -> None:
        """An update, shown at once."""
        update = self.update(turn)
        self.session.number = update.number - 1
        self.hear(update)
        await self.settle(pilot)
        self.app.beats.skip()
        await pilot.pause()

    async def settle(self, pilot: Pilot[HowLeft]) -> None:
        """Until all that came has been heard and drawn."""
        while not self.queue.empty():
            await asyncio.sleep(0)
        await pilot.pause()
        await pilot.pause()

    def sent(self) -> list[object]:
        """What has been said to the server since the last time."""
        return [*self.session.drain()]

    def asked_at(self, first: int) -> int:
        """The first turn from there on in which this side is asked and answers."""
        return next(i for i, turn in enumerate(played(self.number)) if i >= first and turn.question.side is self.side)


async def until(pilot: Pilot[HowLeft], true: Callable[[], bool]) -> None:
    """Wait for something that needs a few rounds of the loop; fails when it does not come."""
    async with asyncio.timeout(PATIENCE):
        while not true():
            await pilot.pause(0.02)


Scene = Callable[[Sat, Pilot[HowLeft]], Awaitable[None]]


def act(
    scene: Scene, folder: Path, *, size: tuple[int, int] = (80, 24), side: Side = Side.US, kind: type[Sat] = Sat
) -> Sat:
    """Let a scene be played before a terminal of that size; what is left of it can be looked at."""

    async def main() -> Sat:
        sat = kind(folder) if kind is not Sat else Sat(folder, side)
        async with sat.app.run_test(size=size) as pilot:
            await scene(sat, pilot)
        return sat

    return asyncio.run(main())

"""Two before one terminal, each at an app of his own: what is left of who got up, and what is said of him."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path
from typing import Any
from weakref import ref

import pytest
from textual.widget import Widget

from ironbottom.client.plain.client import HowLeft
from ironbottom.client.plain.hotseat import NextPlayer
from ironbottom.client.terminal.app.hotseat_app import CurtainApp, HotSeatApp, HotSeatConversation
from ironbottom.wire.messages import Table
from ironbottom.words import Side
from tests.client.support.table import seat, table

from ..support.screens import read
from ..support.seat import Sat


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A player's folder of one's own."""
    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path))
    return tmp_path


BOB = NextPlayer(1, Side.JP, "Bob")


class SatInTurn(Sat):
    """One of two at one screen."""

    def __init__(self, folder: Path, side: Side) -> None:
        super().__init__(folder, side)
        self.conversation = HotSeatConversation(
            self.client, self.session, self.ui, folder / "games", self.queue, self._save, seen=0
        )
        self.app = HotSeatApp(self.ui, folder, self.conversation)

    def table(self) -> Table:
        """Only who sits there is connected."""
        return table(seats=(seat("Ann", int(self.side)), seat("Bob", 1 - int(self.side), here=False)))


async def looked(folder: Path, kept: list[object]) -> tuple[str, list[ref[Any]]]:
    """Ann looks at the table and gets up: what she saw, and all that could be left of it."""
    ann = SatInTurn(folder, Side.US)
    async with ann.app.run_test(size=(110, 34)) as pilot:
        await ann.tell(pilot, ann.asked_at(6))
        seen = read(ann.app)
        widgets = [ref(widget) for screen in ann.app.screen_stack for widget in screen.walk_children(Widget)]
        if kept:
            kept.append(ann.app.screen)
        ann.app.exit(HowLeft.HANDED)
    return seen, [*map(ref, (ann.app, ann.ui, ann.conversation, ann.session)), *widgets]


async def left_behind(folder: Path, kept: list[object]) -> tuple[str, str, list[Any]]:
    """What Ann saw, what stands on the curtain for Bob, and which of hers are still in the program's memory then."""
    seen, refs = await asyncio.create_task(looked(folder, kept))
    curtain = CurtainApp(BOB)
    async with curtain.run_test(size=(110, 34)) as pilot:
        await pilot.pause()
        gc.collect()
        return seen, read(curtain), [one for reference in refs if (one := reference()) is not None]


def test_nothing_of_who_got_up_is_left_behind_the_curtain(home: Path) -> None:
    """Neither on the screen nor in any widget, model or session in memory."""
    seen, curtain, left = asyncio.run(left_behind(home, []))
    assert "Flying Fortress" in seen
    assert "Flying Fortress" not in curtain
    assert "Bob, press Enter" in curtain
    assert left == []


def test_a_program_that_keeps_a_table_is_caught(home: Path) -> None:
    _seen, _curtain, left = asyncio.run(left_behind(home, ["kept"]))
    assert any(isinstance(one, HotSeatApp) for one in left)


def test_who_got_up_is_not_away(home: Path) -> None:
    """He sits beside."""

    async def scene() -> str:
        ann = SatInTurn(home, Side.US)
        async with ann.app.run_test(size=(110, 34)) as pilot:
            await ann.tell(pilot, ann.asked_at(6))
            return read(ann.app)

    seen = asyncio.run(scene())
    assert "Bob" in seen
    assert "away" not in seen

"""§20.6  What the terminal proposes: nothing by which a card, a ship or a turn is lost; Enter then says what is to be
chosen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.terminal.answer.whynot import missing
from ironbottom.questions import Move
from ironbottom.rules import new_game
from ironbottom.sight import question
from ironbottom.words import Side
from tests.support.lengths import some

from ..support.panel import SIZES, panel, ui_of
from .test_question import laid
from .test_staging import SMALL

US = Side.US


def run(play: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(play())


@pytest.mark.parametrize("key", some(["enter", "ctrl+s"], 1))
@pytest.mark.parametrize("size", some(SIZES, 1))
def test_enter_takes_what_is_marked_or_says_what_is_to_be_chosen(size: tuple[int, int], key: str) -> None:
    """§20.6  However often: where something may be lost, nothing is marked, and nothing is given."""

    async def play() -> None:
        for name in SMALL:
            g, side, ui = laid(name)
            async with panel(ui, size) as (app, pilot):
                harmless, stepwise = question(g, side).harmless, isinstance(app.staged.shape, Move)
                assert ("(default)" in "".join(app.lines())) <= harmless
                assert not [line for line in app.lines() if "(*)" in line or "[x]" in line]
                await pilot.press(*[key] * (1 if stepwise else 3))
                await pilot.pause()
                given = [question(g, side).default] if harmless and not stepwise else []
                assert app.answers == given
                told = " ".join(" ".join(app.lines()).split())
                assert given or (stepwise and key == "enter") or f"Not yet: {missing(app.staged)}." in told, told

    run(play)


def test_doing_nothing_is_one_key_where_nothing_is_lost_by_it() -> None:
    """To keep the fleet: it is marked, and Enter gives it."""

    async def play() -> None:
        g = new_game(card_set("full@1"), bytes(32), log=False)
        async with panel(ui_of(g, US)) as (app, pilot):
            assert question(g, US).harmless
            assert any("(*) Keep this fleet (default)" in line for line in app.lines())
            await pilot.press("enter")
            await pilot.pause()
            assert app.answers == ["keep"]

    run(play)

"""Make it even for us, in the terminal: what is typed of both players becomes rules, which may be changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from ironbottom.client.terminal.app.choose_app import ChooseApp, EvenSheet
from ironbottom.client.terminal.state import choosing
from ironbottom.client.terminal.state.choosing import Choosing
from ironbottom.client.terminal.state.evening import UnequalPlayers
from ironbottom.client.text.rules.handicap import handicap, win_chance
from ironbottom.options import BY_WORD
from ironbottom.words import SIDES, Side
from tests.support.battle_sheets import TEST_SOUND

from ..support.screens import read
from .test_special import ran


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_strengths_become_rules_by_keys(size: tuple[int, int]) -> None:
    """The own strength and that of the bot stand there; the side is chosen, Enter takes it, and g goes on."""
    seen: list[str] = []
    app = ChooseApp((TEST_SOUND,), Choosing(battle=TEST_SOUND), UnequalPlayers("either", "640", "823"))

    async def scene(pilot: Pilot[Any]) -> None:
        await pilot.press("e")
        await pilot.pause()
        assert isinstance(pilot.app.screen, EvenSheet)
        seen.append(" ".join(read(pilot.app).split()))
        await pilot.press("space" if size[0] == 80 else "enter", "tab", "enter")
        await pilot.pause()
        seen.append(" ".join(read(pilot.app).split()))
        await pilot.press("g")

    rules = ran(app, scene, size)
    assert rules.battle is None
    assert rules.words == handicap(Side.US, -183).words != ()
    assert app.now.even is not None
    assert app.now.even.side == "us"
    assert "Choose your side first" in seen[0]
    assert "(x) a whole game" in seen[1]
    assert "To make it even: Head start for the US 9 (+26." in seen[1]
    assert "of 100 games, as far as that was measured." in seen[1]


def test_points_between_them_count_before_strengths_and_nonsense_is_told() -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await pilot.press("e", "space", "tab", "tab", "tab", *"much", "enter")
        await pilot.pause()
        assert "whole numbers from -3000 to 3000" in " ".join(read(pilot.app).split())
        await pilot.press(*["backspace"] * 4, *"-150", "enter")
        await pilot.pause()
        await pilot.press("g")

    app = ChooseApp((), Choosing(), UnequalPlayers("jp", "700", "700"))
    assert ran(app, scene, (100, 40)).words == handicap(Side.US, 150).words


def test_a_side_that_two_share_stays_shared() -> None:
    """§26.1"""

    async def scene(pilot: Pilot[Any]) -> None:
        await pilot.press("e", "tab", "tab", "tab", *"-150", "enter")
        await pilot.pause()
        await pilot.press("g")

    found = ran(ChooseApp((), Choosing(team="mine"), UnequalPlayers("us"), teams=True), scene, (100, 40))
    assert found.words
    assert found.teams == (0,)


def test_rules_that_are_changed_then_say_what_they_come_to() -> None:
    now = choosing.made_even(UnequalPlayers("us", lead="-200"))
    assert now.evened
    more = choosing.counted(now, BY_WORD["us-head-start"], 1)
    assert not more.evened
    wins = int(100 * win_chance(Side.US, -200, more.words) + 0.5)
    assert more.chance == f"By these rules you win about {wins} of 100 games; even is 45 to 55."
    assert wins > 50
    assert choosing.fought(more, TEST_SOUND).chance == ""
    assert Choosing().chance == ""


@pytest.mark.parametrize("side", SIDES)
def test_what_cannot_be_made_even_is_said(side: Side) -> None:
    lines = UnequalPlayers(side.name.lower(), lead="1500").lines()
    assert lines[0].startswith("Nearest to even: Head start for ")
    assert "No rules make that even" in lines[-1]
    assert UnequalPlayers(side.name.lower(), lead="0").lines()[0] == "To make it even no rule is needed."
    assert UnequalPlayers(side.name.lower(), lead="9999").fault == UnequalPlayers(side.name.lower()).fault != ""


def test_which_of_two_figures_counts_is_said() -> None:
    """Only where the points between two players are not those of their strengths."""
    lines = UnequalPlayers("us", "900", "760", "-150").lines()
    assert lines[0] == "The points between you count, and not the strengths above them, which make 140."
    assert lines[1:] == UnequalPlayers("us", lead="-150").lines() != []
    assert UnequalPlayers("us", "900", "760", "140").lines() == UnequalPlayers("us", lead="140").lines()
    assert UnequalPlayers("us", "900", "much", "140").lines() == UnequalPlayers("us", lead="140").lines()

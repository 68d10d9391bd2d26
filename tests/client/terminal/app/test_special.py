"""§23, §24  In the terminal: battles and optional rules chosen from lists, read before one sits down, and at hand."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from ironbottom.campaign_sheet import opening_of
from ironbottom.catalog import card_set
from ironbottom.client.__main__ import parser
from ironbottom.client.console.errors import UserError
from ironbottom.client.launch import agreeing
from ironbottom.client.plain.client import HowLeft
from ironbottom.client.terminal.app.agree_app import AgreeApp
from ironbottom.client.terminal.app.base_app import ThemedApp
from ironbottom.client.terminal.app.choose_app import ChooseApp
from ironbottom.client.terminal.sheets.ending import ending_text
from ironbottom.client.terminal.sheets.rule_sheet import SpecialSheet
from ironbottom.client.terminal.state import choosing
from ironbottom.client.terminal.state.choosing import Choosing
from ironbottom.client.terminal.state.model import UiState
from ironbottom.client.terminal.table.status import status_text
from ironbottom.client.text.rules.table_rules import TableRules, introduced
from ironbottom.options import BY_WORD
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.variant import varied
from ironbottom.views import SeenOutcome
from ironbottom.words import Side
from tests.support.battle_sheets import TEST_SOUND

from ..support.screens import read
from ..support.seat import Sat, act, until

RULES = TableRules(("pursuit", "fuel:12"), TEST_SOUND)
CARDS = varied(card_set("full"), ["fuel:12"], TEST_SOUND)


def ran(app: ThemedApp[Any], scene: Callable[[Pilot[Any]], Awaitable[None]], size: tuple[int, int] = (80, 24)) -> Any:
    """What an app ends with."""

    async def main() -> Any:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await scene(pilot)
            await pilot.pause()
        return app.return_value

    return asyncio.run(main())


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path))


# before one sits down


@pytest.mark.parametrize(
    ("keys", "sits"),
    [
        (("y",), True), (("down", "enter"), True), (("n",), False), (("escape",), False),
        (("down", "down", "enter"), False),
    ],
)
def test_who_joins_reads_and_says_yes_or_no(keys: tuple[str, ...], sits: bool) -> None:
    """Nothing is marked beforehand: Enter alone is neither."""
    seen: list[str] = []

    async def scene(pilot: Pilot[Any]) -> None:
        await pilot.press("enter")
        seen.append(read(pilot.app))
        await pilot.press("pagedown", *keys)

    assert ran(AgreeApp(introduced(RULES)), scene, (80, 34)) is sits
    for part in ("Rules of this table", "Battle: Test Sound", "3 turns", "Fuel 12", "Sit down by these rules"):
        assert part in seen[0]


# choosing


def test_a_battle_and_a_figure_are_chosen_by_keys() -> None:
    seen: list[str] = []

    async def scene(pilot: Pilot[Any]) -> None:
        await pilot.press("down", "space")
        seen.append(read(pilot.app))
        rows = 1 + [*BY_WORD].index("fuel")
        await pilot.press(*["down"] * rows, "space", "+", "+", "-")
        seen.append(read(pilot.app))
        await pilot.press("g")

    assert ran(ChooseApp((TEST_SOUND,), Choosing()), scene, (80, 40)) == TableRules(("fuel:25",), TEST_SOUND)
    assert "(x) Test Sound, 1942-10-11, 3 turns" in seen[0]
    assert "Two forces meet at night." in seen[0]
    assert "[x] Fuel 25  (for the US)" in seen[1]
    assert "Japan has fuel for 25" in seen[1]


def test_a_campaign_is_chosen_from_the_same_list() -> None:
    """Told apart from the battle that it begins with, and told of as a whole."""
    opening, seen = opening_of("guadalcanal"), list[str]()

    async def scene(pilot: Pilot[Any]) -> None:
        await pilot.press("down", "down", "space")
        seen.append(read(pilot.app))
        await pilot.press("g")

    first = replace(opening, campaign=None)
    assert ran(ChooseApp((first, opening), Choosing()), scene, (80, 40)) == TableRules((), opening)
    assert "( ) Savo Island, 1942-08-09, 3 turns" in seen[0]
    assert "(x) Campaign: Guadalcanal (7 battles)" in seen[0]
    assert "Campaign Guadalcanal, battle 1 of 7: Savo Island" in seen[0]


def test_a_file_that_is_called_like_a_battle_of_the_project_stands_beside_it() -> None:
    seen, own = list[str](), replace(TEST_SOUND, turns=5)

    async def scene(pilot: Pilot[Any]) -> None:
        seen.append(read(pilot.app))
        await pilot.press("down", "down", "space", "g")

    assert ran(ChooseApp((own, TEST_SOUND), Choosing(battle=own)), scene, (80, 40)) == TableRules((), TEST_SOUND)
    assert "(x) Test Sound, 1942-10-11, 5 turns" in seen[0]
    assert "( ) Test Sound, 1942-10-11, 3 turns" in seen[0]


@pytest.mark.parametrize("command", ["play", "host", "hotseat"])
@pytest.mark.parametrize("kept", [False, True])
def test_what_is_chosen_is_what_is_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, kept: bool
) -> None:
    """A campaign that was named on the command line is marked already, and may be unchosen."""

    async def chosen(_battles: object, made: Choosing, _even: object, *, teams: bool) -> Choosing:
        assert made.battle == opening_of("guadalcanal")
        assert teams is (command == "host")
        return made if kept else made._replace(battle=None)

    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path))
    monkeypatch.setattr(agreeing, "StdinLines", lambda **_: argparse.Namespace(screen=True))
    monkeypatch.setattr("ironbottom.client.terminal.app.choose_app.chosen", chosen)
    words = [command, "--choose", "--campaign", "guadalcanal"]
    args = parser(words).parse_args(words)
    asyncio.run(agreeing.choose(args))
    assert (args.campaign, args.battle) == ("guadalcanal" if kept else None, None)


def test_whose_side_two_share_is_chosen_by_keys() -> None:
    """§26.1"""
    seen: list[str] = []

    async def scene(pilot: Pilot[Any]) -> None:
        await pilot.press(*["down"] * 5, "space")
        seen.append(read(pilot.app))
        await pilot.press("g")

    app = ChooseApp((TEST_SOUND,), Choosing(), teams=True)
    assert ran(app, scene, (80, 40)) == TableRules(teams=(0, 1))
    assert "(x) two people share a side: both" in seen[0]
    assert "Two people share each side" in seen[0]


def test_who_leaves_has_chosen_nothing() -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await pilot.press("down", "enter", "q")

    assert ran(ChooseApp((TEST_SOUND,), Choosing()), scene) is None


def test_what_excludes_another_switches_it_off_and_says_so() -> None:
    now = choosing.toggled(choosing.toggled(Choosing(), BY_WORD["decoys"]), BY_WORD["open-table"])
    assert (now.words, now.told) == (("open-table",), "Open table excludes Decoys 2: that is off now.")
    assert choosing.toggled(now, BY_WORD["open-table"]) == Choosing()


def test_what_belongs_to_a_battle_stays() -> None:
    now = choosing.fought(Choosing(("pursuit", "radar")), TEST_SOUND)
    assert now.words == ("radar",)
    again = choosing.toggled(now, BY_WORD["pursuit"])
    assert (again.rules, again.told) == (now.rules, "Pursuit belongs to the battle.")
    assert choosing.fought(again, None) == Choosing(("radar",))


def test_a_figure_stays_within_its_bounds() -> None:
    now = choosing.counted(Choosing(), BY_WORD["fuel"], 1)
    assert now.words == ("fuel:24",)
    for _step in range(50):
        now = choosing.counted(now, BY_WORD["fuel"], 1)
    assert now.words == ("fuel:60",)
    assert choosing.counted(now, BY_WORD["radar"], 1) == now


def test_lists_need_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    async def main() -> None:
        await agreeing.choose(argparse.Namespace(plain=True, options=[], battle=None, set="core"))

    with pytest.raises(UserError, match="--choose needs a terminal"):
        asyncio.run(main())


# in the game


def in_battle() -> UiState:
    ui = UiState(CARDS)
    ui.view = view(new_game(CARDS, bytes(32)), Side.US)
    return ui


def test_the_line_above_the_table_says_which_battle_and_how_far() -> None:
    """§24.4  The name gives way where the line is short, the turns do not."""
    ui = in_battle()
    assert "Test Sound  Turn 1 of 3" in status_text(ui, 120).plain
    assert status_text(ui, 60).plain.startswith("Turn 1 of 3")


def test_the_line_above_the_table_says_that_the_partner_decides() -> None:
    """§26.2  Neither ours nor the enemy's move: that of who shares our side."""
    ui = in_battle()
    ui.partner = "Pat"
    assert "Pat decides" in status_text(ui, 120).plain
    assert "YOUR MOVE" not in status_text(ui, 120).plain


def test_the_end_says_how_great_the_victory_was() -> None:
    """§24.7"""
    ui = in_battle()
    assert ui.view is not None
    from_history = SeenOutcome(Side.US, "time-up", (6, 2))
    told = ending_text(ui, _over(ui, from_history), 76).plain
    assert "A clear victory in Test Sound: US did better than in history, by 4 VP." in told


def _over(ui: UiState, outcome: SeenOutcome) -> Any:
    assert ui.view is not None
    return replace(ui.view, outcome=outcome, question=None, waiting=())


def test_the_sheet_opens_by_its_key(tmp_path: Path) -> None:
    """At a table without any of it, it says so."""

    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        sat.hear(sat.update(3))
        await sat.settle(pilot)
        sat.app.beats.skip()
        await pilot.press("A")
        await until(pilot, lambda: isinstance(sat.app.screen, SpecialSheet))
        await pilot.pause()
        assert "No optional rules and no battle" in " ".join(read(sat.app).split())

    act(scene, tmp_path)

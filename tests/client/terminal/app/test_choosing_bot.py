"""The opponent, chosen from the ladder before a game in the terminal; and what makes it even against that one."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from ironbottom.client.__main__ import parser
from ironbottom.client.launch import agreeing
from ironbottom.client.terminal.app.choose_app import BotSheet, ChooseApp
from ironbottom.client.terminal.state import choosing
from ironbottom.client.terminal.state.choosing import Choosing
from ironbottom.client.terminal.state.evening import UnequalPlayers
from ironbottom.client.text.people.rungs import RUNGS, rungs
from ironbottom.client.text.rules.handicap import handicap
from ironbottom.words import Side
from tests.support.battle_sheets import TEST_SOUND

from ..support.screens import read
from .test_special import ran

OWN = "careful:Careful"
ELO = {rung.name: int(rung.elo) for rung in rungs()}


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path))


def seen(pilot: Pilot[Any]) -> str:
    return " ".join(read(pilot.app).replace("│", " ").split())


def against(bot: str) -> ChooseApp:
    return ChooseApp((TEST_SOUND,), Choosing(bot=bot))


# the lists of `play --choose`


def test_the_list_has_each_rung_with_its_strength_and_its_sentence() -> None:
    shown: list[str] = []

    async def scene(pilot: Pilot[Any]) -> None:
        await pilot.press("up", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, BotSheet)
        shown.append(seen(pilot))

    ran(against("mate"), scene, (100, 40))
    for rung in rungs():
        mark = "(x)" if rung.name == "mate" else "( )"
        assert f"{mark} {rung.name} ({rung.elo} Elo) {rung.character}" in shown[0]


@pytest.mark.parametrize("keys", [("b", "up", "enter"), ("up", "space", "up", "space"), ("b", "home", "down", "down",
                                                                                         "down", "enter")])
def test_a_rung_is_chosen_by_keys(keys: tuple[str, ...]) -> None:
    """The row above the battles says who it is, and in a sentence what he is like."""

    async def scene(pilot: Pilot[Any]) -> None:
        assert f"Bot: mate ({ELO['mate']:+d} Elo)" in seen(pilot)
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        assert f"Bot: ensign ({ELO['ensign']:+d} Elo)" in seen(pilot)
        await pilot.press("home")
        assert "Hasty: spends submarines at once" in seen(pilot)
        await pilot.press("g")

    app = against("mate")
    assert ran(app, scene) is not None
    assert app.now.bot == "ensign"


def test_a_rung_is_chosen_by_the_mouse() -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await pilot.click("#choices", offset=(6, 1))
        await pilot.pause()
        assert isinstance(pilot.app.screen, BotSheet)
        await pilot.click("#bots", offset=(6, 0))
        await pilot.pause()
        assert "Bot: random (0 Elo)" in seen(pilot)
        await pilot.press("g")

    app = against("mate")
    assert ran(app, scene) is not None
    assert app.now.bot == "random"


def test_who_puts_the_list_away_keeps_the_bot() -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await pilot.press("b", "up", "escape")
        await pilot.pause()
        await pilot.press("g")

    app = against("mate")
    assert ran(app, scene) is not None
    assert app.now.bot == "mate"


def test_a_bot_of_ones_own_stands_in_the_list_and_stays_chosen() -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await pilot.press("b")
        await pilot.pause()
        assert f"(x) {OWN} No rung of the ladder" in seen(pilot)
        await pilot.press("home", "enter")
        await pilot.pause()
        await pilot.press("b")
        await pilot.pause()
        assert f"( ) {OWN}" in seen(pilot)
        await pilot.press("end", "enter")
        await pilot.pause()
        await pilot.press("g")

    app = against(OWN)
    assert ran(app, scene, (100, 40)) is not None
    assert app.now.bot == OWN


def test_where_a_friend_is_met_there_is_no_bot() -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await pilot.press("b")
        await pilot.pause()
        assert not isinstance(pilot.app.screen, BotSheet)
        assert "Bot" not in seen(pilot)
        assert "b bot" not in seen(pilot)
        await pilot.press("g")

    assert ran(ChooseApp((TEST_SOUND,), Choosing()), scene) is not None


# make it even


def test_what_makes_it_even_follows_the_bot() -> None:
    """Before the rules are chosen, and after."""

    async def scene(pilot: Pilot[Any]) -> None:
        await pilot.press("b", "up", "enter")
        await pilot.pause()
        await pilot.press("e", "space", "tab", "enter")
        await pilot.pause()
        shown.append(app.now.words)
        await pilot.press("b", "up", "enter")
        await pilot.pause()
        await pilot.press("g")

    shown: list[tuple[str, ...]] = []
    app = ChooseApp((), Choosing(bot="mate"), UnequalPlayers("us", "640", str(ELO["mate"])))
    assert ran(app, scene, (100, 40)) is not None
    assert shown == [handicap(Side.US, 640 - ELO["ensign"]).words]
    assert (app.now.bot, app.now.words) == ("seaman", handicap(Side.US, 640 - ELO["seaman"]).words)


def test_rules_that_were_changed_stay_and_their_chance_follows() -> None:
    now = choosing.made_even(UnequalPlayers("us", "640", str(ELO["ensign"])), Choosing(bot="ensign"))
    more = now._replace(words=("radar",))
    other = choosing.met(more, "mate")
    assert (other.words, other.bot) == (("radar",), "mate")
    assert other.even is not None
    assert other.even.points == 640 - ELO["mate"]
    assert other.chance not in ("", more.chance)
    assert choosing.met(now, "ensign") == now


@pytest.mark.parametrize("even", [UnequalPlayers("us", "640", str(ELO["ensign"])), UnequalPlayers("us", lead="-150")])
def test_the_points_to_another_bot_count_no_more(even: UnequalPlayers) -> None:
    """Of one that is no rung nobody knows the strength: that is said, and the rules stay until somebody says it."""
    now = choosing.met(choosing.made_even(even, Choosing(bot="ensign")), OWN)
    assert now.words == even.found().words
    assert now.told.startswith("Say how strong you both are")
    assert (now.evened, now.chance) == (False, "")
    assert choosing.met(Choosing(bot="mate"), OWN) == Choosing(bot=OWN)


# from the command line and back


@pytest.mark.parametrize(("words", "bot"), [((), "mate"), (("--bot", "ensign"), "ensign"), (("--bot", OWN), OWN)])
def test_what_is_named_is_marked_and_what_is_chosen_is_met(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], bot: str
) -> None:
    begun: list[Choosing] = []

    async def chosen(_battles: object, made: Choosing, _even: object, *, teams: bool) -> Choosing:
        begun.append(made)
        return made._replace(bot=RUNGS[0])

    monkeypatch.setattr(agreeing, "StdinLines", lambda **_: argparse.Namespace(screen=True))
    monkeypatch.setattr("ironbottom.client.terminal.app.choose_app.chosen", chosen)
    argv = ["play", "--choose", *words]
    args = parser(argv).parse_args(argv)
    args.bot = args.bot or "mate"
    asyncio.run(agreeing.choose(args))
    assert [one.bot for one in begun] == [bot]
    assert args.bot == RUNGS[0]


@pytest.mark.parametrize(("given", "even"), [
    (None, None), (640 - ELO["ensign"], UnequalPlayers("us", "640", str(ELO["ensign"]))),
    (-150, UnequalPlayers("us", "640", str(ELO["ensign"]), "-150")),
])
def test_rules_of_even_on_the_command_line_follow_the_bot_too(
    monkeypatch: pytest.MonkeyPatch, given: int | None, even: UnequalPlayers | None
) -> None:
    begun: list[Choosing] = []

    async def chosen(_battles: object, made: Choosing, _even: object, *, teams: bool) -> Choosing:
        begun.append(made)
        return made

    monkeypatch.setattr(agreeing, "StdinLines", lambda **_: argparse.Namespace(screen=True))
    monkeypatch.setattr("ironbottom.client.terminal.app.choose_app.chosen", chosen)
    argv = ["play", "--choose", "--side", "us", "--bot", "ensign"]
    args = parser(argv).parse_args(argv)
    args.even, args.own_strength = given, lambda: 640.0
    args.options = [] if even is None else [*even.found().words]
    asyncio.run(agreeing.choose(args))
    assert begun[0].even == even
    assert begun[0].evened is (even is not None)

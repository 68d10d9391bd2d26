"""Who looks on: the line of keys and the help name the keys that do something for him, and no others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from ironbottom.client.plain.client import HowLeft
from ironbottom.client.terminal.drawing.keys import Keys, spoken
from ironbottom.client.terminal.sheets.sheets import Help
from ironbottom.client.terminal.state.commands import BOTH, COMMANDS, FOR_PLAYERS, KeyCommand, listed
from ironbottom.client.terminal.table.table_screen import TableScreen
from ironbottom.language import ENGLISH, _, speak
from ironbottom.wire.cleaning import cells
from ironbottom.wire.messages import Table

from ...support import cast_scenes as scenes
from ..app.test_cast import SatBeside, come
from ..support import seat
from ..support.screens import read
from ..support.seat import Sat

BY_SIGN = {one.sign: one for one in COMMANDS}


class SatWithoutCast(SatBeside):
    """At a table whose hands nobody sees."""

    def table(self) -> Table:
        return scenes.standing(late=0)


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    speak(ENGLISH)


def act(kind: type[SatBeside], scene: seat.Scene, folder: Path, size: tuple[int, int] = (80, 24)) -> None:
    seat.act(scene, folder, size=size, kind=kind)


@dataclass
class Seen:
    """What a key may change, but for a sentence that is told."""

    text: str
    screens: tuple[Any, ...]
    focus: Any
    sent: int


async def seen(sat: Sat, pilot: Pilot[HowLeft]) -> Seen:
    await sat.settle(pilot)
    sat.ui.notice = sat.ui.pointed = ""
    sat.app.changed()
    await sat.settle(pilot)
    return Seen(read(sat.app), tuple(sat.app.screen_stack), sat.app.focused, len(sat.sent()))


def line(sat: Sat) -> str:
    return str(sat.app.screen.query_one(Keys).render())


def in_line(sat: Sat) -> set[str]:
    """The signs in the line of keys."""
    text = line(sat)
    return {one.sign for one in COMMANDS if f" {one.sign} {_(one.word)} " in text}


@pytest.mark.parametrize("command", COMMANDS, ids=lambda one: one.sign)
def test_a_key_that_is_named_does_something_and_no_other(tmp_path: Path, command: KeyCommand) -> None:
    """What is named only at times, as a lesson, does something then."""
    if command.action in ("app.leave", "app.command_palette"):
        return

    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await come(sat, pilot, 5)
        enabled = sat.app.screen.check_action(*action(command))
        before = await seen(sat, pilot)
        await pilot.press(command.key)
        did = await seen(sat, pilot) != before or sat.ui.muted
        assert did is bool(enabled)
        if did:
            assert command in listed(sat.ui)
        if command in listed(sat.ui) and not did:
            assert command.action in ("to_question", "lesson", "skip", "step", "battle", "ending")

    act(SatBeside, scene, tmp_path)


def action(command: KeyCommand) -> tuple[str, tuple[object, ...]]:
    name, _bracket, rest = command.action.partition("(")
    return name, (rest.strip("')"),) if rest else ()


@pytest.mark.parametrize("language", [ENGLISH, "ja"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_line_of_keys_and_the_help_agree(tmp_path: Path, language: str, size: tuple[int, int]) -> None:
    speak(language)

    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await come(sat, pilot, 5)
        assert cells(line(sat).rstrip()) <= size[0]
        shown = in_line(sat)
        assert {"F", "L", "P", "?", "q"} <= shown
        assert not [sign for sign in shown if BY_SIGN[sign].action in FOR_PLAYERS]
        await pilot.press("question_mark")
        help_ = sat.app.screen
        assert isinstance(help_, Help)
        assert shown <= {one.sign for one in help_.commands()}
        assert not [one for one in help_.commands() if one.action in FOR_PLAYERS]
        assert BOTH in [one.action for one in help_.commands()]

    act(SatBeside, scene, tmp_path, size)


def test_where_both_hands_are_not_shown_their_key_is_not_either(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await come(sat, pilot, 5)
        assert "F" not in in_line(sat)
        assert BOTH not in [one.action for one in listed(sat.ui)]
        await pilot.press("F")
        await sat.settle(pilot)
        assert sat.ui.notice.startswith("Who looks on here does not see both hands")

    act(SatWithoutCast, scene, tmp_path)


def test_who_presses_a_key_of_players_reads_so(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await come(sat, pilot, 5)
        for key, sign in (("H", "H"), ("h", "H"), ("I", "I"), ("S", "S")):
            await pilot.press(key)
            await sat.settle(pilot)
            assert sat.ui.pointed == f"{spoken(sign)} is for who plays; you look on."
            assert isinstance(sat.app.screen, TableScreen)

    act(SatBeside, scene, tmp_path)


def test_a_player_has_all_his_keys(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await sat.tell(pilot, sat.asked_at(0))
        assert {"W", "I", "L", "H"} <= in_line(sat)
        assert "F" not in in_line(sat)
        assert listed(sat.ui) == COMMANDS

    seat.act(scene, tmp_path)

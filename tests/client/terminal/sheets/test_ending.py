"""The end of a game: what is told of it, another one, and what stays on the screen when the table is gone."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from ironbottom.client.plain.client import HowLeft
from ironbottom.client.terminal.app.player_app import parting
from ironbottom.client.terminal.sheets.ending import Ending, broken
from ironbottom.client.terminal.state.model import FinishedTable
from ironbottom.client.text.luck import Luck
from ironbottom.language import _, speak
from ironbottom.views import SeenOutcome
from ironbottom.wire.cleaning import cells
from ironbottom.wire.messages import Rematch
from ironbottom.words import Side
from tests.client.support.table import OTHER_GAME, seat, table
from tests.support.languages import english

from ..support.screens import read
from ..support.seat import Sat, act, until
from ..support.tables import ui_at

__all__ = ["english"]  # after each test the next one hears English

TURN = 40


def test_against_the_admiral_the_level_of_victory_is_told(tmp_path: Path) -> None:
    """The other player has resigned, which is a triumph; and against anybody else nothing of it."""

    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await end(sat, pilot)
        assert "Against the admiral" not in read(sat.app)
        admiral = replace(seat("envelope", 1 - int(sat.side)), bot=True)
        sat.hear(table("over", seats=(seat("Ann", int(sat.side)), admiral)))
        await until(pilot, lambda: "Against the admiral in the envelope: a triumph." in read(sat.app))
        await pilot.press("q")
        await until(pilot, lambda: sat.app.return_value is not None)

    act(scene, tmp_path, size=(120, 40))


async def end(sat: Sat, pilot: Pilot[HowLeft]) -> None:
    """Japan resigns; fetching the transcript waits for a server that is not there."""
    update = sat.update(TURN)
    outcome = SeenOutcome(Side.US, "resigned", (7, 3))
    sat.session.number = update.number - 1
    sat.hear(replace(update, view=replace(update.view, question=None, waiting=(), outcome=outcome)))
    await sat.settle(pilot)
    sat.app.beats.skip()
    await until(pilot, lambda: isinstance(sat.app.screen, Ending))
    await pilot.pause()


def test_the_result_the_losses_and_the_luck_are_told(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        sat.ui.throws.luck[Side.US] = Luck(12, 4, 6.5)
        await end(sat, pilot)
        seen = read(sat.app)
        assert "US wins." in seen
        assert "US has won: Japan has resigned; VP US 7, Japan 3." in seen
        assert "Lost by Japan:" in seen
        assert "Luck of US: 4 hits with 12 dice, where 6.5 were to be expected." in seen
        assert "Luck of Japan" not in seen  # which threw nothing
        assert " 0 dice" not in seen
        assert "The transcript is on its way" in seen
        sat.ui.over = FinishedTable(tmp_path / "a game.ibss")
        sat.app.changed()
        await until(pilot, lambda: "ironbottom verify" in read(sat.app))
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(sat.app.screen, Ending)
        await pilot.press("E")
        await until(pilot, lambda: isinstance(sat.app.screen, Ending))
        await pilot.press("q")
        await until(pilot, lambda: sat.app.return_value is not None)

    assert act(scene, tmp_path, size=(120, 40)).app.return_value is HowLeft.OVER


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_transcript_and_the_command_are_whole_without_scrolling(tmp_path: Path, size: tuple[int, int]) -> None:
    path = Path("/home/somebody-with-a-long-name/.local/share/ironbottom/games/2026-11-21-ann-vs-bob-k7f2qa9x.ibss")

    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await end(sat, pilot)
        sat.ui.over = FinishedTable(path)
        sat.app.changed()
        await until(pilot, lambda: "ironbottom verify" in read(sat.app))
        whole = "".join([row.strip().strip("│").strip() for row in read(sat.app).split("\n")])
        assert whole.count(str(path)) == 3
        assert f"ironbottom verify {path}" in whole
        await pilot.press("c")
        assert sat.app.clipboard == f"ironbottom verify {path}"

    act(scene, tmp_path, size=size)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("command", ["Check it with: ironbottom verify {path}",
                                     "Look at it again with: ironbottom replay {path}"])
def test_a_path_that_fits_on_a_line_is_not_broken(language: str, command: str) -> None:
    """At 80 columns the sheet has 74 for it; also where the words before it have no space at their end."""
    speak(language)
    path = "/home/ada/.local/share/ironbottom/games/K7F2QA9X-2026-11-21-us-japan.ibss"
    assert cells(path) <= 74
    lines = broken(_(command).format(path=path), 74)
    assert [line for line in lines if path in line], lines
    assert max([cells(line.rstrip()) for line in lines]) <= 74


@pytest.mark.parametrize("room", [20, 33, 74])
def test_a_command_is_broken_behind_separators_and_nothing_of_it_is_lost(room: int) -> None:
    for text in ("ironbottom verify /a/bc/" + "d" * 60 + "/e.ibss", "x C:\\Users\\本田\\games\\a game.ibss", ""):
        lines = broken(text, room)
        assert "".join(lines) == text
        assert all(cells(line.rstrip()) <= room for line in lines)
        if max(map(cells, text.replace("\\", "/").split("/"))) < room:
            assert all(line[-1] in "/\\ " for line in lines[:-1])


def test_without_its_transcript_the_game_is_kept_for_another_try(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await end(sat, pilot)
        sat.ui.over = FinishedTable(None, "The game is over, but its transcript could not be fetched.")
        sat.app.changed()
        await until(pilot, lambda: "could not be fetched" in " ".join(read(sat.app).split()))
        await pilot.press("q")
        await until(pilot, lambda: sat.app.return_value is not None)

    sat = act(scene, tmp_path, size=(120, 40))
    assert sat.app.return_value is HowLeft.KEPT
    assert parting(sat.ui) == ["The game is over, but its transcript could not be fetched."]


def test_where_nobody_threw_a_die_nothing_is_said_of_luck(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await end(sat, pilot)
        seen = read(sat.app)
        assert "Lost by Japan:" in seen
        assert not [word for word in ("Luck of", "expected", "dice") if word in seen]

    act(scene, tmp_path, size=(120, 40))


def test_another_game_is_wished_for_and_begins_at_an_empty_table(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await end(sat, pilot)
        wishing = sat.table()
        sat.hear(replace(wishing, seats=(wishing.seats[0], replace(wishing.seats[1], rematch=True))))
        await until(pilot, lambda: "The other side wants another game" in read(sat.app))
        await pilot.press("A")
        assert [type(one) for one in sat.sent()] == [Rematch]
        sat.hear(replace(wishing, game=OTHER_GAME, games=2))
        sat.session.number = 0
        sat.hear(replace(sat.update(0), number=1))
        await until(pilot, lambda: not isinstance(sat.app.screen, Ending))
        assert sat.ui.over is None
        assert "wins" not in read(sat.app)

    act(scene, tmp_path, size=(120, 40))


def test_what_stays_when_the_table_is_gone_says_how_the_proof_is_checked(tmp_path: Path) -> None:
    ui = ui_at(10)
    assert parting(ui) == []
    ui.over = FinishedTable(tmp_path / "a game.ibss")
    assert parting(ui)[1].endswith(f'ironbottom verify "{tmp_path / "a game.ibss"}"')


def test_r_is_there_when_the_transcript_is(tmp_path: Path) -> None:
    """Where the terminal cannot be left to another program, the command is told instead."""

    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await end(sat, pilot)
        before = sat.ui.notice
        await pilot.press("r")
        await pilot.pause()
        assert sat.ui.notice == before
        sat.ui.over = FinishedTable(tmp_path / "a game.ibss")
        sat.app.changed()
        await until(pilot, lambda: "ironbottom verify" in read(sat.app))
        await pilot.press("r")
        await until(pilot, lambda: sat.ui.notice != before)
        assert sat.ui.notice == f'Learn from it with: ironbottom review "{tmp_path / "a game.ibss"}"'

    act(scene, tmp_path, size=(120, 40))

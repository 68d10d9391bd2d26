"""Tables to be picked from, looked for again and again; or what somebody was sent, typed in their place; or a game of
this computer that is over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from ironbottom.client.console.errors import UserError
from ironbottom.client.storage.evidence_log import GAMES
from ironbottom.client.terminal.app.lobby_app import LobbyApp
from ironbottom.client.text.people.table_list import Picked, TableChoice
from tests.client.support.reviewed import short_transcript

from ..support.screens import read

ANN = TableChoice("AAA", "1  [red]Ann[/]; free: US", True, True)
BOB = TableChoice("BBB", "2  Bob; free: none", False, True)
EVE = TableChoice("CCC", "3  Eve; free: none", False, False)

Scene = Callable[[LobbyApp, Pilot[Picked]], Awaitable[None]]


def shown(
    scene: Scene, home: Path, monkeypatch: pytest.MonkeyPatch, rows: list[list[TableChoice]], *, watch: bool = False
) -> Picked | None:
    """The lobby finds one list after the other."""
    monkeypatch.setenv("IRONBOTTOM_HOME", str(home))
    lists = iter(rows)

    async def look() -> list[TableChoice]:
        try:
            return next(lists)
        except StopIteration:
            raise UserError("The server is gone.") from None

    async def main() -> Picked | None:
        app = LobbyApp("Tables here", look, lambda: "Nobody is there.", watch=watch)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await scene(app, pilot)
        return app.return_value

    return asyncio.run(main())


async def seen(app: LobbyApp, pilot: Pilot[Picked], text: str) -> None:
    async with asyncio.timeout(60):
        while text not in " ".join(read(app).split()):
            await pilot.pause(0.02)


def test_enter_sits_down_where_a_seat_is_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(app: LobbyApp, pilot: Pilot[Picked]) -> None:
        await seen(app, pilot, "[red]Ann[/]")
        await pilot.press("down", "enter")
        await seen(app, pilot, "No seat is free there; w looks on.")
        await pilot.press("down", "enter")
        await seen(app, pilot, "No seat is free there.")
        await pilot.press("w")
        await seen(app, pilot, "Nobody may look on there.")
        await pilot.press("up", "up", "enter")
        await pilot.pause()

    assert shown(scene, tmp_path, monkeypatch, [[ANN, BOB, EVE]]) == Picked("AAA")


def test_w_looks_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(app: LobbyApp, pilot: Pilot[Picked]) -> None:
        await seen(app, pilot, "Bob")
        await pilot.press("down", "w")
        await pilot.pause()

    assert shown(scene, tmp_path, monkeypatch, [[ANN, BOB]]) == Picked("BBB", watch=True)


def test_who_came_to_look_on_looks_on_with_enter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """He is not told that Enter sits down, and it does not: also where a seat is free."""

    async def scene(app: LobbyApp, pilot: Pilot[Picked]) -> None:
        await seen(app, pilot, "Enter looks on.")
        assert "sits down" not in read(app)
        await pilot.press("down", "down", "enter")
        await seen(app, pilot, "Nobody may look on there.")
        await pilot.press("up", "up", "enter")
        await pilot.pause()

    picked = shown(scene, tmp_path, monkeypatch, [[ANN, BOB, EVE]], watch=True)
    assert picked == Picked("AAA", watch=True)


def test_what_was_sent_is_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(app: LobbyApp, pilot: Pilot[Picked]) -> None:
        await seen(app, pilot, "Nobody is there.")
        await pilot.press("slash", *"play.example.org", "enter")
        await pilot.pause()

    assert shown(scene, tmp_path, monkeypatch, [[]]) == Picked(typed="play.example.org")


def test_the_list_is_kept_up_to_date_and_the_cursor_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(app: LobbyApp, pilot: Pilot[Picked]) -> None:
        await seen(app, pilot, "Bob")
        await pilot.press("down")
        await seen(app, pilot, "Eve")
        tables = app.screen.query_one(OptionList)
        assert tables.highlighted == 0
        await seen(app, pilot, "The server is gone.")
        await pilot.press("q")
        await pilot.pause()

    assert shown(scene, tmp_path, monkeypatch, [[ANN, BOB], [BOB, EVE]]) is None


def finished(home: Path) -> Path:
    """A game of this computer that is over."""
    folder = home / GAMES
    folder.mkdir(mode=0o700)
    (folder / "broken.ibss").write_bytes(b"no game")
    return short_transcript(folder)


@pytest.mark.parametrize(("key", "review"), [("enter", False), ("r", True)])
def test_a_finished_game_is_looked_through_or_reviewed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str, *, review: bool
) -> None:
    file = finished(tmp_path)

    async def scene(app: LobbyApp, pilot: Pilot[Picked]) -> None:
        await seen(app, pilot, "Finished games")
        await seen(app, pilot, "(US) against")
        assert len(app.screen.query_one("#finished", OptionList).options) == 1
        await pilot.press("r")  # belongs to the other list
        await pilot.press("g")
        await seen(app, pilot, "r review")
        await pilot.press(key)
        await pilot.pause()

    assert shown(scene, tmp_path, monkeypatch, [[ANN]]) == Picked(game=str(file), review=review)


def test_without_one_nothing_is_said_of_finished_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(app: LobbyApp, pilot: Pilot[Picked]) -> None:
        await seen(app, pilot, "Bob")
        await pilot.press("g")
        assert app.focused is app.screen.query_one("#tables")
        assert "inished games" not in read(app)
        await pilot.press("q")
        await pilot.pause()

    assert shown(scene, tmp_path, monkeypatch, [[ANN, BOB]]) is None

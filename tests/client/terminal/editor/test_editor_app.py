"""The editor by keys alone: walked through, changed, faults said at the bottom, undone, saved, and left."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from ironbottom.battle import Battle
from ironbottom.battle_link import battle_in
from ironbottom.battle_sheet import read_battle
from ironbottom.battle_written import written
from ironbottom.catalog import card_set
from ironbottom.client.__main__ import main
from ironbottom.client.terminal.editor.editing import Site
from ironbottom.client.terminal.editor.editor_app import EditorApp
from ironbottom.language import speak
from ironbottom.words import CardId, Side
from tests.support.battles import TRIAL
from tests.support.languages import english

from ..support.screens import read

__all__ = ["english"]  # after each test

Scene = Callable[[EditorApp, Pilot[Any]], Awaitable[None]]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path / "home"))
    path = tmp_path / "trial.yaml"
    path.write_text(written(TRIAL), "utf-8")
    return path


def edit(file: Path, scene: Scene, size: tuple[int, int] = (100, 40)) -> Battle:
    """The battle as the editor has it in the end."""
    app = EditorApp(TRIAL, card_set("core"), file)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await scene(app, pilot)
            await pilot.pause()

    asyncio.run(run())
    return app.editor.battle


async def go(app: EditorApp, pilot: Pilot[Any], spot: Site) -> None:
    """Walk to a row, as a person does."""
    while app.editor.spot != spot:
        await pilot.press("down")


SHIP = Site("ship", Side.US, 0)


@pytest.mark.parametrize("size", [(80, 24), (150, 45)])
def test_a_fault_is_said_and_undone(file: Path, size: tuple[int, int]) -> None:
    async def scene(app: EditorApp, pilot: Pilot[Any]) -> None:
        assert "The battle is in order." in read(app)
        await go(app, pilot, SHIP)
        await pilot.press("plus")
        await pilot.pause()
        assert "found 1; allowed is 0, or seen: yes with it" in read(app)
        assert "Salt Lake City & Chester; 1 damage" in read(app)
        await pilot.press("space")
        await pilot.pause()
        assert "The battle is in order." in read(app)
        await pilot.press("u", "u")
        await pilot.pause()
        assert app.editor.battle == TRIAL
        await pilot.press("u")
        await pilot.pause()
        assert "Nothing is left to undo." in read(app)

    edit(file, scene, size)


def test_a_card_is_found_by_letters_and_added(file: Path) -> None:
    async def scene(app: EditorApp, pilot: Pilot[Any]) -> None:
        await go(app, pilot, Site("line", Side.US, 0))
        await pilot.press("a", *"enterprise")
        await pilot.pause()
        assert "Enterprise ×1" in read(app)
        assert "Hornet" not in "".join(read(app).splitlines()[8:])
        await pilot.press("enter")
        await pilot.pause()
        assert app.editor.spot.kind == "ship"
        await pilot.press("3")

    ships = edit(file, scene).us.ships
    assert [(ship.lead, ship.line) for ship in ships][-1] == (CardId("us/enterprise"), 2)


def test_a_pair_is_parted_and_formed_and_a_card_taken_off(file: Path) -> None:
    async def scene(app: EditorApp, pilot: Pilot[Any]) -> None:
        saratoga = Site("ship", Side.US, 2)
        await go(app, pilot, saratoga)
        await pilot.press("p")
        assert app.editor.battle.us.ships[2].escort is None
        await pilot.press("p", *"desron", "down", "up", "enter")
        await pilot.pause()
        assert app.editor.battle.us.ships[2].escort is not None
        await pilot.press("x")
        await pilot.press("p", "escape", "escape")
        await go(app, pilot, Site("line", Side.JP, 0))
        await pilot.press("p")
        await pilot.pause()
        assert "A formation is paired: go to one." in read(app)

    assert [ship.lead for ship in edit(file, scene).us.ships].count(CardId("us/saratoga")) == 0


def test_it_is_called_otherwise_and_saved(file: Path) -> None:
    async def scene(app: EditorApp, pilot: Pilot[Any]) -> None:
        await pilot.press("enter", "end", *"!!", "enter")
        await pilot.pause()
        assert read(app).startswith(" A trial!! *")
        await pilot.press("s")
        await pilot.pause()
        assert "Saved.  Play it:" in read(app)
        assert app.editor.battle == app.editor.saved

    edited = edit(file, scene)
    assert read_battle(file.read_text("utf-8")) == edited
    assert edited.japanese.title == "A trial!!"


def test_what_is_not_in_order_is_saved_and_says_so(file: Path) -> None:
    async def scene(app: EditorApp, pilot: Pilot[Any]) -> None:
        await go(app, pilot, SHIP)
        await pilot.press("plus", "s")
        await pilot.pause()
        assert "Saved; it cannot be played yet." in read(app)

    found = edit(file, scene)
    assert read_battle(file.read_text("utf-8")) == found


def test_who_leaves_with_changes_is_asked_once(file: Path) -> None:
    async def scene(app: EditorApp, pilot: Pilot[Any]) -> None:
        await go(app, pilot, Site("turns"))
        await pilot.press("plus", "q")
        await pilot.pause()
        assert "There are changes that are not saved" in read(app)
        assert app.is_running
        await pilot.press("q")

    assert edit(file, scene).turns == 7
    assert read_battle(file.read_text("utf-8")) == TRIAL


def test_a_folder_that_cannot_be_written_is_one_sentence(file: Path) -> None:
    async def scene(app: EditorApp, pilot: Pilot[Any]) -> None:
        app.editor.file = Path("/proc/no/such.yaml")
        await pilot.press("s")
        await pilot.pause()
        assert "/proc/no" in read(app)
        assert "Traceback" not in read(app)

    edit(file, scene)


def test_in_japanese_everything_is(file: Path) -> None:
    seen: list[str] = []

    async def scene(app: EditorApp, pilot: Pilot[Any]) -> None:
        seen.append(read(app))
        await go(app, pilot, SHIP)
        await pilot.press("plus", "p")
        await pilot.pause()
        seen.append(read(app))

    speak("ja")
    edit(file, scene, (120, 100))
    for word in ("Title", "Turns", "Bases", "First turn", "Which card", "take off", "VP for"):
        assert word not in "".join(seen)


def test_it_is_shared_by_a_link_when_it_is_in_order(file: Path) -> None:
    """All of it, as it is by now; the page opens the same (tests/client/web/test_editor.py)."""
    links = list[str]()

    async def scene(app: EditorApp, pilot: Pilot[Any]) -> None:
        await go(app, pilot, Site("turns"))
        await pilot.press("plus", "l")
        await pilot.pause()
        assert "The link is copied" in read(app)
        links.append(app.editor.shared)
        app.editor.shared = ""
        await go(app, pilot, SHIP)
        await pilot.press(*["plus"] * 9, "l")
        await pilot.pause()
        assert "It can be shared when it is in order." in read(app)
        assert app.editor.shared == ""

    edit(file, scene)
    assert battle_in(links[0]) == replace(TRIAL, turns=TRIAL.turns + 1)


@pytest.mark.parametrize(("argv", "said"), [
    (("nothing.yaml",), "nothing.yaml: found neither a battle nor a file to read"),
    (("cape-esperance", "--out", "{file}"), "found a file already; allowed is another name, with --out FILE."),
    (("{file}",), "The editor needs a terminal"),
    (("cape-esperance", "--set", "nowhere"), "nowhere"),
])
def test_what_cannot_be_edited_is_one_sentence(
    file: Path, argv: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["battles", "edit", *[one.format(file=file) for one in argv]]) == 1
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1

"""A finished game looked through: the file, the row of its moments, and the screen that goes along it."""

from __future__ import annotations

import asyncio
from functools import cache
from pathlib import Path
from random import Random

import pytest
from textual.pilot import Pilot

from ironbottom.catalog import SETS, card_set
from ironbottom.client.storage.finished_games import FinishedGame, WhatIfChoice, reel
from ironbottom.client.terminal.app.replay_app import ReplayApp, ReplayScreen
from ironbottom.client.terminal.drawing.signs import columns
from ironbottom.client.terminal.review.replay_sheets import KEYS
from ironbottom.client.terminal.state.film import EYES, Eye
from ironbottom.client.terminal.state.model import UiState
from ironbottom.client.terminal.state.replay_timeline import ReplayTimeline
from ironbottom.client.terminal.table.log import LogLines
from ironbottom.client.text.people.rungs import RUNGS
from ironbottom.events import TurnBegan
from ironbottom.record import Recorded
from ironbottom.words import Side
from tests.support.lengths import by_night
from tests.support.players import at_random, seed
from tests.support.signed_games import CARDS, honest

from ..support.screens import read

SETS_HERE = [*map(card_set, SETS)]


@cache
def record(number: int = 3) -> str:
    """A whole game."""
    player = at_random(Random(number))
    recorded = Recorded(card_set("core"), seed(number))
    while recorded.game.asked:
        side = next(iter(recorded.game.asked))
        recorded.take(side, player(recorded.game, side))
    return recorded.text


def reel_of(folder: Path, text: str = "") -> FinishedGame:
    path = folder / "game.jsonl"
    path.write_text(text or record(), encoding="utf-8")
    return reel(str(path), SETS_HERE)


def film_of(folder: Path) -> ReplayTimeline:
    found = reel_of(folder)
    assert found.cards is not None
    return ReplayTimeline(found.moments, found.cards, UiState(found.cards))


def test_a_transcript_gives_the_same_game_and_its_players(tmp_path: Path) -> None:
    made = honest()
    path = tmp_path / "game.ibss"
    path.write_bytes(b"".join([line + b"\n" for line in made.lines]))
    found = reel(str(path), [CARDS])
    assert found.fault == ""
    assert len(found.names) == 2
    assert found.moments[-1].game.outcome is not None
    assert found.moments[0].entry is None


def test_a_transcript_that_was_changed_is_shown_as_far_as_it_fits(tmp_path: Path) -> None:
    path = tmp_path / "game.ibss"
    lines = [*honest().lines]
    path.write_bytes(b"".join([line + b"\n" for line in [*lines[:5], b"{}", *lines[6:]]]))
    assert "verify" in reel(str(path), [CARDS]).fault
    path.write_bytes(b"".join([line + b"\n" for line in lines]))
    assert "--set DIR" in reel(str(path), []).fault
    path.write_bytes(lines[0] + b"\n")
    assert "secret" in reel(str(path), [CARDS]).fault


@pytest.mark.parametrize(("text", "said"), [
    ("", "an empty file"), ("{}", "header"), ("\x00\x01", "not JSON"), ('{"record":1', "not JSON"),
])
def test_what_is_no_game_is_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(text, encoding="utf-8")
    found = reel(str(path), SETS_HERE)
    assert not found.moments
    assert said in found.fault
    assert "allowed is a record" in reel(str(tmp_path / "none"), SETS_HERE).fault


def test_every_event_is_a_moment_and_a_step_back_leads_where_one_was(tmp_path: Path) -> None:
    film = film_of(tmp_path)
    ui = film.ui
    film.go(0)
    seen = []
    for _step in range(film.last + 1):
        seen.append((ui.view, [told.text for told in ui.log], ui.beat))
        film.step(1)
    assert [told for _view, told, _beat in seen] == sorted([told for _view, told, _beat in seen], key=len)
    for at in range(film.last, -1, -1):
        film.go(at)
        assert (ui.view, [told.text for told in ui.log], ui.beat) == seen[at]
    end = seen[-1][0]
    assert end is not None
    assert end.outcome is not None


def test_turns_and_decisions_are_found_both_ways(tmp_path: Path) -> None:
    film = film_of(tmp_path)
    film.go(0)
    turns = []
    while film.at < film.last:
        film.turn(1)
        turns.append(film.at)
    begins = [at for at in turns if isinstance(film.row[at].event, TurnBegan)]
    assert len(begins) >= len(turns) - 1 > 1
    film.turn(-1)
    assert film.at == begins[-1]
    film.go(0)
    scenes = [0]
    while film.at < film.last and len(scenes) < 40:
        film.decision(1)
        scenes.append(film.row[film.at].scene)
    assert scenes == [*range(len(scenes))]
    film.decision(-1)
    assert film.row[film.at].scene == scenes[-2]


@pytest.mark.parametrize("eye", EYES)
def test_each_pair_of_eyes_sees_what_it_may(tmp_path: Path, eye: Eye) -> None:
    film = film_of(tmp_path)
    film.look(eye)
    hidden = 0
    for at in range(0, film.last - 1, 10):  # the end lays all cards open
        film.go(at)
        view = film.ui.view
        assert view is not None
        own, theirs = (view.jp, view.us) if eye == "jp" else (view.us, view.jp)
        assert all(f.lead is not None for f in own.formations)
        hidden += sum(f.lead is None for f in theirs.formations)
        assert (view.us.hand is None) == (eye == "jp")
        assert (view.jp.hand is None) == (eye == "us")
        assert film.ui.menu is None
        for token in [f.token for f in (*view.us.formations, *view.jp.formations)]:
            assert film.ui.names.token(token) != "a card"
    assert (hidden > 0) == (eye != "both")


def test_the_screen_goes_along_the_game_by_key_and_by_mouse(tmp_path: Path) -> None:
    async def main() -> None:
        app = ReplayApp(reel_of(tmp_path))
        film = app.film
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("right", "right", "left")
            assert film.at == 1
            await pilot.press("end")
            assert film.at == film.last
            await pilot.pause()
            assert "wins" in read(app)
            await pilot.press("home", "t", "e")
            assert film.eye == "us"
            await pilot.click("#question", offset=(40, 0))
            assert abs(film.at - film.last * 40 / 79) < 2
            await pilot.pause()
            assert f"{film.at + 1} of {film.last + 1}" in read(app)
            await look_back(app, pilot)

    asyncio.run(main())


def test_a_game_is_played_on_from_the_moment_that_is_shown(tmp_path: Path) -> None:
    """By keys: with which cards and dice, which side, whom; what is chosen is what the screen ends with."""
    async def main() -> WhatIfChoice | None:
        app = ReplayApp(reel_of(tmp_path), leads_on=True)
        async with app.run_test(size=(100, 36)) as pilot:
            await pilot.pause()
            await pilot.press("end", "o")
            await pilot.pause()
            assert "The game is over here" in read(app)
            await pilot.press("enter", "home", "down", "down", "down", "e", "o")
            await pilot.pause()
            assert "what the US did not know is dealt anew" in read(app)
            await pilot.press("escape", "e", "o", "down", "enter", "down", "enter", "down", "enter", "home", "enter")
            await pilot.pause()
        return app.return_value

    chosen = asyncio.run(main())
    assert chosen == WhatIfChoice(chosen.at if chosen else 0, "all", fresh=True, side="either")
    assert chosen.at > 0


@pytest.mark.parametrize("size", [(100, 36), (80, 24)])
def test_a_bot_of_ones_own_plays_on_where_it_was_named(tmp_path: Path, size: tuple[int, int]) -> None:
    """It is there at first, and stands behind the rungs."""
    shown: list[str] = []

    async def main() -> WhatIfChoice | None:
        app = ReplayApp(reel_of(tmp_path), leads_on=True, bot="careful:Careful")
        async with app.run_test(size=size) as pilot:
            await pilot.press("home", "down", "down", "down", "o")
            await pilot.pause()
            shown.append(read(app))
            await pilot.press("down", "down", "down", "down", "enter")
            await pilot.pause()
            shown.append(read(app))
            await pilot.press(*["enter"] * len(RUNGS), "home", "enter")
            await pilot.pause()
        return app.return_value

    chosen = asyncio.run(main())
    assert chosen is not None
    assert chosen.bot == "careful:Careful"
    assert "Bot: careful:Careful" in shown[0]
    assert "No rung of the ladder" in shown[0]
    assert "Bot: random (0 Elo)" in shown[1]
    assert "Draws lots: any answer that the rules allow." in shown[1]


def test_a_record_of_bots_leads_to_no_what_if(tmp_path: Path) -> None:
    async def main() -> None:
        app = ReplayApp(reel_of(tmp_path))
        async with app.run_test(size=(100, 36)) as pilot:
            await pilot.press("o")
            await pilot.pause()
            assert "Play on from here" not in read(app)

    asyncio.run(main())


async def look_back(app: ReplayApp, pilot: Pilot[WhatIfChoice]) -> None:
    """A line of the log leads to its moment."""
    at = app.film.at
    await pilot.press("L")
    await pilot.pause()
    assert app.focused is app.screen.query_one(LogLines)
    await pilot.press("up", "up", "up", "enter")
    await pilot.pause()
    assert app.film.at < at
    await pilot.press("escape")
    await pilot.pause()
    assert app.focused is app.screen.query_one("#question")


@by_night
def test_it_plays_by_itself_at_its_speed_and_holds(tmp_path: Path) -> None:
    async def main() -> None:
        app = ReplayApp(reel_of(tmp_path))
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            screen = app.screen
            assert isinstance(screen, ReplayScreen)
            await pilot.press("plus", "plus", "space")
            assert (screen.pace, screen.playing) == (2, True)
            async with asyncio.timeout(20):
                while app.film.at < 2:
                    await pilot.pause(0.05)
            await pilot.press("space")
            assert not screen.playing
            await pilot.press("end", "space")
            async with asyncio.timeout(20):
                while screen.playing:
                    await pilot.pause(0.05)

    asyncio.run(main())


def test_a_record_that_fits_in_part_only_is_said_to(tmp_path: Path) -> None:
    lines = record().split("\n")
    found = reel_of(tmp_path, "\n".join(lines[:12]))
    assert len(found.moments) == 12
    assert "expected another entry" in found.fault

    async def main() -> None:
        app = ReplayApp(found)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            await pilot.pause()
            assert "The record fits up to entry 11 only" in " ".join(read(app).split())
            await pilot.press("q")

    asyncio.run(main())


def test_a_side_is_named_by_whose_decision_led_here(tmp_path: Path) -> None:
    film = film_of(tmp_path)
    for n, moment in enumerate(film.moments[1:6], 1):
        film.go(next(i for i, place in enumerate(film.row) if place.scene == n))
        assert moment.entry is not None
        assert Side[moment.entry.side] in (Side.US, Side.JP)


@by_night
def test_the_help_and_the_palette_tell_what_can_be_done_here(tmp_path: Path) -> None:
    async def main() -> None:
        app = ReplayApp(reel_of(tmp_path))
        async with app.run_test(size=(120, 70)) as pilot:
            await pilot.pause()
            table = app.screen
            offered = {one.title for one in app.get_system_commands(table)}
            assert not [title for title in offered if title.startswith(("undo", "resign", "orders"))]
            await pilot.press("question_mark")
            await pilot.pause()
            text = read(app)
            assert not [one.description for one in KEYS if one.description not in text]
            assert "Give up the game" not in text
            assert "The rulebook, to be searched" in text

    asyncio.run(main())


def test_the_settings_hold_no_speed_that_would_do_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        app = ReplayApp(reel_of(tmp_path))
        async with app.run_test(size=(100, 40)) as pilot:
            await pilot.pause()
            await pilot.press("comma")
            await pilot.pause()
            assert "Colours" in read(app)
            assert "calmly" not in read(app)

    asyncio.run(main())


def test_from_its_first_drawing_on_the_log_leaves_room_for_its_bar(tmp_path: Path) -> None:
    async def main() -> None:
        app = ReplayApp(reel_of(tmp_path))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("end", "L")
            await pilot.pause()
            lines = app.screen.query_one(LogLines)
            assert lines.show_vertical_scrollbar
            assert max([columns(line) for line in lines.lines]) <= lines.size.width

    asyncio.run(main())

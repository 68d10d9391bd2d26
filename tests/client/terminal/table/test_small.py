"""A window that is too small for the table: it is said in a sentence, nothing is answered unseen, all comes back."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from ironbottom.client.plain.client import HowLeft
from ironbottom.client.terminal.drawing.small import TooSmall, too_small_text
from ironbottom.client.terminal.sheets.ending import Ending
from ironbottom.client.terminal.sheets.lesson import LessonSheet
from ironbottom.client.tutorial.coach import Lesson
from ironbottom.language import ENGLISH, speak
from ironbottom.wire.cleaning import cells
from tests.support.lengths import by_night, some

from ..sheets.test_ending import end
from ..support.screens import read
from ..support.seat import Sat, act, until

SMALL = ((79, 24), (80, 23), (40, 10), (20, 5), (16, 5), (12, 4))
LESSON = Lesson(1, 1, "The lines", "", "Ships fight.", "Do it.", "Like that.", "17.2")


async def pulled(sat: Sat, pilot: Pilot[HowLeft], size: tuple[int, int]) -> str:
    """The window is made that large; what is read then."""
    await pilot.resize_terminal(*size)
    await sat.settle(pilot)
    return read(sat.app)


@pytest.mark.parametrize("size", some(SMALL, 1))
def test_it_says_what_is_needed_and_everything_comes_back(tmp_path: Path, size: tuple[int, int]) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await sat.tell(pilot, sat.asked_at(40))
        await pilot.press("1")
        await sat.settle(pilot)
        before, staged = read(sat.app), sat.ui.staged
        said = " ".join((await pulled(sat, pilot, size)).split())
        if size[0] >= 40:
            assert too_small_text(*size) in said
            assert "80×24" in said
        await pilot.press("enter", "D", "a", "E", "E")
        assert not sat.sent()
        assert sat.ui.staged == staged
        await pulled(sat, pilot, (80, 24))
        await until(pilot, lambda: read(sat.app) == before)

    act(scene, tmp_path)


def test_who_wants_it_sees_the_table_all_the_same_until_it_was_large_enough(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await sat.tell(pilot, sat.asked_at(40))
        await pulled(sat, pilot, (78, 22))
        await pilot.press("escape")
        assert "YOUR MOVE" in await pulled(sat, pilot, (76, 22))
        await pulled(sat, pilot, (80, 24))
        assert "too small" in await pulled(sat, pilot, (78, 22))
        await pilot.press("q")
        await until(pilot, lambda: sat.app.return_value is not None)

    assert act(scene, tmp_path).app.return_value is HowLeft.KEPT


@by_night
def test_what_comes_meanwhile_lies_under_it(tmp_path: Path) -> None:
    """A lesson, and the end of the game: they are there when the window is large enough."""

    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await sat.tell(pilot, sat.asked_at(20))
        await pulled(sat, pilot, (40, 10))
        sat.app.lay(LessonSheet(LESSON, sat.app, sat.ui.naming))
        await pilot.pause()
        assert isinstance(sat.app.screen, TooSmall)
        assert "Ships fight." in await pulled(sat, pilot, (80, 24))
        await pilot.press("enter")
        await end(sat, pilot)
        await pulled(sat, pilot, (40, 10))
        assert isinstance(sat.app.screen, TooSmall)
        await pulled(sat, pilot, (80, 24))
        assert isinstance(sat.app.screen, Ending)

    act(scene, tmp_path)


def test_a_window_that_is_small_from_the_beginning(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await sat.settle(pilot)
        assert "too small" in read(sat.app)
        await sat.tell(pilot, sat.asked_at(40))
        assert "YOUR MOVE" in await pulled(sat, pilot, (80, 24))

    act(scene, tmp_path, size=(60, 20))


def test_the_sentence_fits_a_tiny_window_in_both_languages() -> None:
    for language in (ENGLISH, "ja"):
        speak(language)
        try:
            assert cells(too_small_text(40, 10)) < 40 * 8
        finally:
            speak(ENGLISH)

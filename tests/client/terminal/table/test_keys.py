"""The line of keys: all keys and the way out are always there, and capital letters are told as such."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from ironbottom.client.plain.client import HowLeft
from ironbottom.client.terminal.drawing.keys import Key, key_line, spoken
from ironbottom.client.terminal.drawing.small import LEAST
from ironbottom.client.terminal.state.commands import COMMANDS
from ironbottom.language import ENGLISH, _, speak
from ironbottom.questions import Move
from ironbottom.wire.cleaning import cells
from tests.support.lengths import by_night, some

from ..support.screens import read
from ..support.seat import Sat, act, until
from ..support.tables import played

ALL: list[Key] = [(one.sign, one.word, one.key) for one in COMMANDS]


@pytest.mark.parametrize("language", [ENGLISH, "ja"])
@pytest.mark.parametrize("width", [60, 80, 100, 200])
def test_all_keys_and_the_way_out_are_always_there(language: str, width: int) -> None:
    speak(language)
    try:
        line = key_line([(sign, _(word), key) for sign, word, key in ALL], width).plain
        assert cells(line) <= width
        assert line.rstrip().endswith("q " + _("leave"))
        assert "? " + _("all keys") in line
    finally:
        speak(ENGLISH)


def test_capital_letters_stand_behind_the_word_that_says_how_they_are_typed() -> None:
    before, shift, after = key_line(ALL, 400).plain.partition("Shift +")
    assert shift
    for one in COMMANDS:
        capital = spoken(one.sign) != one.sign
        assert capital == (len(one.sign) == 1 and one.sign.isupper())
        if capital:
            assert f" {one.sign} {one.word} " in after
            assert f" {one.sign} {one.word} " not in before


def test_in_a_segment_nothing_needed_is_missing_in_the_smallest_window(tmp_path: Path) -> None:
    """What answers stands in the foot of the question, what else there is in the line of keys."""

    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await sat.tell(pilot, segment(sat))
        await pilot.press("1")
        await sat.settle(pilot)
        seen = read(sat.app)
        for words in ("[Enter ", "[E E End the segment]", "[Esc Undo]", "Tab next part", "? all keys", "q leave"):
            assert words in seen

    act(scene, tmp_path, size=LEAST)


def segment(sat: Sat) -> int:
    return next(
        i for i, turn in enumerate(played(1))
        if i > 20 and turn.question.side is sat.side
        and isinstance(turn.question.shape, Move) and turn.question.shape.steps
    )


@by_night
def test_a_small_letter_that_means_nothing_tells_of_the_capital_one(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await sat.tell(pilot, segment(sat))
        await pilot.press("w")
        await until(pilot, lambda: "Shift+W: The rule behind" in read(sat.app))
        await pilot.press("1")
        await until(pilot, lambda: "Shift+W" not in read(sat.app))

    act(scene, tmp_path)


@pytest.mark.parametrize("size", some([(80, 24), (120, 40)], 1))
@pytest.mark.parametrize("part", ["L", "H", "P"])
def test_a_segment_is_ended_from_every_part(tmp_path: Path, size: tuple[int, int], part: str) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await sat.tell(pilot, segment(sat))
        await pilot.press(part)
        await sat.settle(pilot)
        await pilot.press("E")
        await until(pilot, lambda: "E once more ends it" in read(sat.app))
        await pilot.press("E")
        await until(pilot, lambda: sat.ui.sent == ("done",))

    act(scene, tmp_path, size=size)


def test_numbers_mean_the_same_while_the_board_has_the_focus(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await sat.tell(pilot, segment(sat))
        sat.app.screen.query_one("#board").focus()
        await sat.settle(pilot)
        await pilot.press("1")
        assert sat.ui.staged.held is not None

    act(scene, tmp_path)


def test_what_the_cursor_stood_on_is_forgotten_when_the_question_has_the_focus(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await sat.tell(pilot, segment(sat))
        sat.app.screen.query_one("#board").focus()
        await pilot.press("right")
        await until(pilot, lambda: bool(sat.ui.pointed))
        sat.app.screen.query_one("#question").focus()
        await until(pilot, lambda: not sat.ui.pointed)

    act(scene, tmp_path)

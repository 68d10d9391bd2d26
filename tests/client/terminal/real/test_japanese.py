"""The ten situations in Japanese, and in English, in a real terminal: double-width letters move no border."""

from __future__ import annotations

import sys
from functools import partial

import pytest

from tests.client.terminal.real.conftest import Opens
from tests.client.terminal.real.picture import open_boxes, too_wide
from tests.client.terminal.real.showing import SHOWN, TEN
from tests.support.lengths import by_night, some

SHOWING = (sys.executable, "-m", "tests.client.terminal.real.showing")
ENDING = "░░░"  # a bar of what was to be expected
SIZES = ((80, 24), (120, 40), (160, 50))


@by_night
@pytest.mark.parametrize(("language", "theme"), some([("ja", "day"), ("en", "clear")], 1))
def test_borders_are_whole_in_every_situation(opens: Opens, language: str, theme: str) -> None:
    """At three sizes; each row ends within the screen."""
    terminal = opens("situations", "", language, theme, program=SHOWING)
    terminal.close()
    terminal.words = ("situations", str(terminal.home), language, theme)
    terminal.open()
    shown = terminal.home / SHOWN
    for name in TEN:
        terminal.until_written(shown, name)
        for columns, rows in some(SIZES, 1):
            terminal.resize(columns, rows)
            terminal.until(partial(is_whole, columns=columns, rows=rows), f"{name} at {columns}x{rows}")
        terminal.press("F12")


def is_whole(screen: str, columns: int, rows: int) -> bool:
    """A screen that is drawn, and whose frames are all closed."""
    lines = screen.rstrip("\n").split("\n")
    drawn = len(lines) == rows or ENDING in screen  # a sheet over the table does not reach down to the last row
    return drawn and not open_boxes(screen) and not too_wide(screen, columns)



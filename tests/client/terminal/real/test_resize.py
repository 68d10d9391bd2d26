"""A window that is pulled larger and smaller in mid-combat."""

from __future__ import annotations

from functools import partial

import pytest

from tests.client.terminal.real.battles import AIR, GUNS, play_to
from tests.client.terminal.real.conftest import Opens
from tests.client.terminal.real.picture import open_boxes, too_wide
from tests.client.terminal.real.player import offered, options, panel, rows
from tests.client.terminal.real.terminal import TmuxTerminal, flat
from tests.support.lengths import by_night, some

WORDS = {GUNS: ("Battle at sea", "Atago & Takao", "Tulagi"), AIR: ("Zeke A", "Wildcat")}
NEWS = "(Enter: go on)"  # behind what the opponent did
SIZES = ((140, 45), (80, 24), (60, 20), (200, 50), (80, 24))


@by_night
@pytest.mark.parametrize("lesson", some([GUNS, AIR], 1))
def test_resize_in_mid_combat(opens: Opens, lesson: int) -> None:
    """What is staged stays staged, the battle stays on the screen, and every frame is whole."""
    home = opens("--version").home
    play_to(home, lesson)
    terminal = opens("resume")
    terminal.wait(NEWS)
    terminal.press("Enter")
    terminal.wait(f"Lesson {lesson} of 12")
    before = terminal.wait("go on")
    while not offered(before):  # a long lesson is read screen by screen
        terminal.press("Enter")
        before = terminal.calm(after=before)
    staged = stage(terminal, terminal.calm())
    assert staged != before
    for size in SIZES:
        terminal.resize(*size)
        whole = partial(is_whole, columns=size[0], rows=size[1], words=WORDS[lesson])
        terminal.until(whole, f"a whole screen at {size}")
    terminal.until(lambda now: panel(now) == panel(staged), f"what was staged:\n{staged}")
    terminal.press("C-s")
    told = (f"Lesson {lesson + 1} of 12", "needs this", "Not yet:", NEWS)
    terminal.until(lambda now: any(one in flat(now) for one in told), "the answer's effect")


def is_whole(screen: str, columns: int, rows: int, words: tuple[str, ...]) -> bool:
    """Drawn to its last row, with every frame closed, and the battle on it where there is room."""
    lines = screen.rstrip("\n").split("\n")
    drawn = len(lines) == rows and not too_wide(screen, columns) and not open_boxes(screen)
    return drawn and (columns < 80 or all(word in flat(screen) for word in words))


def stage(terminal: TmuxTerminal, screen: str) -> str:
    """Give the first card another task, without saying so to anybody."""
    terminal.press(rows(screen)[-1] if rows(screen) == ["1"] else "1")
    opened = terminal.calm(after=screen)
    terminal.press(options(opened)[-1])
    return terminal.calm(after=opened)

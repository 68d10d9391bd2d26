"""Terminals that know no colours, or nothing but lines."""

from __future__ import annotations

import pytest

from tests.client.terminal.real.conftest import Opens
from tests.client.terminal.real.picture import has_colours
from tests.client.terminal.real.player import offered
from tests.client.terminal.real.terminal import PROGRAM, flat
from tests.support.lengths import some

PLAY = ("play", "--bot", "random", "--side", "us", "--seed", "1942")


def test_no_color_draws_none(opens: Opens) -> None:
    """Bold, reverse and underlined are left; the table, a sheet and the palette are all drawn without a colour."""
    terminal = opens(*PLAY, env={"NO_COLOR": "1"})
    terminal.until(offered, "the question")
    for key, words in (("Enter", "Place your formations"), ("1", "(a)"), ("?", "Keys and signs"), ("Escape", "")):
        terminal.press(key)
        terminal.wait(words)
        terminal.calm()
        assert not has_colours(terminal.coloured())
    assert "[1]" in terminal.screen()


def test_with_colours_there_are_some(opens: Opens) -> None:
    """The same, where nothing forbids them."""
    terminal = opens(*PLAY)
    terminal.until(offered, "the question")
    assert has_colours(terminal.coloured())


@pytest.mark.parametrize("how", some(["TERM=dumb", "--plain", "2>"], 1))
def test_lines_where_no_table_can_be_drawn(opens: Opens, how: str) -> None:
    """A dumb terminal, somebody who asks for it, and a screen that is not before anybody's eyes: lines of text."""
    program = ("sh", "-c", f'exec {" ".join(PROGRAM)} "$@" 2>/dev/null', "sh") if how == "2>" else PROGRAM
    dumb = ("env", how, *program) if how == "TERM=dumb" else program
    terminal = opens(*PLAY, *["--plain"][: how == "--plain"], program=dumb)
    terminal.wait("Your decision")
    assert terminal.asked("#{alternate_on}") == "0"
    terminal.type("1")
    terminal.press("Enter")
    terminal.wait("Place your formations")
    terminal.type("quit")
    terminal.press("Enter")
    terminal.until(lambda _screen: terminal.ended is not None, "the end of the program")
    assert "Saved." in flat(terminal.screen())

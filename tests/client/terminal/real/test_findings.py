"""What the first trial found before a terminal, looked at in one: at 80x24, with real programs."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import pytest

from tests.client.support.terminal import Terminal as Lines
from tests.client.terminal.real.conftest import Opens
from tests.client.terminal.real.player import offered
from tests.client.terminal.real.terminal import flat
from tests.support.lengths import by_night

GAME = ("play", "--bot", "random", "--side", "us", "--seed", "1942")


@by_night
def test_who_sits_there_is_read_at_80_columns_and_the_key_for_the_default_says_why_not(opens: Opens) -> None:
    """T16, T13: the other's name stands in the line above; Shift+D in a private segment gives a sentence."""
    terminal = opens(*GAME)
    screen = terminal.until(offered, "the question")
    assert "random" in screen.splitlines()[0]
    terminal.press("D")  # the fleet is kept: nothing is lost by that
    terminal.wait("Place your formations")
    terminal.press("D")
    terminal.wait("A segment that is played step by step is not")


@by_night
def test_the_end_says_who_gave_up_and_nothing_of_dice_that_nobody_threw(opens: Opens) -> None:
    """T14: the winner first, and why; no line of luck without a die."""
    terminal = opens(*GAME)
    terminal.until(offered, "the question")
    terminal.press("X")
    terminal.wait("Resign")
    terminal.press("Down", "Enter")
    ending = flat(terminal.wait("wins."))
    assert "resigned" in ending
    assert "0 hits with 0 dice" not in ending


@by_night
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_card_begins_with_the_name_that_its_reader_reads(opens: Opens, language: str) -> None:
    """T17: `card` in the plain client, in both languages."""
    terminal = opens("--lang", language, *GAME, "--plain", home=language)
    terminal.until(lambda screen: re.search(r"Enter|「Enter」", screen), "the question")
    terminal.type("card henderson")
    terminal.press("Enter")
    name = {"en": "Henderson Field", "ja": "ヘンダーソン飛行場"}[language]
    other = {"en": "ヘンダーソン飛行場", "ja": "Henderson Field"}[language]
    screen = flat(terminal.wait(name))
    assert other not in screen or screen.index(name) < screen.index(other)


def test_the_list_of_tables_tells_the_terms_and_what_enter_does(opens: Opens, tmp_path: Path) -> None:
    """T17, T12: clock and absence are read before one sits down; who looks on reads that Enter does that."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with Lines(tmp_path / "ann", "host", "--port", str(port), "--name", "Ann", "--bank", "30", "--open") as ann:
        ann.until("The other seat is free|waiting for a player")
        watcher = opens("join", f"127.0.0.1:{port}", "--watch", "--name", "Bob")
        screen = flat(watcher.wait("Enter looks on."))
        assert "30 minutes for each side" in screen
        assert "away: the clock runs on" in screen

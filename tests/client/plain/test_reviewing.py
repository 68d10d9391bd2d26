"""The review behind the word `review`: how it is started, and what comes of it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ironbottom.client.cli.parser import read_language
from ironbottom.client.plain.reviewing import command, reviewed
from ironbottom.language import speak
from tests.support.languages import english

__all__ = ["english"]  # after each test the next one hears English


SPOKEN = [("C.UTF-8", "en"), ("en_US.UTF-8", "en"), ("ja_JP.UTF-8", "ja"), ("ja", "ja")]


@pytest.mark.parametrize(("spoken", "told"), SPOKEN)
def test_whatever_is_spoken_here_is_a_language_of_the_command(spoken: str, told: str) -> None:
    """A computer that says C.UTF-8 means English; the command line takes names of languages alone."""
    speak(spoken)
    words = command(Path("game.ibss"))
    assert words == ("-P", "-m", "ironbottom.client", "--lang", told, "review", "game.ibss")
    assert read_language(words[3:], {}) == (told, [f"--lang={told}", "review", "game.ibss"])


def test_what_the_command_says_is_heard_line_by_line(tmp_path: Path) -> None:
    async def heard() -> list[str]:
        return [line async for line in reviewed(tmp_path / "none.ibss")]

    [line] = asyncio.run(heard())
    assert line.startswith(f"{tmp_path / 'none.ibss'}: found no file to read")

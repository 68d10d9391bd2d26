"""Whatever dies in mid-combat: the same question stands again, and the game goes on."""

from __future__ import annotations

import os
import signal

import pytest

from tests.client.support.terminal import wait_until_gone
from tests.client.terminal.real.battles import AIR, GUNS, play_to
from tests.client.terminal.real.conftest import Opens
from tests.client.terminal.real.player import offered, panel
from tests.client.terminal.real.terminal import TmuxTerminal, flat
from tests.support.lengths import by_night, some

MOST = 60  # screens between two lessons
HALT = "(Enter: go on)"  # what was said stays until it is read, after coming back once more
SERVER, BOT = "ironbottom.server", "ironbottom.client bot"
NEXT = {GUNS: "Lesson 12 of 12", AIR: "Lesson 11 of 12"}


def read_on(terminal: TmuxTerminal, text: str) -> None:
    """On past every halt, until this is there; while nothing is to be read, dice may still roll."""
    for _screen in range(MOST):
        screen = terminal.calm()
        if text in flat(screen):
            return
        if HALT in flat(screen):
            terminal.press("Enter")
            terminal.calm(after=screen)
    raise AssertionError(f"{text!r} has not come:\n{terminal.screen()}")


def question_of(terminal: TmuxTerminal, lesson: int) -> str:
    """The lesson is put away; the screen that asks."""
    read_on(terminal, f"Lesson {lesson} of 12")
    screen = terminal.wait("go on")
    while not offered(screen):  # Enter turns the pages of a lesson that is longer than the screen
        terminal.press("Enter")
        screen = terminal.calm(after=screen)
    return terminal.calm()


def asked(screen: str) -> list[str]:
    """What is asked, without what is marked."""
    return [line for line in panel(screen) if line.strip()][:6]


def test_kill_9_of_the_client_and_resume(opens: Opens) -> None:
    """Server and bot end with it; `resume` brings the same table and the same question."""
    home = opens("--version").home
    play_to(home, GUNS)
    terminal = opens("resume")
    before = question_of(terminal, GUNS)
    family = [pid for pid, _words in terminal.children()]
    assert len(family) == 2
    terminal.kill()
    wait_until_gone(family)
    again = opens("resume")
    assert asked(question_of(again, GUNS)) == asked(before)
    answer_guns(again)


@by_night
@pytest.mark.parametrize("victim", some([SERVER, BOT], 1))
def test_kill_9_of_a_child(opens: Opens, victim: str) -> None:
    """The client stays, says that the connection is lost, and finds it again; what was staged is still there."""
    home = opens("--version").home
    play_to(home, GUNS)
    terminal = opens("resume")
    screen = question_of(terminal, GUNS)
    terminal.press("1")
    screen = terminal.calm(after=screen)
    os.kill(terminal.child(victim), signal.SIGKILL)
    if victim == SERVER:
        terminal.wait("connection is lost")
    terminal.until(lambda now: "connection is lost" not in flat(now), "the connection")
    assert asked(terminal.calm())[:3] == asked(screen)[:3]
    terminal.press("Escape")
    terminal.calm(after=screen)
    answer_guns(terminal)


def answer_guns(terminal: TmuxTerminal) -> None:
    """Atago & Takao on Escort, as the lesson wants it."""
    screen = terminal.calm()
    terminal.press("1")
    opened = terminal.calm(after=screen)
    (letter,) = [
        part.split("Escort", 1)[0].split()[0] for part in "\n".join(panel(opened)).split("    ") if "Escort" in part
    ][-1:]
    terminal.press(letter.lstrip(">"))
    terminal.calm(after=opened)
    terminal.press("C-s")
    read_on(terminal, NEXT[GUNS])

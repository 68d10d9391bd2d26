"""§25  A campaign against a bot, in a terminal and in lines of text: all programs end between two battles."""

from __future__ import annotations

from tests.client.terminal.real.conftest import Opens
from tests.client.terminal.real.player import offered
from tests.client.terminal.real.terminal import TmuxTerminal, flat

CAMPAIGN = ("play", "--campaign", "guadalcanal", "--bot", "random", "--side", "us")
SECOND = "Eastern Solomons, battle 2 of 7, is on 1942-08-24. This is carried over to it:"
THIRD = "Cape Esperance, battle 3 of 7, is on 1942-10-11."


def test_it_goes_on_in_a_terminal(opens: Opens) -> None:
    """What comes is told at the end of a battle, and again when everything was started anew; then it begins.

    `ironbottom play` with nothing behind it offers to go on.
    """
    terminal = opens(*CAMPAIGN)
    give_up(terminal)
    terminal.until(lambda screen: SECOND in flat(screen), "what comes, and what is carried over")
    leave(terminal)
    again = opens("play")
    again.wait("1  Go on: campaign Guadalcanal, after battle 1 of 7, against random")
    say(again, "1")
    again.until(lambda screen: SECOND in flat(screen), "the same, after a restart of everything")
    again.press("A")
    again.wait("Eastern Solomons")
    again.until(offered, "the first question of the second battle")
    leave(again)


def test_it_goes_on_in_lines_of_text(opens: Opens) -> None:
    """The same, a line at a time."""
    first = opens(*CAMPAIGN, "--plain")
    surrender(first, SECOND)
    again = opens("resume", "--plain")
    again.until(lambda screen: SECOND in flat(screen), "the same, after a restart of everything")
    say(again, "again")
    again.until(lambda _screen: "Battle: Eastern Solomons" in flat(again.scrolled()), "the second battle")
    surrender(again, THIRD)


def give_up(terminal: TmuxTerminal) -> None:
    terminal.until(offered, "the first question")
    terminal.press("X")
    terminal.wait("Resign")
    terminal.press("Down", "Enter")
    terminal.wait("resigned")


def leave(terminal: TmuxTerminal) -> None:
    terminal.press("q")
    terminal.until(lambda _screen: terminal.ended == 0, "the end of the program, without a fault")


def surrender(terminal: TmuxTerminal, told: str) -> None:
    """In lines of text; what comes is told, and the program ends."""
    terminal.until(lambda screen: "Type " in screen or "Enter " in screen, "the first question")
    say(terminal, "resign")
    say(terminal, "yes")
    terminal.until(lambda screen: told in flat(screen), "what comes, and what is carried over")
    say(terminal, "quit")
    terminal.until(lambda _screen: terminal.ended == 0, "the end of the program, without a fault")


def say(terminal: TmuxTerminal, text: str) -> None:
    terminal.type(text)
    terminal.press("Enter")

"""From the end of a game to its review, to a moment of the game, and back to the table."""

from __future__ import annotations

from tests.client.terminal.real.conftest import Opens
from tests.client.terminal.real.player import TerminalPlayer
from tests.client.terminal.real.terminal import flat
from tests.support.lengths import by_night

GAME = ("play", "--bot", "random", "--side", "us", "--seed", "1942")
ENOUGH = 6  # answers


@by_night
def test_the_review_is_a_key_away_from_the_end(opens: Opens) -> None:
    terminal = opens(*GAME)
    player = TerminalPlayer(terminal, touches=1)
    player.play(lambda _screen: player.answers >= ENOUGH)
    terminal.press("X")
    terminal.wait("Resign")
    terminal.press("Down", "Enter")
    terminal.until(lambda screen: "ironbottom verify" in flat(screen), "where the transcript is")
    terminal.press("r")
    terminal.until(lambda screen: "100 %" in screen and "█" in screen, "the curve")
    terminal.until(lambda screen: "Luck and skill" in screen, "the review")
    terminal.press("l", "l", "Down", "Enter")
    terminal.until(lambda screen: "all open" in screen, "the game at that moment")
    terminal.press("q")
    terminal.until(lambda screen: "wins." in screen and "ironbottom verify" in flat(screen), "the end of the game")
    terminal.press("q")
    terminal.until(lambda _screen: terminal.ended == 0, "the end of the program, without a fault")
    assert "Learn from it with: ironbottom review" in flat(terminal.screen())


@by_night
def test_in_lines_of_text_it_is_a_word(opens: Opens) -> None:
    terminal = opens(*GAME, "--plain", size=(100, 60))
    terminal.wait("> ")
    terminal.type("resign")
    terminal.press("Enter")
    terminal.wait("Do you give up the game?")
    terminal.type("yes")
    terminal.press("Enter")
    terminal.wait("Type review to read that here.")
    terminal.type("review")
    terminal.press("Enter")
    terminal.wait("The review is being made")
    terminal.wait("Decisions that gave away")
    terminal.type("quit")
    terminal.press("Enter")
    terminal.until(lambda _screen: terminal.ended == 0, "the end of the program, without a fault")

"""From the end of a game to its review, to a moment of the game, and back to the table; and from the list of tables."""

from __future__ import annotations

from pathlib import Path

from ironbottom.client.storage.evidence_log import GAMES
from tests.client.support.reviewed import short_transcript
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


@by_night
def test_a_finished_game_is_found_beside_the_tables(opens: Opens, tmp_path: Path) -> None:
    """Looked through, played on from there, reviewed, and always back to the tables."""
    folder = tmp_path / "home" / GAMES
    folder.mkdir(mode=0o700, parents=True)
    short_transcript(folder)
    terminal = opens("join")
    terminal.wait("Ann (US) against Bob (Japan)")
    terminal.press("g")
    terminal.wait("r review")
    terminal.press("Enter")
    terminal.wait("all open")
    terminal.press("o")
    terminal.wait("Play on from here")
    terminal.press("Enter")
    terminal.until(lambda screen: "What-if: Ann" in flat(screen), "the what-if")
    terminal.press("q")
    terminal.wait("all open")
    terminal.press("q")
    terminal.wait("Ann (US) against Bob (Japan)")
    terminal.press("g")
    terminal.wait("r review")
    terminal.press("r")
    terminal.until(lambda screen: "100 %" in screen and "█" in screen, "the curve")
    terminal.press("Escape")
    terminal.wait("Tables on this network")
    terminal.press("q")
    terminal.until(lambda _screen: terminal.ended == 1, "the end of the program")
    assert "No table was picked." in flat(terminal.screen())

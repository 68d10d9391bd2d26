"""A game against a bot in a terminal of 80x24, by what the screen offers and nothing else."""

from __future__ import annotations

from tests.client.support.terminal import ran
from tests.client.terminal.real.conftest import Opens
from tests.client.terminal.real.picture import open_boxes, too_wide
from tests.client.terminal.real.player import TerminalPlayer
from tests.client.terminal.real.terminal import TmuxTerminal, flat
from tests.support.lengths import by_night

GAME = ("play", "--bot", "random", "--side", "us", "--seed", "1942")
OVER = "The game is over"
ENOUGH = 10  # answers


@by_night
def test_a_whole_game_by_keys(opens: Opens) -> None:
    """From the first question to the result."""
    terminal = opens(*GAME)
    player = TerminalPlayer(terminal, touches=1)
    player.play(lambda screen: OVER in screen)
    assert player.answers > 20
    ended(terminal, player, "Luck of US")


def test_a_game_by_keys_until_one_resigns(opens: Opens) -> None:
    """From the first question through the first turn, and then X."""
    terminal = opens(*GAME)
    player = TerminalPlayer(terminal, touches=1)
    player.play(lambda _screen: player.answers >= ENOUGH)
    terminal.press("X")
    terminal.wait("Resign")
    terminal.press("Down", "Enter")
    ended(terminal, player, "resigned")


def ended(terminal: TmuxTerminal, player: TerminalPlayer, told: str) -> None:
    """All screens were whole, the end is told; the transcript is there and true, and the terminal as it was before."""
    assert not [screen for screen in player.shown if too_wide(screen, 80) or open_boxes(screen)]
    ending = terminal.wait("wins.")
    assert told in flat(ending)
    terminal.until(lambda screen: "ironbottom verify" in flat(screen), "where the transcript is")
    terminal.press("q")
    terminal.until(lambda _screen: terminal.ended == 0, "the end of the program, without a fault")
    assert "Check it with: ironbottom verify" in flat(terminal.screen())
    assert terminal.asked("#{alternate_on}#{mouse_any_flag}") == "00"
    (transcript,) = (terminal.home / "games").glob("*.ibss")
    code, said = ran(terminal.home, "verify", str(transcript))
    assert code == 0, said

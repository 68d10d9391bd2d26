"""Two people at one terminal: what stands on it, and above it, when the one has got up; in the table and in lines."""

from __future__ import annotations

import sys
from time import sleep

import pytest

from tests.client.terminal.real.conftest import Opens
from tests.client.terminal.real.player import offered
from tests.client.terminal.real.terminal import TmuxTerminal, flat

SECOND = "Eastern Solomons, battle 2 of 7, is on 1942-08-24."
SEATED, DEAF = "press Enter when you are seated", 0.9
FORGETS = """
import ironbottom.client.console.output as output
from ironbottom.client.__main__ import main
output.WIPE = ""
main()
"""
FAULTY = """
import sys
from textual.app import App
from ironbottom.client.__main__ import main
from ironbottom.client.terminal.app.hotseat_app import HotSeatApp

def breaks(self):
    seen = "Hornet"
    raise ValueError("a planted fault")

HotSeatApp._offer = breaks
if "tells" in sys.argv:
    sys.argv.remove("tells")
    HotSeatApp._print_error_renderables = App._print_error_renderables
main()
"""


def everything(terminal: TmuxTerminal) -> str:
    """The window and all that was scrolled out of it, without empty rows."""
    text = terminal._tmux("capture-pane", "-p", "-J", "-S", "-", "-E", "-")
    return "\n".join([line.rstrip() for line in text.splitlines() if line.strip()])


def sit(terminal: TmuxTerminal, name: str) -> None:
    """The next player sits down; whoever it is, where no name is given."""
    terminal.wait(f"{name}, {SEATED}")
    sleep(DEAF)
    terminal.press("Enter")


def begun(opens: Opens, seed: str, *more: str) -> TmuxTerminal:
    words = ("hotseat", "--seed", seed, "--players", "Ann", "Bob", "--side", "us", *more)
    return opens(*words, home=f"home{seed}{''.join(more)}", size=(110, 34))


def handed(opens: Opens, seed: str, *more: str) -> tuple[str, str]:
    """What Ann had before her, and what is left of it behind the curtain for Bob."""
    return left_behind(begun(opens, seed, *more))


def left_behind(terminal: TmuxTerminal) -> tuple[str, str]:
    sit(terminal, "Ann")
    terminal.wait("Keep this fleet")
    before = everything(terminal)
    terminal.press("1", "Enter")
    terminal.wait("Japan decides now (Bob)")
    terminal.press("Enter")
    terminal.wait(f"Bob, {SEATED}")
    return before, everything(terminal)


@pytest.mark.parametrize("more", [(), ("--plain",)], ids=["table", "lines"])
def test_two_deals_leave_the_same_behind_the_curtain(opens: Opens, more: tuple[str, ...]) -> None:
    """Byte for byte, with all that can be scrolled back to; and before it the two are not the same."""
    (one, one_left), (other, other_left) = handed(opens, "7", *more), handed(opens, "8", *more)
    assert one != other
    assert "Hornet" in one
    assert one_left == other_left
    assert "Hornet" not in one_left


@pytest.mark.parametrize("more", [(), ("--plain",)], ids=["table", "lines"])
def test_the_other_sees_his_own_table_alone(opens: Opens, more: tuple[str, ...]) -> None:
    terminal = begun(opens, "7", *more)
    sit(terminal, "Ann")
    terminal.wait("Keep this fleet")
    terminal.press("1", "Enter")
    terminal.wait("Japan decides now (Bob)")
    terminal.press("Enter")
    sit(terminal, "Bob")
    terminal.wait("Keep this fleet")
    seen = everything(terminal)
    assert "Yamato" in seen
    assert "Hornet" not in seen
    terminal.press("q" if not more else "quit", "Enter")
    terminal.wait("Go on with `ironbottom resume`")
    assert "Yamato" not in everything(terminal)


def test_another_game_in_lines_of_text(opens: Opens) -> None:
    """Both may look at the end; then the curtain falls before who is asked first, with the sides swapped."""
    terminal = begun(opens, "7", "--plain")
    sit(terminal, "Ann")
    terminal.wait("Keep this fleet")
    for word in ("resign", "yes"):
        terminal.type(word)
        terminal.press("Enter")
    terminal.until(lambda screen: "Type again" in flat(screen), "what can be done now")
    assert "resigned" in everything(terminal)
    terminal.type("again")
    terminal.press("Enter")
    terminal.wait("Hand over to Japan: Ann")
    sit(terminal, "Ann")
    terminal.wait("Keep this fleet")
    assert "resigned" not in everything(terminal)


def test_the_next_battle_at_the_table(opens: Opens) -> None:
    """The same in a campaign, where the sides stay."""
    terminal = begun(opens, "7", "--campaign", "guadalcanal")
    sit(terminal, "")
    terminal.until(offered, "the first question")
    terminal.press("X")
    terminal.wait("Resign")
    terminal.press("Down", "Enter")
    terminal.until(lambda screen: SECOND in flat(screen), "what comes")
    terminal.press("A")
    sit(terminal, "")
    terminal.wait("Eastern Solomons")
    terminal.until(offered, "the first question of the second battle")


def test_a_program_that_forgets_to_wipe_is_caught(opens: Opens) -> None:
    terminal = opens("hotseat", "--seed", "7", "--players", "Ann", "Bob", "--side", "us", "--plain", size=(110, 34),
                     program=(sys.executable, "-c", FORGETS))
    _before, left = left_behind(terminal)
    assert "Hornet" in left


def test_a_fault_tells_nothing_of_what_was_seen(opens: Opens) -> None:
    """Textual would tell it with all that the code had in hand; what can be reported stands in a file."""
    terminal = broken(opens)
    assert "Hornet" not in everything(terminal)
    assert "Hornet" in everything(broken(opens, "tells"))


def broken(opens: Opens, *more: str) -> TmuxTerminal:
    """A game in which the program fails when Ann has answered."""
    program = (sys.executable, "-c", FAULTY)
    words = ("hotseat", "--seed", "7", "--players", "Ann", "Bob", "--side", "us", *more)
    terminal = opens(*words, home="".join(["faulty", *more]), size=(110, 34), program=program)
    sit(terminal, "Ann")
    terminal.wait("Keep this fleet")
    terminal.press("1", "Enter")
    terminal.wait("A fault of this program stopped it")
    return terminal


def test_a_terminal_that_cannot_be_wiped_is_refused(opens: Opens) -> None:
    terminal = opens("hotseat", "--plain", env={"TERM": "dumb"})
    terminal.until(lambda screen: "cannot be wiped between two players" in flat(screen), "why")

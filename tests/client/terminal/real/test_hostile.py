"""What others write is text: it draws nothing, hides nothing, steers no terminal, and breaks no line."""

from __future__ import annotations

import sys
from unicodedata import category

from ironbottom.wire.cleaning import cells
from tests.client.terminal.real.conftest import Opens
from tests.client.terminal.real.picture import open_boxes, too_wide
from tests.client.terminal.real.player import offered
from tests.client.terminal.real.showing import LINES, SHOWN
from tests.client.terminal.real.terminal import TmuxTerminal, flat

SHOWING = (sys.executable, "-m", "tests.client.terminal.real.showing")
STEERS = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
EVIL = "[red]\u202eA[/] \x1b[31mB\x1b]0;mine\x07<b>"
NAMED = "[red]A[/]"
SIZES = ((80, 24), (120, 40))


def faults_of(terminal: TmuxTerminal, columns: int) -> list[str]:
    """What is wrong with a screen, whatever stands on it."""
    screen = terminal.screen()
    steering = [letter for letter in screen.replace("\n", "") if category(letter) in STEERS]
    titled = terminal.asked("#{pane_title}#{window_bell_flag}")
    titles = [titled] if "mine" in titled or "title" in titled or titled.endswith("1") else []
    return [*too_wide(screen, columns), *open_boxes(screen), *map(ascii, steering), *titles]


def until_whole(terminal: TmuxTerminal, columns: int, what: str) -> None:
    """Wait until nothing is wrong with the screen."""
    terminal.until(lambda _screen: not faults_of(terminal, columns), what)


def test_a_bad_server_can_draw_nothing_but_text(opens: Opens) -> None:
    """Names, notes and chat that come as they were written, in two sizes."""
    terminal = opens("hostile", "unused", program=SHOWING)
    terminal.close()
    terminal.words = ("hostile", str(terminal.home))
    terminal.open()
    terminal.until(offered, "the table")
    shown = terminal.home / SHOWN
    for n in range(len(LINES)):
        terminal.resize(*SIZES[n % 2])
        terminal.press("F12")
        terminal.until_written(shown, str(n))
        until_whole(terminal, SIZES[n % 2][0], f"a whole screen for {LINES[n]!a}")
    terminal.until(offered, "the question, as before")


def test_two_players_with_bad_names(opens: Opens) -> None:
    """At a real table: a name of 500 letters, one with codes, and chat that is pasted with them."""
    host = opens("host", "--port", "0", "--no-announce", "--least", "0", "--name", EVIL, home="host")
    host.wait("He types: ironbottom join")
    invite = next(word for word in host.unwrapped().split() if word.startswith("IB1-"))
    guest = opens("join", invite, "--name", "M" + "\u0300" * 90 + "x" * 500, home="guest")
    for terminal in (host, guest):
        if "Keep this fleet" not in terminal.until(lambda now: "go on" in now or "Keep this fleet" in now, "the table"):
            terminal.press("Enter")  # what one has to know of the server
        terminal.wait("Keep this fleet")
        terminal.press("T")
        terminal.wait("your words, or")
    guest.paste(EVIL + " \u2028 {side} %s")
    guest.press("Enter")
    heard = host.until(lambda screen: "<b>" in screen, "what was said")
    assert NAMED in flat(guest.screen())
    assert "{side} %s" in flat(heard)
    assert all(cells(line) <= 80 for line in heard.splitlines())
    for terminal in (host, guest):
        until_whole(terminal, 80, "a whole screen")

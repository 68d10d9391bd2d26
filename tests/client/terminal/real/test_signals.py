"""A signal ends the terminal client as somebody does who gets up: the terminal as it was, a word, no process left."""

from __future__ import annotations

import os
import signal
import socket
from pathlib import Path

import pytest

from tests.client.support.terminal import Terminal as Lines
from tests.client.support.terminal import gone, wait_until_gone
from tests.client.terminal.real.conftest import Opens
from tests.client.terminal.real.terminal import TmuxTerminal
from tests.support.lengths import some

TABLE, SAVED = "all keys", "Saved. Go on with `ironbottom resume`."
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def at_table(opens: Opens) -> tuple[TmuxTerminal, list[int]]:
    """A game against the bot, and the processes of it."""
    terminal = opens("play", "--bot", "mate")
    terminal.wait(TABLE)
    family = [pid for pid, _words in terminal.children()]
    assert len(family) == 2
    return terminal, family


@pytest.mark.parametrize("number", some(SIGNALS, 1), ids=lambda number: number.name)
def test_a_signal_at_the_table(opens: Opens, number: signal.Signals) -> None:
    terminal, family = at_table(opens)
    os.kill(terminal.pid, number)
    terminal.wait(SAVED)
    terminal.until(lambda _screen: terminal.ended is not None, "its end")
    assert terminal.ended == 128 + number
    assert terminal.asked("#{alternate_on}") == "0"
    assert all(map(gone, family))


def test_a_terminal_that_goes_away(opens: Opens) -> None:
    """Nobody is there to read anything; the seat is kept all the same."""
    terminal, family = at_table(opens)
    family.append(terminal.pid)
    terminal._tmux("new-session", "-d", "-s", "other", ";", "kill-session", "-t", "=0")
    wait_until_gone(family)
    again = opens("resume")
    again.wait(TABLE)


def test_a_terminal_that_goes_away_while_one_waits(opens: Opens, tmp_path: Path) -> None:
    """After a list that was drawn: what drew it hears no more that the terminal is there again."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with Lines(tmp_path / "ann", "host", "--open", "--plain", "--name", "Ann", "--port", str(port)) as ann:
        ann.until("waiting for a player")
        terminal = opens("join", f"127.0.0.1:{port}", "--watch")
        terminal.wait("Enter looks on.")
        terminal.press("Enter")
        terminal.wait("waiting for a player")
        family = [terminal.pid]
        terminal._tmux("new-session", "-d", "-s", "other", ";", "kill-session", "-t", "=0")
        wait_until_gone(family)

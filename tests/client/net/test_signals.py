"""What ends a command from outside, where it is no Ctrl-C: the same word, the signal's exit code, no process left."""

from __future__ import annotations

import os
import pty
import signal
from pathlib import Path

import pytest

from ironbottom.client import signals
from tests.client.net.terminal import Terminal, children, gone

NO_BROWSER = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""}
KEPT = "ironbottom resume"
COMMANDS = {
    "play": (("play", "--plain"), "Type a number"),
    "host": (("host", "--plain", "--port", "0"), "The other seat is free"),
    "page": (("play", "--web"), "Leave this command running"),
}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_signal_is_a_way_out(tmp_path: Path, command: str, number: signal.Signals) -> None:
    words, begun = COMMANDS[command]
    with Terminal(tmp_path, *words, env=NO_BROWSER) as player:
        player.until(begun)
        family = children(player.process.pid)
        assert family
        player.process.send_signal(number)
        assert player.ended() == 128 + number
        assert KEPT in player.lines[-1]
        assert all(map(gone, family))


def test_a_signal_that_is_ignored_stays_so() -> None:
    """As after `nohup`."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with signals.Signals():
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
            assert signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGHUP, before)


def test_only_a_terminal_that_was_closed_is_lost() -> None:
    keyboard, terminal = pty.openpty()
    reads, writes = os.pipe()
    assert not any(map(signals.is_lost, (terminal, reads)))
    os.close(keyboard)
    assert signals.is_lost(terminal)
    for stream in (terminal, reads, writes):
        os.close(stream)

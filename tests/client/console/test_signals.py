"""What ends a command from outside, where it is no Ctrl-C: the same word, the signal's exit code, no process left."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ironbottom.client.console import interrupts, signals
from tests import ROOT
from tests.client.support.terminal import Terminal, children, gone, wait_until_gone
from tests.support.lengths import some

NO_BROWSER = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""}
RECORD = ROOT / "tests" / "engine" / "transcripts" / "core.jsonl"
KEPT = "ironbottom resume"
COMMANDS = {
    "play": (("play", "--plain"), "Type a number"),
    "host": (("host", "--plain", "--port", "0"), "The other seat is free"),
    "page": (("play", "--web"), "Leave this command running"),
}


@pytest.mark.parametrize("number", some([signal.SIGTERM, signal.SIGHUP], 1), ids=lambda number: number.name)
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


MANY = {
    "selfplay, one process": (("selfplay", "--games", "100000", "--jobs", "1"), "of 100000 games"),
    "selfplay": (("selfplay", "--games", "100000", "--jobs", "2"), "of 100000 games"),
    "arena, one process": (("arena", "first", "random", "--games", "9000", "--fast", "--jobs", "1"), "of 9000 games"),
    "arena --fast": (("arena", "first", "random", "--games", "9000", "--fast", "--jobs", "2"), "of 9000 games"),
    "arena": (("arena", "first", "random", "--games", "9000"), "of 9000 games"),
    "arena --ladder": (("arena", "--ladder", "first", "random", "--games", "9000", "--jobs", "2"), "of 9000 games"),
}


LONG_ENOUGH = (3.0, 9.0, 27.0)  # seconds until at least one game is over, on a quick machine and on a busy one


ENDINGS = [(command, number) for command in MANY for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)]


@pytest.mark.parametrize(("command", "number"), some(ENDINGS, 1))
def test_many_games_end_with_what_was_played(tmp_path: Path, command: str, number: signal.Signals) -> None:
    """The table of the games so far, and how many they were."""
    words, last = MANY[command]
    text = ""
    for seconds in LONG_ENOUGH:
        text = stopped_after(seconds, tmp_path, words, number)
        if text and f"topped after 0 {last}" not in text:
            break
    assert re.search(rf"topped after [1-9]\d* {last}", text), text
    assert "airplane deck" in text
    assert "Traceback" not in text


def stopped_after(seconds: float, home: Path, words: tuple[str, ...], number: signal.Signals) -> str:
    """All that a command prints that is ended by a signal then, and leaves no process behind.

    Nothing, where a busy machine had not begun it yet, so that the signal met nobody.
    """
    with Terminal(home, *words) as player:
        time.sleep(seconds)
        family = children(player.process.pid)
        player.process.send_signal(number)
        code = player.ended()
        if code == -number and not player.text:
            return ""
        assert code == 128 + number
        wait_until_gone(family)
        return player.text


@pytest.mark.parametrize("number", some([signal.SIGTERM, signal.SIGHUP], 1), ids=lambda number: number.name)
def test_a_signal_ends_a_look_through_a_record(tmp_path: Path, number: signal.Signals) -> None:
    with Terminal(tmp_path, "replay", "--plain", str(RECORD)) as player:
        player.until("entries, .* events")
        player.type("n")
        player.until("which side to play")
        player.process.send_signal(number)
        assert player.ended() == 128 + number
        assert player.lines[-1] == f"Stopped by {number.name}."


def test_a_signal_ends_a_check_of_many_files(tmp_path: Path) -> None:
    with Terminal(tmp_path, "replay", "--verify", *[str(RECORD)] * 2_000) as player:
        player.until("sound")
        player.process.send_signal(signal.SIGTERM)
        assert player.ended() == 128 + signal.SIGTERM
        assert player.lines[-1] == "Stopped by SIGTERM."


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
    assert not any(map(interrupts.is_lost, (terminal, reads)))
    os.close(keyboard)
    assert interrupts.is_lost(terminal)
    for stream in (terminal, reads, writes):
        os.close(stream)


# A signal that another thread takes: whoever waits for a line in this one is not woken by it.
UNHEARD = """
import os, signal, sys, threading, time
from ironbottom.client.console.interrupts import as_interrupts, code_of

def kick():
    time.sleep(0.2)
    signal.pthread_kill(threading.get_ident(), signal.SIGTERM)

try:
    with as_interrupts():
        threading.Thread(target=kick, daemon=True).start()
        os.read(0, 1)
except KeyboardInterrupt as interrupt:
    sys.exit(code_of(interrupt))
"""


def test_a_signal_that_comes_before_the_wait_for_a_line_is_heard() -> None:
    with subprocess.Popen([sys.executable, "-c", UNHEARD], stdin=subprocess.PIPE) as program:
        try:
            assert program.wait(20) == 128 + signal.SIGTERM
        finally:
            program.kill()

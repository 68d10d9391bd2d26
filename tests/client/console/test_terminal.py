"""The commands at a terminal of 80 columns, and in a pipe."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import struct
import subprocess
import sys
import termios
from importlib.resources import files
from pathlib import Path

import pytest

from ironbottom.catalog import card_set, cards_by_id
from ironbottom.client.console.output import broken
from ironbottom.client.text.card_text import width

CARDS = cards_by_id(card_set("full"))


def run(*argv: str, columns: int = 80, errors: bool = False) -> tuple[int, str, str]:
    """Run a command at a terminal: its code, what the terminal shows, and what went into the other stream's pipe.

    The terminal is standard output, or standard error if `errors`.
    """
    keyboard, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    out, err = (subprocess.PIPE, terminal) if errors else (terminal, subprocess.PIPE)
    program = [sys.executable, "-m", "ironbottom.client", *argv]
    process = subprocess.Popen(
        program, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=kept | {"TERM": "xterm", "PYTHONUTF8": "1"}
    )
    os.close(terminal)
    shown = b""
    while part := _read(keyboard):
        shown += part
    os.close(keyboard)
    piped = process.communicate()[0 if errors else 1]
    return process.returncode, shown.decode().replace("\r\n", "\n"), piped.decode()


def _read(keyboard: int) -> bytes:
    """What the terminal was sent; nothing when the program has left it, which Linux reports as an error."""
    try:
        return os.read(keyboard, 1 << 16)
    except OSError:
        return b""


def test_the_progress_bar_is_on_a_terminal() -> None:
    """Bar, count and games/s on standard error; the summary in the pipe is clean."""
    code, shown, piped = run("selfplay", "--games", "60", "--jobs", "1", "--json", errors=True)
    assert code == 0
    assert "━" in shown
    assert "/60" in shown
    assert " games/s" in shown
    assert json.loads(piped)["games"] == 60


def test_no_progress_bar_in_a_pipe() -> None:
    """Standard error stays empty, also where standard output is a terminal."""
    code, shown, piped = run("selfplay", "--games", "30", "--jobs", "1")
    assert (code, piped) == (0, "")
    assert "━" not in shown
    assert "\x1b" not in shown
    assert "30 games, core set, random players, seed 1: " in shown


@pytest.mark.parametrize(
    "argv",
    [
        ["selfplay", "--games", "1", "--jobs", "1"],
        ["cards", "list"],
        ["cards", "check", str(files("ironbottom.cards"))],
        ["cards", "show", "tokyo-express"],
        ["cards", "show", "翔鶴"],
        ["odds", "4", "--hp", "3"],
        ["odds", "--attack", "4", "--defence", "2", "--hp", "5", "--first", "defence"],
        *[[*command, "--help"] for command in (["selfplay"], ["replay"], ["odds"], ["cards", "check"], [])],
    ],
)
def test_nothing_is_wider_than_the_terminal(argv: list[str]) -> None:
    """Japanese letters take two columns."""
    code, shown, piped = run(*argv)
    assert (code, piped) == (0, "")
    assert shown
    assert [line for line in shown.splitlines() if width(line) > 80] == []


def test_every_card_has_two_lines_on_a_narrow_terminal() -> None:
    """Its name in full, and below it the same figures as in a wide one, under their labels."""
    _, narrow, _ = run("cards", "list", "--kind", "ship")
    lines = narrow.splitlines()
    ids = [line.split()[0] for line in lines if line.startswith(("us/", "jp/"))]
    ships = [str(card_id) for card_id, card in CARDS.items() if type(card).__name__ == "ShipCard"]
    assert sorted(ids) == ships
    at = lines.index("jp/shokaku  Shokaku  翔鶴  (core)")
    head = next(line for line in lines if line.startswith("  Type"))
    figures = lines[at + 1]
    assert figures.split() == ["CV", "3C", "3", "0", "-", "-", "1", "4", "4", "3"]
    assert [figures[head.index(label) + len(label) - 1] for label in ("HP", "Speed", "Sub", "Air")] == list("4413")


def test_every_card_has_one_line_where_it_fits() -> None:
    """A terminal of 200 columns shows what a pipe gets."""
    _, wide, _ = run("cards", "list", "--kind", "base", columns=200)
    row = next(line for line in wide.splitlines() if line.startswith("jp/truk"))
    assert row.endswith("トラック")
    assert row.split()[2] == "home"


def test_a_game_is_told_within_the_terminal(tmp_path: Path) -> None:
    """Long sentences go on further in; a pipe gets each on one line."""
    run("selfplay", "--games", "1", "--jobs", "1", "--out", str(tmp_path))
    file = str(tmp_path / "game-000001.jsonl")
    code, shown, _ = run("replay", "--all", file)
    program = [sys.executable, "-m", "ironbottom.client", "replay", "--all", file]
    piped = subprocess.run(program, capture_output=True, check=True).stdout.decode()
    assert code == 0
    assert max(map(width, shown.splitlines())) <= 80
    assert max(map(width, piped.splitlines())) > 80
    assert shown.split() == piped.split()


def test_lines_are_broken_between_words() -> None:
    """The indentation stays; the rest stands four columns further in; what fits is left alone."""
    assert broken("    a line", 10) == ["    a line"]
    assert broken("  one two three", 13) == ["  one two", "      three"]
    assert broken("翔鶴 瑞鶴", 9) == ["翔鶴 瑞鶴"]
    assert broken("翔鶴 瑞鶴", 8) == ["翔鶴", "    瑞鶴"]
    assert broken("", 80) == [""]

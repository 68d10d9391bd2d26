"""A game at home on a disk of two MB that fills up: server, bot and player as people have them.

What cannot be had on every machine (a file system of that size needs the right to mount one) is skipped loudly; what
each of the three does by itself is tested in test_own_disk.py, test_no_room.py and test_journal_faults.py.
"""

from __future__ import annotations

import os
import signal
import subprocess
import warnings
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.lengths import by_night, some

from ..support.terminal import Terminal, children

SIZE = 2 * 1024 * 1024
GAME = ("play", "--plain", "--seed", "3", "--side", "jp")
PAUSED = "The game is paused: The host's disk cannot be written"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "none", str(tmp_path)], check=False)
    if made.returncode:
        warnings.warn("NO SMALL DISK: a file system cannot be mounted here, so no real one fills up", stacklevel=1)
        pytest.skip("a file system cannot be mounted here")
    try:
        yield tmp_path
    finally:
        subprocess.run(["umount", "--lazy", str(tmp_path)], check=False)


def fill(disk: Path) -> None:
    """Nothing fits any more."""
    with (disk / "filler").open("wb", buffering=0) as file, suppress(OSError):
        while True:
            if file.write(bytes(4096)) < 4096:
                break


def empty(disk: Path) -> None:
    (disk / "filler").unlink()


def bot_of(player: Terminal) -> int:
    """The process of the bot that somebody plays against."""
    family = children(player.process.pid)
    return next(one for one in family if b"bot" in Path(f"/proc/{one}/cmdline").read_bytes().split(b"\0"))


def at_the_bots_turn(player: Terminal, disk: Path) -> None:
    """The disk fills up, and it is the bot that cannot answer."""
    player.until("Enter takes the default")
    player.type("")
    player.until("Type a step")
    bot = bot_of(player)
    os.kill(bot, signal.SIGSTOP)  # it thinks
    player.type("done")
    player.until("US is asked")
    fill(disk)
    os.kill(bot, signal.SIGCONT)
    player.until(PAUSED)


@by_night
def test_a_game_goes_on_when_there_is_room_again(disk: Path) -> None:
    """Resumed while the disk is full; nothing is typed afterwards, so that it is the bot that goes on."""
    home = disk / "home"
    with Terminal(home, *GAME) as player:
        at_the_bots_turn(player, disk)
        player.type("quit")
        assert player.ended() == 0
    with Terminal(home, "resume", "--plain") as player:
        player.until(PAUSED)
        empty(disk)
        player.until("The game goes on.")
        player.until("Turn 2, Japan.")
        player.until("Your decision, Japan: Discard one")
        player.type("quit")
        assert player.ended() == 0


@by_night
@pytest.mark.parametrize("last", some(["an answer, and the end", "quit", "the end"], 1))
def test_a_pipe_can_leave_while_the_disk_is_full(disk: Path, last: str) -> None:
    with Terminal(disk / "home", *GAME) as player:
        at_the_bots_turn(player, disk)
        if last != "the end":
            player.type("quit" if last == "quit" else "1")
        if last != "quit":
            player.close_input()
        assert player.ended() == 0
        assert "Saved.  Go on with `ironbottom resume`." in player.lines

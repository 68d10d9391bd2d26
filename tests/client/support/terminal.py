"""The program as a person has it before him: real processes, lines typed into a pipe, and what is printed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Self

PATIENCE = 40.0  # seconds until a test gives up; nothing waits so long by itself
STEPS = re.compile("Type a step|Another step, or")
PROMPTS = ("Type ", "Enter ")  # how the last line of a question begins
EXAMPLE, SEVERAL = re.compile(r'for example "([^"]+)"'), re.compile(r"Type (\d+) of the numbers")
OVER = "The transcript of the game: "


class Terminal:
    """One run of the program.  `lines` is everything that it has printed."""

    def __init__(self, home: Path, *words: str, env: dict[str, str] | None = None) -> None:
        self.home, self.lines = home, list[str]()
        environment = os.environ | {"IRONBOTTOM_HOME": str(home), "LC_ALL": "C.UTF-8"} | (env or {})
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ironbottom.client", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, env=environment, encoding="utf-8", errors="replace",
        )
        self._queue: SimpleQueue[str | None] = SimpleQueue()
        self._ended = False
        self._again: str | None = None  # a line that is to be read once more
        Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    continue

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._queue.put(line.rstrip("\n"))
        self._queue.put(None)

    def line(self, end: float) -> str | None:
        """The next line that is printed; None: there will be no more.  Fails when it is not there in time."""
        if self._again is not None:
            again, self._again = self._again, None
            self.lines.append(again)
            return again
        if self._ended:
            return None
        try:
            line = self._queue.get(timeout=max(0.01, end - time.monotonic()))
        except Empty:
            raise AssertionError("nothing more was printed after:\n" + "\n".join(self.lines[-40:])) from None
        self._ended = line is None
        if line is not None:
            self.lines.append(line)
        return line

    def unread(self) -> None:
        """The last line is to be read again."""
        self._again = self.lines.pop()

    def learn(self, n: int) -> None:
        """Read up to a lesson of the tutorial: an empty line is typed wherever one is waited for."""
        while self.until(rf"^(?:Lesson {n} of \d+: |Press Enter)")[0].startswith("Press"):
            self.type("")

    def until(self, wanted: str) -> re.Match[str]:
        """Read until a line holds what is wanted."""
        end = time.monotonic() + PATIENCE
        while (line := self.line(end)) is not None:
            if found := re.search(wanted, line):
                return found
        raise AssertionError(f"{wanted!r} was not printed, but:\n" + "\n".join(self.lines[-40:]))

    def type(self, *lines: str) -> None:
        """Type lines; a program that has ended hears nothing."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write("".join([f"{line}\n" for line in lines]))
            self.process.stdin.flush()
        except BrokenPipeError:
            return

    def close_input(self) -> None:
        """There is nothing more to type."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def play_on(self, until: str = OVER) -> None:
        """Give the answer that needs no thought to each question until a line holds what is wanted."""
        play((self,), until)

    def glance(self, wanted: str) -> bool | None:
        """Answer what is asked by now; whether a line held what is wanted (then the rest is left for later).

        None: nothing new was printed.
        """
        seen: bool | None = None
        while not self._ended:
            try:
                line = self._queue.get_nowait()
            except Empty:
                break
            seen = False
            if line is None:
                self._ended = True
                break
            self.lines.append(line)
            if re.search(wanted, line):
                return True
            if STEPS.search(line):
                self.type("done")
            elif line.startswith(PROMPTS):
                self.type(typed(line))
        return seen

    @property
    def over(self) -> bool:
        """Whether it has ended, and everything it printed was read."""
        return self._ended

    def kill(self) -> None:
        """As `kill -9` does it."""
        self.process.kill()
        self.process.wait()

    def interrupt(self) -> None:
        """As Ctrl-C does it."""
        self.process.send_signal(signal.SIGINT)

    def ended(self) -> int:
        """The exit code; everything that was printed is in `lines`."""
        end = time.monotonic() + PATIENCE
        while self.line(end) is not None:
            continue
        return self.process.wait(PATIENCE)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def typed(line: str) -> str:
    """An answer to a question, by the line that says how it is answered: the default where it is proposed, else the
    example that stands there, the first, or none.
    """
    example = EXAMPLE.search(line)
    if re.search(r"\bEnter\b", line):
        return ""
    if example is not None:
        return example[1]
    several = SEVERAL.match(line)
    if several is not None:
        return " ".join(map(str, range(1, 1 + int(several[1]))))
    return "none" if '"none"' in line else "1"


def play(players: Sequence[Terminal], until: str, *, each: bool = False) -> None:
    """Let them play until one of them, or each, has printed what is wanted."""
    end = time.monotonic() + PATIENCE
    left = list(players)
    while left:
        glances = [(player, player.glance(until)) for player in left]
        done = [player for player, found in glances if found]
        if done and not each:
            return
        left = [player for player in left if player not in done]
        if time.monotonic() > end or any(player.over for player in left):
            raise AssertionError(_told(left, until))
        if not any(found is not None for _player, found in glances):
            time.sleep(0.002)


def _told(players: Sequence[Terminal], wanted: str) -> str:
    said = [f"{wanted!r} was not printed, but:\n" + "\n".join(player.lines[-30:]) for player in players]
    return "\n\n".join(said)


def ran(home: Path, *words: str) -> tuple[int, str]:
    """A run of the program that needs nobody at the keyboard: its exit code, and what it printed."""
    with Terminal(home, *words) as terminal:
        terminal.close_input()
        return terminal.ended(), terminal.text


def gone(pid: int) -> bool:
    """Whether a process has ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return True
    return stat.rpartition(")")[2].split()[0] == "Z"


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(word) for word in listed.stdout.split()]


def wait_until_gone(pids: list[int]) -> None:
    """Poll until all of these have ended."""
    end = time.monotonic() + PATIENCE
    while not all(map(gone, pids)):
        assert time.monotonic() < end, f"still running: {[pid for pid in pids if not gone(pid)]}"
        time.sleep(0.02)

"""A terminal of its own for each program: what is typed reaches it as keys, and its screen can be read at any time."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Self

PATIENCE = 90.0  # seconds until a test gives up: machines may be busy
TICK = 0.04  # seconds between two looks at a screen
CALM = 0.25  # seconds without a change until a screen counts as drawn
PROGRAM = (sys.executable, "-m", "ironbottom.client")
LOCALE = {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}

# What a terminal says of itself; nothing of whoever runs the tests.
SCREEN = {"TERM": "tmux-256color", "COLORTERM": "truecolor", **LOCALE}
OF_OURS = ("NO_COLOR", "LANGUAGE", "IRONBOTTOM_HOME", "TMUX", "TMUX_PANE", "COLUMNS", "LINES")


class TmuxTerminal:
    """One program in one terminal, on a tmux server of its own."""

    def __init__(
        self, home: Path, *words: str, size: tuple[int, int] = (80, 24), env: Mapping[str, str] | None = None,
        speed: str = "at-once", theme: str = "", program: tuple[str, ...] = PROGRAM,
    ) -> None:
        self.home, self.words, self.program = home, words, program
        self.columns, self.rows = size
        self.env = {**SCREEN, "IRONBOTTOM_HOME": str(home), **(env or {})}
        self._folder = ""
        home.mkdir(parents=True, exist_ok=True)
        (home / "terminal.json").write_text(json.dumps({"speed": speed, "theme": theme}), encoding="utf-8")

    def open(self) -> Self:
        """Start the program."""
        self._folder = tempfile.mkdtemp(prefix="ib-")  # a socket's path must be short
        outside = {name: value for name, value in os.environ.items() if name not in OF_OURS}
        put_in = [word for name, value in self.env.items() for word in ("-e", f"{name}={value}")]
        self._tmux(
            "-f", "/dev/null", "start-server", ";", "set", "-g", "remain-on-exit", "on", ";",
            "set", "-g", "status", "off", ";",
            "set", "-g", "default-terminal", self.env["TERM"], ";", "set", "-s", "escape-time", "0", ";",
            "new-session", "-d", "-x", str(self.columns), "-y", str(self.rows), *put_in, "env", "-u", "TMUX", "-u",
            "TMUX_PANE", f"TERM={self.env['TERM']}", *self.program, *self.words, env=outside,
        )
        return self

    def close(self) -> None:
        """End it, and whatever it has started."""
        if not self._folder:
            return
        others = [pid for pid, _words in self.children()]
        with suppress(subprocess.CalledProcessError):
            self._tmux("kill-server")
        for pid in others:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder = ""

    def __enter__(self) -> Self:
        return self.open()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _tmux(self, *argv: str, env: Mapping[str, str] | None = None) -> str:
        argv = ("tmux", "-u", "-S", f"{self._folder}/s", *argv)
        return subprocess.run(argv, check=True, stdout=subprocess.PIPE, text=True, env=env).stdout

    # keys

    def press(self, *keys: str) -> None:
        """Keys, as tmux calls them: Enter, Escape, Down, C-p, a."""
        self._tmux("send-keys", "--", *keys)

    def type(self, text: str) -> None:
        """Letters, one after another."""
        self._tmux("send-keys", "-l", "--", text)

    def paste(self, text: str) -> None:
        """As a terminal pastes: between brackets, if the program wants them."""
        load = ["tmux", "-u", "-S", f"{self._folder}/s", "load-buffer", "-"]
        subprocess.run(load, input=text.encode("utf-8", "replace"), check=True)
        self._tmux("paste-buffer", "-p", "-r")

    def resize(self, columns: int, rows: int) -> None:
        """As somebody pulls at the window."""
        self.columns, self.rows = columns, rows
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))

    # what is seen

    def screen(self) -> str:
        """The letters of the screen, a line for each row."""
        return self._tmux("capture-pane", "-p")

    def unwrapped(self) -> str:
        """The same with lines of text whole that the terminal has broken."""
        return self._tmux("capture-pane", "-p", "-J")

    def scrolled(self) -> str:
        """The same with all that was scrolled out of it."""
        return self._tmux("capture-pane", "-p", "-J", "-S", "-")

    def coloured(self) -> str:
        """The same with its colours, as escape codes; every row as wide as the screen."""
        return self._tmux("capture-pane", "-p", "-e", "-N")

    def asked(self, what: str) -> str:
        """Something that tmux knows of the terminal, as #{pane_title}."""
        return self._tmux("display-message", "-p", what).strip()

    @property
    def ended(self) -> int | None:
        """The exit code, below 0 where a signal ended it; None as long as it runs."""
        told = self.asked("#{pane_dead}/#{pane_dead_status}/#{pane_dead_signal}/#{pid}")
        dead, code, signal_, server = told.split("/")
        if dead == "1" and not code and not signal_:
            os.kill(int(server), signal.SIGCHLD)  # tmux misses a child's end now and then, and leaves it a zombie
            return None
        return None if dead != "1" else int(code or f"-{signal_}")

    def until(self, seen: Callable[[str], object], what: str = "", *, within: float = PATIENCE) -> str:
        """The first screen of which this is true."""
        deadline = monotonic() + within
        while not seen(screen := self.screen()):
            assert monotonic() < deadline, f"{what or 'what was waited for'} has not come:\n{screen}"
            sleep(TICK)
        return screen

    def wait(self, text: str, *, within: float = PATIENCE) -> str:
        """The first screen with this text, also where it is broken into lines."""
        wanted = flat(text)
        return self.until(lambda screen: wanted in flat(screen), repr(text), within=within)

    def until_written(self, file: Path, text: str) -> None:
        """Wait until the program has written this into a file."""
        self.until(lambda _screen: file.exists() and file.read_text("utf-8") == text, text)

    def calm(self, *, after: str | None = None, grace: float = 1.0) -> str:
        """The screen when nothing moves on it any more; where another is given, at first it has to differ from that,
        or not to have done so for some time."""
        begun = last = monotonic()
        before = self.screen()
        while True:
            sleep(TICK)
            screen, now = self.screen(), monotonic()
            if screen != before:
                before, last = screen, now
            waits = screen == after and now - begun < grace
            if not waits and now - last > CALM:
                return screen
            assert now - begun < PATIENCE, f"the screen never stands still:\n{screen}"

    # processes

    @property
    def pid(self) -> int:
        return int(self.asked("#{pane_pid}"))

    def children(self) -> list[tuple[int, str]]:
        """The processes that it has started, and theirs: number and command line."""
        listing = ["ps", "-A", "-o", "pid=,ppid=,args="]
        told = subprocess.run(listing, stdout=subprocess.PIPE, text=True, check=True).stdout
        rows = [line.split(None, 2) for line in told.splitlines()]
        found, parents = list[tuple[int, str]](), {self.pid}
        for _generation in range(4):
            young = [(int(row[0]), row[2]) for row in rows if len(row) > 2 and int(row[1]) in parents]
            found += [one for one in young if one not in found]
            parents = {pid for pid, _words in young}
        return found

    def child(self, words: str) -> int:
        """The child whose command line holds these words."""
        return next(pid for pid, line in self.children() if words in line)

    def kill(self) -> None:
        """As when the power fails, but for the terminal."""
        os.kill(self.pid, signal.SIGKILL)
        self.until(lambda _screen: self.ended is not None, "its end")


def flat(screen: str) -> str:
    """Text without what breaks it: line ends, frames, runs of blanks."""
    return re.sub(r"[\s│┃║▏▕▐▌]+", " ", screen)

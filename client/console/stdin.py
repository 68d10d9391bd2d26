"""What somebody types, or a pipe brings, line by line, while the program does other things."""

from __future__ import annotations

import asyncio
import codecs
import os
import sys
from contextlib import suppress
from threading import Thread

CHUNK = 4096
LONGEST = 64 * 1024  # letters of a line: what is longer is cut into lines


def is_screen() -> bool:
    """Whether a table can be drawn where we print: a terminal that knows more than lines.

    Textual draws to the standard error: where that leads into a file, nothing would be seen.
    """
    try:
        drawn = sys.stdout.isatty() and sys.stderr.isatty()
    except (OSError, ValueError):
        return False
    return drawn and os.environ.get("TERM", "dumb" if os.name == "posix" else "") != "dumb"


class StdinLines:
    """Standard input, read by a thread of its own: a terminal, a pipe and a file are all alike to it.

    It reads the bytes of the system, not Python's stream, which would be locked by the thread when the program ends;
    and it reads only when the first line is wanted: until then the input is free for the terminal client.
    """

    at_end = False  # everything is read, if not yet taken

    def __init__(self, *, plain: bool = False) -> None:
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._ended = False
        self._back: list[str] = []  # lines that were read, and not taken
        try:
            self._stream = sys.stdin.fileno()
            self.terminal = sys.stdin.isatty()
        except (OSError, ValueError):
            self._stream, self.terminal = -1, False
        self.screen = self.terminal and not plain and is_screen()
        self._begun = False

    async def line(self) -> str | None:
        """The next line; None: there will be no more."""
        if self._back:
            return self._back.pop()
        if self._ended:
            return None
        if not self._begun:
            self._begun = True
            Thread(target=self._read, name="typed", daemon=True).start()
        line = await self._lines.get()
        self._ended = line is None
        return line

    def give_back(self, line: str) -> None:
        """A line that was read is for whoever reads next."""
        self._back.append(line)

    def drop(self) -> None:
        """What was typed ahead was not meant for who sits down now; the end of the input stays the end."""
        self._back.clear()
        kept = list[None]()
        while not self._lines.empty():
            if self._lines.get_nowait() is None:
                kept.append(None)
        for end in kept:
            self._lines.put_nowait(end)

    def _read(self) -> None:
        decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        rest = ""
        while data := self._chunk():
            *lines, rest = (rest + decode(data)).replace("\r\n", "\n").split("\n")
            if len(rest) > LONGEST:
                lines, rest = [*lines, rest], ""
            for line in lines:
                self._give(line)
        if rest:
            self._give(rest)
        self.at_end = True
        self._give(None)

    def _chunk(self) -> bytes:
        try:
            return os.read(self._stream, CHUNK)
        except OSError:
            return b""

    def _give(self, line: str | None) -> None:
        with suppress(RuntimeError):  # the program has ended meanwhile
            self._loop.call_soon_threadsafe(self._lines.put_nowait, line)

"""How far each game has come, in a file beside the journal: so that it is noticed when its last entries are missing.

A store of which the end is cut off, or an old copy of one, is sound in itself: nothing in it tells that there was more.
So the head of a game's chain is noted apart, a line for each commit, after the commit.  The file is not synced: it may
lag behind the journal (after a power cut, or where the disk was full), and never runs ahead of it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from ironbottom.private_files import opened

NAME = "heads"
SPARE = 20_000  # lines that are out of date before the file is written anew


class Head(NamedTuple):
    """The chain of a game after entry n: nothing before that can be missing, or be otherwise."""

    table: str
    game: int  # its number at that table, from 1
    n: int  # 0: there is no such table any more
    head: bytes

    def line(self) -> bytes:
        """As it stands in the file."""
        told = f"{self.table} {self.game} {self.n} {self.head.hex()}"
        return f"{told} {crc32(told.encode()):08x}\n".encode()


def read(line: bytes) -> Head | None:
    """A line of the file; None: it is none, or a torn one."""
    told, _space, mark = line.rpartition(b" ")
    try:
        if crc32(told) != int(mark, 16):
            return None
        table, game, n, head = told.decode("ascii").split(" ")
        return Head(table, int(game), int(n), bytes.fromhex(head))
    except ValueError:
        return None


class Heads:
    """The file of one journal, in its folder.  What cannot be read or written of it is done without."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._of: dict[str, Head] = {}
        self._file: FileIO | None = None
        self._lines = 0
        self._torn = b""  # before the next line: its end, where the last one may not be whole
        with suppress(OSError):
            self._take(self._path.read_bytes())
        if self._lines > len(self._of):
            self._write_anew()

    def of(self, table: str) -> Head | None:
        """How far the last game of a table has come at least."""
        return self._of.get(table)

    def note(self, heads: Sequence[Head]) -> None:
        """Games have gone on."""
        lines = [head.line() for head in heads]
        if not lines:
            return
        for head in heads:
            self._put(head)
        told, self._torn = self._torn + b"".join(lines), b"\n"
        self._lines += len(lines)
        with suppress(OSError):
            if self._open().write(told) == len(told):
                self._torn = b""
        if self._lines > len(self._of) + SPARE:
            self._write_anew()

    def tables(self) -> list[str]:
        """All tables with a game, whose rows should be in the store."""
        return [*self._of]

    def lines(self) -> bytes:
        """All of them, as they would stand in a file that was just written."""
        return b"".join([head.line() for head in self._of.values()])

    def _take(self, data: bytes) -> None:
        for line in data.splitlines():
            self._lines += 1
            if (head := read(line)) is not None:
                self._put(head)
        self._torn = b"" if data.endswith(b"\n") or not data else b"\n"

    def _put(self, head: Head) -> None:
        if head.n:
            self._of[head.table] = head
        else:
            self._of.pop(head.table, None)

    def _write_anew(self) -> None:
        """Only the last line of each game, whole or not at all."""
        new = self._path.with_name(f"{NAME}.new")
        try:
            with open(opened(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), "wb") as file:
                file.write(self.lines())
                file.flush()
                os.fsync(file.fileno())
            new.replace(self._path)
            self.close()
            self._torn = b""
        except OSError:
            with suppress(OSError):
                new.unlink()
        self._lines = len(self._of)

    def _open(self) -> FileIO:
        if self._file is None:
            self._file = FileIO(opened(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND), "ab")
        return self._file

    def close(self) -> None:
        """Let the file go."""
        if self._file is not None:
            self._file.close()
            self._file = None

"""The file of the log: for its owner alone, and never greater than it may be.

A full one is put beside, in the place of the one before: so there are two at most, however much somebody makes us
write.
"""

from __future__ import annotations

import os
from io import FileIO
from pathlib import Path

from ironbottom.private_files import close, opened

MOST = 16 * 1024 * 1024  # bytes of one file
BEFORE = ".1"  # behind the name of the one before


class LogFile:
    """As much of a stream as a log needs.  Raises OSError."""

    def __init__(self, path: Path, most: int = MOST) -> None:
        self._path, self._most = path, most
        self._file = self._open()
        self._size = self._file.seek(0, os.SEEK_END)

    def write(self, data: bytes, /) -> int:
        """A line; where there is no room for it left, in a new file.  How much of it was written."""
        if self._size and self._size + len(data) > self._most:
            self._begin_anew()
        written = self._file.write(data)
        self._size += written
        return written

    def _begin_anew(self) -> None:
        os.replace(self._path, self._path.with_name(self._path.name + BEFORE))
        full, self._file = self._file, self._open()
        self._size = 0
        full.close()

    def _open(self) -> FileIO:
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
        there = self._path.exists()  # then it keeps the mode that its owner has given it
        return FileIO(os.open(self._path, flags) if there else opened(self._path, flags), "ab")


def log_file(path: Path, data: Path) -> LogFile:
    """The file of a server's log; in the folder of its data it is closed, whatever its mode was."""
    if path.exists() and path.resolve().is_relative_to(data.resolve()):
        close(path)
    return LogFile(path)

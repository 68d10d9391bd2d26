"""Small files that must be whole after a power cut, and that nobody else needs to read."""

from __future__ import annotations

import os
from errno import ENOSPC
from pathlib import Path

from ironbottom import private_files
from ironbottom.language import _
from ironbottom.private_files import close, make_folder, opened, sync_folder

from ..console.errors import NotWritten, UserError

LONGEST = 4096  # bytes of a line that is appended


def own_folder(path: Path) -> Path:
    """A folder that nobody else on this computer can read, made or closed; return it.  Raises UserError."""
    folder_for(path / "file")
    try:
        close(path)
    except OSError as error:
        text = _("{path} can be read by other people on this computer, and cannot be closed ({why}): make it yours, or "
                 "set another folder in the environment variable IRONBOTTOM_HOME.")
        raise UserError(text.format(path=path, why=error.strerror)) from None
    return path


def folder_for(path: Path) -> Path:
    """Make the folder that a file is to lie in, for its owner alone; return the file's path.  Raises UserError."""
    try:
        make_folder(path.parent)
    except OSError as error:
        raise cannot_write(path.parent, error) from None
    return path


def write_whole(path: Path, data: bytes) -> None:
    """Put this in the place of what a file held: all of it, or nothing.  Raises UserError."""
    try:
        private_files.write_whole(folder_for(path), data)
    except OSError as error:
        raise cannot_write(path, error) from None


def write_first(path: Path, data: bytes) -> bool:
    """Make a file, unless there is one: then it stays as it is, and False is returned.  Raises UserError."""
    try:
        return private_files.write_first(folder_for(path), data)
    except OSError as error:
        raise cannot_write(path, error) from None


def append(path: Path, line: bytes, *, now: bool = False) -> None:
    """Write a line, with its end, behind what a file holds; `now`: wait until it is on the disk.  Raises UserError."""
    file = AppendFile(path)
    try:
        file.append(line, now=now)
    finally:
        file.close()


class AppendFile:
    """A file that is held open to grow by a line at a time.  Raises UserError where it cannot.

    A last line without its end was cut off when a process died: it makes room.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._new = not folder_for(path).exists()
            file = self._file = open(opened(path, os.O_RDWR | os.O_CREAT | os.O_APPEND), "r+b", buffering=0)  # noqa: SIM115
            end = file.seek(0, os.SEEK_END)
            tail = min(end, LONGEST)
            file.seek(end - tail)
            cut = tail - (file.read(tail).rfind(b"\n") + 1)
            file.truncate(end - cut)
        except OSError as error:
            raise cannot_write(path, error) from None
        self.begun = end > cut  # whether there was something in it

    def append(self, lines: bytes, *, now: bool = False) -> None:
        """Write lines, each with its end, behind the others; `now`: until they are on the disk.  Raises UserError."""
        file = self._file
        try:
            end = file.seek(0, os.SEEK_END)
            if file.write(lines) < len(lines):  # the disk is full in the midst of it
                file.truncate(end)
                raise OSError(ENOSPC, os.strerror(ENOSPC))
            if now:
                os.fsync(file.fileno())
                if self._new:
                    sync_folder(self._path.parent)
        except OSError as error:
            raise cannot_write(self._path, error) from None

    def close(self) -> None:
        self._file.close()


def read_if_there(path: Path) -> bytes | None:
    """What a file holds; None: there is no such file.  Raises UserError."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except NotADirectoryError as error:
        raise cannot_write(path, error) from None
    except OSError as error:
        raise cannot_read(path, error) from None


def files_in(folder: Path, ending: str) -> list[Path]:
    """The files in a folder that end so; none where there is no such folder.  Raises UserError."""
    try:
        return sorted([path for path in folder.iterdir() if path.suffix == ending])
    except FileNotFoundError:
        return []
    except OSError as error:
        raise cannot_read(folder, error) from None


def cannot_read(path: Path, error: OSError) -> UserError:
    """Why a file or a folder cannot be read, and what may help."""
    text = _("{path} cannot be read ({why}): make it readable for yourself and try again.")
    return UserError(text.format(path=path, why=error.strerror))


def damaged(path: Path) -> UserError:
    """What becomes of a file that was written by another version, or by nobody of us."""
    text = _("{path} is damaged, or of another version: it is left as it is.  Put back a copy of it, or move it away.")
    return UserError(text.format(path=path))


def cannot_write(path: Path, error: OSError) -> NotWritten:
    """Why a file cannot be written, and what may help."""
    text = _("{path} cannot be written ({why}): make room or give yourself the right to it, or set another folder in "
             "the environment variable IRONBOTTOM_HOME.")
    return NotWritten(text.format(path=path, why=error.strerror))

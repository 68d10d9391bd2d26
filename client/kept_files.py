"""Small files that must be whole after a power cut, and that nobody else needs to read."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from ironbottom.language import _

from .trouble import Trouble

OWNER_ONLY = 0o600
LONGEST = 4096  # bytes of a line that is appended


def folder_for(path: Path) -> Path:
    """Make the folder that a file is to lie in, for its owner alone; return the file's path."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(path.parent, error) from None
    return path


def write_whole(path: Path, data: bytes) -> None:
    """Put this in the place of what a file held: all of it, or nothing.  Raises Trouble."""
    written = _beside(path, data)
    try:
        os.replace(written, path)
    except OSError as error:
        written.unlink(missing_ok=True)
        raise cannot_write(path, error) from None


def write_first(path: Path, data: bytes) -> bool:
    """Make a file, unless there is one: then it stays as it is, and False is returned.  Raises Trouble."""
    written = _beside(path, data)
    try:
        try:
            os.link(written, path)
        except FileExistsError:
            return False
        except OSError:  # a file system without links
            if path.exists():
                return False
            os.replace(written, path)
    except OSError as error:
        raise cannot_write(path, error) from None
    finally:
        with suppress(OSError):
            written.unlink()
    return True


def _beside(path: Path, data: bytes) -> Path:
    """The data in a new file beside a path, on the disk for good."""
    new = folder_for(path).with_name(f".{path.name}.{secrets.token_hex(6)}")
    try:
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        with suppress(OSError):
            new.unlink()
        raise cannot_write(path, error) from None
    return new


def append(path: Path, line: bytes, *, now: bool = False) -> None:
    """Write a line, with its end, behind what a file holds; `now`: wait until it is on the disk.  Raises Trouble."""
    file = Growing(path)
    try:
        file.append(line, now=now)
    finally:
        file.close()


class Growing:
    """A file that is held open to grow by a line at a time.  Raises Trouble where it cannot.

    A last line without its end was cut off when a process died: it makes room.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            flags = os.O_RDWR | os.O_CREAT | os.O_APPEND
            self._file = open(os.open(folder_for(path), flags, OWNER_ONLY), "r+b", buffering=0)  # noqa: SIM115
            end = self._file.seek(0, os.SEEK_END)
            tail = min(end, LONGEST)
            self._file.seek(end - tail)
            cut = tail - (self._file.read(tail).rfind(b"\n") + 1)
            self._file.truncate(end - cut)
        except OSError as error:
            raise cannot_write(path, error) from None
        self.begun = end > cut  # whether there was something in it

    def append(self, lines: bytes, *, now: bool = False) -> None:
        """Write lines, each with its end, behind the others; `now`: wait until they are on the disk."""
        try:
            self._file.write(lines)
            if now:
                os.fsync(self._file.fileno())
        except OSError as error:
            raise cannot_write(self._path, error) from None

    def close(self) -> None:
        self._file.close()


def read_if_there(path: Path) -> bytes | None:
    """What a file holds; None: there is no such file.  Raises Trouble."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except NotADirectoryError as error:
        raise cannot_write(path, error) from None
    except OSError as error:
        raise cannot_read(path, error) from None


def files_in(folder: Path, ending: str) -> list[Path]:
    """The files in a folder that end so; none where there is no such folder.  Raises Trouble."""
    try:
        return sorted([path for path in folder.iterdir() if path.suffix == ending])
    except FileNotFoundError:
        return []
    except OSError as error:
        raise cannot_read(folder, error) from None


def cannot_read(path: Path, error: OSError) -> Trouble:
    """Why a file or a folder cannot be read, and what may help."""
    text = _("{path} cannot be read ({why}): make it readable for yourself and try again.")
    return Trouble(text.format(path=path, why=error.strerror))


def damaged(path: Path) -> Trouble:
    """What becomes of a file that was written by another version, or by nobody of us."""
    text = _("{path} is damaged, or of another version: it is left as it is.  Put back a copy of it, or move it away.")
    return Trouble(text.format(path=path))


def cannot_write(path: Path, error: OSError) -> Trouble:
    """Why a file cannot be written, and what may help."""
    text = _("{path} cannot be written ({why}): make room or give yourself the right to it, or set another folder in "
             "the environment variable IRONBOTTOM_HOME.")
    return Trouble(text.format(path=path, why=error.strerror))

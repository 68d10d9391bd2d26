"""Small files that must be whole after a power cut, and that nobody else needs to read."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from errno import ENOSPC
from pathlib import Path

from ironbottom.language import _

from .trouble import NotWritten, Trouble

OWNER_ONLY = 0o600
LONGEST = 4096  # bytes of a line that is appended


def own_folder(path: Path) -> None:
    """Make a folder for its owner alone, if there is none.  Raises Trouble."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(path, error) from None


def folder_for(path: Path) -> Path:
    """Make the folder that a file is to lie in; return the file's path.  Raises Trouble."""
    own_folder(path.parent)
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
    """Write a line, with its end, behind what a file holds; `now`: wait until it is on the disk.  Raises Trouble.

    A last line without its end was cut off when a process died: it makes room.
    """
    try:
        with open(os.open(folder_for(path), os.O_RDWR | os.O_CREAT, OWNER_ONLY), "r+b", buffering=0) as file:
            end = file.seek(0, os.SEEK_END)
            tail = min(end, LONGEST)
            file.seek(end - tail)
            cut = tail - (file.read(tail).rfind(b"\n") + 1)
            file.truncate(end - cut)
            file.seek(end - cut)
            if file.write(line) < len(line):  # the disk is full in the midst of it
                file.truncate(end - cut)
                raise OSError(ENOSPC, os.strerror(ENOSPC))
            if now:
                os.fsync(file.fileno())
    except OSError as error:
        raise cannot_write(path, error) from None


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


def cannot_write(path: Path, error: OSError) -> NotWritten:
    """Why a file cannot be written, and what may help."""
    text = _("{path} cannot be written ({why}): make room or give yourself the right to it, or set another folder in "
             "the environment variable IRONBOTTOM_HOME.")
    return NotWritten(text.format(path=path, why=error.strerror))

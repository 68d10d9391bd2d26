"""Files and folders that nobody but their owner can read, and files that are whole after a power cut.

What a server or a client keeps goes through here: keys, seats, journals, logs.  No mode hangs on the umask.  A file is
written beside its place, synced, and put there; then its folder is synced, or a power cut could take the name away
again.  Everything here raises OSError; who calls says in a sentence what that means.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from errno import EACCES, EBADF, EINVAL, ENOTSUP
from pathlib import Path

FOLDER, FILE = 0o700, 0o600
OTHERS = 0o077  # what everybody else could do
HAS_MODES = os.name == "posix"
NO_SYNC = (EINVAL, ENOTSUP, EBADF, EACCES)  # what file systems say that sync no folders


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for their owner alone; one that is there stays as it is."""
    if folder.is_dir():
        return
    if folder.parent != folder:
        make_folder(folder.parent)
    try:
        folder.mkdir(mode=FOLDER)
    except FileExistsError:
        if not folder.is_dir():
            raise
    else:
        _close(folder, FOLDER)


def is_open(path: Path) -> bool:
    """Whether anybody but its owner may do anything with what is there."""
    return HAS_MODES and not path.is_symlink() and bool(path.stat().st_mode & OTHERS)


def close(path: Path) -> None:
    """Take the right to it from everybody but its owner, where they have one."""
    if is_open(path):
        _close(path, FOLDER if path.is_dir() else FILE)


def close_all(folder: Path) -> None:
    """Close a folder and everything below it; links are left alone, and lead nowhere from here."""
    close(folder)
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            close_all(path)
        elif path.is_file():
            close(path)


def opened(path: Path, flags: int) -> int:
    """A descriptor of a file; with O_CREAT it is its owner's alone from the first moment on."""
    descriptor = os.open(path, flags, FILE)
    try:
        if HAS_MODES and os.fstat(descriptor).st_mode & 0o777 != FILE:
            os.fchmod(descriptor, FILE)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def make_file(path: Path) -> None:
    """Make an empty file for its owner alone, or close one that is there.

    One that is there is not opened: to let go of it again would take this process's locks on it away.
    """
    if path.exists():
        close(path)
    else:
        os.close(opened(path, os.O_RDWR | os.O_CREAT))


def write_whole(path: Path, data: bytes) -> None:
    """Put this in the place of what a file held: all of it, or nothing."""
    written = _beside(path, data)
    try:
        os.replace(written, path)
    except OSError:
        written.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def write_first(path: Path, data: bytes) -> bool:
    """Make a file whole, unless there is one: then it stays as it is, and False is returned."""
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
    finally:
        with suppress(OSError):
            written.unlink()
    sync_folder(path.parent)
    return True


def _beside(path: Path, data: bytes) -> Path:
    """The data in a new file beside a path, on the disk for good."""
    new = path.with_name(f".{path.name}.{secrets.token_hex(6)}")
    try:
        with open(opened(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        with suppress(OSError):
            new.unlink()
        raise
    return new


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on the disk for good, where the system has that."""
    if not HAS_MODES:
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except PermissionError:  # one may write into a folder that one may not list
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in NO_SYNC:
            raise
    finally:
        os.close(descriptor)


def _close(path: Path, mode: int) -> None:
    if HAS_MODES and path.stat().st_mode & 0o777 != mode:
        path.chmod(mode)

"""A backup of a server's folder: a folder like it, with a list of what is in it, and the way back.

The list tells the size and the digest of each file, so that a copy that is torn or damaged on its way is not taken for
one.  What a log says is no part of it.  What lies beside the journal is copied before it: bots of ours may then know
less than the journal, as after a power cut, and never more.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from hashlib import file_digest
from pathlib import Path, PurePosixPath
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from ironbottom.language import _
from ironbottom.private_files import make_folder, opened, sync_folder, write_first

from ..runtime.settings import CannotServe
from . import heads, journal
from .copying import copy_store
from .data_folder import BOTS, CERTIFICATE, GAMES, KEY, MODERATION, PUSH, RESTORING, REVIEWS

LIST = "backup.json"
FILES = (KEY, CERTIFICATE, PUSH, MODERATION)
FOLDERS = (BOTS, GAMES, REVIEWS)
FORMAT = 1
LARGEST = 1 << 28  # bytes of a list

Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class BackupError(CannotServe):
    """A backup cannot be made, read or put back; the sentence says what to do."""


class CopiedFile(Struct, frozen=True):
    """One file of a backup."""

    path: str  # below the folder, with / between its parts
    size: int
    sha256: Digest


class BackupList(Struct, frozen=True):
    """What is in a backup."""

    format: int
    software: str
    made: int  # seconds since 1970
    files: tuple[CopiedFile, ...]


def copy_beside(data: Path, folder: Path) -> None:
    """Copy all that is kept beside the journal into a folder; what is taken away meanwhile is left out.

    Raises OSError.
    """
    make_folder(folder)
    for path in _beside(data):
        with suppress(FileNotFoundError):
            copy_file(path, folder / path.relative_to(data))


@contextmanager
def at_rest(folder: Path) -> Iterator[sqlite3.Connection]:
    """The store of a folder that no server runs with, and none can while this lasts.  Raises JournalError.

    Nothing is changed in it; one of an older version stays so.
    """
    path = folder / journal.NAME
    with ExitStack() as opened:
        try:
            store = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=1.0)
            opened.enter_context(closing(store))
            store.isolation_level = None
            store.execute("PRAGMA locking_mode=EXCLUSIVE")
            if journal.is_new(path, store):
                raise sqlite3.DatabaseError(_("it is no journal of this program"))
        except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
            raise journal.journal_error(path, error) from None
        yield store


def copy_at_rest(data: Path, folder: Path) -> None:
    """The same and the journal, of a folder that no server runs with.  Raises OSError, JournalError, sqlite3.Error."""
    with at_rest(data) as store:
        copy_beside(data, folder)
        copy_store(store, folder / journal.NAME)
        with suppress(FileNotFoundError):
            copy_file(data / heads.NAME, folder / heads.NAME)


def seal(folder: Path, software: str, made: int) -> BackupList:
    """Write the list of what a folder holds, last of all.  Raises OSError."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    files = [CopiedFile(path.relative_to(folder).as_posix(), path.stat().st_size, _digest(path)) for path in paths]
    found = BackupList(FORMAT, software, made, tuple(files))
    write_first(folder / LIST, msgspec.json.format(msgspec.json.encode(found)) + b"\n")
    return found


def check(folder: Path) -> BackupList:
    """Whether a folder is a whole backup.  Raises BackupError."""
    found = _list(folder)
    for file in found.files:
        _wanted(folder, file)
        path = folder / file.path
        try:
            sound = path.stat().st_size == file.size and _digest(path) == file.sha256
        except OSError as error:
            text = _("{path} cannot be read ({why}): this backup is not whole; take another one.")
            raise BackupError(text.format(path=path, why=error.strerror)) from None
        if not sound:
            text = _("{path} is not as it was when the backup was made: it is damaged; take another one.")
            raise BackupError(text.format(path=path))
    return found


def restore(folder: Path, data: Path) -> BackupList:
    """Make a server's folder of a backup, where nothing is yet.  Raises BackupError, OSError.

    Until all is there, a mark in it tells a server not to start with it.
    """
    found = check(folder)
    if data.exists() and (not data.is_dir() or any(data.iterdir())):
        text = _("{path} is not empty: a backup is put back into a new or an empty folder only; give another one with "
                 "--data, or move this one away.")
        raise BackupError(text.format(path=data))
    make_folder(data)
    mark = data / RESTORING
    write_first(mark, b"")
    for file in found.files:
        copy_file(folder / file.path, data / file.path)
        if _digest(data / file.path) != file.sha256:
            text = _("{path} was not written as it is in the backup: use another disk.")
            raise BackupError(text.format(path=data / file.path))
    mark.unlink()
    sync_folder(data)
    return found


def copy_file(source: Path, target: Path) -> None:
    """Copy a file, for its owner alone, and on the disk for good.  Raises OSError."""
    make_folder(target.parent)
    with source.open("rb") as read, open(opened(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL), "wb") as written:
        shutil.copyfileobj(read, written)
        written.flush()
        os.fsync(written.fileno())


def _list(folder: Path) -> BackupList:
    try:
        with (folder / LIST).open("rb") as file:
            found = msgspec.json.decode(file.read(LARGEST), type=BackupList)
    except OSError as error:
        text = _("{path} cannot be read ({why}): give the folder of a backup that `ironbottom server backup` has made.")
        raise BackupError(text.format(path=folder / LIST, why=error.strerror)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        text = _("{path} is no list of a backup, or a damaged one: take another backup.")
        raise BackupError(text.format(path=folder / LIST)) from None
    if found.format != FORMAT:
        text = _("{path} was made by another version of ironbottom ({theirs}): put it back with that version.")
        raise BackupError(text.format(path=folder, theirs=found.software[:80]))
    return found


def _wanted(folder: Path, file: CopiedFile) -> None:
    """A list may have been written by anybody: nothing outside the folder is read or written, and no other name."""
    first, *rest = PurePosixPath(file.path).parts or ("",)
    alone = first in (*FILES, journal.NAME, heads.NAME) and not rest
    inside = first in FOLDERS and rest and ".." not in rest
    path = folder / file.path
    linked = any(one.is_symlink() for one in (path, *path.parents) if one != folder and folder in one.parents)
    if "\\" in file.path or "\0" in file.path or not (alone or inside) or linked:
        text = _("{path} names a file that is none of a server's folder ({name}): take another backup.")
        raise BackupError(text.format(path=folder / LIST, name=ascii(file.path[:80])))


def _beside(data: Path) -> Iterator[Path]:
    for name in FILES:
        if (data / name).is_file():
            yield data / name
    for name in FOLDERS:
        for above, folders, names in os.walk(data / name):  # which follows no links
            folders.sort()
            yield from [path for each in sorted(names) if not (path := Path(above, each)).is_symlink()]


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()

"""Backups while a server runs: a command lays a request into the folder of the data, and the server answers there.

Only the server may read its journal while it runs.  Only who may write into its folder may ask: no port is open for
that, and a backup leaves by nobody's hand but his.  A request is an empty file `NUMBER.wanted`; the server makes
`NUMBER.part`, which becomes `NUMBER.done` when it is whole, or writes why not into `NUMBER.failed`.
"""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from errno import ENOSPC
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from twisted.internet.defer import Deferred, inlineCallbacks
from twisted.internet.threads import deferToThreadPool
from twisted.logger import Logger

from ironbottom.language import _
from ironbottom.private_files import make_folder, opened, write_first

from ..runtime.logs import cause
from ..runtime.settings import software
from ..store import journal
from ..store.backup import BackupError, copy_beside, seal
from ..store.data_folder import BACKUPS
from ..store.journal import Journal

WANTED, PART, DONE, FAILED = ".wanted", ".part", ".done", ".failed"
SPARE = 16 * 1024 * 1024  # bytes that a backup leaves free for the games that go on
LOOK = 0.1  # seconds between two looks of who waits
PATIENCE = 60.0  # seconds in which nothing has gone on
UNFETCHED = 3_600.0  # seconds that a backup lies there for who asked for it

log = Logger()


class BackupRequests:
    """Of one server, for as long as it runs."""

    def __init__(self, data: Path, reactor: Any, journal: Journal, seconds: Callable[[], int]) -> None:
        self._data, self._reactor, self._journal, self._seconds = data, reactor, journal, seconds
        self._folder = data / BACKUPS
        self._busy = False
        with suppress(OSError):  # whoever asks for one then hears so
            make_folder(self._folder)
            _clear(self._folder)

    def look(self) -> None:
        """Every second or so: begin with the next one that is asked for."""
        wanted = [] if self._busy else sorted(_named(self._folder, WANTED))
        if wanted:
            self._busy = True
            made = self._make(wanted[0])
            made.addErrback(lambda failure: log.failure("a fault of ours in a backup", failure=failure))

    def tidy(self) -> None:
        """Take away what nobody has fetched.  Raises OSError."""
        for path in [*_named(self._folder, DONE), *_named(self._folder, FAILED)]:
            if self._seconds() - path.lstat().st_mtime > UNFETCHED:
                _remove(path)

    @inlineCallbacks
    def _make(self, wanted: Path) -> Generator[Deferred[Any], Any, None]:
        part, begun = wanted.with_suffix(PART), self._reactor.seconds()
        log.info("a backup is asked for")
        try:
            yield self._aside(self._beside, part)
            yield self._journal.copy(part)
            yield self._aside(seal, part, software(), self._seconds())
            part.rename(wanted.with_suffix(DONE))
            log.info("a backup is made", seconds=self._reactor.seconds() - begun)
        except Exception as error:
            log.error("a backup cannot be made: {error}", error=error)
            _remove(part)
            with suppress(OSError):
                write_first(wanted.with_suffix(FAILED), cause(error).encode())
        finally:
            self._busy = False
            if not wanted.exists():  # who asked has gone
                _remove(wanted.with_suffix(DONE))
            wanted.unlink(missing_ok=True)

    def _beside(self, part: Path) -> None:
        size = sum([path.stat().st_size for path in self._data.glob(f"{journal.NAME}*")])
        if shutil.disk_usage(self._data).free < size + SPARE:
            raise OSError(ENOSPC, os.strerror(ENOSPC))
        copy_beside(self._data, part)

    def _aside(self, act: Callable[..., Any], *what: object) -> Deferred[Any]:
        return deferToThreadPool(self._reactor, self._reactor.getThreadPool(), act, *what)


@contextmanager
def asked_for(data: Path) -> Iterator[Path]:
    """A backup that the server which runs with this folder makes; it is taken away at the end.  Raises BackupError."""
    wanted = data / BACKUPS / f"{secrets.token_hex(8)}{WANTED}"
    try:
        os.close(opened(wanted, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
    except FileNotFoundError:
        text = _("The server that runs with {path} is of an earlier version, and makes no backups: stop it first.")
        raise BackupError(text.format(path=data)) from None
    except OSError as error:
        text = _("{path} cannot be written ({why}): ask as the user that the server runs as, or as root.")
        raise BackupError(text.format(path=wanted.parent, why=error.strerror)) from None
    try:
        _wait_for(wanted)
        yield wanted.with_suffix(DONE)
    finally:
        for ending in (WANTED, DONE, FAILED):
            _remove(wanted.with_suffix(ending))


def _wait_for(wanted: Path) -> None:
    """Raises BackupError when it fails, or nothing goes on any more."""
    done, failed = wanted.with_suffix(DONE), wanted.with_suffix(FAILED)
    since, before = monotonic(), -1
    while not done.exists():
        if failed.exists() or not wanted.exists():
            why = failed.read_text("utf-8", "replace") if failed.exists() else ""
            if done.exists():
                return
            text = _("The server cannot make a backup ({why}): its log may tell more.")
            raise BackupError(text.format(why=why or _("it does not say why")))
        if (now := _size(wanted.with_suffix(PART))) != before:
            since, before = monotonic(), now
        if monotonic() - since > PATIENCE:
            text = _("The server that runs with {path} does not answer: look at its log, or stop it first.")
            raise BackupError(text.format(path=wanted.parent.parent))
        sleep(LOOK)


def _size(folder: Path) -> int:
    """Bytes below a folder, and one for each file; of what comes and goes, what is there now."""
    found = 0
    for above, _folders, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                found += 1 + Path(above, name).lstat().st_size
    return found


def _named(folder: Path, ending: str) -> list[Path]:
    with suppress(OSError):
        return [path for path in folder.iterdir() if path.suffix == ending]
    return []


def _clear(folder: Path) -> None:
    """What another server has left there when it was killed."""
    for path in folder.iterdir():
        _remove(path)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink()

"""Whom the host does not let in, and which names nobody bears here: a file of lines, which he may change at any time.

    key ABCD-EFGH-IJKL-MNOP      a player, by the letters of his key
    address 192.0.2.0/24         everybody from there
    name Ada                     whoever comes under it, or under one that the eye takes for it, is a guest

The server looks every moment whether it has changed.  A line that cannot be read changes nothing, and is logged.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from twisted.logger import Logger

from ironbottom.keys import fingerprint
from ironbottom.private_files import write_whole
from ironbottom.vocabulary import phrase
from ironbottom.wire.cleaning import NOBODY, clean_name, look
from ironbottom.wire.messages import Bye

from ...runtime.rate_limits import BadNetwork, Network, among, networks
from ...store.data_folder import MODERATION

KINDS = ("key", "address", "name")
FINGERPRINT = re.compile(r"[A-Z2-7]{4}(-[A-Z2-7]{4}){3}\Z")

log = Logger()


class BadLine(ValueError):
    """A line that says nothing that can be done."""


class ModerationLine(NamedTuple):
    """Who or what is not wanted."""

    kind: str
    what: str

    def __str__(self) -> str:
        return f"{self.kind} {self.what}"


def line_of(text: str) -> ModerationLine:
    """A line of the file, in its usual form.  Raises BadLine."""
    kind, _space, what = text.strip().partition(" ")
    what = what.strip()
    if kind == "key" and FINGERPRINT.match(what.upper()):
        return ModerationLine(kind, what.upper())
    if kind == "name" and clean_name(what) != NOBODY:
        return ModerationLine(kind, clean_name(what))
    if kind == "address" and what:
        try:
            return ModerationLine(kind, str(networks([what])[0]))
        except BadNetwork as why:
            raise BadLine(str(why)) from None
    raise BadLine(text.strip()[:80])


def lines_in(folder: Path) -> list[ModerationLine]:
    """What the file of a folder says; nothing where there is none.  Raises OSError and BadLine."""
    try:
        text = (folder / MODERATION).read_text(encoding="utf-8")
    except FileNotFoundError:
        return []
    except UnicodeDecodeError:
        raise BadLine(MODERATION) from None
    said = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    return [line_of(line) for line in said]


def keep(folder: Path, lines: list[ModerationLine]) -> None:
    """Write the file anew.  Raises OSError."""
    write_whole(folder / MODERATION, "".join([f"{line}\n" for line in lines]).encode())


class Moderation:
    """What the file says now."""

    def __init__(self) -> None:
        self._keys: frozenset[str] = frozenset()
        self._networks: tuple[Network, ...] = ()
        self._names: frozenset[str] = frozenset()
        self._seen: tuple[int, int] | None = None  # of the file that was read last: when it was written, its size

    def look(self, folder: Path) -> bool:
        """Read the file if it has changed; whether it has."""
        seen = _stamp(folder / MODERATION)
        if seen == self._seen:
            return False
        self._seen = seen
        try:
            self.follow(lines_in(folder))
        except OSError as error:
            log.error("the file of who is not let in cannot be read: {error}", error=error)
            return False
        except BadLine:
            log.error("the file of who is not let in has a line that cannot be read: nothing was changed by it")
            return False
        return True

    def follow(self, lines: list[ModerationLine]) -> None:
        """Do what these lines say from now on."""
        self._keys = frozenset(line.what for line in lines if line.kind == "key")
        self._networks = networks(line.what for line in lines if line.kind == "address")
        self._names = frozenset(look(line.what) for line in lines if line.kind == "name")

    def turned_away(self, key: bytes, address: str) -> Bye | None:
        """Why somebody may not come in; None: he may."""
        banned = self.banned(key) or among(address, self._networks)
        return Bye("banned", phrase("server.banned")) if banned else None

    def banned(self, key: bytes) -> bool:
        """Whether a player is, wherever he comes from."""
        return bool(self._keys) and fingerprint(key) in self._keys

    def allowed(self, name: str) -> str:
        """A name, or that of a guest in the place of one that nobody bears here."""
        return NOBODY if self._names and look(name) in self._names else name


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size

"""Where this player has games in a browser: at a server of his own, or through a companion at one elsewhere.

The games themselves, with the key of whoever plays them, are kept by the browser, for the address of the page.  So all
that is to be remembered here is how to bring the page back to that address.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ironbottom.wire.invite import Address

from ..console.errors import UserError
from .atomic_files import damaged, files_in, read_if_there, write_whole
from .seat_store import How, OwnServer

FOLDER = "pages"


class HeldSeat(Struct, frozen=True):
    """A seat of a table that was made for a page, and is kept free for it."""

    table: str
    token: bytes
    secret: bytes
    side: str = "either"


class WebProfile(Struct, frozen=True):
    """Where the page is."""

    name: str  # of the file and of the folder for what belongs to it
    how: How
    port: int = 0  # at which the browser has its games
    at: int = 0  # where the page was last: elsewhere only when that port was taken
    used: int = 0  # seconds since 1970
    own: OwnServer | None = None
    pin: bytes = b""  # of a server elsewhere
    addresses: tuple[Address, ...] = ()
    held: HeldSeat | None = None


class WebProfiles(NamedTuple):
    """What lies in the folder: places, the one that was used last first, and a sentence for each file that is none."""

    places: list[WebProfile]
    unread: list[str]


_encode = msgspec.json.Encoder(enc_hook=str).encode
_decode = msgspec.json.Decoder(WebProfile, dec_hook=lambda kind, text: kind(text)).decode


def data(folder: Path, name: str) -> Path:
    """The folder of what belongs to a place."""
    return folder / FOLDER / name


def keep(folder: Path, place: WebProfile, at: int = 0) -> WebProfile:
    """Write a place down, with the port where its page is now; the first one stays the usual one.  Raises UserError."""
    port = place.port if place.used or not at else at
    used = replace(place, port=port, at=at or place.at, used=int(time.time()))
    write_whole(_path(folder, place.name), _encode(used))
    return used


def known(folder: Path, name: str) -> WebProfile | None:
    """A place by its name; None: there is none, or it cannot be read."""
    try:
        return _decode(read_if_there(_path(folder, name)) or b"")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def forget(folder: Path, place: WebProfile) -> None:
    """Nobody will come back to it."""
    _path(folder, place.name).unlink(missing_ok=True)


def found(folder: Path) -> WebProfiles:
    """All places; a file or a folder that cannot be read hides no other."""
    kept = WebProfiles([], [])
    try:
        for path in files_in(folder / FOLDER, ".json"):
            _look(folder, path, kept)
    except UserError as trouble:
        kept.unread.append(str(trouble))
    kept.places.sort(key=lambda place: -place.used)
    return kept


def _look(folder: Path, path: Path, kept: WebProfiles) -> None:
    try:
        place = known(folder, path.stem)
    except UserError as trouble:
        kept.unread.append(str(trouble))
        return
    if place is not None and place.name == path.stem:
        kept.places.append(place)
    else:
        kept.unread.append(str(damaged(path)))


def _path(folder: Path, name: str) -> Path:
    return folder / FOLDER / f"{name}.json"

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
PORT = 4278  # of the page for games against bots; beside that of `host`
OWN_PAGE = f"http://127.0.0.1:{PORT}/"  # where it is while `ironbottom play --web` runs


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
    """What lies in the folder: profiles, the last one used first, and a sentence for each file that is none."""

    profiles: list[WebProfile]
    unread: list[str]


_encode = msgspec.json.Encoder(enc_hook=str).encode
_decode = msgspec.json.Decoder(WebProfile, dec_hook=lambda kind, text: kind(text)).decode


def data(folder: Path, name: str) -> Path:
    """The folder of what belongs to a profile."""
    return folder / FOLDER / name


def keep(folder: Path, profile: WebProfile, at: int = 0) -> WebProfile:
    """Write a profile down, with the port where its page is now; the first stays the usual one.  Raises UserError."""
    port = profile.port if profile.used or not at else at
    used = replace(profile, port=port, at=at or profile.at, used=int(time.time()))
    write_whole(_path(folder, profile.name), _encode(used))
    return used


def known(folder: Path, name: str) -> WebProfile | None:
    """A profile by its name; None: there is none, or it cannot be read."""
    try:
        return _decode(read_if_there(_path(folder, name)) or b"")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def forget(folder: Path, profile: WebProfile) -> None:
    """Nobody will come back to it."""
    _path(folder, profile.name).unlink(missing_ok=True)


def found(folder: Path) -> WebProfiles:
    """All profiles; a file or a folder that cannot be read hides no other."""
    profiles = WebProfiles([], [])
    try:
        for path in files_in(folder / FOLDER, ".json"):
            _look(folder, path, profiles)
    except UserError as error:
        profiles.unread.append(str(error))
    profiles.profiles.sort(key=lambda profile: -profile.used)
    return profiles


def _look(folder: Path, path: Path, profiles: WebProfiles) -> None:
    try:
        profile = known(folder, path.stem)
    except UserError as error:
        profiles.unread.append(str(error))
        return
    if profile is not None and profile.name == path.stem:
        profiles.profiles.append(profile)
    else:
        profiles.unread.append(str(damaged(path)))


def _path(folder: Path, name: str) -> Path:
    return folder / FOLDER / f"{name}.json"

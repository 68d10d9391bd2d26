"""Who you are: an Ed25519 key, made when it is first needed, and the name that others read.

Both lie in the folder for data that the system gives every user, or in IRONBOTTOM_HOME.  There is no account and no
password: whoever has the key file is you, and without it nobody can take your seat again.
"""

from __future__ import annotations

import getpass
import os
import re
import sys
from pathlib import Path
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from platformdirs import user_data_path

from ironbottom.keys import PRIVATE, new_key, private_bytes, private_key, public_bytes
from ironbottom.language import _
from ironbottom.wire.cleaning import NOBODY, clean_name

from ..console.errors import UserError
from .atomic_files import cannot_write, own_folder, read_if_there, write_first, write_whole

HOME = "IRONBOTTOM_HOME"
NAME = "IRONBOTTOM_NAME"

KEY_FILE = "player.key"
NAME_FILE = "player.name"
HEAD = "ironbottom key 1"
_KEY = re.compile(rf"{HEAD}\s+([0-9a-f]{{{2 * PRIVATE}}})\s*\Z")


class Identity(NamedTuple):
    """Who logs in."""

    key: Ed25519PrivateKey
    name: str
    bot: bool = False

    @property
    def public(self) -> bytes:
        return public_bytes(self.key)


def home() -> Path:
    """The folder with everything that is yours: key, name, seats that wait, games."""
    given = os.environ.get(HOME)
    return Path(given).absolute() if given else user_data_path("ironbottom", appauthor=False)


def me(folder: Path, name: str | None = None) -> Identity:
    """The person at this computer.  Raises UserError."""
    return Identity(kept_key(folder), kept_name(folder, name))


def kept_key(folder: Path) -> Ed25519PrivateKey:
    """The key in a folder, made if there is none; a damaged one is never replaced.  Raises UserError."""
    path = own_folder(folder) / KEY_FILE
    found = read_if_there(path)
    if found is None:
        new = new_key()
        if write_first(path, f"{HEAD}\n{private_bytes(new).hex()}\n".encode()):
            return new
        found = read_if_there(path) or b""
    match = _KEY.match(found.decode("ascii", "replace"))
    if match is None:
        text = _("{path} is damaged: it is no key.  Put back a copy of it; if you have none, move it away, and a new "
                 "key is made (games that were begun with the old key cannot be resumed then).")
        raise UserError(text.format(path=path))
    _keep_from_others(path)
    return private_key(bytes.fromhex(match[1]))


def has_key(folder: Path) -> bool:
    """Whether there is a key in a folder already."""
    return (folder / KEY_FILE).exists()


def set_aside(folder: Path) -> Path | None:
    """Move the key of a folder away, so that another one can take its place; where it is now, if there was one."""
    path = folder / KEY_FILE
    if not path.exists():
        return None
    n = 1
    while (aside := folder / f"{KEY_FILE}.before-{n}").exists():
        n += 1
    try:
        path.rename(aside)
    except OSError as error:
        raise cannot_write(path, error) from None
    return aside


def take_over(folder: Path, key: Ed25519PrivateKey, name: str) -> None:
    """Be in this folder who one is elsewhere.  Raises UserError."""
    path = own_folder(folder) / KEY_FILE
    if not write_first(path, f"{HEAD}\n{private_bytes(key).hex()}\n".encode()):
        raise UserError(_("{path} is there already: set it aside first.").format(path=path))
    kept_name(folder, clean_name(name))


def _keep_from_others(path: Path) -> None:
    """A key that a copy or an archive has made readable for all is closed again."""
    if sys.platform != "win32" and path.stat().st_mode & 0o077:
        try:
            path.chmod(0o600)
        except OSError:
            text = _("{path} can be read by other people on this computer: close it with `chmod 600`.")
            raise UserError(text.format(path=path)) from None


def kept_name(folder: Path, given: str | None = None) -> str:
    """The name to play by: given now, in the environment, given before, or the name of the login."""
    path = folder / NAME_FILE
    if given is not None:
        name = clean_name(given)
        if name == NOBODY and given.strip() != NOBODY:
            raise UserError(_("No letter of that name can be shown: give another with --name."))
        if read_if_there(path) != name.encode():
            write_whole(path, name.encode())
        return name
    before = read_if_there(path) or b""
    return clean_name(os.environ.get(NAME) or before.decode("utf-8", "replace") or _login())


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # no name for this user number
        return ""

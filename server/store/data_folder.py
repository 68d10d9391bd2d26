"""The folder of a server's data: nobody but its owner can read anything below it.

In it lie the cards of games that go on, the tokens of seats, the secrets of invites, and two keys.
"""

from __future__ import annotations

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ironbottom.keys import new_key, private_bytes, private_key
from ironbottom.language import _
from ironbottom.private_files import close, close_all, is_open, make_folder, write_first

from ..runtime.settings import CannotServe
from . import heads, journal

KEY = "server.key"
CERTIFICATE = "certificate.pem"  # with its key
BOTS = "bots"  # what bots of our own keep
GAMES = "games"  # transcripts, where a server at home keeps them as files
REVIEWS = "reviews"  # of finished games
PUSH = "push.key"  # by which push services know the server
MODERATION = "moderation.txt"  # whom the host does not let in
BACKUPS = "backups"  # that are being made, and requests for them
CUPS = "cups"  # what the host asks of them, and what became of it
RESTORING = "restoring"  # a mark: not all of a backup is here yet
OF_OURS = (journal.NAME, KEY, CERTIFICATE)  # by one of which a folder is known as a server's
BESIDE = (
    PUSH, f"{journal.NAME}-wal", f"{journal.NAME}-shm", heads.NAME, "server.log", "server.log.1", "complaints.txt",
    "bot.txt", MODERATION,
)


def own_folder(folder: Path) -> None:
    """Make the folder that everything is kept in, or close one that others could read.  Raises CannotServe."""
    try:
        make_folder(folder)
    except OSError as error:
        text = _("{path} cannot be made ({why}): give yourself the right to write there, or {elsewhere}.")
        raise CannotServe(text, path=folder, why=error.strerror) from None
    try:
        if is_open(folder):
            _refuse_what_is_not_ours(folder)
            close(folder)
        _close_what_is_ours(folder)
        _refuse_half_a_backup(folder)
    except OSError as error:
        text = _("{path} can be read by other users of this computer, and cannot be closed to them ({why}): let it "
                 "belong to whoever runs the server (chown), or {elsewhere}.")
        raise CannotServe(text, path=error.filename or folder, why=error.strerror) from None


def _refuse_what_is_not_ours(folder: Path) -> None:
    """A folder with other people's files in it is not closed behind their back."""
    names = {path.name for path in folder.iterdir()}
    if names.isdisjoint(OF_OURS) and not names <= {*BESIDE, BOTS, GAMES, REVIEWS, BACKUPS, CUPS}:
        text = _("{path} can be read by other users of this computer, and holds files that are no server's: close "
                 "it with `chmod 700`, or {elsewhere}.")
        raise CannotServe(text, path=folder)


def _refuse_half_a_backup(folder: Path) -> None:
    if (folder / RESTORING).exists():
        text = _("{path} holds a part of a backup only: empty it, and put the backup back once more.")
        raise CannotServe(text.format(path=folder))


def _close_what_is_ours(folder: Path) -> None:
    for name in (*OF_OURS, *BESIDE):
        if (folder / name).is_file():
            close(folder / name)
    for name in (BOTS, GAMES, REVIEWS, BACKUPS, CUPS):
        if (folder / name).is_dir():
            close_all(folder / name)


def server_key(folder: Path) -> Ed25519PrivateKey:
    """The server's own key, made on first use; a damaged one is never replaced.  Raises CannotServe."""
    path = folder / KEY
    try:
        if not path.exists():
            write_first(path, private_bytes(new_key()))
        data = path.read_bytes()
    except OSError as error:
        text = _("{path} cannot be read or written ({why}): give yourself the right to write there, or {elsewhere}.")
        raise CannotServe(text, path=path, why=error.strerror) from None
    try:
        if any(data):
            return private_key(data)
    except ValueError:
        pass
    text = _("{path} is no key of a server: put back a copy, or move it away; then players see a new server.")
    if not any(data):
        text = _("{path} holds nothing, as a power cut can leave a file: put back a copy; if you have none, move it "
                 "away, and a new key is made: players see a new server then, and games that were begun cannot go on.")
    raise CannotServe(text.format(path=path))

"""Seats that wait: what is needed to go on with a game after the client, the server or the computer was stopped.

A seat is written down before the game begins, and taken away when it is over.
"""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ironbottom.wire.invite import PORTS, SECRET, TABLE, Address

from ..console.errors import UserError
from .atomic_files import damaged, files_in, read_if_there, write_whole

FOLDER = "seats"

How = Literal["play", "host", "join", "hotseat"]


class OwnServer(Struct, frozen=True):
    """A server that is ours, to be started again."""

    data: Path  # its folder
    port: int = 0
    cards: str = ""  # a folder with cards of our own
    announce: bool = False  # on the LAN
    bot: str = ""  # who plays on the other side
    everywhere: bool = False  # for others too, not only for this computer
    addresses: tuple[str, ...] = ()  # under which others find it, besides those that we find ourselves
    remote: bool = False  # through a tunnel with a spoken code
    replay: str = ""  # a transcript that its page shows
    public: str = ""  # where others find its page
    keeps: bool = False  # transcripts of finished games, in a folder below its own
    battles: tuple[str, ...] = ()  # files with battles of our own, which its page offers
    own_bots: tuple[str, ...] = ()  # MODULE:CLASS, whom its page may call beside ours
    reasons: str = ""  # the file where the bot says why it answers as it does


class SavedSeat(Struct, frozen=True):
    """A seat at a table somewhere."""

    how: How
    table: str
    place: int
    token: bytes
    pin: bytes
    server: bytes  # its key
    addresses: tuple[Address, ...]
    made: int  # seconds since 1970
    secret: bytes = b""  # of the invite, while the other seat is free
    own: OwnServer | None = None
    against: str = ""
    game: bytes = b""
    number: int = 0
    settled: int = 0
    turn: int = 0
    chat: int = 0
    what_if: bool = False  # its game began at a moment of another
    other: SavedSeat | None = None  # the other seat of the table, where two people share a screen
    campaign: str = ""  # what programs call the campaign that is played there
    battle: int = 0  # the number of its battle
    of: int = 0  # how many it has
    over: bool = False  # that battle is over: the next one is to come
    partner_secret: bytes = b""  # §26: of the invite for who is to share our side

    @property
    def known(self) -> Known:
        return Known(self.game, self.number, self.settled, self.chat)


class SavedSeats(NamedTuple):
    """What lies in the folder: seats, the newest first, and a sentence for each file that is none."""

    seats: list[SavedSeat]
    unread: list[str]


_encode = msgspec.json.Encoder(enc_hook=str).encode
_decode = msgspec.json.Decoder(SavedSeat, dec_hook=lambda kind, text: kind(text)).decode


def keep(folder: Path, seat: SavedSeat) -> None:
    """Write a seat down, in the place of what was known of it before.  Raises UserError."""
    write_whole(_path(folder, seat.pin, seat.table), _encode(seat))


def move(folder: Path, seat: SavedSeat, table: str, place: int) -> SavedSeat:
    """A seat is at another table of its server now.  Raises UserError."""
    moved = replace(seat, table=table, place=place)
    keep(folder, moved)
    give_up(folder, seat)
    return moved


def give_up(folder: Path, seat: SavedSeat) -> None:
    """The game is over, or the seat is gone."""
    _path(folder, seat.pin, seat.table).unlink(missing_ok=True)


def found(folder: Path) -> SavedSeats:
    """All seats that wait; a file or a folder that cannot be read hides no other."""
    saved = SavedSeats([], [])
    try:
        for path in files_in(folder / FOLDER, ".json"):
            _look(path, saved)
    except UserError as error:
        saved.unread.append(str(error))
    saved.seats.sort(key=lambda seat: -seat.made)
    return saved


def waiting(folder: Path) -> list[SavedSeat]:
    """All seats that wait and can be read, the newest first."""
    return found(folder).seats


def at(folder: Path, pin: bytes, table: str) -> SavedSeat | None:
    """The seat that we have at a table; None: we have none there.  Raises UserError."""
    return _read(_path(folder, pin, table))


def _look(path: Path, saved: SavedSeats) -> None:
    try:
        seat = _read(path)
    except UserError as error:
        saved.unread.append(str(error))
        return
    if seat is not None:
        saved.seats.append(seat)


def _read(path: Path) -> SavedSeat | None:
    """The seat in a file; None: there is no such file.  What is no seat stays where it is, for whoever can read it.
    Raises UserError.
    """
    data = read_if_there(path)
    if data is None:
        return None
    try:
        return _sound(_decode(data))
    except (ValueError, OverflowError, OSError, RecursionError):
        raise damaged(path) from None


def _sound(seat: SavedSeat) -> SavedSeat:
    """A seat that can be meant.  Raises ValueError, OverflowError or OSError."""
    datetime.fromtimestamp(seat.made)  # which not every number is
    if seat.own is not None:
        if not 0 <= seat.own.port <= PORTS:
            raise ValueError(seat.own.port)
        if not TABLE.match(seat.table) or len(seat.secret) not in ((SECRET,) if seat.how == "play" else (0, SECRET)):
            raise ValueError(seat.table)
    if not all(0 < address.port <= PORTS for address in seat.addresses):
        raise ValueError(seat.addresses)
    return seat


def _path(folder: Path, pin: bytes, table: str) -> Path:
    return folder / FOLDER / f"{sha256(pin + table.encode()).hexdigest()[:16]}.json"


class Known(NamedTuple):
    """What is known of a seat from before: a server that has less is a cheat, or an old copy was put back there."""

    game: bytes = b""
    number: int = 0  # of the last update
    settled: int = 0  # the greatest number of a lasting request that was acknowledged
    chat: int = 0  # the last line of chat that was heard

"""Files that are sent in pieces: the cards of a set, and the transcript of a finished game."""

from __future__ import annotations

from functools import partial
from sqlite3 import Connection

import msgspec
from twisted.logger import Logger
from twisted.python.failure import Failure

from ironbottom.language import _, counted
from ironbottom.wire.messages import Fetch, Piece

from ..table.table import GameTable, TableServices, refuse
from ..transport.session import ClientSession

log = Logger()

SIZE = 24 * 1024  # bytes of a piece; as JSON a third more

_encode = msgspec.json.Encoder().encode


def cards(house: TableServices, caller: ClientSession, message: Fetch) -> None:
    """The cards of a set, as JSON of its struct."""
    found = house.cards(message.name)
    if found is None:
        refuse(caller, message.seq, "no-cards", _("This server has no card set of that name."))
    else:
        _send(caller, message, _encode(found))


def finished(table: GameTable, caller: ClientSession, seq: int) -> int:
    """The number of the last game at a table that is over, for whoever is or was there; 0: he hears why not."""
    kept, playing = table.kept, table.playing
    going_on = kept.status == "playing" or (playing is not None and not playing.closed)
    game = kept.games - 1 if going_on else kept.games
    if game < 1:
        refuse(caller, seq, "not-yet", _("That can be had when the game is over."))
        return 0
    if table.id not in caller.seats and not _sat_there(table, caller):
        refuse(caller, seq, "no-seat", _("That is for those who were at the table."))
        return 0
    return game


def transcript(table: GameTable, caller: ClientSession, message: Fetch) -> None:
    """The transcript of the last game at a table that is over, for whoever is there."""
    game = finished(table, caller, message.seq)
    if not game:
        return
    read = table.house.journal.read(partial(_lines, table=table.id, game=game))
    read.addCallback(partial(_send, caller, message))
    read.addErrback(partial(_not_read, caller, message))


def _sat_there(table: GameTable, caller: ClientSession) -> bool:
    return any(seat is not None and seat.key == caller.key for seat in table.kept.seats)


def _lines(store: Connection, table: str, game: int) -> bytes:
    question = "SELECT line FROM entries WHERE tabled = ? AND game = ? ORDER BY n"
    return b"".join([line + b"\n" for (line,) in store.execute(question, (table, game))])


def _send(caller: ClientSession, message: Fetch, whole: bytes) -> None:
    of = max(1, -(-len(whole) // SIZE))
    if message.part >= of:
        text = counted("That file has {n} piece only.", "That file has {n} pieces only.", of)
        refuse(caller, message.seq, "no-part", text)
        return
    data = whole[message.part * SIZE : (message.part + 1) * SIZE]
    caller.tell(Piece(message.seq, message.part, of, data))


def _not_read(caller: ClientSession, message: Fetch, failure: Failure) -> None:
    log.failure("a transcript cannot be read", failure=failure)
    refuse(caller, message.seq, "not-stored", _("The host's disk cannot be read; try again later."))

"""Files that are sent in pieces: the cards of a set, and the transcript of a finished game."""

from __future__ import annotations

from functools import partial
from sqlite3 import Connection

import msgspec
from twisted.logger import Logger
from twisted.python.failure import Failure

from ironbottom.language import _, counted
from ironbottom.vocabulary import phrase
from ironbottom.wire.messages import Fetch, Piece

from ..table.table import GameTable, TableServices, refuse
from ..transport.session import ClientSession

log = Logger()

SIZE = 24 * 1024  # bytes of a piece; as JSON a third more

_encode = msgspec.json.Encoder().encode


def cards(services: TableServices, session: ClientSession, message: Fetch) -> None:
    """The cards of a set, as JSON of its struct."""
    found = services.sets.get(message.name)
    if found is None:
        refuse(session, message.seq, "no-cards", _("This server has no card set of that name."))
    else:
        _send(session, message, _encode(found))


def finished(table: GameTable, session: ClientSession, seq: int) -> int:
    """The number of the last game at a table that is over, for whoever is or was there; 0: he hears why not."""
    stored, live_game = table.stored, table.live_game
    going_on = stored.status == "playing" or (live_game is not None and not live_game.closed)
    game = stored.games - 1 if going_on else stored.games
    if game < 1:
        refuse(session, seq, "not-yet", _("That can be had when the game is over."))
        return 0
    if table.id not in session.seats and not _sat_there(table, session):
        refuse(session, seq, "no-seat", _("That is for those who were at the table."))
        return 0
    return game


def transcript(table: GameTable, session: ClientSession, message: Fetch) -> None:
    """The transcript of a game at a table that is over, for whoever is there; of an earlier one, while it is kept."""
    last = finished(table, session, message.seq)
    if not last:
        return
    game = message.game or last
    if game > last:
        refuse(session, message.seq, "not-yet", _("That can be had when the game is over."))
        return
    read = table.services.journal.read(partial(_lines, table=table.id, game=game))
    read.addCallback(partial(_send, session, message))
    read.addErrback(partial(_not_read, session, message))


def _sat_there(table: GameTable, session: ClientSession) -> bool:
    return any(seat.key == session.key for seat in table.stored.everybody)


def _lines(store: Connection, table: str, game: int) -> bytes:
    question = "SELECT line FROM entries WHERE tabled = ? AND game = ? ORDER BY n"
    return b"".join([line + b"\n" for (line,) in store.execute(question, (table, game))])


def _send(session: ClientSession, message: Fetch, whole: bytes) -> None:
    if not whole:
        refuse(session, message.seq, "no-table", phrase("whatif.not_kept"))
        return
    of = max(1, -(-len(whole) // SIZE))
    if message.part >= of:
        text = counted("That file has {n} piece only.", "That file has {n} pieces only.", of)
        refuse(session, message.seq, "no-part", text)
        return
    data = whole[message.part * SIZE : (message.part + 1) * SIZE]
    session.tell(Piece(message.seq, message.part, of, data))


def _not_read(session: ClientSession, message: Fetch, failure: Failure) -> None:
    log.failure("a transcript cannot be read", failure=failure)
    refuse(session, message.seq, "not-stored", _("The host's disk cannot be read; try again later."))

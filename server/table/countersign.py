"""Who has signed what: countersignatures of the players, and the server's own under the end of a transcript."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from ironbottom.keys import sign, signed
from ironbottom.language import _
from ironbottom.proof.entries import Body, Closed, Countersigned
from ironbottom.wire.messages import Countersign, Receipt
from ironbottom.wire.signing import CLOSED, COUNTERSIGN, DIGEST, RECEIPT, countersigned
from ironbottom.words import Side

from ..store.journal import Write, entry_row
from ..transport.session import ClientSession
from .live_game import LiveGame, Transition
from .table import GameTable, not_stored, refuse

LAST_WORD = 5.0  # seconds for the last countersignatures of a game


def rows(table: GameTable, taken: Transition, game: int, place: int, seq: int) -> tuple[Write, ...]:
    """The entries of what was taken, for the journal."""
    left = table.clocks.milliseconds(table.now) or (0, 0)
    numbers, chain = taken.playing.numbers, taken.playing.chain
    return tuple([
        entry_row(
            table.id, game, row.n, row.line, place, seq, numbers[Side.US], numbers[Side.JP], *left, row.events,
            head=chain.head if row.n == chain.entries else b"",
        )
        for row in taken.rows
    ])


def noted(table: GameTable, playing: LiveGame, place: int, seq: int, body: Body) -> tuple[LiveGame, tuple[Write, ...]]:
    """An entry besides the answers."""
    after, noted = playing.noted(body)
    return after, rows(table, Transition(after, noted, (None, None), []), table.kept.games, place, seq)


def countersign(table: GameTable, place: int, caller: ClientSession, message: Countersign) -> None:
    """A player signs his answers; the server signs the head that he saw."""
    playing, seat = table.playing, table.seat(place)
    if playing is None or playing.closed or seat is None:
        refuse(caller, message.seq, "not-yet", _("There is nothing to sign."))
        return
    side, game = playing.side(place), playing.begun.game
    signing = playing.signing[side]
    whole = message.digests and not len(message.digests) % DIGEST
    fits = message.first == signing.signed and signing.digests(game).startswith(message.digests)
    if not whole or not fits or message.head not in table.sitting[place].heads:
        refuse(caller, message.seq, "stale", _("What was signed is not what was answered: sign at the next update."))
        return
    parts = countersigned(game, message.head, message.first, message.digests)
    if not signed(seat.key, message.signature, COUNTERSIGN, *parts):
        refuse(caller, message.seq, "signature", _("The signature does not fit the answers."))
        return
    receipt = sign(table.house.key, RECEIPT, game, message.head)
    entry = Countersigned(side, message.head, message.first, message.digests, message.signature, receipt)
    after, writes = noted(table, playing, place, message.seq, entry)
    after = after.countersigned(side, message.digests)

    def stored() -> None:
        table.playing = after
        sitting = table.sitting[place]
        sitting.last = max(sitting.last, message.seq)
        caller.tell(Receipt(message.seq, table.id, game, message.head, receipt))
        if after.ended:
            last_word(table)

    table.commit(writes, stored, not_stored(caller, message.seq), unseen=not after.ended)


def last_word(table: GameTable) -> None:
    """The game is over: when both have signed, or have had the time for it, the transcript is closed."""
    playing = table.playing
    assert playing is not None
    if playing.closed:
        return
    if not any(signing.unsigned for signing in playing.signing):
        table.when_free(partial(close, table))
    elif table.closing is None or not table.closing.active():
        later = table.house.clock.callLater(LAST_WORD, table.when_free, partial(close, table))
        table.closing = later


def close(table: GameTable) -> None:
    """The server signs the last head."""
    playing = table.playing
    if playing is None or playing.closed or not playing.ended:
        return
    head = playing.chain.head
    body = Closed(head, sign(table.house.key, CLOSED, playing.begun.game, head))
    after, writes = noted(table, playing, -1, 0, body)
    after = replace(after, closed=True)

    def stored() -> None:
        table.playing = after
        if table.closing is not None and table.closing.active():
            table.closing.cancel()
        table.tell_all()

    table.commit(writes, stored, lambda _why: None)

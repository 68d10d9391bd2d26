"""Who has signed what: countersignatures of the players, and the server's own under the end of a transcript."""

from __future__ import annotations

from functools import partial

from msgspec import UNSET
from msgspec.structs import replace

from ironbottom.keys import sign, signed
from ironbottom.language import _
from ironbottom.proof.entries import Body, Closed, Countersigned
from ironbottom.wire.messages import Countersign, Receipt
from ironbottom.wire.signing import CLOSED, COUNTERSIGN, DIGEST, RECEIPT, countersigned
from ironbottom.words import Side

from ..store.journal import Write, entry_row
from ..transport.session import ClientSession
from .live_game import LiveGame, Transition, signer_of
from .stored_table import is_partner, place_of
from .table import GameTable, not_stored, refuse

LAST_WORD = 5.0  # seconds for the last countersignatures of a game


def rows(table: GameTable, taken: Transition, game: int, place: int, seq: int) -> tuple[Write, ...]:
    """The entries of what was taken, for the journal."""
    left = table.clocks.milliseconds(table.clock_time) or (0, 0)
    numbers, chain = taken.live_game.numbers, taken.live_game.chain
    return tuple([
        entry_row(
            table.id, game, row.n, row.line, place, seq, numbers[Side.US], numbers[Side.JP], *left, row.events,
            head=chain.head if row.n == chain.entries else b"",
        )
        for row in taken.rows
    ])


def noted(
    table: GameTable, live_game: LiveGame, place: int, seq: int, body: Body
) -> tuple[LiveGame, tuple[Write, ...]]:
    """An entry besides the answers."""
    after, noted = live_game.noted(body)
    return after, rows(table, Transition(after, noted, (None, None), []), table.stored.games, place, seq)


def countersign(table: GameTable, chair: int, session: ClientSession, message: Countersign) -> None:
    """A player signs his answers; the server signs the head that he saw."""
    live_game, seat = table.live_game, table.seat(chair)
    if live_game is None or live_game.closed or seat is None:
        refuse(session, message.seq, "not-yet", _("There is nothing to sign."))
        return
    side, game = live_game.side(place_of(chair)), live_game.begun.game
    if not _fits(table, live_game, chair, message):
        refuse(session, message.seq, "stale", _("What was signed is not what was answered: sign at the next update."))
        return
    parts = countersigned(game, message.head, message.first, message.digests)
    if not signed(seat.key, message.signature, COUNTERSIGN, *parts):
        refuse(session, message.seq, "signature", _("The signature does not fit the answers."))
        return
    receipt = sign(table.services.key, RECEIPT, game, message.head)
    by = seat.key if is_partner(chair) else UNSET
    entry = Countersigned(side, message.head, message.first, message.digests, message.signature, receipt, by)
    after, writes = noted(table, live_game, chair, message.seq, entry)
    after = after.countersigned(signer_of(side, partner=is_partner(chair)), message.digests)

    def written() -> None:
        table.live_game = after
        seat_state = table.seat_states[chair]
        seat_state.last = max(seat_state.last, message.seq)
        session.tell(Receipt(message.seq, table.id, game, message.head, receipt))
        if after.ended:
            last_word(table)

    table.commit(writes, written, not_stored(session, message.seq), unseen=not after.ended)


def _fits(table: GameTable, live_game: LiveGame, chair: int, message: Countersign) -> bool:
    """Whether it is the next answers of the player that are signed, and a head that he was told."""
    signing = live_game.signing[signer_of(live_game.side(place_of(chair)), partner=is_partner(chair))]
    whole = bool(message.digests) and not len(message.digests) % DIGEST
    fits = message.first == signing.signed and signing.digests(live_game.begun.game).startswith(message.digests)
    return whole and fits and message.head in table.seat_states[chair].heads


def last_word(table: GameTable) -> None:
    """The game is over: when both have signed, or have had the time for it, the transcript is closed."""
    live_game = table.live_game
    assert live_game is not None
    if live_game.closed:
        return
    if not any(signing.unsigned for signing in live_game.signing):
        table.when_free(partial(close, table))
    elif table.closing is None or not table.closing.active():
        later = table.services.clock.callLater(LAST_WORD, table.when_free, partial(close, table))
        table.closing = later


def close(table: GameTable) -> None:
    """The server signs the last head."""
    live_game = table.live_game
    if live_game is None or live_game.closed or not live_game.ended:
        return
    head = live_game.chain.head
    body = Closed(head, sign(table.services.key, CLOSED, live_game.begun.game, head))
    after, writes = noted(table, live_game, -1, 0, body)
    after = replace(after, closed=True)

    def written() -> None:
        table.live_game = after
        if table.closing is not None and table.closing.active():
            table.closing.cancel()
        table.tell_all()
        table.services.closed(table)

    table.commit(writes, written, lambda _why: None)

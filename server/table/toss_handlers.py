"""At a table where both seats are taken: the toss, step by step, until the game begins."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace
from twisted.logger import Logger

from ironbottom.language import _
from ironbottom.printed import CardSet
from ironbottom.wire.messages import Commit, Reveal

from ..store.journal import without_games
from ..transport.session import ClientSession
from .clocks import Clocks
from .countersign import rows
from .live_game import begin
from .play_handlers import speak
from .stored_table import StoredSeat, StoredToss
from .table import GameTable, done, full_bank, not_stored, refuse
from .toss import Foul, begun, committed, engine, opened, revealed, toss, tossed

KEPT = 2  # games of a table: the one that goes on, and the last before it, whose transcript can be fetched

log = Logger()


def start(table: GameTable, then: Callable[[], None], refused: Callable[..., None]) -> None:
    """Both seats are taken: the server is the first to commit.  `then` is done when that is written down."""
    first, second = table.kept.seats
    assert first is not None
    assert second is not None
    cards = _cards(table)
    before = table.kept
    kept = toss(before, table.house.key, cards.fingerprint, (first.wish, second.wish))
    kept = replace(kept, status="tossing")
    if len(kept.thrown) > len(before.thrown):
        log.warn("a toss was thrown away after a share had been shown, at table {table}", table=table.id)

    def stored() -> None:
        table.playing = None
        then()
        table.tell_all()
        for place in (0, 1):
            remind(table, place)

    table.keep(kept, stored, refused)


def go_on(table: GameTable) -> None:
    """After a restart: a toss for rules or cards that are not here begins anew."""
    kept, cards = table.kept, table.house.cards(table.kept.terms.cards)
    if kept.status != "tossing" or kept.toss is None or cards is None:
        return
    if engine(kept, table.house.public, cards.fingerprint) is None:
        table.when_free(partial(start, table, lambda: None, lambda _why: None))


def remind(table: GameTable, place: int, caller: ClientSession | None = None) -> None:
    """Tell a player (or one of his connections) how far the toss is."""
    if table.kept.status != "tossing" or table.kept.toss is None:
        return
    hearers = table.at(place) if caller is None else [caller]
    for hearer in hearers:
        hearer.tell(opened(table.kept, table.house.key, _cards(table).fingerprint))
        if (both := tossed(table.id, table.kept.toss, table.house.key)) is not None:
            hearer.tell(both)


def step(table: GameTable, place: int, caller: ClientSession, message: Commit | Reveal) -> None:
    """A player commits, or shows his share."""
    kept, seat = table.kept, table.seat(place)
    if kept.status != "tossing" or kept.toss is None or seat is None:
        refuse(caller, message.seq, "not-yet", _("There is no toss at this table now."))
        return
    try:
        after = _stepped(kept.toss, place, seat, message)
    except Foul as foul:
        refuse(caller, message.seq, "toss", str(foul))
        return
    if all(after.shares):
        _begin(table, place, caller, message.seq, after)
        return
    changed = replace(table.with_seat(place, replace(seat, last=message.seq)), toss=after)

    def stored() -> None:
        done(caller, table.sitting[place], message.seq)
        both = tossed(table.id, after, table.house.key) if isinstance(message, Commit) else None
        if both is not None:
            for each in (0, 1):
                table.tell(each, both)

    table.keep(changed, stored, not_stored(caller, message.seq))


def _stepped(toss: StoredToss, place: int, seat: StoredSeat, message: Commit | Reveal) -> StoredToss:
    if isinstance(message, Commit):
        return committed(toss, place, seat.key, message)
    return revealed(toss, place, seat.key, message)


def _begin(table: GameTable, place: int, caller: ClientSession, seq: int, toss: StoredToss) -> None:
    """§10  All shares are known: the cards are dealt, and the first questions put."""
    kept, house, cards = table.kept, table.house, _cards(table)
    entry = begun(kept, toss, house.public, house.software, cards.fingerprint, house.seconds())
    taken = begin(entry, toss.share, cards)
    kept = replace(kept, status="playing", games=kept.games + 1, toss=toss)
    kept = replace(kept, seats=(_fresh(kept.seats[0]), _fresh(kept.seats[1])))
    table.clocks = Clocks(full_bank(kept))
    for sitting in table.sitting:
        sitting.heads.clear()  # nobody shall sign a head of another game

    def stored() -> None:
        table.playing = taken.playing
        done(caller, table.sitting[place], seq)
        table.tell_all()
        speak(table, taken, "nobody")

    writes = rows(table, taken, kept.games, place, seq)
    if kept.games > KEPT:
        writes = (*writes, without_games(table.id, kept.games + 1 - KEPT))
    table.keep(kept, stored, not_stored(caller, seq), *writes)


def _cards(table: GameTable) -> CardSet:
    """What the table is played with: where this server has it no more, nothing can be done there."""
    cards = table.house.cards(table.kept.terms.cards)
    assert cards is not None
    return cards


def _fresh(seat: StoredSeat | None) -> StoredSeat | None:
    return None if seat is None else replace(seat, rematch=False, orders=(), ordered=0)

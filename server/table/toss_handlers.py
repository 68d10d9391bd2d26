"""At a table where both seats are taken: the toss, step by step, until the game begins."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace
from twisted.logger import Logger

from ironbottom.language import _
from ironbottom.printed import CardSet
from ironbottom.proof.campaign_terms import following
from ironbottom.vocabulary import phrase
from ironbottom.wire.messages import Commit, Reveal

from ..store.journal import Write, without_games
from ..transport.session import ClientSession
from .clock.day_clocks import first_pace
from .countersign import rows
from .live_game import begin
from .play_handlers import speak
from .stored_table import StoredSeat, StoredTable, StoredToss, is_partner, part_of
from .table import GameTable, done, full_clocks, not_stored, refuse
from .toss import InvalidStep, begun, committed, engine, opened, revealed, toss, tossed

KEPT = 2  # games of a table: the one that goes on, and the last before it, whose transcript can be fetched

log = Logger()


def start(table: GameTable, then: Callable[[], None], refused: Callable[..., None], *writes: Write) -> None:
    """Both seats are taken: the server is the first to commit.  `then` is done when that and `writes` are written."""
    before = _with_next_battle(table)
    cards = table.services.cards(before.terms)
    assert cards is not None
    stored = toss(before, table.services.key, cards.fingerprint, table.services.wishes(before))
    stored = replace(stored, status="tossing")
    if len(stored.thrown) > len(before.thrown):
        log.warn("a toss was thrown away after a share had been shown, at table {table}", table=table.id)

    def written() -> None:
        table.live_game = None
        table.services.passed_on(table)
        then()
        table.tell_all()
        for chair in table.chairs:
            remind(table, chair)

    table.keep(stored, written, refused, *table.services.handed_over(stored, None, stored.games + 1), *writes)


def _with_next_battle(table: GameTable) -> StoredTable:
    """§25.2  What is kept, with the terms of the game that is to begin: a campaign goes on with its next battle."""
    stored, live_game = table.stored, table.live_game
    if part_of(stored) is None or stored.status != "over" or live_game is None:
        return stored
    cards = table.services.sets[stored.terms.cards]
    return replace(stored, terms=following(stored.terms, cards, live_game.game, live_game.begun.game))


def go_on(table: GameTable) -> None:
    """After a restart: a toss for rules or cards that are not here begins anew."""
    stored, cards = table.stored, table.services.cards(table.stored.terms)
    if stored.status != "tossing" or stored.toss is None or cards is None:
        return
    if engine(stored, table.services.public, cards.fingerprint) is None:
        table.when_free(partial(start, table, lambda: None, lambda _why: None))


def remind(table: GameTable, place: int, session: ClientSession | None = None) -> None:
    """Tell a player (or one of his connections) how far the toss is."""
    if table.stored.status != "tossing" or table.stored.toss is None:
        return
    hearers = table.at(place) if session is None else [session]
    for hearer in hearers:
        hearer.tell(opened(table.stored, table.services.key, _cards(table).fingerprint))
        if (both := tossed(table.id, table.stored.toss, table.services.key)) is not None:
            hearer.tell(both)


def step(table: GameTable, place: int, session: ClientSession, message: Commit | Reveal) -> None:
    """A player commits, or shows his share."""
    stored, seat = table.stored, table.seat(place)
    if is_partner(place):
        refuse(session, message.seq, "not-yours", phrase("team.tosses"), "26.3")
        return
    if stored.status != "tossing" or stored.toss is None or seat is None:
        refuse(session, message.seq, "not-yet", _("There is no toss at this table now."))
        return
    try:
        after = _stepped(stored.toss, place, seat, message)
    except InvalidStep as foul:
        refuse(session, message.seq, "toss", str(foul))
        return
    if all(after.shares):
        _begin(table, place, session, message.seq, after)
        return
    changed = replace(table.with_seat(place, replace(seat, last=message.seq)), toss=after)

    def written() -> None:
        done(session, table.seat_states[place], message.seq)
        both = tossed(table.id, after, table.services.key) if isinstance(message, Commit) else None
        if both is not None:
            for each in table.chairs:
                table.tell(each, both)

    table.keep(changed, written, not_stored(session, message.seq))


def _stepped(toss: StoredToss, place: int, seat: StoredSeat, message: Commit | Reveal) -> StoredToss:
    if isinstance(message, Commit):
        return committed(toss, place, seat.key, message)
    return revealed(toss, place, seat.key, message)


def _begin(table: GameTable, place: int, session: ClientSession, seq: int, toss: StoredToss) -> None:
    """§10  All shares are known: the cards are dealt, and the first questions put."""
    stored, services, cards = table.stored, table.services, _cards(table)
    entry = begun(stored, toss, services.public, services.software, cards.fingerprint, services.seconds())
    taken = begin(entry, toss.share, cards)
    stored = replace(stored, status="playing", games=stored.games + 1, toss=toss, offer=None, offered=0)
    seats, partners = [(_fresh(first), _fresh(second)) for first, second in (stored.seats, stored.partners)]
    stored = replace(stored, seats=seats, partners=partners)
    if stored.terms.pace:
        asked = [taken.live_game.place(side) for side in taken.live_game.game.asked]
        stored = replace(stored, pace=first_pace(stored.terms.pace, asked, services.seconds()))
    else:
        table.clocks = full_clocks(stored, services)
    for seat_state in table.seat_states:
        seat_state.heads.clear()  # nobody shall sign a head of another game

    def written() -> None:
        table.live_game = taken.live_game
        table.services.passed_on(table)
        done(session, table.seat_states[place], seq)
        table.tell_all()
        speak(table, taken, "nobody")

    passes = table.services.handed_over(stored, taken.live_game, stored.games)
    writes = (*rows(table, taken, stored.games, place, seq), *passes)
    part = part_of(stored)
    kept = KEPT if part is None else max(KEPT, part.number)  # all of a campaign
    if stored.games > kept:
        writes = (*writes, without_games(table.id, stored.games + 1 - kept))
    table.keep(stored, written, not_stored(session, seq), *writes)


def _cards(table: GameTable) -> CardSet:
    """What the table is played with: where this server has it no more, nothing can be done there."""
    cards = table.services.cards(table.stored.terms)
    assert cards is not None
    return cards


def _fresh(seat: StoredSeat | None) -> StoredSeat | None:
    return None if seat is None else replace(seat, rematch=False, orders=(), ordered=0, offered=0)

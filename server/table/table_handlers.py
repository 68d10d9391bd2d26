"""At a table, whether a game goes on or not: chat, getting up, another game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace

from ironbottom.language import _
from ironbottom.proof.campaign_terms import why_not
from ironbottom.vocabulary import phrase
from ironbottom.wire.cleaning import clean_text, told_apart
from ironbottom.wire.messages import CHAT, Bye, Leave, Mute, Ok, Rematch, Said, Say

from ..store.journal import chat_row, without_lines
from ..transport.session import ClientSession
from .play_handlers import go_on
from .stored_table import PLACES, StoredTable, is_partner, known_as, part_of, place_of
from .table import GameTable, done, not_stored, refuse
from .toss import shown
from .toss_handlers import start

PRUNED = 50  # lines of chat after which the oldest are forgotten
CLOSING = 0.1  # seconds until it is seen again whether a transcript is closed


def say(table: GameTable, chair: int, session: ClientSession, message: Say) -> None:
    """A line of chat goes to everybody who has not muted it."""
    text = clean_text(message.text, CHAT)
    if not text and not message.phrase:
        refuse(session, message.seq, "empty", phrase("server.empty"))
        return
    if not table.may_chat(session):
        refuse(session, message.seq, "limit", _("That was much in one minute: let the others have a word."))
        return
    seat = table.seat(chair) if chair >= 0 else None
    name, place = _speaker(table, chair, session)
    said = Said(table.id, table.said + 1, place, name, text, message.phrase, table.services.seconds())

    def written() -> None:
        table.said = said.n
        if chair >= 0:
            done(session, table.seat_states[chair], message.seq)
        else:
            session.tell(Ok(message.seq))
        _spread(table, chair, said, session.key if seat is None else seat.key)

    rows = [chat_row(table.id, said.n, place, message.seq, said.name, said.text, said.phrase, said.at)]
    if said.n % PRUNED == 0:
        rows.append(without_lines(table.id, said.n - table.services.limits.kept_lines))
    if seat is None:
        table.commit(tuple(rows), written, not_stored(session, message.seq))
    else:  # so that it is not said twice, whatever happens meanwhile
        stored = table.with_seat(chair, replace(seat, last=message.seq))
        table.keep(stored, written, not_stored(session, message.seq), *rows)


def _speaker(table: GameTable, chair: int, session: ClientSession) -> tuple[str, int]:
    """What who speaks is called, and his place."""
    players = [known_as(table.stored, each) for each in table.chairs]
    if chair < 0:
        return told_apart(session.name, *filter(None, players)), chair
    return players[chair], place_of(chair)


def _spread(table: GameTable, chair: int, said: Said, speaker: bytes) -> None:
    """Everybody hears it who wants to."""
    blocks = table.services.blocks
    for each in table.chairs:
        seat = table.seat(each)
        deaf = table.seat_states[each].muted or (seat is not None and blocks(seat.key, speaker))
        if not deaf or each == chair:
            table.tell(each, said)
    for watcher in table.watchers:
        if watcher not in table.deaf and not blocks(watcher.key, speaker):
            watcher.tell(said)


def mute(table: GameTable, place: int, session: ClientSession, message: Mute) -> None:
    """Hear no chat of others, or hear it again."""
    if place >= 0:
        table.seat_states[place].muted = message.muted
        done(session, table.seat_states[place], message.seq)
        return
    (table.deaf.add if message.muted else table.deaf.discard)(session)
    session.tell(Ok(message.seq))


def rematch(table: GameTable, place: int, session: ClientSession, message: Rematch) -> None:
    """Another game with sides swapped, or the next battle of a campaign, when both wish for it."""
    seat = table.seat(place)
    if table.stored.status != "over" or seat is None or table.live_game is None:
        refuse(session, message.seq, "not-yet", _("Another game can be asked for when this one is over."))
        return
    if table.stored.cup is not None:
        refuse(session, message.seq, "over", phrase("cup.no_rematch"))
        return
    if cannot := why_not(table.stored.terms, table.services.sets[table.stored.terms.cards], begins=False):
        refuse(session, message.seq, "options", cannot)
        return
    part, side = part_of(table.stored), table.live_game.side(place_of(place))
    wish = ("jp", "us")[side] if part is None or part.last else ("us", "jp")[side]  # §25.1
    wishing = replace(seat, rematch=True, wish=wish, last=message.seq)

    def written() -> None:
        done(session, table.seat_states[place], message.seq)
        table.tell_all()
        play_again(table)

    table.keep(table.with_seat(place, wishing), written, not_stored(session, message.seq))


def play_again(table: GameTable) -> None:
    """When both wish for another game it begins, as soon as the transcript of the last one is closed."""
    if table.stored.status == "over" and table.stored.full and all(seat.rematch for seat in table.stored.everybody):
        table.services.clock.callLater(CLOSING, table.when_free, partial(_play_again, table))


def _play_again(table: GameTable) -> None:
    if table.stored.status != "over" or table.live_game is None:
        return
    if table.live_game.closed and not table.paused:
        start(table, lambda: None, lambda _why: play_again(table))
    else:
        play_again(table)


def leave(
    table: GameTable, place: int, session: ClientSession, message: Leave, empty: Callable[[GameTable], None]
) -> None:
    """Get up: before a game the seat is free again, in a game it is kept.  `empty` hears of a table nobody wants.

    As soon as somebody has shown his share the game counts as begun: who leaves then could have looked at the deal.
    """
    if place < 0:
        session.tell(Ok(message.seq))
        gone(table, session)
        return
    stored = table.stored
    others = [seat for each in table.chairs if each != place and (seat := table.seat(each)) is not None]
    before = stored.status == "open" or (stored.status == "tossing" and not shown(stored))
    part = part_of(stored)
    before = before and (part is None or part.number == 1)  # §25.1: the same two play all of its battles
    before = before and stored.cup is None  # whose seats are for those two, whenever they come
    if not before:
        session.tell(Ok(message.seq))
        gone(table, session)
        go_on(table)
        return
    if not is_partner(place):
        _send_away(table, place)
        others = [seat for seat in others if seat is not stored.partners[place]]
    others = [seat for seat in others if not seat.called]  # which does not stay without who called it
    _free(table, place, session, message.seq, None if others else empty)


def _send_away(table: GameTable, place: int) -> None:
    """§26.3  A partner is there by the word of who took the seat, and goes with him: the toss names both."""
    if place >= len(table.stored.partners) or table.stored.partners[place] is None:
        return
    seat_state = table.seat_states[PLACES + place]
    if seat_state.session is not None:
        seat_state.session.seats.pop(table.id, None)
        seat_state.session.hang_up(Bye("elsewhere", phrase("team.partner_left")))
        seat_state.session = None


def _free(
    table: GameTable, place: int, session: ClientSession, seq: int, empty: Callable[[GameTable], None] | None
) -> None:
    """The seat is nobody's any more.  `empty` hears that the table is nobody's; None: somebody stays."""
    def written() -> None:
        session.tell(Ok(seq))
        table.seat_states[place].session = None
        table.seat_states[place].last = 0
        session.seats.pop(table.id, None)
        table.tell_all()
        if empty is not None:
            empty(table)

    stored = table.with_seat(place, None, status="over" if empty is not None else "open")
    if not is_partner(place):
        stored = _without_partner(stored, place)
    table.keep(stored, written, not_stored(session, seq))


def _without_partner(stored: StoredTable, place: int) -> StoredTable:
    """§26.3  Nobody shares a side that nobody has taken, and nobody is invited to it."""
    def none_there(pair: tuple[Any, Any]) -> tuple[Any, Any]:
        return (None, pair[1]) if place == 0 else (pair[0], None)

    return replace(stored, partners=none_there(stored.partners), invitations=none_there(stored.invitations))


def gone(table: GameTable, session: ClientSession) -> None:
    """A client is not at the table any more: he has left, or his connection is lost."""
    session.seats.pop(table.id, None)
    if session in table.watchers:
        table.watchers.remove(session)
        table.deaf.discard(session)
    for seat_state in table.seat_states:
        if seat_state.session is session:
            seat_state.session = None
            seat_state.forget()
        elif seat_state.stand_in is session:
            seat_state.stand_in = None
    table.tell_all()

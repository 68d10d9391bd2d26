"""At a table, whether a game goes on or not: chat, getting up, another game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from ironbottom.language import _
from ironbottom.wire.cleaning import clean_text, told_apart
from ironbottom.wire.messages import CHAT, Leave, Mute, Ok, Rematch, Said, Say

from ..store.journal import chat_row, without_lines
from ..transport.session import ClientSession
from .play_handlers import go_on
from .stored_table import known_as
from .table import GameTable, done, not_stored, refuse
from .toss import shown
from .toss_handlers import start

PRUNED = 50  # lines of chat after which the oldest are forgotten
CLOSING = 0.1  # seconds until it is seen again whether a transcript is closed


def say(table: GameTable, place: int, caller: ClientSession, message: Say) -> None:
    """A line of chat goes to everybody who has not muted it."""
    text = clean_text(message.text, CHAT)
    if not text and not message.phrase:
        refuse(caller, message.seq, "empty", _("There is nothing left of that line to say."))
        return
    if not table.may_chat(caller):
        refuse(caller, message.seq, "limit", _("That was much in one minute: let the others have a word."))
        return
    seat = table.seat(place) if place >= 0 else None
    players = [known_as(table.kept, each) for each in (0, 1)]
    name = told_apart(caller.name, *players) if seat is None else players[place]
    said = Said(table.id, table.said + 1, place, name, text, message.phrase, table.house.seconds())

    def stored() -> None:
        table.said = said.n
        if place >= 0:
            done(caller, table.sitting[place], message.seq)
        else:
            caller.tell(Ok(message.seq))
        _spread(table, place, said)

    rows = [chat_row(table.id, said.n, place, message.seq, said.name, said.text, said.phrase, said.at)]
    if said.n % PRUNED == 0:
        rows.append(without_lines(table.id, said.n - table.house.limits.kept_lines))
    if seat is None:
        table.commit(tuple(rows), stored, not_stored(caller, message.seq))
    else:  # so that it is not said twice, whatever happens meanwhile
        kept = table.with_seat(place, replace(seat, last=message.seq))
        table.keep(kept, stored, not_stored(caller, message.seq), *rows)


def _spread(table: GameTable, place: int, said: Said) -> None:
    """Everybody hears it who wants to."""
    for each in (0, 1):
        if not table.sitting[each].muted or each == place:
            table.tell(each, said)
    for watcher in table.watchers:
        if watcher not in table.deaf:
            watcher.tell(said)


def mute(table: GameTable, place: int, caller: ClientSession, message: Mute) -> None:
    """Hear no chat of others, or hear it again."""
    if place >= 0:
        table.sitting[place].muted = message.muted
        done(caller, table.sitting[place], message.seq)
        return
    (table.deaf.add if message.muted else table.deaf.discard)(caller)
    caller.tell(Ok(message.seq))


def rematch(table: GameTable, place: int, caller: ClientSession, message: Rematch) -> None:
    """Another game with sides swapped, when both wish for it."""
    seat = table.seat(place)
    if table.kept.status != "over" or seat is None or table.playing is None:
        refuse(caller, message.seq, "not-yet", _("Another game can be asked for when this one is over."))
        return
    wish = ("jp", "us")[table.playing.side(place)]
    wishing = replace(seat, rematch=True, wish=wish, last=message.seq)

    def stored() -> None:
        done(caller, table.sitting[place], message.seq)
        table.tell_all()
        play_again(table)

    table.keep(table.with_seat(place, wishing), stored, not_stored(caller, message.seq))


def play_again(table: GameTable) -> None:
    """When both wish for another game it begins, as soon as the transcript of the last one is closed."""
    if table.kept.status == "over" and all(seat is not None and seat.rematch for seat in table.kept.seats):
        table.house.clock.callLater(CLOSING, table.when_free, partial(_play_again, table))


def _play_again(table: GameTable) -> None:
    if table.kept.status != "over" or table.playing is None:
        return
    if table.playing.closed and not table.paused:
        start(table, lambda: None, lambda _why: play_again(table))
    else:
        play_again(table)


def leave(
    table: GameTable, place: int, caller: ClientSession, message: Leave, empty: Callable[[GameTable], None]
) -> None:
    """Get up: before a game the seat is free again, in a game it is kept.  `empty` hears of a table nobody wants.

    As soon as somebody has shown his share the game counts as begun: who leaves then could have looked at the deal.
    """
    if place < 0:
        caller.tell(Ok(message.seq))
        gone(table, caller)
        return
    kept, other = table.kept, table.seat(1 - place)
    before = kept.status == "open" or (kept.status == "tossing" and not shown(kept))
    if other is not None and other.called and before:
        other = None  # a bot that was called does not stay without who called it
    if not before:
        caller.tell(Ok(message.seq))
        gone(table, caller)
        go_on(table)
        return
    status = "over" if other is None else "open"
    after = table.with_seat(place, None, status=status)

    def stored() -> None:
        caller.tell(Ok(message.seq))
        table.sitting[place].caller = None
        table.sitting[place].last = 0
        caller.seats.pop(table.id, None)
        table.tell_all()
        if other is None:
            empty(table)

    table.keep(after, stored, not_stored(caller, message.seq))


def gone(table: GameTable, caller: ClientSession) -> None:
    """A caller is not at the table any more: he has left, or his connection is lost."""
    caller.seats.pop(table.id, None)
    if caller in table.watchers:
        table.watchers.remove(caller)
        table.deaf.discard(caller)
    for sitting in table.sitting:
        if sitting.caller is caller:
            sitting.caller = None
            sitting.forget()
        elif sitting.stand_in is caller:
            sitting.stand_in = None
    table.tell_all()

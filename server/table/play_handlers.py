"""At a table where a game is played: answers, from whomever they come, and what everybody is told of them.

Every answer that shows takes at least the table's common least time, whether a player, a standing order or haste gave
it: so neither being asked nor being quick tells what a hand holds (decisions.md, Secrets).  A private segment is one
question to everybody else: nobody sees its single steps, and they are not held; its end is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec import Raw
from msgspec.structs import replace
from twisted.logger import Logger

from ironbottom.flow import IllegalAnswer
from ironbottom.keys import signed
from ironbottom.language import _
from ironbottom.proof.entries import Ordered
from ironbottom.proof.standing import ordered
from ironbottom.wire.answers import Plain, plain
from ironbottom.wire.messages import EncodedUpdate, Given, Notice, Ok, Orders, Reply, Resign
from ironbottom.wire.signing import ORDERS
from ironbottom.wire.signing import ordered as ordered_parts
from ironbottom.words import SIDES

from ..transport.session import ClientSession
from .countersign import last_word, noted, rows
from .encoding import show, update
from .live_game import LIMIT, Transition
from .stored_table import known_as
from .table import GameTable, SeatState, done, not_stored, refuse

log = Logger()

RETRY = 30.0  # seconds until a default is tried again on which a rule has failed


def reply(table: GameTable, place: int, caller: ClientSession, message: Reply, *, stand_in: bool = False) -> None:
    """An answer has come.  A stale one is refused; what it should have answered is on its way to its sender already."""
    playing = table.playing
    seq = message.seq
    if playing is None or table.kept.status != "playing":
        _no_game(table, caller, seq)
        return
    side = playing.side(place)
    if side not in playing.game.asked:
        refuse(caller, seq, "not-asked", _("You are not asked now."), "20.1")
    elif not playing.current(side, message.update):
        text = _("This answers update {theirs}; the question stands in update {ours} now.")
        refuse(caller, seq, "stale", text.format(theirs=message.update, ours=playing.numbers[side]))
    elif stand_in and _wanted(table, place) is not None:
        refuse(caller, seq, "stale", _("The player has ordered what is answered here."))
    elif not stand_in and table.sitting[place].holding not in (0, seq):
        refuse(caller, seq, "again", _("An answer of yours is under way already."))
    elif not stand_in and len(playing.signing[side].unsigned) >= LIMIT:
        refuse(caller, seq, "sign", _("Sign the answers that you gave before you give another."))
        show(table, place, caller)
    else:
        given: Given = "stand-in" if stand_in else "player"
        _in_time(table, place, caller, message, given)


def _no_game(table: GameTable, caller: ClientSession | None, seq: int) -> None:
    """Nothing can be answered or given up: the game is over, or none has been begun."""
    refuse(caller, seq, "over" if table.kept.status == "over" else "not-yet", _("No game is going on here."))


def _in_time(table: GameTable, place: int, caller: ClientSession, message: Reply, given: Given) -> None:
    """Take an answer now, or when the common least time is over."""
    sitting = table.sitting[place]
    wait = _least(table, place, message.answer) - (table.now - sitting.asked)
    act = partial(_take, table, place, message.update, message.answer, given, message.seq, caller)
    if wait <= 0:
        sitting.hold(None)
        act()
    else:
        _hold(table, place, wait, act, 0 if given == "stand-in" else message.seq, caller)


def _hold(
    table: GameTable,
    place: int,
    wait: float,
    act: Callable[[], None],
    seq: int = 0,
    holder: ClientSession | None = None,
) -> None:
    """Let an answer wait; it replaces whatever waited at that place before."""
    sitting = table.sitting[place]

    def ripe() -> None:
        sitting.hold(None)
        table.when_free(act)
        table.free_behind(sitting)

    sitting.hold(table.house.clock.callLater(wait, ripe), seq, holder)


def _least(table: GameTable, place: int, answer: Plain) -> float:
    """The common least time, in seconds: none for what nobody else sees, nor where bots play among themselves."""
    playing, seats = table.playing, table.kept.seats
    assert playing is not None
    if playing.unseen(playing.side(place), answer) or all(seat is not None and seat.bot for seat in seats):
        return 0.0
    return table.kept.terms.least / 1000


def _take(
    table: GameTable, place: int, update: int, answer: Plain, given: Given, seq: int, caller: ClientSession | None
) -> None:
    """Carry an answer out, if it is legal; write it down; go on."""
    playing = table.playing
    if playing is None or table.kept.status != "playing":
        _no_game(table, caller, seq)
        return
    side = playing.side(place)
    if side not in playing.game.asked or not playing.current(side, update):
        refuse(caller, seq, "stale", _("The question was answered before."))
        return
    by = caller.key if given == "stand-in" and caller is not None else b""
    try:
        taken = playing.answered(side, update, answer, given, table.house.seconds(), by)
    except IllegalAnswer as illegal:
        refuse(caller, seq, "illegal", illegal.reason, illegal.rule)
        if given == "player":
            go_on(table)  # a standing order may have waited
        elif given == "clock":
            _no_default(table, place)
        return
    except Exception:
        log.failure("a rule failed at table {table}, window {window}", table=table.id, window=playing.game.window(side))
        refuse(caller, seq, "fault", _("A fault of this program: the game stands as before.  Please report it."))
        if given == "clock":
            _no_default(table, place)
        return
    _store(table, taken, given, place, seq, caller)


def resign(table: GameTable, place: int, caller: ClientSession, message: Resign) -> None:
    """§11.4"""
    playing = table.playing
    if playing is None or table.kept.status != "playing":
        _no_game(table, caller, message.seq)
        return
    taken = playing.resigned(playing.side(place), "player", table.house.seconds())
    _store(table, taken, "player", place, message.seq, caller)


def _store(
    table: GameTable, taken: Transition, given: Given, place: int, seq: int, caller: ClientSession | None
) -> None:
    sitting = table.sitting[place]
    _drop(table, sitting, "stale", _("The question was answered before."))
    if not taken.hidden:  # else those who see the clocks would see the steps
        table.clocks.answered(place, table.now)
    own = seq if given == "player" else 0  # a stand-in's numbers are not those of the seat
    writes = rows(table, taken, table.kept.games, place, own)

    def stored() -> None:
        table.playing = taken.playing
        table.house.metrics.answers += 1
        done(caller, sitting, own, more=caller in table.at(place))  # who has answered is always told of it
        if caller is not None and given == "stand-in":
            caller.tell(Ok(seq))
        speak(table, taken, given, place)

    def over() -> None:
        for each in table.sitting:  # no answer of this game may fall into the next
            _drop(table, each, "over", _("No game is going on here."))
        stored()
        table.tell_all()

    if taken.playing.ended:
        ended = replace(table.kept, status="over", ended=table.house.seconds())
        table.keep(ended, over, not_stored(caller, seq), *writes)
    else:
        table.commit(writes, stored, not_stored(caller, seq), unseen=taken.hidden)


def _drop(table: GameTable, sitting: SeatState, code: str, text: str) -> None:
    """An answer that waits comes too late."""
    if sitting.holding:
        refuse(sitting.holder, sitting.holding, code, text)
    sitting.hold(None)
    table.free_behind(sitting)


def speak(table: GameTable, taken: Transition, given: Given, actor: int = -1) -> None:
    """Tell each side what is new for it, then see who is asked."""
    playing, clocks = taken.playing, table.clocks.milliseconds(table.now)
    for side in SIDES:
        told, place = taken.told[side], playing.place(side)
        if told is None:
            continue
        sitting = table.sitting[place]
        if playing.since[side] == told.number and not taken.hidden:
            sitting.asked = table.now
        sitting.heads.append(playing.chain.head)
        shown = given if place == actor else _shown(table, given, actor)
        for caller in table.at(place):
            if caller.web:
                caller.tell(update(table, playing, side, told.number, taken, shown, web=True))
            else:
                sign, events, view = playing.to_sign(side), Raw(told.events), Raw(told.view)
                head = playing.chain.head
                caller.tell(EncodedUpdate(table.id, told.number, events, view, head, shown, sign, clocks))
    if table.watchers:
        _show_watchers(table, taken, _shown(table, given, actor))
    go_on(table)


def _shown(table: GameTable, given: Given, actor: int) -> Given:
    """Who gave an answer, as all others are told: an order looks like whoever would have answered without it."""
    if given != "order":
        return given
    return "player" if table.sitting[actor].stand_in is None else "stand-in"


def _show_watchers(table: GameTable, taken: Transition, shown: Given) -> None:
    """§22.7  Those who look on hear what both sides may see, when something has happened that both were told of."""
    if not taken.open:
        return
    playing = taken.playing
    for caller in table.watchers:
        caller.tell(update(table, playing, None, playing.watched, taken, shown, web=caller.web))


def go_on(table: GameTable) -> None:
    """Let the clocks of those who are asked run; let their standing orders answer; close what is over."""
    playing = table.playing
    if playing is None:
        return
    run_clocks(table)
    if playing.ended:
        last_word(table)
        return
    _expect(table)
    for side in playing.game.asked:
        place = playing.place(side)
        seat = table.seat(place)
        if seat is not None and seat.orders and table.sitting[place].held is None:
            _order(table, place, playing.numbers[side])


def _expect(table: GameTable) -> None:
    """Under the terms "bot" a stand-in comes for who stays away, while the other player is here."""
    if table.kept.terms.absent != "bot" or table.kept.status != "playing":
        return
    for place, sitting in enumerate(table.sitting):
        there = sitting.caller is not None or sitting.stand_in is not None
        seat = table.seat(place)
        if seat is not None and seat.called:
            continue  # it is called again itself
        if not there and table.sitting[1 - place].caller is not None and not sitting.expects:
            sitting.away = table.house.clock.callLater(table.house.away, table.house.stand_in, table, place)


def _order(table: GameTable, place: int, update: int) -> None:
    """A standing order answers, when the common least time is over, if one fits and still stands then."""

    def act() -> None:
        playing = table.playing
        if playing is None:
            return
        if not playing.current(playing.side(place), update):
            go_on(table)  # there is another question now, and it takes its time as well
            return
        if (answer := _wanted(table, place)) is not None:
            _take(table, place, update, answer, "order", 0, None)

    least = _least(table, place, _wanted(table, place) or "")  # steps that nobody sees come before, as from a hand
    _hold(table, place, max(0.0, least - (table.now - table.sitting[place].asked)), act)


def _wanted(table: GameTable, place: int) -> Plain | None:
    """What the standing orders of a place answer to its question; None: they do not fit."""
    playing, seat = table.playing, table.seat(place)
    if playing is None or seat is None or not seat.orders:
        return None
    answer = ordered(playing.now(playing.side(place)), seat.orders)
    return None if answer is None else plain(answer)


def run_clocks(table: GameTable) -> None:
    """Clocks run for those who are asked, while anybody plays; under the terms "wait" only for those who are here."""
    playing = table.playing
    if table.kept.terms.bank == 0 or playing is None:
        return
    stopped = table.paused or not (table.at(0) or table.at(1))
    places = set() if stopped else {playing.place(side) for side in playing.game.asked}
    if table.kept.terms.absent == "wait":
        places = {place for place in places if table.at(place)}
    table.clocks.run(places, table.now)
    if table.flag is not None and table.flag.active():
        table.flag.cancel()
    ends = [end for place in places if (end := table.clocks.over_in(place, table.now)) is not None]
    if ends:
        table.flag = table.house.clock.callLater(max(0.01, min(ends)), _time_up, table)


def _time_up(table: GameTable) -> None:
    """§20.6  The default is given for who has no time left."""
    playing = table.playing
    if playing is None or playing.ended or table.paused:
        return
    given = False
    for side in [*playing.game.asked]:
        place = playing.place(side)
        end = table.clocks.over_in(place, table.now)
        if end is not None and end <= 0.005 and not table.sitting[place].holding:  # an answer that waits was in time
            given = True
            table.when_free(partial(_give_default, table, place, playing.numbers[side]))
    if not given:
        run_clocks(table)


def _give_default(table: GameTable, place: int, update: int) -> None:
    playing = table.playing
    if playing is None or playing.ended:
        return
    try:
        answer = plain(playing.game.default(playing.side(place)))
    except Exception:
        log.failure("a rule failed at table {table} when a default was sought", table=table.id)
        _no_default(table, place)
        return
    _take(table, place, update, answer, "clock", 0, None)


def _no_default(table: GameTable, place: int) -> None:
    """A rule fails on it: the clock is set again, or the game would stand still; both players hear so, once."""
    playing = table.playing
    assert playing is not None
    if table.flag is not None and table.flag.active():
        table.flag.cancel()
    table.flag = table.house.clock.callLater(RETRY, _time_up, table)
    number = playing.numbers[playing.side(place)]
    if table.sitting[place].undecided == number:
        return
    table.sitting[place].undecided = number
    text = _("A fault of this program: the clock of {name} has run out, and no answer could be given for him.  That "
             "is tried again in {n} seconds; he may still answer himself.  Please report it.")
    for each in (0, 1):
        table.tell(each, Notice("fault", text.format(name=known_as(table.kept, place), n=round(RETRY))))


def order(table: GameTable, place: int, caller: ClientSession, message: Orders) -> None:
    """A player gives standing orders; nobody else hears of them before the game is over."""
    playing, seat = table.playing, table.seat(place)
    if playing is None or playing.ended or seat is None:
        refuse(caller, message.seq, "not-yet", _("Standing orders are given while a game is going on."))
        return
    if seat.ordered >= table.house.limits.orders:
        text = _("You have changed your standing orders {n} times in this game: it stays as it is now.")
        refuse(caller, message.seq, "limit", text.format(n=seat.ordered))
        return
    parts = ordered_parts(playing.begun.game, message.seq, message.orders)
    if not signed(seat.key, message.signature, ORDERS, *parts):
        refuse(caller, message.seq, "signature", _("The signature does not fit the orders."))
        return
    side = playing.side(place)
    entry = Ordered(side, message.seq, message.orders, message.signature)
    after, writes = noted(table, playing, place, message.seq, entry)
    kept = table.with_seat(place, replace(seat, orders=message.orders, last=message.seq, ordered=seat.ordered + 1))

    def stored() -> None:
        table.playing = after
        done(caller, table.sitting[place], message.seq)
        go_on(table)

    table.keep(kept, stored, not_stored(caller, message.seq), *writes, unseen=True)

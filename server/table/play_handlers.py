"""At a table where a game is played: answers, from whomever they come, and what everybody is told of them.

Every answer that shows takes at least the table's common least time, whether a player, a standing order or haste gave
it: so neither being asked nor being quick tells what a hand holds (decisions.md, Secrets).  A private segment is one
question to everybody else: nobody sees its single steps, and they are not held; its end is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec import UNSET, Raw
from msgspec.structs import replace
from twisted.logger import Logger

from ironbottom.flow import IllegalAnswer
from ironbottom.keys import signed
from ironbottom.language import _
from ironbottom.proof.entries import Ordered
from ironbottom.proof.standing import ordered
from ironbottom.vocabulary import phrase, word
from ironbottom.windows import commander
from ironbottom.wire.agreeing import StandingOffer
from ironbottom.wire.answers import Plain, plain
from ironbottom.wire.encoded import EncodedUpdate
from ironbottom.wire.messages import Given, Notice, Ok, Orders, Reply, Resign
from ironbottom.wire.signing import ORDERS
from ironbottom.wire.signing import ordered as ordered_parts
from ironbottom.words import SIDES

from ..store.journal import NotStored, Write
from ..transport.session import ClientSession
from .clock import clock_timer
from .countersign import last_word, noted, rows
from .encoding import show, tell_offers, update
from .live_game import LIMIT, Transition, signer_of
from .stored_table import StoredTable, is_partner, known_as, place_of
from .table import GameTable, SeatState, done, not_stored, refuse

log = Logger()


def reply(table: GameTable, chair: int, session: ClientSession, message: Reply, *, stand_in: bool = False) -> None:
    """An answer has come.  A stale one is refused; what it should have answered is on its way to its sender already."""
    live_game = table.live_game
    seq = message.seq
    if live_game is None or table.stored.status != "playing":
        _no_game(table, session, seq)
        return
    side = live_game.side(place_of(chair))
    signer = signer_of(side, partner=is_partner(chair))
    if side not in live_game.game.asked:
        refuse(session, seq, "not-asked", phrase("server.not-asked"), "20.1")
    elif not live_game.current(side, message.update):
        text = _("This answers update {theirs}; the question stands in update {ours} now.")
        refuse(session, seq, "stale", text.format(theirs=message.update, ours=live_game.numbers[side]))
    elif table.deciding(side) != chair:
        command = word("command_of", commander(live_game.game.window(side)))
        refuse(session, seq, "not-yours", phrase("team.not_yours", command=command), "26.2")
    elif stand_in and _wanted(table, chair) is not None:
        refuse(session, seq, "stale", _("The player has ordered what is answered here."))
    elif live_game.paused:
        refuse(session, seq, "adjourned", phrase("server.adjourned"))
    elif not stand_in and table.seat_states[chair].holding not in (0, seq):
        refuse(session, seq, "again", _("An answer of yours is under way already."))
    elif not stand_in and len(live_game.signing[signer].unsigned) >= LIMIT:
        refuse(session, seq, "sign", phrase("server.sign"))
        show(table, chair, session)
    else:
        given: Given = "stand-in" if stand_in else "player"
        _in_time(table, chair, session, message, given)


def _no_game(table: GameTable, session: ClientSession | None, seq: int) -> None:
    """Nothing can be answered or given up: the game is over or paused by agreement, or none has been begun."""
    if table.adjourned:
        refuse(session, seq, "adjourned", phrase("server.adjourned"))
        return
    refuse(session, seq, "over" if table.stored.status == "over" else "not-yet", _("No game is going on here."))


def _in_time(table: GameTable, chair: int, session: ClientSession, message: Reply, given: Given) -> None:
    """Take an answer now, or when the common least time is over."""
    seat_state = table.seat_states[chair]
    wait = _least(table, chair, message.answer) - (table.now - seat_state.asked)
    act = partial(_take, table, chair, message.update, message.answer, given, message.seq, session)
    if wait <= 0:
        seat_state.hold(None)
        act()
    else:
        _hold(table, chair, wait, act, 0 if given == "stand-in" else message.seq, session)


def _hold(
    table: GameTable,
    chair: int,
    wait: float,
    act: Callable[[], None],
    seq: int = 0,
    holder: ClientSession | None = None,
) -> None:
    """Let an answer wait; it replaces whatever waited in that chair before."""
    seat_state = table.seat_states[chair]

    def ripe() -> None:
        seat_state.hold(None)
        table.when_free(act)
        table.free_behind(seat_state)

    seat_state.hold(table.services.clock.callLater(wait, ripe), seq, holder)


def _least(table: GameTable, chair: int, answer: Plain) -> float:
    """The common least time, in seconds: none for what nobody else sees, nor where bots play among themselves."""
    live_game = table.live_game
    assert live_game is not None
    if live_game.unseen(live_game.side(place_of(chair)), answer) or all(seat.bot for seat in table.stored.everybody):
        return 0.0
    return table.stored.terms.least / 1000


def _take(
    table: GameTable, chair: int, update: int, answer: Plain, given: Given, seq: int, session: ClientSession | None
) -> None:
    """Carry an answer out, if it is legal; write it down; go on."""
    live_game = table.live_game
    if live_game is None or table.stored.status != "playing" or live_game.paused:
        _no_game(table, session, seq)
        return
    side = live_game.side(place_of(chair))
    if side not in live_game.game.asked or not live_game.current(side, update):
        refuse(session, seq, "stale", _("The question was answered before."))
        return
    try:
        by = _by(chair, given, session)
        taken = live_game.answered(side, update, answer, given, table.services.seconds(), by)
    except IllegalAnswer as illegal:
        refuse(session, seq, "illegal", illegal.reason, illegal.rule)
        if given == "player":
            go_on(table)  # a standing order may have waited
        elif given == "clock":
            _no_default(table, chair)
        return
    except Exception:
        window = live_game.game.window(side)
        log.failure("a rule failed at table {table}, window {window}", table=table.id, window=window)
        refuse(session, seq, "fault", _("A fault of this program: the game stands as before.  Please report it."))
        if given == "clock":
            _no_default(table, chair)
        return
    _store(table, taken, given, chair, seq, session)


def _by(chair: int, given: Given, session: ClientSession | None) -> bytes:
    """Whose key stands beside an answer: that of who stands in, or of a partner (§26)."""
    named = given == "stand-in" or (given == "player" and is_partner(chair))
    return session.key if session is not None and named else b""


def resign(table: GameTable, chair: int, session: ClientSession, message: Resign) -> None:
    """§11.4, §26.5"""
    live_game = table.live_game
    if live_game is None or table.stored.status != "playing":
        _no_game(table, session, message.seq)
        return
    if is_partner(chair):
        refuse(session, message.seq, "not-yours", phrase("team.gives_up"), "26.5")
        return
    taken = live_game.resigned(live_game.side(chair), "player", table.services.seconds())
    _store(table, taken, "player", chair, message.seq, session)


def _store(
    table: GameTable, taken: Transition, given: Given, chair: int, seq: int, session: ClientSession | None
) -> None:
    seat_state = table.seat_states[chair]
    _drop(table, seat_state, "stale", _("The question was answered before."))
    kept = table.stored if taken.hidden else clock_timer.answered(table, taken.live_game, place_of(chair))
    own = seq if given == "player" else 0  # a stand-in's numbers are not those of the seat
    writes = with_handovers(table, taken, chair, own)

    def written() -> None:
        table.live_game = taken.live_game
        table.services.passed_on(table)
        table.services.metrics.answers += 1
        done(session, seat_state, own, more=session in table.at(chair))  # who has answered is always told of it
        if session is not None and given == "stand-in":
            session.tell(Ok(seq))
        speak(table, taken, given, chair)

    _write(table, taken, kept, writes, written, not_stored(session, seq))


def _write(
    table: GameTable, taken: Transition, kept: StoredTable, writes: tuple[Write, ...], written: Callable[[], None],
    refused: Callable[[NotStored], None],
) -> None:
    """With what changes at the table by it: the game is over, or an offer stands no more."""
    lapsed = _lapses(table, taken)

    def gone() -> None:
        written()
        tell_offers(table, lapsed, "lapsed")

    def over() -> None:
        for each in table.seat_states:  # no answer of this game may fall into the next
            _drop(table, each, "over", _("No game is going on here."))
        written()
        table.tell_all()

    if taken.live_game.ended:
        ended = replace(kept, status="over", ended=table.services.seconds(), offer=None)
        table.keep(ended, over, refused, *writes)
    elif lapsed:
        table.keep(replace(kept, offer=None), gone, refused, *writes)
    elif kept is not table.stored:
        table.keep(kept, written, refused, *writes)
    else:
        table.commit(writes, written, refused, unseen=taken.hidden)


def _lapses(table: GameTable, taken: Transition) -> StandingOffer | None:
    """The offer to take an answer back that stands no more after another answer: unless nobody else could see that."""
    offer, before, after = table.stored.offer, table.live_game, taken.live_game.undoable
    if offer is None or offer.standing.what != "takeback" or before is None:
        return None
    same = before.undoable is not None and after is not None and before.undoable.entry == after.entry
    return None if same else offer.standing


def after_agreement(table: GameTable, taken: Transition, *, moves: bool) -> None:
    """What both have agreed upon is written down; where it `moves` the game, no answer to what stood before counts."""
    if moves:
        for each in table.seat_states:
            _drop(table, each, "stale", _("The question has changed meanwhile."))
    table.live_game = taken.live_game
    table.services.passed_on(table)
    if moves:
        speak(table, taken, "nobody")


def with_handovers(table: GameTable, taken: Transition, chair: int, seq: int) -> tuple[Write, ...]:
    """What was taken, and to whom the question has passed by it."""
    game = table.stored.games
    return (*rows(table, taken, game, chair, seq), *table.services.handed_over(table.stored, taken.live_game, game))


def _drop(table: GameTable, seat_state: SeatState, code: str, text: str) -> None:
    """An answer that waits comes too late."""
    if seat_state.holding:
        refuse(seat_state.holder, seat_state.holding, code, text)
    seat_state.hold(None)
    table.free_behind(seat_state)


def speak(table: GameTable, taken: Transition, given: Given, actor: int = -1) -> None:
    """Tell each side what is new for it, then see who is asked."""
    live_game, clocks = taken.live_game, table.clocks.milliseconds(table.clock_time)
    for side in SIDES:
        told, place = taken.told[side], live_game.place(side)
        if told is None:
            continue
        shown = given if actor >= 0 and place == place_of(actor) else _shown(table, given, actor)
        for chair in table.chairs_of(place):
            seat_state, partner = table.seat_states[chair], is_partner(chair)
            if live_game.since[side] == told.number and not taken.hidden:
                seat_state.asked = table.now
            seat_state.heads.append(live_game.chain.head)
            for session in table.at(chair):
                if session.web:
                    session.tell(
                        update(table, live_game, side, told.number, taken, shown, web=True, partner=partner)
                    )
                else:
                    sign = live_game.to_sign(signer_of(side, partner=partner))
                    events, view, head = Raw(told.events), Raw(told.view), live_game.chain.head
                    session.tell(EncodedUpdate(table.id, told.number, events, view, head, shown, sign, clocks))
    if table.watchers:
        _show_watchers(table, taken, _shown(table, given, actor))
    go_on(table)


def _shown(table: GameTable, given: Given, actor: int) -> Given:
    """Who gave an answer, as all others are told: an order looks like whoever would have answered without it."""
    if given != "order":
        return given
    return "player" if table.seat_states[actor].stand_in is None else "stand-in"


def _show_watchers(table: GameTable, taken: Transition, shown: Given) -> None:
    """§22.7  Those who look on hear what both sides may see, when something has happened that both were told of."""
    if not taken.open:
        return
    live_game = taken.live_game
    for session in table.watchers:
        session.tell(update(table, live_game, None, live_game.watched, taken, shown, web=session.web))


def go_on(table: GameTable) -> None:
    """Let the clocks of those who are asked run; let their standing orders answer; close what is over."""
    live_game = table.live_game
    if live_game is None:
        return
    run_clocks(table)
    if live_game.ended:
        last_word(table)
        return
    if live_game.paused:
        return
    _expect(table)
    for side in live_game.game.asked:
        chair = table.deciding(side)
        seat = table.seat(chair)
        if seat is not None and seat.orders and table.seat_states[chair].held is None:
            _order(table, chair, live_game.numbers[side])


def _expect(table: GameTable) -> None:
    """Under the terms "bot" a stand-in comes for who stays away, while another player is here."""
    if table.stored.terms.absent != "bot" or table.stored.status != "playing":
        return
    for chair, seat_state in enumerate(table.seat_states):
        if not clock_timer.may_be_stood_in_for(table, place_of(chair)):
            continue
        there = seat_state.session is not None or seat_state.stand_in is not None
        seat = table.seat(chair)
        if seat is None or seat.called:
            continue  # nobody shares the side, or it is a bot that is called again itself
        if not there and table.others_here(chair) and not seat_state.expects:
            seat_state.away = table.services.clock.callLater(table.services.away, table.services.stand_in, table, chair)


def _order(table: GameTable, chair: int, update: int) -> None:
    """A standing order answers, when the common least time is over, if one fits and still stands then."""

    def act() -> None:
        live_game = table.live_game
        if live_game is None:
            return
        side = live_game.side(place_of(chair))
        if not live_game.current(side, update) or table.deciding(side) != chair:
            go_on(table)  # there is another question now, and it takes its time as well
            return
        if (answer := _wanted(table, chair)) is not None:
            _take(table, chair, update, answer, "order", 0, None)

    least = _least(table, chair, _wanted(table, chair) or "")  # steps that nobody sees come before, as from a hand
    _hold(table, chair, max(0.0, least - (table.now - table.seat_states[chair].asked)), act)


def _wanted(table: GameTable, chair: int) -> Plain | None:
    """What the standing orders of who sits in a chair answer to his question; None: they do not fit."""
    live_game, seat = table.live_game, table.seat(chair)
    if live_game is None or seat is None or not seat.orders:
        return None
    answer = ordered(live_game.now(live_game.side(place_of(chair))), seat.orders)
    return None if answer is None else plain(answer)


def run_clocks(table: GameTable) -> None:
    """Let the clocks of those run who are asked; who has no time left gets the default (§20.6)."""
    clock_timer.run(table, _give_default)


def _give_default(table: GameTable, chair: int, update: int) -> None:
    live_game = table.live_game
    if live_game is None or live_game.ended:
        return
    try:
        answer = plain(live_game.game.default(live_game.side(place_of(chair))))
    except Exception:
        log.failure("a rule failed at table {table} when a default was sought", table=table.id)
        _no_default(table, chair)
        return
    _take(table, chair, update, answer, "clock", 0, None)


def _no_default(table: GameTable, chair: int) -> None:
    """A rule fails on it: the clock is set again, or the game would stand still; both players hear so, once."""
    live_game = table.live_game
    assert live_game is not None
    clock_timer.try_again(table, _give_default)
    number = live_game.numbers[live_game.side(place_of(chair))]
    if table.seat_states[chair].undecided == number:
        return
    table.seat_states[chair].undecided = number
    text = _("A fault of this program: the clock of {name} has run out, and no answer could be given for him.  That "
             "is tried again in {n} seconds; he may still answer himself.  Please report it.")
    for each in table.chairs:
        table.tell(each, Notice("fault", text.format(name=known_as(table.stored, chair), n=round(clock_timer.RETRY))))


def order(table: GameTable, chair: int, session: ClientSession, message: Orders) -> None:
    """A player gives standing orders; nobody else hears of them before the game is over."""
    live_game, seat = table.live_game, table.seat(chair)
    if live_game is None or live_game.ended or seat is None:
        refuse(session, message.seq, "not-yet", _("Standing orders are given while a game is going on."))
        return
    if seat.ordered >= table.services.limits.orders:
        text = _("You have changed your standing orders {n} times in this game: it stays as it is now.")
        refuse(session, message.seq, "limit", text.format(n=seat.ordered))
        return
    parts = ordered_parts(live_game.begun.game, message.seq, message.orders)
    if not signed(seat.key, message.signature, ORDERS, *parts):
        refuse(session, message.seq, "signature", _("The signature does not fit the orders."))
        return
    side, by = live_game.side(place_of(chair)), seat.key if is_partner(chair) else UNSET
    entry = Ordered(side, message.seq, message.orders, message.signature, by)
    after, writes = noted(table, live_game, chair, message.seq, entry)
    stored = table.with_seat(chair, replace(seat, orders=message.orders, last=message.seq, ordered=seat.ordered + 1))

    def written() -> None:
        table.live_game = after
        done(session, table.seat_states[chair], message.seq)
        go_on(table)

    table.keep(stored, written, not_stored(session, message.seq), *writes, unseen=True)

"""What one player offers the other: a draw, a pause and its end, an answer taken back (ironbottom/wire/agreeing.py).

One offer stands at a time.  It is written down with the signature of who made it, and becomes an entry of the game when
the other has signed it too; nothing here can agree for anybody.
"""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from ironbottom.keys import signed
from ironbottom.language import _
from ironbottom.proof.entries import Agreed
from ironbottom.proof.takeback import why_not
from ironbottom.vocabulary import phrase
from ironbottom.wire.agreeing import Accept, Agreeable, Decline, MakeOffer, OfferReply, StandingOffer, Withdraw
from ironbottom.wire.signing import ACCEPT, OFFER, agreed

from ..table.clock import clock_timer
from ..table.encoding import tell_offers
from ..table.live_game import LiveGame, Transition
from ..table.play_handlers import after_agreement, go_on, with_handovers
from ..table.stored_table import StoredOffer, StoredSeat, StoredTable
from ..table.table import GameTable, done, not_stored, refuse
from ..transport.session import ClientSession


class NoOffer(Exception):
    """Why nothing is offered or accepted: the code of a refusal, and a sentence."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


def offer(table: GameTable, place: int, session: ClientSession, message: MakeOffer) -> None:
    """A player offers the other something."""
    if not table.stored.terms.allow(message.what):
        refuse(session, message.seq, "no-offers", phrase("server.no-offers"))
        return
    try:
        live_game, seat = _at_play(table, place)
        _offerable(table, live_game, place, message)
        _signed(table, live_game, place, seat, message, message.what)
    except NoOffer as why:
        refuse(session, message.seq, why.code, str(why))
        return
    standing = StandingOffer(place, message.what, message.n)
    made = StoredOffer(standing, message.head, message.signature)
    stored = _with_last(table, place, message.seq, offer=made, offered=message.n)
    _keep(table, place, session, message.seq, stored)


def drop(table: GameTable, place: int, session: ClientSession, message: Decline | Withdraw) -> None:
    """The offer stands no more: who made it withdraws it, or the other declines."""
    found, own = table.stored.offer, isinstance(message, Withdraw)
    if found is None or found.standing.n != message.n or (found.standing.place == place) is not own:
        refuse(session, message.seq, "nothing-offered", phrase("server.nothing-offered"))
        return
    stored = _with_last(table, place, message.seq, offer=None)
    _keep(table, place, session, message.seq, stored, found.standing, "withdrawn" if own else "declined")


def accept(table: GameTable, place: int, session: ClientSession, message: Accept) -> None:
    """A player accepts what the other has offered: it is done."""
    found = table.stored.offer
    if found is None or found.standing.n != message.n or found.standing.place == place:
        refuse(session, message.seq, "nothing-offered", phrase("server.nothing-offered"))
        return
    standing = found.standing
    try:
        live_game, seat = _at_play(table, place)
        _signed(table, live_game, place, seat, message, standing.what)
        _possible(live_game, standing.place, standing.what)
        if standing.what == "takeback" and live_game.undoable is not None and live_game.undoable.acted:
            raise NoOffer("not-yet", _("You have acted since that answer: it cannot be taken back any more."))
    except NoOffer as why:
        refuse(session, message.seq, why.code, str(why))
        return
    entry = Agreed(
        live_game.side(standing.place), standing.what, standing.n, found.head, found.signature, message.head,
        message.signature, table.services.seconds(), _target(live_game, standing.what),
    )
    _carry_out(table, place, session, message.seq, live_game.agreed(entry), standing)


def _at_play(table: GameTable, place: int) -> tuple[LiveGame, StoredSeat]:
    live_game, seat = table.live_game, table.seat(place)
    if live_game is None or seat is None or table.stored.status != "playing":
        raise NoOffer("over" if table.stored.status == "over" else "not-yet", _("No game is going on here."))
    return live_game, seat


def _offerable(table: GameTable, live_game: LiveGame, place: int, message: MakeOffer) -> None:
    """Whether this may be offered now."""
    stored = table.stored
    if stored.offer is not None and stored.offer.standing.place == place:
        raise NoOffer("again", _("An offer of yours stands already: withdraw it first."))
    if stored.offer is not None:
        raise NoOffer("again", _("Answer what you are offered first."))
    seat, most = table.seat(place), table.services.limits.offers
    if seat is not None and seat.offered >= most:
        text = _("You have made {n} offers in this game: that is as many as one may.")
        raise NoOffer("limit", text.format(n=most))
    if message.n != stored.offered + 1:
        raise NoOffer("stale", _("Another offer was made meanwhile."))
    _possible(live_game, place, message.what)


def _possible(live_game: LiveGame, place: int, what: Agreeable) -> None:
    """Whether it can be done, as far as who offers it may know."""
    if what == "takeback" and (wrong := why_not(live_game.undoable, live_game.side(place), live_game.game)):
        raise NoOffer("not-yet", wrong)
    if what == "takeback" and live_game.paused:
        raise NoOffer("adjourned", phrase("server.adjourned"))
    if what in ("pause", "go-on") and live_game.paused is (what == "pause"):
        raise NoOffer("not-yet", _("The game is paused already.") if live_game.paused else _("There is no pause."))


def _signed(
    table: GameTable, live_game: LiveGame, place: int, seat: StoredSeat, message: MakeOffer | Accept, what: Agreeable
) -> None:
    """Whether a player has signed it, and knows the game as it stands."""
    if message.head != live_game.heads[live_game.side(place)]:
        raise NoOffer("stale", _("Something has happened meanwhile: look at the table again."))
    purpose = OFFER if isinstance(message, MakeOffer) else ACCEPT
    if not signed(seat.key, message.signature, purpose, *agreed(live_game.begun.game, message.n, what, message.head)):
        raise NoOffer("signature", _("The signature does not fit what is to be agreed upon."))


def _target(live_game: LiveGame, what: Agreeable) -> int:
    """The update that the answer was to which is taken back."""
    found = live_game.undoable
    return found.update if what == "takeback" and found is not None else 0


def _with_last(
    table: GameTable, place: int, seq: int, *, offer: StoredOffer | None, offered: int | None = None
) -> StoredTable:
    """What is kept, with the offer that stands, and the number of the request that led to it."""
    seat = table.seat(place)
    assert seat is not None
    if offered is None:
        return table.with_seat(place, replace(seat, last=seq), offer=offer)
    seat = replace(seat, last=seq, offered=seat.offered + 1)
    return table.with_seat(place, seat, offer=offer, offered=offered)


def _keep(
    table: GameTable, place: int, session: ClientSession, seq: int, stored: StoredTable,
    before: StandingOffer | None = None, reply: OfferReply = "",
) -> None:
    def written() -> None:
        done(session, table.seat_states[place], seq)
        tell_offers(table, before, reply)

    table.keep(stored, written, not_stored(session, seq))


def _carry_out(
    table: GameTable, place: int, session: ClientSession, seq: int, taken: Transition, standing: StandingOffer
) -> None:
    """Both have signed: it is written down, and done."""
    stored = replace(_with_last(table, place, seq, offer=None), pace=_clocks(table, taken, standing.what).pace)
    if taken.live_game.ended:
        stored = replace(stored, status="over", ended=table.services.seconds())
    writes = with_handovers(table, taken, place, seq)

    def written() -> None:
        done(session, table.seat_states[place], seq)
        after_agreement(table, taken, moves=standing.what in ("draw", "takeback"))
        tell_offers(table, standing, "accepted")
        table.tell_all()
        table.when_free(partial(go_on, table))

    table.keep(stored, written, not_stored(session, seq), *writes)


def _clocks(table: GameTable, taken: Transition, what: Agreeable) -> StoredTable:
    """With the clocks as they stand then."""
    if what == "pause":
        return clock_timer.stop(table)
    return clock_timer.go_on(table) if what == "go-on" else clock_timer.moved(table, taken.live_game)

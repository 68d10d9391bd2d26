"""A new table: who may make one, and how often.  The same request again gives the same table."""

from __future__ import annotations

import secrets
from base64 import b32encode
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple, Protocol

from msgspec import UNSET
from msgspec.structs import replace

from ironbottom.catalog import SETS, CardError, earlier
from ironbottom.language import _, counted
from ironbottom.options import OptionError
from ironbottom.printed import CardSet
from ironbottom.proof.campaign_terms import opening, why_not
from ironbottom.variant import besides
from ironbottom.vocabulary import phrase
from ironbottom.wire.challenging import PostChallenge
from ironbottom.wire.messages import Create, Join, Notice, PlayOn
from ironbottom.wire.terms import NOT_RATED, Terms, Wish, played_with
from ironbottom.wire.whatif import Branch

from ..archive.branches import MadeBranch
from ..runtime.origins import Origins, allowance
from ..runtime.settings import DAY, Limits
from ..store.journal import NotStored, table_row
from ..table import recovery
from ..table.stored_table import StoredChallenge, StoredSeat, StoredTable, to_bytes
from ..table.table import GameTable, not_stored, refuse
from ..transport.session import ClientSession
from .register import Maker
from .tables import Owner, TableRegistry
from .vacancies import kind_of

REFUSED = 400  # letters of a refusal


class TableHost(Owner, Protocol):
    """The lobby, as far as it is needed here."""

    sets: dict[str, CardSet]
    every: TableRegistry
    limits: Limits
    origins: Origins
    hosted: bool


def create(lobby: TableHost, session: ClientSession, message: Create) -> None:
    """A new table, if he may have one; the same request again gives the same."""
    if not made_before(lobby, session, message, partial(create, lobby, session, message)):
        _make(lobby, session, message, message.terms)


def create_what_if(lobby: TableHost, session: ClientSession, message: PlayOn, made: MadeBranch) -> None:
    """The same for a what-if, whose beginning has been found; nobody comes to its table but who has its secret."""
    terms = replace(
        message.terms, cards=made.cards, seed=made.seed, reach="invite", options=made.terms.options,
        battle=made.terms.battle, teams=UNSET, cast=UNSET,
    )
    if not made_before(lobby, session, message, partial(create_what_if, lobby, session, message, made)):
        _make(lobby, session, message, terms, made.branch)


def may_make(lobby: TableHost, session: ClientSession, message: PlayOn) -> bool:
    """Whether it is worth while to look for the beginning of a what-if; else he hears why not."""
    return _may_make(lobby, session, message.seq, None, lobby.origins.of(session.address))


def _make(
    lobby: TableHost, session: ClientSession, message: Create | PlayOn, terms: Terms, branch: Branch | None = None
) -> None:
    origin = lobby.origins.of(session.address)
    if not _may_make(lobby, session, message.seq, terms, origin, counted=branch is not None):
        return
    table = _put_up(lobby, session, message, terms, branch)

    def written() -> None:
        lobby.every.made(table)
        recovery.sit(table, 0, session, message.seq)
        _announce(lobby, table, session)

    _write(lobby, table, session, message.seq, written)


def create_challenge(
    lobby: TableHost, session: ClientSession, message: PostChallenge, challenge: StoredChallenge,
    then: Callable[[GameTable], None],
) -> None:
    """A table that waits for whoever fits; its terms were found to be sound before (`may_post`)."""
    if too_many := _too_many(lobby, session, lobby.origins.of(session.address), counted=True):
        refuse(session, message.seq, "limit", too_many)
        return
    table = _put_up(lobby, session, message, message.terms, challenge=challenge)

    def written() -> None:
        lobby.every.made(table)
        then(table)

    _write(lobby, table, session, message.seq, written)


def may_post(lobby: TableHost, session: ClientSession, message: PostChallenge) -> bool:
    """Whether a challenge by these terms may be posted, now; else he hears why not."""
    return _may_make(lobby, session, message.seq, message.terms, lobby.origins.of(session.address))


def _put_up(
    lobby: TableHost, session: ClientSession, message: Create | PlayOn | PostChallenge, terms: Terms,
    branch: Branch | None = None, challenge: StoredChallenge | None = None,
) -> GameTable:
    """The table, which is not written down yet."""
    origin = lobby.origins.of(session.address)
    terms = in_order(terms, None if branch is not None else lobby.sets[terms.cards])
    seat = new_seat(session, terms.side, message.request)
    id_ = b32encode(secrets.token_bytes(5)).decode()
    stored = StoredTable(
        id_, message.request, secrets.token_bytes(16), terms, lobby.seconds(), (seat, None), origin=origin,
        branch=branch, challenge=challenge,
    )
    table = GameTable(stored, lobby)
    lobby.every.enter(table, Maker(session.key, message.request, origin))
    return table


def _write(lobby: TableHost, table: GameTable, session: ClientSession, seq: int, written: Callable[[], None]) -> None:
    def refused(why: NotStored) -> None:
        lobby.every.refused(table)
        not_stored(session, seq)(why)

    table.commit((table_row(table.id, to_bytes(table.stored)),), written, refused)


def in_order(terms: Terms, cards: CardSet | None) -> Terms:
    """Terms as they are kept; with the cards of a table that leaves no other game, which may begin a campaign."""
    if not terms.advice:
        terms = replace(terms, advice=UNSET)  # as of a program that does not know of it
    terms = replace(terms, teams=tuple(sorted({*(terms.teams or ())})) or UNSET)
    if not terms.rated:
        terms = replace(terms, rated=UNSET)
    if cards is not None:
        terms = opening(terms, cards)
    if terms.battle and terms.battle.campaign:  # whose other battles have other rules of their own
        return terms
    return replace(terms, options=besides(terms.options or (), terms.battle or None) or UNSET)


def _announce(lobby: TableHost, table: GameTable, session: ClientSession) -> None:
    """Say how long the table waits where nobody is at it; where the server goes with its host, it waits for him."""
    kind = kind_of(table)
    if lobby.hosted or session.bot or kind is None or not session.logged_in:
        return
    days = round(getattr(lobby.limits.times, kind) / DAY)
    text = counted(
        "While nobody is at this table it is kept for {n} day; then it is taken away.",
        "While nobody is at this table it is kept for {n} days; then it is taken away.", days,
    )
    session.tell(Notice("kept", text))


class TermsFault(NamedTuple):
    """Why terms cannot be played by."""

    code: str
    text: str
    rule: str = ""


def unfit(sets: Mapping[str, CardSet], terms: Terms, *, begins: bool) -> TermsFault | None:
    """Why these terms cannot be played with these sets; None: they can.  `begins`: a campaign would begin."""
    if terms.cards not in sets:
        names = ", ".join(sorted({*sets}.difference(earlier())))
        return TermsFault("no-cards", _("This server has the card sets {names}.").format(names=names))
    if terms.absent == "clock" and not terms.timed:
        return TermsFault("terms", phrase("server.terms"))
    if terms.teams and terms.offers:
        return TermsFault("terms", phrase("team.no_offers"), "26.1")
    if terms.pace and (terms.bank or terms.pace.most < terms.pace.bank):
        return TermsFault("terms", _("A clock for days takes the place of a bank for an evening, and is filled up "
                                     "to no less than it begins with: choose one clock, and a higher ceiling."))
    if terms.cast and not terms.spectators:
        return TermsFault("terms", phrase("cast.nobody"))
    if terms.rated is True and not (terms.fit_for_rating and terms.cards in SETS):
        return TermsFault("terms", _(NOT_RATED))
    cannot = _not_in_play(sets[terms.cards], terms, begins=begins)
    return TermsFault("options", cannot) if cannot else None


def _may_make(
    lobby: TableHost, session: ClientSession, seq: int, terms: Terms | None, origin: bytes, *, counted: bool = False
) -> bool:
    """Whether these terms can be played here, and he has not too many tables; else he hears why not."""
    fault = None if terms is None else unfit(lobby.sets, terms, begins=not counted)
    if fault is not None:
        refuse(session, seq, *fault)
    elif too_many := _too_many(lobby, session, origin, counted=counted):
        refuse(session, seq, "limit", too_many)
    else:
        return True
    return False


def _not_in_play(cards: CardSet, terms: Terms, *, begins: bool) -> str:
    """Why these cards cannot be played with the optional rules or the battle of these terms; nothing: they can.

    `begins`: a campaign would begin; a what-if may leave it in any of its battles.
    """
    if terms.battle and terms.battle.set != cards.name:
        text = _("The battle is one of the card set {set}; ask for that one.")
        return text.format(set=terms.battle.set)
    if begins and (cannot := why_not(terms, cards, begins=True)):
        return cannot[:REFUSED]
    try:
        played_with(cards, opening(terms, cards) if begins else terms)
    except (OptionError, CardError) as why:
        return str(why)[:REFUSED]
    return ""


def _too_many(lobby: TableHost, session: ClientSession, origin: bytes, *, counted: bool) -> str:
    """Why he gets no table more now; nothing: he gets one.  What is refused does not count as too fast.

    `counted`: it was when he asked for it, before a what-if was laid out.
    """
    limits, register = lobby.limits, lobby.every.register
    allowed = allowance(limits, origin)
    if register.unfinished(session.key) >= limits.of_player:
        text = _("You have {n} tables that are not over: finish or leave one first.")
        return text.format(n=limits.of_player)
    if register.made_from(origin) >= allowed.tables:
        text = _("From your address {n} tables were made that are not over: finish or leave one first.")
        return text.format(n=allowed.tables)
    if len(register) >= limits.tables:
        return _("This server has as many tables as it keeps: try again later, or play elsewhere.")
    if len(session.seats) >= limits.seats:
        return too_many_seats(limits)
    if not counted and register.too_fast(origin):
        return _("New tables come too fast from your address: try again in a minute.")
    return ""


def made_before(
    lobby: TableHost, session: ClientSession, message: Create | PlayOn, again: Callable[[], None]
) -> bool:
    """Whether the same request has made a table: he sits down there, or tries again if it was not written down."""
    found = lobby.every.register.made(session.key, message.request)
    if found is not None:
        found.when_free(partial(_sit_again, lobby, found, session, message, again))
    return found is not None


def _sit_again(
    lobby: TableHost, table: GameTable, session: ClientSession, message: Create | PlayOn, again: Callable[[], None]
) -> None:
    if lobby.every.register.made(session.key, message.request) is not table:
        again()
    elif not sat_down_before(table, session, message):
        refuse(session, message.seq, "no-seat", _("You have left the table that you had made."))


def sat_down_before(table: GameTable, session: ClientSession, message: Create | Join | PlayOn) -> bool:
    """The same request for a seat, once more: a key alone is not enough to take a seat again."""
    for place, seat in enumerate(table.stored.seats):
        if seat is not None and seat.key == session.key and message.request and seat.request == message.request:
            recovery.sit(table, place, session, message.seq, 0)
            return True
    return False


def new_seat(session: ClientSession, wish: Wish, request: bytes) -> StoredSeat:
    """A seat for somebody who had none."""
    return StoredSeat(session.name, session.key, session.bot, secrets.token_bytes(16), wish, request=request)


def may_sit(table: GameTable, session: ClientSession, message: Join) -> bool:
    """Whether somebody may sit down by the terms of a table, which he must have been shown; else he hears why not."""
    terms = table.stored.terms
    if terms.advice is True and not message.advice:
        refuse(session, message.seq, "advice", phrase("server.advice"))
        return False
    shown = (message.special or not terms.special) and (message.pace or not terms.pace)
    if not shown or (terms.cast and message.cast is not True):
        refuse(session, message.seq, "special", phrase("server.special"))
        return False
    if terms.rated is True and session.key in [seat.key for seat in table.stored.seats if seat is not None]:
        text = _("A rated game is one between two players, and you sit there already: let somebody else join.")
        refuse(session, message.seq, "terms", text)
        return False
    return True


def too_many_seats(limits: Limits) -> str:
    """Why somebody gets no seat more on one connection."""
    return _("You sit at {n} tables: leave one first.").format(n=limits.seats)

"""Offers at a seat without a connection: what is signed, what is said, and what cannot be."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from ironbottom.client.bots.seat.bot_seat import BotSeat
from ironbottom.client.net.seat_session import SeatSession
from ironbottom.client.net.session_events import OffersHeard
from ironbottom.keys import signed
from ironbottom.wire.agreeing import Accept, Agreeable, Decline, MakeOffer, Offers, StandingOffer, Withdraw
from ironbottom.wire.signing import ACCEPT, OFFER, agreed
from ironbottom.wire.terms import Terms
from ironbottom.words import Side

from ..support.sessions import ME, asked, said
from ..support.table import GAME, HEAD, ID, VIEWS, table, update

TERMS = Terms(offers=("draw", "pause", "takeback"))


def sitting(terms: Terms = TERMS) -> SeatSession:
    session = asked()
    session.hear(replace(table(), terms=terms))
    return session


def offered(session: SeatSession, what: Agreeable, place: int = 1, n: int = 1) -> list[Any]:
    return session.hear(Offers(ID, n, StandingOffer(place, what, n)))


def test_an_offer_is_signed_with_the_head_that_we_were_told() -> None:
    session = sitting()
    assert session.offer("draw") == ""
    request = said(session, MakeOffer)
    assert (request.what, request.n, request.head) == ("draw", 1, HEAD)
    assert signed(ME.public, request.signature, OFFER, *agreed(GAME, 1, "draw", HEAD))


def test_its_number_is_the_next_one() -> None:
    session = sitting()
    session.hear(Offers(ID, 4, None, StandingOffer(1, "draw", 4), "declined"))
    session.offer("pause")
    assert said(session, MakeOffer).n == 5


@pytest.mark.parametrize("terms", [Terms(), Terms(offers=("pause",))])
def test_what_the_terms_do_not_allow_is_not_even_said(terms: Terms) -> None:
    session = sitting(terms)
    assert session.offer("draw") == "The terms of this table do not allow that."
    assert session.drain() == []


def test_an_acceptance_is_signed_for_what_was_offered() -> None:
    session = sitting()
    assert offered(session, "takeback") == [OffersHeard(Offers(ID, 1, StandingOffer(1, "takeback", 1)))]
    assert offered(session, "takeback") == []  # the same again is no news
    session.reply_to_offer(accept=True)
    request = said(session, Accept)
    assert signed(ME.public, request.signature, ACCEPT, *agreed(GAME, 1, "takeback", HEAD))


def test_nobody_accepts_his_own_offer_or_one_that_does_not_stand() -> None:
    session = sitting()
    assert session.reply_to_offer(accept=True)
    offered(session, "draw", place=0)
    assert session.reply_to_offer(accept=True)
    assert session.drain() == []
    assert session.reply_to_offer(accept=False) == ""
    assert said(session, Withdraw).n == 1
    offered(session, "draw")
    session.reply_to_offer(accept=False)
    assert said(session, Decline).n == 1


@pytest.mark.parametrize(
    ("what", "points", "kind"),
    [("takeback", (9, 0), Decline), ("pause", (0, 0), Accept), ("go-on", (0, 0), Accept), ("draw", (3, 3), Decline),
     ("draw", (5, 3), Decline), ("draw", (3, 5), Accept)],
)
def test_a_bot_agrees_to_a_pause_and_to_a_draw_where_it_is_behind(
    what: Agreeable, points: tuple[int, int], kind: type
) -> None:
    """It plays the US here."""
    session = sitting()
    us, jp = [replace(half, points=n) for half, n in zip((VIEWS[Side.US].us, VIEWS[Side.US].jp), points, strict=True)]
    session.hear(replace(update(2), view=replace(VIEWS[Side.US], us=us, jp=jp)))
    (event,) = offered(session, what)
    bot = BotSeat(None, session, asyncio.Queue(), lambda: None)  # type: ignore[arg-type, return-value]
    asyncio.run(bot._hear(event))
    said(session, kind)

"""What one player offers the other, in words: a draw, a pause and its end, an answer taken back."""

from __future__ import annotations

from collections.abc import Iterator

from ironbottom.language import N_
from ironbottom.vocabulary import phrase
from ironbottom.wire.agreeing import Agreeable, Offers
from ironbottom.wire.cleaning import clean_name
from ironbottom.wire.messages import Table

OFFER, ACCEPT, DECLINE = "offer", "accept", "decline"  # what is typed
BY_KIND: dict[Agreeable, str] = {
    "draw": N_("offer a draw"), "pause": N_("offer a pause"), "go-on": N_("offer to go on"),
    "takeback": N_("offer a takeback"),
}


def allowed_line(table: Table) -> str:
    """What the players of a table may agree upon; "" where that is nothing."""
    kinds = table.terms.offers or ()
    return phrase("offers.by_consent", what=phrase("rows.inside").join(map(said, kinds))) if kinds else ""


def settled_line(table: Table | None) -> str:
    """That the game that is played counts no more for its cup; "" where it does, or is none of a cup's."""
    return phrase("cup.settled") if table is not None and table.settled is True else ""


def standing_lines(now: Table, before: Table | None, *, typed: bool) -> list[str]:
    """What is new about what its players agreed upon, and what its game counts for; where nothing is `typed`, a banner
    says the latter.
    """
    settled = settled_line(now) if typed and not settled_line(before) else ""
    return [line for line in (allowed_line(now) if before is None else "", settled) if line]


def said(what: Agreeable) -> str:
    """What is offered: "a draw"."""
    return phrase(f"offers.{what}")


def offered_line(offers: Offers | None, table: Table | None, place: int) -> str:
    """The offer that stands, as who sits at this place reads it; "" where none does."""
    if offers is None or offers.standing is None or table is None:
        return ""
    one = offers.standing
    maker, other = [clean_name(table.seats[each].name) for each in (one.place, 1 - one.place)]
    if place == one.place:
        return phrase("offers.yours", name=other, what=said(one.what))
    return phrase("offers.theirs", name=maker, what=said(one.what))


def reply_line(offers: Offers) -> str:
    """What has become of the offer before; "" where nothing has."""
    if offers.before is None or not offers.reply:
        return ""
    return phrase(f"offers.{offers.reply}", what=said(offers.before.what))


def offer_lines(offers: Offers, table: Table | None, place: int) -> list[str]:
    """What is new about offers."""
    return [line for line in (reply_line(offers), offered_line(offers, table, place)) if line]


def may_offer(offers: Offers | None, table: Table | None, place: int) -> Iterator[Agreeable]:
    """What somebody at this place may offer now."""
    if table is None or place < 0 or (offers is not None and offers.standing is not None):
        return
    paused = offers is not None and offers.paused
    for what in BY_KIND:
        if table.terms.allow(what) and (what == "draw" or paused is (what == "go-on")):
            yield what

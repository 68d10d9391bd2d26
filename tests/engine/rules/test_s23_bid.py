"""§23.18  Bid for sides: who plays Japan, what the US begins with, and what stays secret until both have bid."""

from __future__ import annotations

import pytest

from ironbottom.catalog import card_set
from ironbottom.events import Scored, SidesSettled
from ironbottom.flow import Game
from ironbottom.options import MOST_BID, USUAL_BID
from ironbottom.proof.seeds import bids, sides
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.variant import varied
from tests.support.battles import TRIAL
from tests.support.players import seed
from tests.support.table import Side, only, shape, window

US, JP = Side.US, Side.JP
CARDS = varied(card_set("core"), ["bid"])


def game(number: int = 1, *, ask_sides: bool = True, bid: int = 0) -> Game:
    return new_game(CARDS, seed(number), ask_sides=ask_sides, bid=bid)


def settled(first: str, second: str, wishes: tuple[str, str] = ("either", "either"), number: int = 1) -> Game:
    """Who sat down first is asked as US until the sides are settled (R-65)."""
    g = game(number)
    g.answer(US, wishes[0])
    g.answer(JP, wishes[1])
    assert window(g) == {US: "0a", JP: "0a"}
    g.answer(US, first)
    g.answer(JP, second)
    return g


def test_23_18_both_say_a_number_after_their_wishes() -> None:
    """§23.18, §10.1  Nought to nine VP; the default is what makes the game even, and it is never proposed."""
    g = game()
    assert window(g) == {US: "0", JP: "0"}
    g.answer(US, "jp")
    g.answer(JP, "jp")
    assert window(g) == {US: "0a", JP: "0a"}
    for side in (US, JP):
        assert sorted(shape(g, side).options) == [str(n) for n in range(MOST_BID + 1)]
        assert (g.default(side), g.harmless(side)) == (str(USUAL_BID), False)


@pytest.mark.parametrize(
    ("first", "second", "crossed", "vp"), [("5", "3", True, 5), ("3", "5", False, 5), ("0", "1", False, 1)]
)
def test_23_18_who_says_more_plays_japan_and_the_us_begins_with_so_many(
    first: str, second: str, crossed: bool, vp: int
) -> None:
    """§23.18  Whatever they wished; the points are those of the US, whoever plays it."""
    for wishes in (("jp", "jp"), ("us", "jp"), ("either", "us")):
        g = settled(first, second, wishes)
        assert g.state.crossed is crossed
        assert (g.forces[US].points, g.forces[JP].points) == (vp, 0)
        assert [(e.side, e.word, e.points, e.rule) for e in only(g, Scored)] == [(US, "bid", vp, "23.18")]
        assert [(e.crossed, e.drawn) for e in only(g, SidesSettled)] == [(crossed, False)]


def test_23_18_equal_bids_leave_it_to_the_wishes_and_the_lot() -> None:
    """§23.18, §10.1  As without bids; the US begins with what both have said."""
    assert settled("4", "4", ("jp", "us")).state.crossed is True
    assert settled("4", "4", ("us", "either")).state.crossed is False
    assert settled("4", "4", ("us", "us")).forces[US].points == 4
    assert {settled("2", "2", ("jp", "jp"), number).state.crossed for number in range(12)} == {True, False}
    assert {only(settled("2", "2", ("jp", "jp"), n), SidesSettled)[0].drawn for n in range(4)} == {True}


def test_23_18_nothing_is_scored_for_nothing() -> None:
    """§23.18  Both bid nought."""
    g = settled("0", "0")
    assert (g.forces[US].points, only(g, Scored)) == (0, [])


def test_23_18_a_bid_is_secret_until_both_have_bid() -> None:
    """§23.18, §20.5  Neither the other nor who looks on can tell it."""
    worlds = []
    for bid in ("1", "9"):
        g = game()
        g.answer(US, "jp")
        g.answer(JP, "jp")
        g.answer(US, bid)
        worlds.append([view(g, viewer) for viewer in (JP, None)])
    assert worlds[0] == worlds[1]


def test_23_18_where_sides_are_settled_already_nobody_is_asked() -> None:
    """§23.18  As over a network, where bids are said with the toss: the points come with the game."""
    g = game(ask_sides=False, bid=6)
    assert window(g) == {US: "1", JP: "1"}
    assert (g.forces[US].points, g.forces[JP].points) == (6, 0)
    assert [(e.rule, e.points) for e in only(g, Scored)] == [("23.18", 6)]
    assert game(ask_sides=False).forces[US].points == 0


def test_23_18_without_the_rule_nobody_bids() -> None:
    """§10.1, §23.18"""
    g = new_game(card_set("core"), seed(1), ask_sides=True)
    g.answer(US, "us")
    g.answer(JP, "jp")
    assert window(g) == {US: "1", JP: "1"}


def test_23_18_in_a_battle_the_points_come_on_top() -> None:
    """§23.18, §24.2, §24.5  Beside those that the battle gives."""
    lead = TRIAL.us.lead
    g = new_game(varied(card_set("core"), ["bid"], TRIAL), seed(1), bid=2)
    assert g.forces[US].points == lead + 2


def test_23_18_the_points_of_a_bid_count_at_the_end() -> None:
    """§23.18, §11.3  They are won or lost by like any others."""
    g = game(ask_sides=False, bid=9)
    while g.asked:
        side = next(iter(g.asked))
        g.answer(side, g.default(side))
    assert g.outcome is not None
    assert g.outcome.points[0] == sum(points for _, points in g.forces[US].victory) + 9


def test_23_18_over_a_network_shares_of_the_seed_begin_with_bids() -> None:
    """§23.18  More than may be bid is nothing; who says more plays Japan; equal bids leave it to the wishes."""
    share = [bytes([first]) + bytes(31) for first in range(256)]
    assert bids(("bid", "radar"), (share[3], share[7])) == (3, 7)
    assert bids(("bid",), (share[MOST_BID + 1], share[255])) == (0, 0)
    assert bids(("radar",), (share[3], share[7])) == (0, 0)
    assert sides(("jp", "jp"), bytes(32), (3, 7)) == (US, JP)
    assert sides(("us", "jp"), bytes(32), (7, 3)) == (JP, US)
    assert sides(("us", "jp"), bytes(32), (3, 3)) == sides(("us", "jp"), bytes(32)) == (US, JP)

"""§13  The draw: discard one of the drawn cards and play, or keep all and skip."""

from __future__ import annotations

import pytest

from ironbottom.catalog import card_set
from ironbottom.events import Discarded, Drew, TurnBegan, TurnSkipped
from ironbottom.flow import Game, IllegalAnswer
from ironbottom.rules.s12_turn import Turn, Turns
from ironbottom.rules.s13_draw import Draw
from ironbottom.sight import seen
from tests.support.table import SEED, LaidTable, Side, new_game, only, shape, window

US, JP = Side.US, Side.JP


def drawing(*deck: str) -> Game:
    """The US draw phase, with a Corsair in hand before."""
    t = LaidTable()
    t.us.hand("Corsair")
    t.us.air_deck(*deck, "Hudson", "Hudson")
    return t.play(Draw(phasing=US))


def hand(g: Game, side: Side) -> list[str]:
    return [c.name for c in g.forces[side].hand]


@pytest.mark.parametrize(("side", "cards"), [(US, 3), (JP, 2)])
def test_13_1_three_cards_for_the_us_two_for_japan(side: Side, cards: int) -> None:
    """§13.1  The number is open, the cards are not."""
    t = LaidTable(phasing=side)
    (t.us if side is US else t.jp).air_deck(*["Wildcat" if side is US else "Zeke"] * 5)
    g = t.play(Draw(phasing=side))
    assert (len(g.forces[side].hand), len(g.forces[side].air_deck)) == (cards, 5 - cards)
    (drew,) = [e for e in seen(g.events or [], side.enemy) if isinstance(e, Drew)]
    assert (drew.count, drew.cards) == (cards, None)


def test_13_2_one_of_the_drawn_cards_is_discarded_and_the_turn_is_played() -> None:
    """§13.2  Face up on the pile; the turn goes on."""
    g = drawing("Wildcat", "Dauntless", "Avenger")
    g.answer(US, "us/dauntless")
    assert hand(g, US) == ["Corsair", "Wildcat", "Avenger"]
    assert [(e.count, e.top) for e in only(g, Discarded)] == [(1, "us/dauntless")]
    assert not g.state.skipped


def test_13_2_of_two_equal_cards_one_goes() -> None:
    """§13.2  Two Wildcats and a Dauntless: two names to choose from."""
    g = drawing("Wildcat", "Dauntless", "Wildcat")
    assert shape(g, US).options == ("us/wildcat", "us/dauntless", "keep")
    g.answer(US, "us/wildcat")
    assert sorted(hand(g, US)) == ["Corsair", "Dauntless", "Wildcat"]


def test_13_2_a_card_that_was_in_the_hand_before_may_not_be_discarded() -> None:
    """§13.2  Refused, and nothing has changed."""
    g = drawing("Wildcat", "Dauntless", "Avenger")
    with pytest.raises(IllegalAnswer) as refused:
        g.answer(US, "us/corsair")
    assert refused.value.rule == "13.2"
    assert (len(hand(g, US)), window(g)) == (4, {US: "3"})


def test_13_2_or_all_are_kept() -> None:
    """§13.2  Nothing is discarded, and everybody hears of it."""
    g = drawing("Wildcat", "Dauntless", "Avenger")
    g.answer(US, "keep")
    assert (len(hand(g, US)), g.forces[US].discards) == (4, ())
    assert [e.side for e in only(g, TurnSkipped)] == [US]


def test_13_2_the_default_discards_one_of_the_drawn() -> None:
    """§20.6, §13.2  Window 3: at random, and never the card that was there before."""
    defaults = set()
    for n in range(12):
        t = LaidTable()
        t.us.hand("Corsair")
        t.us.air_deck("Wildcat", "Dauntless", "Avenger")
        t.state.tokens.key = bytes([n]) * 32
        defaults.add(t.play(Draw(phasing=US)).default(US))
    assert defaults == {"us/wildcat", "us/dauntless", "us/avenger"}


def test_13_3_a_skipped_turn_has_nothing_else() -> None:
    """§13.3, R-12  No mixing, no recovery, no return, no hand limit: Japan's turn begins."""
    t = LaidTable(phasing=JP)
    t.us.base("Milne Bay", damage=3)
    hornet = t.us.ship("Hornet", "FRONT", aboard=["Wildcat"])
    airplanes = set(t.us.forces.airplanes)
    t.us.hand(*["Corsair"] * 6, "Seabees", "Cactus Air Force")
    t.us.air_deck("Dauntless", "Dauntless", "Dauntless")
    t.jp.air_deck("Zeke", "Zeke")
    g = t.play(Turns())
    g.answer(US, "keep")
    assert [(e.side, e.rule) for e in only(g, TurnBegan)] == [(US, "12.2"), (JP, "12.2")]
    assert (window(g), len(hand(g, US))) == ({JP: "3"}, 11)
    assert (list(g.forces[US].formations), set(g.forces[US].airplanes)) == ([hornet], airplanes)
    assert [b.damage for b in g.forces[US].bases.values() if b.card.name == "Milne Bay"] == [3]


def test_13_3_the_hand_limit_counts_at_the_end_of_an_own_turn_that_is_played() -> None:
    """§13.3, R-12  Japan's hand of eight is of no concern in a US turn."""
    t = LaidTable()
    t.jp.hand(*["Zeke"] * 8)
    t.us.air_deck(*["Wildcat"] * 4)
    g = t.play(Turn(phasing=US))
    while g.asked:
        ((side, _),) = window(g).items()
        assert side is US
        g.answer(US, g.default(US))
    assert len(hand(g, JP)) == 8


def test_13_3_in_the_first_us_turn_all_japanese_airplanes_are_in_the_hand() -> None:
    """§13.3, R-12  The first hand comes to the table in its owner's first deployment."""
    g = new_game(card_set("full"), SEED)
    for answer in ("keep", ("done",)):
        for side in (US, JP):
            g.answer(side, answer)
    assert window(g) == {US: "3"}
    assert (len(g.forces[JP].hand), g.forces[JP].airplanes) == (12, {})

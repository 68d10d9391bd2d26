"""§23.15  Mutsu: two dice when a side begins its deployment; by two ones a battleship in its REAR is lost."""

from __future__ import annotations

import pytest

from ironbottom.catalog import card_set
from ironbottom.events import Eliminated, Rolled
from ironbottom.flow import Game
from ironbottom.printed import CardSet, ShipCard
from ironbottom.rules.s12_turn import Turn
from ironbottom.rules.s14_deployment import Deployment
from ironbottom.sight import seen, view
from ironbottom.variant import varied
from tests.support.table import LaidTable, Side, only, replace, rolls, window

US, JP = Side.US, Side.JP
PLAIN = card_set("full")
HARBOUR = varied(PLAIN, ["mutsu"])
SHIPS = {US: "South Dakota", JP: "Kongo & Haruna"}
LIGHT = {US: "Helena & Boise", JP: "Atago & Takao"}


def deploy(t: LaidTable, side: Side, *dice: int) -> Game:
    t.state.phasing = side
    return t.play(Deployment(phasing=side), dice=list(dice))


def table(side: Side, line: str = "REAR", *, damage: int = 0, cards: CardSet = HARBOUR, escort: str | None = None
          ) -> LaidTable:
    """A table with a battleship of a side."""
    t = LaidTable(cards)
    half = t.us if side is US else t.jp
    half.ship(SHIPS[side], line, damage=damage, escort=escort)
    half.ship(LIGHT[side], "REAR")
    return t


@pytest.mark.parametrize("side", [US, JP])
def test_23_15_two_ones_and_a_battleship_in_rear_is_lost(side: Side) -> None:
    """§23.15, §4.1  It counts for the enemy; the cruisers beside it are safe; then the deployment goes on."""
    t = table(side)
    g = deploy(t, side, 1, 1)
    (lost,) = only(g, Eliminated)
    card = (t.us if side is US else t.jp).card(SHIPS[side])
    assert isinstance(card, ShipCard)
    assert (lost.cards, lost.points, lost.rule) == ((card.id,), card.vp, "23.15")
    assert g.forces[side.enemy].points == card.vp > 0
    assert [f.lead.name for f in g.forces[side].formations.values()] == [LIGHT[side]]
    assert window(g) == {side: "5"}


@pytest.mark.parametrize("dice", [(1, 2), (2, 1), (6, 6), (1, 3)])
def test_23_15_anything_else_is_safe(dice: tuple[int, int]) -> None:
    """§23.15"""
    g = deploy(table(JP), JP, *dice)
    assert (rolls(g), only(g, Eliminated)) == ([("mutsu", list(dice))], [])


def test_23_15_only_in_the_own_rear_line() -> None:
    """§23.15  Not in the other lines, nor the enemy's."""
    for line in ("FRONT", "MIDDLE"):
        assert only(deploy(table(JP, line), JP, 1, 1), Eliminated) == []
    assert only(deploy(table(JP), US, 1, 1), Eliminated) == []


def test_23_15_a_damaged_battleship_is_safe() -> None:
    """§23.15"""
    t = table(JP, damage=1)
    g = deploy(t, JP, 1, 1, *[1] * 9)
    assert only(g, Eliminated) == []


def test_23_15_a_pair_is_lost_with_both_its_cards() -> None:
    """§23.15, §8.4  It counts as one ship."""
    g = deploy(table(JP, escort="jp/desdiv-15"), JP, 1, 1)
    (lost,) = only(g, Eliminated)
    assert lost.cards[1] == "jp/desdiv-15"


def test_23_15_of_several_it_is_one_at_random() -> None:
    """§23.15  Over many deals each of them is lost now and then."""
    found = set()
    for n in range(20):
        t = LaidTable(HARBOUR)
        for name in ("South Dakota", "North Carolina & Washington"):
            t.us.ship(name, "REAR")
        t.us.forces.chance = replace(t.us.forces.chance, key=bytes([n]) * 32)
        (lost,) = only(deploy(t, US, 1, 1), Eliminated)
        found.add(lost.cards)
    assert len(found) == 2


def test_23_15_before_anything_else_and_once_in_a_deployment() -> None:
    """§23.15, §14  Transports may be played after it."""
    t = table(US)
    t.us.hand("Seabees")
    g = deploy(t, US, 2, 5)
    assert (rolls(g), window(g)) == ([("mutsu", [2, 5])], {US: "4"})
    g.answer(US, ("done",))
    g.answer(US, ("done",))
    g.answer(US, ("done",))
    assert [e for e in only(g, Rolled) if e.ability == "mutsu"] == only(g, Rolled)[:1]


def test_23_15_a_skipped_turn_has_no_throw() -> None:
    """§23.15, §13.3"""
    t = table(US)
    t.us.air_deck("Wildcat", "Wildcat", "Wildcat")
    g = t.play(Turn(phasing=US))
    g.answer(US, "keep")
    assert (rolls(g), g.asked) == ([], {})


def test_23_15_without_the_rule_nothing_is_thrown() -> None:
    """§14"""
    for side in (US, JP):
        g = deploy(table(side, cards=PLAIN), side)
        assert (rolls(g), window(g)) == ([], {side: "5"})


def test_23_15_everybody_sees_it() -> None:
    """§23.15, §22.6  The throw, and the card; also of a formation that was unseen."""
    g = deploy(table(JP), JP, 1, 1)
    assert g.events is not None
    for eyes in (US, JP, None):
        assert seen(g.events, eyes) == g.events
        assert [card for card, _ in view(g, eyes).us.victory] == [only(g, Eliminated)[0].cards[0]]

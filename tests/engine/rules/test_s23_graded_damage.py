"""§23.11  Graded damage: a carrier with damage of half its HP or more has no airplane icons left."""

from __future__ import annotations

import pytest

from ironbottom.catalog import card_set
from ironbottom.printed import CardSet
from ironbottom.rules.s04_damage import Surplus, overload
from ironbottom.rules.s05_lines import free_icons
from ironbottom.rules.s08_escort import part
from ironbottom.sight import view
from ironbottom.variant import varied
from ironbottom.words import Icon, Side
from tests.support.table import LaidTable, shape, window

US, JP = Side.US, Side.JP
PLAIN = card_set("full")
GRADED = varied(PLAIN, ["graded-damage"])


def left(cards: CardSet, name: str, damage: int, escort: str | None = None) -> int:
    """The icons of a US ship in MIDDLE that damage has left: in the state, in what is free, and in its view alike."""
    t = LaidTable(cards)
    token = t.us.ship(name, "MIDDLE", damage=damage, detected=True, escort=escort)
    g = t.as_game()
    f = g.forces[US].formations[token]
    (row,) = view(g, JP).us.formations
    assert row.values is not None
    assert f.values.icon is not None
    assert f.icons == row.values.icons == free_icons(g.forces[US])[f.values.icon][token]
    return f.icons


@pytest.mark.parametrize(("damage", "plain", "graded"), [(0, 4, 4), (1, 3, 3), (2, 2, 0), (3, 1, 0)])
def test_23_11_half_of_the_hp_spoils_all_icons_of_a_carrier(damage: int, plain: int, graded: int) -> None:
    """§23.11, §4.6  Enterprise: HP 4, four C icons."""
    assert (left(PLAIN, "Enterprise", damage), left(GRADED, "Enterprise", damage)) == (plain, graded)


@pytest.mark.parametrize(("damage", "plain", "graded"), [(2, 2, 2), (3, 1, 0)])
def test_23_11_of_an_odd_number_half_is_the_next_whole_one(damage: int, plain: int, graded: int) -> None:
    """§23.11  Saratoga: HP 5, four C icons: 2 is less than half of 5, 3 is more."""
    assert (left(PLAIN, "Saratoga", damage), left(GRADED, "Saratoga", damage)) == (plain, graded)


def test_23_11_a_pair_counts_by_its_own_hp_and_damage() -> None:
    """§23.11, §8.4  Enterprise with DesRon 21: HP 4 + 3, so 3 damage is less than half of it and 4 is not."""
    three, four = [left(GRADED, "Enterprise", damage, escort="us/desron-21") for damage in (3, 4)]
    assert (three, four) == (1, 0)
    assert left(PLAIN, "Enterprise", 3, escort="us/desron-21") == 1


def test_23_11_a_parted_carrier_counts_by_its_own_again() -> None:
    """§23.11, §8.5  Of 3 damage on the pair the carrier takes 2, half of its HP: all its airplanes go over."""
    for cards, stay in ((PLAIN, 2), (GRADED, 0)):
        t = LaidTable(cards)
        token = t.us.ship("Enterprise", "MIDDLE", damage=3, escort="us/desron-21", aboard=["Wildcat"] * 2)
        g = t.as_game()
        part(g, US, token, 2, quiet=False)
        assert sum([a.host == token for a in g.forces[US].airplanes.values()]) == stay


@pytest.mark.parametrize("name", ["Helena & Boise", "South Dakota"])
def test_23_11_seaplane_icons_are_not_concerned(name: str) -> None:
    """§23.11, §4.6  Ships with S icons lose one for each damage, as ever."""
    for damage in (1, 2):
        assert left(PLAIN, name, damage) == left(GRADED, name, damage)


def test_23_11_bases_are_not_concerned() -> None:
    """§23.11, §4.6"""
    icons = []
    for cards in (PLAIN, GRADED):
        t = LaidTable(cards)
        token = t.us.base("Henderson Field", damage=3)
        icons.append(t.as_game().forces[US].bases[token].icons(Icon.LAND))
    assert icons[0] == icons[1] > 0


def test_23_11_the_surplus_is_discarded() -> None:
    """§23.11, §4.6  With the rule both airplanes of the damaged carrier are lost, so nobody has a choice."""
    t = LaidTable(GRADED)
    token = t.us.ship("Enterprise", "MIDDLE", damage=2, detected=True, aboard=["Wildcat", "Dauntless"])
    assert overload(t.us.forces) is not None
    g = t.play(Surplus())
    assert (g.asked, g.forces[US].airplanes, len(g.forces[US].discards)) == ({}, {}, 2)
    assert token in g.forces[US].formations


def test_23_11_without_the_rule_there_is_no_surplus() -> None:
    """§4.6  Two icons are left for two airplanes; with three of them one is chosen."""
    t = LaidTable(PLAIN)
    t.us.ship("Enterprise", "MIDDLE", damage=2, detected=True, aboard=["Wildcat", "Dauntless"])
    assert overload(t.us.forces) is None
    t.us.ship("Hornet", "MIDDLE", damage=2, detected=True, aboard=["Wildcat", "Dauntless", "Avenger"])
    g = t.play(Surplus())
    assert (window(g), shape(g, US).most) == ({US: "15"}, 1)


def test_23_11_a_repaired_carrier_has_its_icons_again() -> None:
    """§23.11, §14.4(2)  Icons hang on the damage that there is now."""
    assert [left(GRADED, "Enterprise", damage) for damage in (2, 1, 0)] == [0, 3, 4]

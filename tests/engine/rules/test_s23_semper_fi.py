"""§23.8  Semper Fi: one army more of the US in the first round of a land combat."""

from __future__ import annotations

import pytest

from ironbottom.catalog import card_set
from ironbottom.flow import Game
from ironbottom.rules.s18_shore import GoingAshore, LandCombat
from ironbottom.sight import question
from ironbottom.variant import varied
from ironbottom.words import Token
from tests.support.table import LaidTable, SeaTask, Side, replace, rolls, window

US, JP = Side.US, Side.JP
AMERICAL = "South Pacific Reinforcement"  # Army 2, HP 2


def table(*words: str, phasing: Side = US) -> LaidTable:
    return LaidTable(varied(card_set("full"), words), phasing=phasing)


def army(t: LaidTable, damage: int = 0) -> Token:
    return t.us.ship(AMERICAL, "FRONT", task=SeaTask.SUPPORT, damage=damage)


def fight(t: LaidTable, base: Token, *ashore: Token, dice: list[int], attacker: Side = US) -> Game:
    return t.play(LandCombat(attacker=attacker, ashore=ashore, landed=ashore), dice=dice, target=base)


@pytest.mark.parametrize(("words", "thrown"), [((), [5, 1]), (("semper-fi",), [5, 1, 1])])
def test_23_8_one_attempt_more_in_the_first_round(words: tuple[str, ...], thrown: list[int]) -> None:
    """§23.8, §18.4(f)(3)  Army 2 throws three dice with the rule, and then what it has maintained."""
    t = table(*words)
    g = fight(t, t.jp.base("Munda"), army(t), dice=[*thrown, 1, 1, 1])
    assert rolls(g) == [("army", thrown), ("garrison", [1, 1]), ("army", [1])]


def test_23_8_after_damage_and_for_each_transports_card() -> None:
    """§23.8, §20.4, §3.4  Army 2 - 1 + 1 throws two; the next transports begin with three."""
    t = table("semper-fi")
    one, two = army(t, damage=1), t.us.ship("Code Breakers", "FRONT", task=SeaTask.SUPPORT)
    g = fight(t, t.jp.base("Munda"), one, two, dice=[1] * 9)
    g.answer(US, one)
    assert [len(faces) for ability, faces in rolls(g) if ability == "army"] == [2, 3]


def test_23_8_an_army_of_0_is_1_and_no_limited_attempt() -> None:
    """§23.8, §20.4  A 5 hits."""
    t = table("semper-fi")
    munda, token = t.jp.base("Munda"), army(t)
    f = t.us.forces.formations[token]
    t.us.forces.formations[token] = replace(f, values=replace(f.values, army=0))
    g = fight(t, munda, token, dice=[5, 1, 1, 1])
    assert g.forces[JP].bases[munda].damage == 1


def test_23_8_not_for_japanese_transports() -> None:
    """§23.8  Army 2 of Japan stays 2."""
    t = table("semper-fi", phasing=JP)
    tulagi = t.us.base("Tulagi")
    token = t.jp.ship("Eighth Fleet Reinforcement", "FRONT", task=SeaTask.SUPPORT)
    g = fight(t, tulagi, token, dice=[1, 1, 1], attacker=JP)
    assert rolls(g) == [("army", [1, 1]), ("garrison", [1])]


def test_23_8_the_odds_of_a_landing_count_it() -> None:
    """§23.8, §18.4(e)(1)  The chance to take the base, and the hits to be expected, are those of three dice."""
    found = {}
    for words in ((), ("semper-fi",)):
        t = table(*words)
        munda = t.jp.base("Munda")
        army(t)
        g = t.play(GoingAshore(attacker=US), target=munda)
        assert window(g) == {US: "31"}
        found[words] = question(g, US).odds[0]
    plain, better = found.values()
    assert better.hits > plain.hits + 0.5
    assert (better.kill or 0) > (plain.kill or 0)
    assert better.loss == plain.loss

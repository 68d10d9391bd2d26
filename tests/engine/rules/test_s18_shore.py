"""§18.4(d) to (f)  Bombardment of the base, the landing under its fire, and land combat."""

from __future__ import annotations

import pytest

from ironbottom.events import BaseMoved, Detached, Discarded, Eliminated, Landed, Rolled
from ironbottom.flow import Game, IllegalAnswer
from ironbottom.rules.s18_shore import Bombardment, GoingAshore, LandCombat
from ironbottom.words import Token
from tests.support.table import FRONT, LaidTable, SeaTask, Side, dice_left, only, replace, rolls, shape, window

US, JP = Side.US, Side.JP
SUPPORT = SeaTask.SUPPORT
AMERICAL = "South Pacific Reinforcement"  # Army 2, HP 2
MARINES = "Pacific Fleet Reinforcement I"  # Army 4, HP 4


def ship(t: LaidTable, name: str, escort: str | None = None, damage: int = 0) -> Token:
    """A US formation on Landing Support."""
    return t.us.ship(name, "FRONT", escort=escort, damage=damage, detected=True, task=SUPPORT)


def bombard(t: LaidTable, base: Token, *dice: int) -> Game:
    return t.play(Bombardment(attacker=US), dice=list(dice), target=base)


def ashore(t: LaidTable, base: Token, *dice: int) -> Game:
    return t.play(GoingAshore(attacker=US), dice=list(dice), target=base)


def fight(t: LaidTable, base: Token, *armies: Token, dice: list[int]) -> Game:
    return t.play(LandCombat(attacker=US, ashore=armies, landed=armies), dice=dice, target=base)


def damage(g: Game, side: Side, token: Token) -> int:
    return g.forces[side].host(token).damage


def test_18_4_d_1_each_landing_support_with_land_may_fire_once() -> None:
    """§18.4(d)(1), §20.6  Not Escorts, not Land `-`; none is an answer; default first; each at most once."""
    t = LaidTable()
    buka = t.jp.base("Buka")
    one, two = ship(t, "Helena & Boise"), ship(t, "Australia & Canberra")
    ship(t, "Wasp")
    t.us.ship("Chicago & Louisville", "FRONT", detected=True, task=SeaTask.ESCORT)
    g = bombard(t, buka, 1, 1, 1)
    assert (window(g), shape(g, US).options, g.default(US)) == ({US: "30"}, (one, two, "none"), one)
    g.answer(US, one)
    assert (window(g), shape(g, US).options) == ({US: "30"}, (two, "none"))
    g.answer(US, "none")
    assert not g.asked


def test_18_4_d_1_a_transports_pair_fires_with_its_escort_and_may_still_land() -> None:
    """§18.4(d)(1)  DesRon 4 attached has Land +0: one limited die; then the pair is offered in window 31."""
    t = LaidTable()
    buka = t.jp.base("Buka")
    pair = ship(t, AMERICAL, escort="us/desron-4")
    g = t.play(Bombardment(attacker=US), GoingAshore(attacker=US), dice=[6, 1, 3], target=buka)
    g.answer(US, pair)
    g.answer(US, "fire")
    assert rolls(g) == [("land", [6]), ("tb", [1]), ("land", [3])]
    assert damage(g, JP, buka) == 1
    assert (window(g), shape(g, US).items) == ({US: "31"}, (pair,))


def test_18_4_d_2_the_base_answers_with_its_current_tb_full_for_each_formation() -> None:
    """§18.4(d)(2), R-22, R-43  Tulagi has TB 3; within one bombardment what it maintained, then full less damage."""
    t = LaidTable(phasing=JP)
    tulagi = t.us.base("Tulagi")
    one = t.jp.ship("Atago & Takao", "FRONT", detected=True, task=SUPPORT)
    two = t.jp.ship("Myoko & Haguro", "FRONT", detected=True, task=SUPPORT)
    g = t.play(Bombardment(attacker=JP), dice=[5, 1, 4, 1, 1, 1, 2, 1, 1, 1, 1], target=tulagi)
    g.answer(JP, one)
    g.answer(JP, "fire")
    assert rolls(g) == [("land", [5, 1]), ("tb", [4, 1, 1]), ("land", [1]), ("tb", [2])]
    g.answer(JP, two)
    assert rolls(g)[4:] == [("land", [1, 1]), ("tb", [1, 1])]


def test_18_4_d_2_guns_that_a_base_prints_take_the_place_of_tb() -> None:
    """§18.4(d)(2), R-22  With guns 1 printed beside TB 3 one die answers the bombardment."""
    t = LaidTable(phasing=JP)
    tulagi = t.us.base("Tulagi")
    row = t.us.forces.bases[tulagi]
    t.us.forces.bases[tulagi] = replace(row, card=replace(row.card, guns=1))
    cruiser = t.jp.ship("Atago & Takao", "FRONT", detected=True, task=SUPPORT)
    g = t.play(Bombardment(attacker=JP), dice=[1, 1, 6], target=tulagi)
    g.answer(JP, cruiser)
    assert rolls(g) == [("land", [1, 1]), ("tb", [6])]
    assert damage(g, JP, cruiser) == 2


def test_18_4_d_2_formation_and_base_fire_together() -> None:
    """§18.4(d)(2), R-3  Buka takes its last damage and sinks the cruiser in the same round."""
    t = LaidTable()
    buka = t.jp.base("Buka", damage=3)
    cruiser = ship(t, "Australia & Canberra", damage=3)
    g = bombard(t, buka, 6, 6)
    g.answer(US, cruiser)
    assert rolls(g) == [("land", [6]), ("tb", [6])]
    assert (damage(g, JP, buka), g.forces[US].formations) == (4, {})


def test_18_4_d_3_cease_fire_from_the_second_round_without_a_check() -> None:
    """§18.4(d)(3), R-46, R-61, §20.6  Not asked before round one; default fire on; the formation stays on support."""
    t = LaidTable()
    buka = t.jp.base("Buka")
    one = ship(t, "Helena & Boise")
    g = bombard(t, buka, 4, 4, 1)
    g.answer(US, one)
    assert (window(g), shape(g, US).options, g.default(US)) == ({US: "30"}, ("fire", "cease"), "fire")
    g.answer(US, "cease")
    assert (g.asked, dice_left(g), g.forces[US].formations[one].task) == ({}, 0, SUPPORT)


def test_18_4_d_4_cut_short_when_the_base_is_at_its_hp() -> None:
    """§18.4(d)(4)  Buka (HP 4): the first ship brings it to 4, the second is not asked for; nor is a later segment."""
    t = LaidTable()
    buka = t.jp.base("Buka", damage=3)
    one = ship(t, "Helena & Boise")
    ship(t, "Australia & Canberra")
    g = bombard(t, buka, 5, 4, 1)
    g.answer(US, one)
    assert (g.asked, damage(g, JP, buka)) == ({}, 4)
    assert not t.play(Bombardment(attacker=US), target=buka).asked


def test_18_4_e_1_the_attacker_names_who_lands() -> None:
    """§18.4(e)(1), §20.6  Landing Support transports, alone or in pairs; he may name none; default all."""
    t = LaidTable()
    buka = t.jp.base("Buka")
    army, pair = ship(t, AMERICAL), ship(t, MARINES, escort="us/desron-4")
    ship(t, "Helena & Boise")
    g = ashore(t, buka, 1, 1, 1, 1, 1)
    assert (window(g), shape(g, US).items, shape(g, US).least) == ({US: "31"}, (army, pair), 0)
    assert g.default(US) == (army, pair)
    g.answer(US, (army,))
    assert only(g, Landed)[0].tokens == (army,)
    assert pair in g.forces[US].formations


def test_18_4_e_2_the_defence_of_the_base_has_no_answer_but_events() -> None:
    """§18.4(e)(2)  The US, landed on, holds PT Boats: asked in 31a before the base fires; default is to pass."""
    t = LaidTable(phasing=JP)
    tulagi = t.us.base("Tulagi")
    t.us.hand("PT Boats")
    army = t.jp.ship("Eighth Fleet Reinforcement", "FRONT", task=SUPPORT)
    g = t.play(GoingAshore(attacker=JP), dice=[1, 1, 1, 1, 1, 1], target=tulagi)
    g.answer(JP, (army,))
    assert (window(g), shape(g, US).options, g.default(US)) == ({US: "31a"}, ("pass",), "pass")
    assert rolls(g) == []
    g.answer(US, "pass")
    assert rolls(g)[0] == ("tb", [1, 1, 1])


def test_18_4_e_3_the_base_fires_at_each_transports_afresh_and_before_any_land_combat() -> None:
    """§18.4(e)(3), R-23  TB 2 of Munda: two dice at each, full rolls, and only then the first army."""
    t = LaidTable()
    munda = t.jp.base("Munda")
    one, two = ship(t, AMERICAL), ship(t, MARINES)
    g = ashore(t, munda, 4, 1, 5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    g.answer(US, (one, two))
    fired = [(e.at, list(e.faces)) for e in only(g, Rolled)]
    assert fired == [(one, [4, 1]), (one, [5]), (one, [1]), (two, [1, 1])]
    assert damage(g, US, one) == 1
    assert window(g) == {US: "31"}


def test_18_4_e_3_a_pair_is_one_target_and_its_escort_scores_when_it_is_sunk() -> None:
    """§18.4(e)(3), R-23, R-6  HP 2 + 2 sunk by TB: DesRon 4 is 1 VP for Japan, the transports are discarded."""
    t = LaidTable()
    munda = t.jp.base("Munda")
    pair = ship(t, AMERICAL, escort="us/desron-4")
    g = ashore(t, munda, 6, 6)
    g.answer(US, (pair,))
    assert [(c.id, vp) for c, vp in g.forces[JP].victory] == [("us/desron-4", 1)]
    assert [c.id for c in g.forces[US].discards] == ["us/south-pacific"]
    assert (g.asked, dice_left(g)) == ({}, 0)


def test_18_4_e_4_escorts_detach_when_all_the_fire_is_over_and_the_owner_divides_the_damage() -> None:
    """§18.4(e)(4), R-51, §8.5  The example: both damage on the destroyers, the army goes ashore whole (2 dice)."""
    t = LaidTable()
    buka = t.jp.base("Buka")
    pair = ship(t, AMERICAL, escort="us/desron-21")
    g = ashore(t, buka, 6, 2, 1, 1, 1)
    g.answer(US, (pair,))
    assert (window(g), shape(g, US).options) == ({US: "31"}, (0, 1, 2))
    assert g.default(US) == 0
    g.answer(US, 0)
    parted = only(g, Detached)[0]
    assert (parted.damage, parted.escort_damage) == (0, 2)
    assert rolls(g)[2:] == [("army", [1, 1]), ("garrison", [1])]
    escort = g.forces[US].formations[parted.escort]
    assert (escort.lead.id, escort.line, escort.detected, escort.damage) == ("us/desron-21", FRONT[US], True, 2)


def test_18_4_e_4_no_card_takes_more_than_its_hp_and_an_undamaged_pair_is_no_question() -> None:
    """§18.4(e)(4), §8.5  Three damage on HP 2 + 2: the army takes 1 or 2; with 2 it is lost before it fights."""
    t = LaidTable()
    buka = t.jp.base("Buka")
    pair = ship(t, AMERICAL, escort="us/desron-4", damage=3)
    g = ashore(t, buka, 1)
    g.answer(US, (pair,))
    assert shape(g, US).options == (1, 2)
    g.answer(US, 2)
    assert [c.id for c in g.forces[US].discards] == ["us/south-pacific"]
    assert g.asked == {}
    t = LaidTable()
    pair = ship(t, AMERICAL, escort="us/desron-4")
    g = ashore(t, t.jp.base("Buka"), 1, 1, 1, 1)
    g.answer(US, (pair,))
    assert (g.asked, rolls(g)[1][0]) == ({}, "army")


def test_18_4_f_1_transports_come_ashore_singly_as_the_attacker_chooses() -> None:
    """§18.4(f)(1), R-47, §20.6  Asked each time what is next; default first; the last one without a question."""
    t = LaidTable()
    buin = t.jp.base("Buin")
    one, two, three = ship(t, AMERICAL), ship(t, MARINES), ship(t, "Code Breakers")
    g = fight(t, buin, one, two, three, dice=[1] * 17)
    assert (window(g), shape(g, US).options, g.default(US)) == ({US: "31"}, (one, two, three), one)
    g.answer(US, two)
    assert [e.by for e in only(g, Rolled) if e.ability == "army"] == [two]
    assert shape(g, US).options == (one, three)
    g.answer(US, three)
    assert [e.by for e in only(g, Rolled) if e.ability == "army"] == [two, three, one]


def test_18_4_f_2_a_base_at_its_hp_falls_without_a_roll() -> None:
    """§18.4(f)(2)  Buka has 4 damage: eliminated, no die; it scores 2 x 2."""
    t = LaidTable()
    buka = t.jp.base("Buka", damage=4)
    g = fight(t, buka, ship(t, AMERICAL), dice=[])
    assert (only(g, Rolled), only(g, Eliminated)[0].points, g.forces[US].points) == ([], 4, 4)


def test_18_4_f_3_army_and_garrison_fire_together_round_by_round() -> None:
    """§18.4(f)(3)  Munda (Garrison 2): round two with what both maintained; without attempts the fight is over."""
    t = LaidTable()
    munda = t.jp.base("Munda")
    army = ship(t, MARINES)
    g = fight(t, munda, army, dice=[4, 5, 1, 1, 4, 1, 1, 1, 2])
    assert rolls(g) == [("army", [4, 5, 1, 1]), ("garrison", [4, 1]), ("army", [1, 1]), ("garrison", [2])]
    assert (g.asked, g.forces[JP].bases[munda].damage) == ({}, 1)


def test_18_4_f_3_current_army_and_current_garrison_full_for_each_new_transports() -> None:
    """§18.4(f)(3), §4.5  Marines with 1 damage throw 3; Buin's Garrison 3 less 1 damage meets the next with 2."""
    t = LaidTable()
    buin = t.jp.base("Buin")
    one, two = ship(t, MARINES, damage=1), ship(t, AMERICAL)
    g = fight(t, buin, one, two, dice=[5, 1, 1, 1, 1, 1, 1, 1, 1, 4, 1])
    g.answer(US, one)
    assert rolls(g)[:3] == [("army", [5, 1, 1]), ("garrison", [1, 1, 1]), ("army", [1])]
    assert rolls(g)[3:] == [("army", [1, 1]), ("garrison", [4, 1])]


def test_18_4_f_3_base_and_army_die_in_the_same_round() -> None:
    """§18.4(f)(3), R-24  The example: HP 5, 3 damage, Garrison 4 - 3; 5 and 5 against a 6: the base is eliminated."""
    t = LaidTable()
    munda = t.jp.base("Munda")
    row = t.jp.forces.bases[munda]
    t.jp.forces.bases[munda] = replace(row, damage=3, card=replace(row.card, hp=5, garrison=4))
    army = ship(t, AMERICAL)
    g = fight(t, munda, army, dice=[5, 5, 6])
    assert rolls(g) == [("army", [5, 5]), ("garrison", [6])]
    assert (munda in g.forces[JP].bases, army in g.forces[US].formations) == (False, False)
    assert g.forces[US].points == 2 * 3
    assert [c.id for c in g.forces[US].discards] == ["us/south-pacific"]


def test_18_4_f_3_dead_transports_fight_no_further() -> None:
    """§18.4(f)(3)  The Americals (HP 2) die to a 6 and leave their attempts; they are on their owner's pile."""
    t = LaidTable()
    munda = t.jp.base("Munda")
    g = fight(t, munda, ship(t, AMERICAL), dice=[4, 4, 6, 1])
    assert (g.asked, dice_left(g), g.forces[US].formations) == ({}, 0, {})
    assert munda in g.forces[JP].bases


def test_18_4_f_4_a_strategic_base_ends_the_game() -> None:
    """§18.4(f)(4), §11.1  Rabaul in FRONT at its HP: the US has won."""
    t = LaidTable()
    rabaul = t.base_of(JP, "Rabaul")
    t.jp.forces.bases[rabaul] = replace(t.jp.forces.bases[rabaul], damage=8)
    g = fight(t, rabaul, ship(t, AMERICAL), dice=[])
    assert g.outcome is not None
    assert (g.outcome.winner, g.outcome.reason) == (US, "strategic-base")


def test_18_4_f_4_airplanes_aboard_are_discarded_and_the_strategic_base_moves() -> None:
    """§18.4(f)(4), §4.4, §5.2  Buka was the last front base: its Zeke is discarded, Rabaul stands in FRONT at once."""
    t = LaidTable()
    buka = t.jp.base("Buka", damage=4, aboard=["Zeke"])
    g = fight(t, buka, ship(t, AMERICAL), dice=[])
    assert (g.forces[JP].airplanes, [c.name for c in g.forces[JP].discards]) == ({}, ["Zeke"])
    assert only(g, BaseMoved)[0].line == FRONT[JP]


def test_18_4_f_4_others_that_were_named_do_not_fight_any_more() -> None:
    """§18.4(f)(4), §18.4(f)(5), R-64  The base falls to the first; the second is discarded unfought, in one packet."""
    t = LaidTable()
    buka = t.jp.base("Buka", damage=4)
    one, two = ship(t, AMERICAL), ship(t, MARINES)
    g = fight(t, buka, one, two, dice=[])
    g.answer(US, two)
    assert (g.asked, g.forces[US].formations) == ({}, {})
    assert [e.count for e in only(g, Discarded) if e.side is US] == [2]


@pytest.mark.parametrize("dice", [[1, 1, 1], [1, 1, 6]])
def test_18_4_f_5_all_named_transports_are_discarded_at_the_end(dice: list[int]) -> None:
    """§18.4(f)(5)  Whether they live or die on Buka; those that were not named stay."""
    t = LaidTable()
    buka = t.jp.base("Buka")
    army, other = ship(t, AMERICAL), ship(t, MARINES)
    g = fight(t, buka, army, dice=dice)
    assert list(g.forces[US].formations) == [other]
    assert [c.id for c in g.forces[US].discards] == ["us/south-pacific"]


def test_18_4_e_1_only_named_transports_of_landing_support() -> None:
    """§18.4(e)(1)  An answer with another ship is refused with the paragraph."""
    t = LaidTable()
    ship(t, AMERICAL)
    cruiser = ship(t, "Helena & Boise")
    g = ashore(t, t.jp.base("Buka"))
    with pytest.raises(IllegalAnswer, match=r"^§18\.4\(e\)\(1\)"):
        g.answer(US, (cruiser,))

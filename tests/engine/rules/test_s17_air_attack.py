"""§17.3, §17.4  The air attack, airplane after airplane, and the surplus at the end of air combat."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from ironbottom.events import Aimed, Eliminated, Rolled, ShotDown, Withdrew
from ironbottom.flow import Game, IllegalAnswer
from ironbottom.questions import Answer, Value
from ironbottom.rules.s17_air_attack import AirAttack
from ironbottom.rules.s17_air_combat import AirCombat, AirCombatPhase
from ironbottom.words import Token
from tests.support.table import FRONT, MIDDLE, LaidTable, Side, Task, dice_left, only, rolls, shape, window

US, JP = Side.US, Side.JP
HERE = FRONT[JP]


def raid(t: LaidTable, *dice: int) -> Game:
    """The air attack over the Japanese FRONT."""
    return t.play(AirAttack(line=HERE, defender=JP), dice=list(dice))


def bomber(t: LaidTable, name: str) -> Token:
    return t.us.fly(name, HERE, Task.ATTACK)


def strike(g: Game, aims: Mapping[Token, Value], *answers: Answer) -> None:
    """Declare the targets, then answer for the attacker until the raid is over or the answers are used up."""
    g.answer(US, {int(token): aim for token, aim in aims.items()})
    for answer in answers:
        g.answer(US, answer)


def damage(g: Game, token: Token) -> int:
    forces = g.forces[JP]
    return forces.host(token).damage


def test_17_3_1_targets_and_modes_are_declared_in_one_go() -> None:
    """§17.3(1), §17.3(2)  Detected formations and bases of the line; nothing unseen, no other line."""
    t = LaidTable()
    buka = t.jp.base("Buka")
    ship = t.jp.ship("Chokai", "FRONT", detected=True)
    t.jp.ship("Zuiho", "FRONT")
    t.jp.ship("Ryujo", "MIDDLE", detected=True)
    avenger, dauntless = bomber(t, "Avenger"), bomber(t, "Dauntless")
    g = raid(t)
    assert window(g) == {US: "25"}
    assert shape(g, US).choices == {
        avenger: (("bomb", ship), ("torp", ship), ("land", buka), "withdraw"),
        dauntless: (("bomb", ship), ("land", buka), "withdraw"),
    }
    with pytest.raises(IllegalAnswer, match=r"^§17\.3\(1\)"):
        g.answer(US, {avenger: ("bomb", ship)})


def test_17_3_1_the_default_is_the_strongest_ability_of_each() -> None:
    """§17.3(1), §20.6  Avenger: Torp 2 before Bomb 1; Dauntless: Bomb 3 before Land 1."""
    t = LaidTable()
    t.jp.base("Buka")
    ship = t.jp.ship("Chokai", "FRONT", detected=True)
    avenger, dauntless = bomber(t, "Avenger"), bomber(t, "Dauntless")
    assert raid(t).default(US) == {avenger: ("torp", ship), dauntless: ("bomb", ship)}


def test_17_3_1_without_a_legal_target_an_airplane_must_withdraw() -> None:
    """§17.3(1)  A Wildcat (Land 0 only) finds no base: nobody is asked; with a bomber beside it only the bomber is."""
    for names in (["Wildcat"], ["Wildcat", "Dauntless"]):
        t = LaidTable(bases=False)
        t.jp.ship("Chokai", "FRONT", detected=True)
        wildcat, *others = [bomber(t, name) for name in names]
        g = raid(t)
        assert (list(shape(g, US).choices) if others else list(g.asked)) == others
        if others:
            g.answer(US, g.default(US))
        assert only(g, Withdrew)[0].tokens == (wildcat,)


def test_17_3_1_an_airplane_may_be_withdrawn_instead() -> None:
    """§17.3(1)  One withdraws, the other attacks."""
    t = LaidTable()
    buka = t.jp.base("Buka")
    one, two = bomber(t, "Mitchell"), bomber(t, "Mitchell")
    g = raid(t, 1, 1, 1)
    strike(g, {one: "withdraw", two: ("land", buka)}, "attack")
    assert only(g, Aimed)[0].aims == ((two, buka),)
    assert only(g, Withdrew)[0].tokens == (one,)


@pytest.mark.parametrize(
    ("name", "mode", "dice"), [("Avenger", "bomb", 1), ("Avenger", "torp", 2), ("Catalina", "torp", 1)]
)
def test_17_3_2_the_mode_decides_the_ability(name: str, mode: str, dice: int) -> None:
    """§17.3(2)  Bomb or torpedo against a formation, with the value printed for it (`-` Anti-Air for quiet)."""
    t = LaidTable()
    army = t.jp.ship("Combined Fleet Sortie I", "FRONT")
    plane = bomber(t, name)
    g = raid(t, *[1] * dice)
    strike(g, {plane: (mode, army)}, "attack")
    assert rolls(g) == [(mode, [1] * dice)]


def test_17_3_2_an_ability_of_0_is_enough_and_limited() -> None:
    """§17.3(2), §3.4  Catalina, Bomb 0: one die; a 5 is nothing."""
    t = LaidTable()
    army = t.jp.ship("Combined Fleet Sortie I", "FRONT")
    plane = bomber(t, "Catalina")
    g = raid(t, 5)
    strike(g, {plane: ("bomb", army)}, "attack")
    assert (rolls(g), damage(g, army)) == ([("bomb", [5])], 0)


def test_17_3_3_the_attacker_chooses_the_next_and_anti_air_is_fresh_for_each() -> None:
    """§17.3(3), R-56, R-43, §20.6  Yamato (Air 2): maintained within an attack, full again for the next airplane."""
    t = LaidTable()
    ship = t.jp.ship("Yamato & Mutsu", "FRONT", detected=True)
    one, two = bomber(t, "Dauntless"), bomber(t, "Dauntless")
    g = raid(t, 4, 1, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    strike(g, {one: ("bomb", ship), two: ("bomb", ship)})
    assert (window(g), shape(g, US).options, g.default(US)) == ({US: "25"}, (one, two), one)
    for answer in (two, "attack", "attack", "attack"):
        g.answer(US, answer)
    assert [e.by for e in only(g, Rolled) if e.ability == "bomb"] == [two, two, one]
    assert [r for r in rolls(g) if r[0] == "air"] == [("air", [4, 1]), ("air", [1]), ("air", [1, 1])]


def test_17_3_3_less_the_damage_that_the_one_before_caused() -> None:
    """§17.3(3), §4.5  Yamato (Air 2) took 1 damage: one die against the second airplane."""
    t = LaidTable()
    ship = t.jp.ship("Yamato & Mutsu", "FRONT", detected=True)
    one, two = bomber(t, "Dauntless"), bomber(t, "Dauntless")
    g = raid(t, 1, 1, 5, 1, 1, 1, 1, 1, 1, 1)
    strike(g, {one: ("bomb", ship), two: ("bomb", ship)}, one, "attack", "attack", "attack")
    assert [r for r in rolls(g) if r[0] == "air"] == [("air", [1, 1]), ("air", [1])]


def test_17_3_4_a_break_off_at_the_start_of_any_round_the_first_included() -> None:
    """§17.3(4)(a), R-61, §20.6  Default go on; breaking off before the first round: no die is rolled by anybody."""
    t = LaidTable()
    buka = t.jp.base("Buka")
    plane = bomber(t, "Avenger")
    g = raid(t)
    strike(g, {plane: ("land", buka)})
    assert (window(g), shape(g, US).options, g.default(US)) == ({US: "25"}, ("attack", "break-off"), "attack")
    g.answer(US, "break-off")
    assert rolls(g) == []
    assert g.forces[US].airplanes[plane].task is Task.WITHDRAWN


def test_17_3_4_a_break_off_before_the_second_round() -> None:
    """§17.3(4)(a)  Two attempts are kept, but the airplane leaves with them."""
    t = LaidTable()
    buka = t.jp.base("Buka")
    plane = bomber(t, "Avenger")
    g = raid(t, 1, 4, 5)
    strike(g, {plane: ("land", buka)}, "attack", "break-off")
    assert (damage(g, buka), dice_left(g), g.asked) == (1, 0, {})


def test_17_3_4_b_bombs_fall_together_with_the_anti_air() -> None:
    """§17.3(4)(b), R-3  Atago (Air 1) hits with a 6: the Dauntless is down, and its bombs have hit all the same."""
    t = LaidTable()
    ship = t.jp.ship("Atago & Takao", "FRONT", detected=True)
    plane = bomber(t, "Dauntless")
    g = raid(t, 6, 5, 6, 1)
    strike(g, {plane: ("bomb", ship)}, "attack")
    assert damage(g, ship) == 3
    assert only(g, ShotDown)[0].airplanes == ((plane, "us/dauntless"),)


def test_17_3_4_b_land_attacks_and_the_base_in_later_rounds() -> None:
    """§17.3(4)(b)  Avenger (Land 2) against Buka (Air 1): round two with what each maintained."""
    t = LaidTable()
    buka = t.jp.base("Buka")
    plane = bomber(t, "Avenger")
    g = raid(t, 4, 4, 5, 3, 1, 2)
    strike(g, {plane: ("land", buka)}, "attack", "attack")
    assert rolls(g) == [("air", [4]), ("land", [4, 5]), ("air", [3]), ("land", [1, 2])]
    assert damage(g, buka) == 1


def test_17_3_4_c_torpedo_the_anti_air_of_each_round_goes_first() -> None:
    """§17.3(4)(c)  The example: 2, 4; then 1, 5, 3, 6, three hits; round two a 5 before the Kate can drop."""
    t = LaidTable(phasing=JP)
    ship = t.us.ship("Northampton & Pensacola", "FRONT", detected=True)
    kate = t.jp.fly("Kate", FRONT[US], Task.ATTACK)
    g = t.play(AirAttack(line=FRONT[US], defender=US), dice=[2, 4, 1, 5, 3, 6, 5])
    g.answer(JP, {kate: ("torp", ship)})
    g.answer(JP, "attack")
    g.answer(JP, "attack")
    assert rolls(g) == [("air", [2, 4]), ("torp", [1, 5, 3, 6]), ("air", [5])]
    assert g.forces[US].formations[ship].damage == 3
    assert g.forces[JP].airplanes == {}


def test_17_3_4_c_a_torpedo_plane_hit_in_round_one_never_drops() -> None:
    """§17.3(4)(c)  The first Anti-Air die is a 5: no torpedo die is rolled."""
    t = LaidTable()
    ship = t.jp.ship("Yamato & Mutsu", "FRONT", detected=True)
    plane = bomber(t, "Avenger")
    g = raid(t, 5, 1)
    strike(g, {plane: ("torp", ship)}, "attack")
    assert rolls(g) == [("air", [5, 1])]
    assert (damage(g, ship), g.forces[US].airplanes) == (0, {})


def test_17_3_5_others_aimed_at_a_sunk_target_withdraw_without_a_roll() -> None:
    """§17.3(5), §17.3(1)  Targets don't change: the second Dauntless may not turn to the other ship."""
    t = LaidTable()
    zuiho = t.jp.ship("Zuiho", "FRONT", detected=True)
    other = t.jp.ship("Atago & Takao", "FRONT", detected=True)
    one, two = bomber(t, "Dauntless"), bomber(t, "Dauntless")
    g = raid(t, 1, 6, 4, 4)
    strike(g, {one: ("bomb", zuiho), two: ("bomb", zuiho)}, one, "attack")
    assert only(g, Eliminated)[0].points == 1
    assert (rolls(g), damage(g, other), g.asked) == ([("air", [1]), ("bomb", [6, 4, 4])], 0, {})
    assert [a.task for a in g.forces[US].airplanes.values()] == [Task.WITHDRAWN] * 2


def test_17_3_5_so_do_those_aimed_at_a_base_at_its_hp() -> None:
    """§17.3(5), §4.3  Buka (HP 4) with 3 damage takes one more: the second airplane withdraws, Buka stays."""
    t = LaidTable()
    buka = t.jp.base("Buka", damage=3)
    one, two = bomber(t, "Avenger"), bomber(t, "Avenger")
    g = raid(t, 1, 6, 4)
    strike(g, {one: ("land", buka), two: ("land", buka)}, one, "attack")
    assert (damage(g, buka), dice_left(g), g.asked) == (4, 0, {})
    assert g.forces[US].airplanes[two].task is Task.WITHDRAWN


def test_17_3_5_the_attack_ends_without_attempts() -> None:
    """§17.3(5)  All dice lost in round one: no further question."""
    t = LaidTable()
    army = t.jp.ship("Combined Fleet Sortie I", "FRONT")
    plane = bomber(t, "Dauntless")
    g = raid(t, 1, 2, 3)
    strike(g, {plane: ("bomb", army)}, "attack")
    assert not g.asked


def test_17_3_6_afterwards_everybody_who_flew_here_is_withdrawn() -> None:
    """§17.3(6)  The interceptor that is left after the bomber withdrew is withdrawn with the line."""
    t = LaidTable()
    plane, zeke = t.us.fly("Dauntless", HERE, Task.FLOWN), t.jp.fly("Zeke", HERE, Task.FLOWN)
    g = t.play(AirCombat(line=HERE, defender=JP))
    g.answer(US, {plane: "attack"})
    g.answer(JP, {zeke: "intercept"})
    g.answer(US, (plane,))
    assert not g.asked
    assert g.forces[JP].airplanes[zeke].task is Task.WITHDRAWN
    assert g.forces[US].airplanes[plane].task is Task.WITHDRAWN


def test_17_4_surplus_airplanes_after_the_last_line() -> None:
    """§17.4, R-5, R-41  Zuikaku (3 icons) is hit once with three aboard: Japan discards one in window 15."""
    t = LaidTable()
    ship = t.jp.ship("Zuikaku", "MIDDLE", detected=True, aboard=["Zeke", "Val", "Kate"])
    plane = t.us.fly("Dauntless", MIDDLE[JP], Task.FLOWN)
    g = t.play(AirCombatPhase(phasing=US), dice=[1, 1, 1, 5, 1, 1, 1])
    g.answer(JP, g.default(JP))
    strike(g, {plane: ("bomb", ship)}, "attack", "attack")
    assert (window(g), len(shape(g, JP).items), shape(g, JP).least) == ({JP: "15"}, 3, 1)
    g.answer(JP, g.default(JP))
    assert len(g.forces[JP].airplanes) == 2
    assert not g.asked


def test_17_4_who_is_in_the_air_takes_no_icon() -> None:
    """§17.4, §4.6  One of the three has flown: the two icons that are left are enough, nobody is asked."""
    t = LaidTable()
    ship = t.jp.ship("Zuikaku", "MIDDLE", detected=True, aboard=["Zeke", "Val", "Kate"])
    plane = t.us.fly("Dauntless", MIDDLE[JP], Task.FLOWN)
    g = t.play(AirCombatPhase(phasing=US), dice=[1, 1, 1, 5, 1, 1, 1])
    zeke = next(a.token for a in g.forces[JP].airplanes.values() if a.card.name == "Zeke")
    flights = g.default(JP)
    assert isinstance(flights, dict)
    g.answer(JP, {**flights, zeke: "escape"})
    strike(g, {plane: ("bomb", ship)}, "attack", "attack")
    assert not g.asked
    assert len(g.forces[JP].airplanes) == 3

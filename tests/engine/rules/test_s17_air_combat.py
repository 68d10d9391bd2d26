"""§17.2  Air combat of a line: tasks, air control combat, intercept combat."""

from __future__ import annotations

import pytest

from ironbottom.events import Aimed, Faced, LineBegan, ShotDown, Tasked, Withdrew
from ironbottom.flow import Game, IllegalAnswer
from ironbottom.rules.s17_air_combat import AirCombat, AirCombatPhase, AirControl, InterceptCombat
from ironbottom.state import Airplane
from ironbottom.words import Token
from tests.support.table import FRONT, MIDDLE, LaidTable, Side, Task, dice_left, only, rolls, shape, window

US, JP = Side.US, Side.JP
HERE = FRONT[JP]


def airplane(g: Game, side: Side, token: Token) -> Airplane:
    return g.forces[side].airplanes[token]


def task(g: Game, side: Side, token: Token) -> Task | None:
    return airplane(g, side, token).task


def combat(t: LaidTable, *dice: int) -> Game:
    """Air combat over the Japanese FRONT: the US attacks, Japan defends."""
    return t.play(AirCombat(line=HERE, defender=JP), dice=list(dice))


def control(t: LaidTable, *dice: int) -> Game:
    return t.play(AirControl(line=HERE, defender=JP), dice=list(dice))


def interception(t: LaidTable, *dice: int) -> Game:
    return t.play(InterceptCombat(line=HERE, defender=JP), dice=list(dice))


def test_17_2_1_lines_one_after_the_other_as_the_phasing_side_chooses() -> None:
    """§17.2(1), §20.6  Attacked by both: P is asked in 21; by default in the order flown, its own attack first."""
    t = LaidTable()
    t.us.fly("Catalina", MIDDLE[JP], Task.FLOWN)
    t.jp.fly("Mavis", FRONT[US], Task.FLOWN)
    g = t.play(AirCombatPhase(phasing=US))
    assert window(g) == {US: "21"}
    assert (shape(g, US).options, g.default(US)) == ((MIDDLE[JP], FRONT[US]), MIDDLE[JP])
    g.answer(US, FRONT[US])
    assert [e.line for e in only(g, LineBegan)] == [FRONT[US]]
    assert window(g) == {JP: "25"}


def test_17_2_1_one_line_completely_before_the_next_and_no_question_for_the_last() -> None:
    """§17.2(1)  The second line begins when the first is over; the order flown puts Japan's lines first for P Japan."""
    t = LaidTable(phasing=JP)
    t.us.fly("Catalina", MIDDLE[JP], Task.FLOWN)
    t.jp.fly("Mavis", FRONT[US], Task.FLOWN)
    g = t.play(AirCombatPhase(phasing=JP))
    assert (window(g), g.default(JP)) == ({JP: "21"}, FRONT[US])
    g.answer(JP, FRONT[US])
    g.answer(JP, dict.fromkeys(shape(g, JP).choices, "withdraw"))
    assert [e.line for e in only(g, LineBegan)] == [FRONT[US], MIDDLE[JP]]
    assert not g.asked


def test_17_2_2_a_the_attacker_gives_tasks_first() -> None:
    """§17.2(2)(a), §20.6  Escort needs AirC; default Air Attack."""
    t = LaidTable()
    wildcat, dauntless = t.us.fly("Wildcat", HERE, Task.FLOWN), t.us.fly("Dauntless", HERE, Task.FLOWN)
    t.jp.fly("Zeke", HERE, Task.FLOWN)
    g = combat(t)
    assert window(g) == {US: "22"}
    assert shape(g, US).choices == {
        wildcat: ("attack", "escort", "withdraw"), dauntless: ("attack", "withdraw"),
    }
    assert g.default(US) == {wildcat: "attack", dauntless: "attack"}


def test_17_2_2_b_then_the_defender_who_knows_the_tasks() -> None:
    """§17.2(2)(b), §20.6  The tasks are told before Japan is asked, the faces are not; default Intercept."""
    t = LaidTable()
    wildcat = t.us.fly("Wildcat", HERE, Task.FLOWN, detected=False)
    zeke = t.jp.fly("Zeke", HERE, Task.FLOWN)
    g = combat(t)
    g.answer(US, {wildcat: "escort"})
    assert only(g, Tasked)[0].tasks == ((wildcat, "escort"),)
    assert only(g, Faced) == []
    assert (window(g), shape(g, JP).choices) == ({JP: "22"}, {zeke: ("intercept", "control", "withdraw")})
    assert g.default(JP) == {zeke: "intercept"}


@pytest.mark.parametrize("idle", [None, Task.WITHDRAWN])
def test_17_2_2_c_without_interceptors_all_attackers_are_on_air_attack(idle: Task | None) -> None:
    """§17.2(2)(c), §17.2(2)(d)  Nobody is asked; a withdrawn Zeke is no interceptor; attackers turn face up."""
    t = LaidTable()
    wildcat = t.us.fly("Wildcat", HERE, Task.FLOWN, detected=False)
    if idle is not None:
        t.jp.fly("Zeke", HERE, idle)
    g = combat(t)
    assert window(g) == {US: "25"}
    assert task(g, US, wildcat) is Task.ATTACK
    assert only(g, Faced)[0].airplanes == ((wildcat, "us/wildcat"),)


def test_17_2_2_d_withdrawn_at_the_tasks_leaves_and_keeps_its_state() -> None:
    """§17.2(2)(d), R-42  The Dauntless leaves unseen, before Japan is asked; who has a task is turned up."""
    t = LaidTable()
    wildcat = t.us.fly("Wildcat", HERE, Task.FLOWN, detected=False)
    dauntless = t.us.fly("Dauntless", HERE, Task.FLOWN, detected=False)
    zeke = t.jp.fly("Zeke", HERE, Task.FLOWN, detected=False)
    g = combat(t)
    g.answer(US, {wildcat: "escort", dauntless: "withdraw"})
    assert (window(g), task(g, US, dauntless)) == ({JP: "22"}, Task.WITHDRAWN)
    g.answer(JP, {zeke: "control"})
    assert [e.airplanes for e in only(g, Faced)] == [((wildcat, "us/wildcat"),), ((zeke, "jp/zeke"),)]
    assert not airplane(g, US, dauntless).detected


def test_17_2_3_a_withdrawals_at_the_start_of_every_round() -> None:
    """§17.2(3)(a), R-55, §20.6  Attacker for Escorts, then defender for Air Control and Intercept; default none."""
    t = LaidTable()
    escort, _ = t.us.fly("Wildcat", HERE, Task.ESCORT), t.us.fly("Dauntless", HERE, Task.ATTACK)
    guard, fighter = t.jp.fly("Zeke", HERE, Task.CONTROL), t.jp.fly("Zeke", HERE, Task.INTERCEPT)
    g = control(t, 4, 1, 1, 1, 4, 1, 1)
    assert (window(g), shape(g, US).items, g.default(US)) == ({US: "23"}, (escort,), ())
    g.answer(US, ())
    assert (window(g), shape(g, JP).items, g.default(JP)) == ({JP: "23"}, (guard, fighter), ())
    g.answer(JP, ())
    g.answer(US, {escort: guard})
    assert (window(g), shape(g, US).items) == ({US: "23"}, (escort,))
    g.answer(US, ())
    g.answer(JP, (guard, fighter))
    assert not g.asked


def test_17_2_3_a_who_has_no_attempts_must_withdraw() -> None:
    """§17.2(3)(a)  The Escort lost all its dice: it is withdrawn, and the combat is over."""
    t = LaidTable()
    escort = t.us.fly("Wildcat", HERE, Task.ESCORT)
    t.jp.fly("Zeke", HERE, Task.CONTROL)
    g = control(t, 4, 4, 4, 4, 1, 2, 3)
    g.answer(US, ())
    g.answer(JP, ())
    assert only(g, Withdrew)[0].tokens == (escort,)
    assert not g.asked


def test_17_2_3_b_the_defender_aims_first_then_the_attacker() -> None:
    """§17.2(3)(b), §20.6  Air Control at Escorts; Escorts at Air Control or Intercept; several may aim at one."""
    t = LaidTable()
    one, two = t.us.fly("Wildcat", HERE, Task.ESCORT), t.us.fly("Wildcat", HERE, Task.ESCORT)
    t.us.fly("Dauntless", HERE, Task.ATTACK)
    guard, fighter = t.jp.fly("Zeke", HERE, Task.CONTROL), t.jp.fly("Zeke", HERE, Task.INTERCEPT)
    g = control(t, 4, 1, 1, 1, 4, 1, 1, 4, 1, 1)
    g.answer(US, ())
    g.answer(JP, ())
    assert (window(g), shape(g, JP).choices, g.default(JP)) == ({JP: "23"}, {guard: (one, two)}, {guard: one})
    g.answer(JP, {guard: two})
    assert (window(g), shape(g, US).choices) == ({US: "23"}, dict.fromkeys((one, two), (guard, fighter)))
    g.answer(US, {one: fighter, two: fighter})
    assert [e.aims for e in only(g, Aimed)] == [((guard, two),), ((one, fighter), (two, fighter))]


def test_17_2_3_c_all_fire_at_once() -> None:
    """§17.2(3)(c), R-3, R-31  The example: 2, 5, 1 and 3, 3, 6, 4: both are down, and nobody rolled Anti-Air."""
    t = LaidTable()
    t.us.fly("Wildcat", HERE, Task.ESCORT)
    t.jp.fly("Zeke", HERE, Task.CONTROL)
    g = control(t, 3, 3, 6, 4, 2, 5, 1)
    g.answer(US, ())
    g.answer(JP, ())
    assert rolls(g) == [("airc", [3, 3, 6, 4]), ("airc", [2, 5, 1])]
    assert (g.forces[US].airplanes, g.forces[JP].airplanes) == ({}, {})
    assert not g.asked


def test_17_2_3_c_intercept_airplanes_are_hit_but_do_not_fire() -> None:
    """§17.2(3)(c), R-31  The Escort shoots an Intercept Zeke down; neither it nor the bomber rolls a die."""
    t = LaidTable()
    t.us.fly("Wildcat", HERE, Task.ESCORT)
    bomber = t.us.fly("Dauntless", HERE, Task.ATTACK)
    zeke = t.jp.fly("Zeke", HERE, Task.INTERCEPT)
    g = control(t, 5, 4, 4)
    g.answer(US, ())
    g.answer(JP, ())
    assert rolls(g) == [("airc", [5, 4, 4])]
    assert only(g, ShotDown)[0].airplanes == ((zeke, "jp/zeke"),)
    assert task(g, US, bomber) is Task.ATTACK


def test_17_2_3_c_later_rounds_with_maintained_attempts() -> None:
    """§17.2(3)(c), §3.1  Round two: the Zeke throws the two dice it kept, the Wildcat its one."""
    t = LaidTable()
    t.us.fly("Wildcat", HERE, Task.ESCORT)
    t.jp.fly("Zeke", HERE, Task.CONTROL)
    g = control(t, 4, 4, 1, 1, 4, 1, 1, 1, 4, 1)
    for side in (US, JP, US, JP):
        g.answer(side, ())
    assert rolls(g)[2:] == [("airc", [1, 4]), ("airc", [1])]


def test_17_2_3_d_over_when_no_escort_is_left() -> None:
    """§17.2(3)(d), R-20  The Escort is shot down: Air Control is withdrawn, Intercept goes on to the bombers."""
    t = LaidTable()
    wildcat, bomber = t.us.fly("Wildcat", HERE, Task.FLOWN), t.us.fly("Dauntless", HERE, Task.FLOWN)
    guard, fighter = t.jp.fly("Zeke", HERE, Task.FLOWN), t.jp.fly("Zeke", HERE, Task.FLOWN)
    g = combat(t, 5, 4, 4, 4, 1, 1, 1)
    g.answer(US, {wildcat: "escort", bomber: "attack"})
    g.answer(JP, {guard: "control", fighter: "intercept"})
    g.answer(US, ())
    g.answer(JP, ())
    g.answer(US, {wildcat: guard})
    assert task(g, JP, guard) is Task.WITHDRAWN
    assert (window(g), shape(g, US).items) == ({US: "24"}, (bomber,))


def test_17_2_3_d_over_when_the_defender_has_neither_air_control_nor_intercept() -> None:
    """§17.2(3)(d), R-20  The only interceptor withdraws: the Escort is withdrawn too, and does not attack."""
    t = LaidTable()
    wildcat, bomber = t.us.fly("Wildcat", HERE, Task.FLOWN), t.us.fly("Dauntless", HERE, Task.FLOWN)
    zeke = t.jp.fly("Zeke", HERE, Task.FLOWN)
    t.jp.ship("Chokai", "FRONT", detected=True)
    g = combat(t)
    g.answer(US, {wildcat: "escort", bomber: "attack"})
    g.answer(JP, {zeke: "intercept"})
    g.answer(US, ())
    g.answer(JP, (zeke,))
    assert (window(g), list(shape(g, US).choices)) == ({US: "25"}, [bomber])
    assert task(g, US, wildcat) is Task.WITHDRAWN


def test_17_2_3_d_over_when_nobody_has_attempts() -> None:
    """§17.2(3)(d), R-20  Escort and Air Control are out of dice; Air Attack and Intercept go on to combat."""
    t = LaidTable()
    wildcat, bomber = t.us.fly("Wildcat", HERE, Task.FLOWN), t.us.fly("Dauntless", HERE, Task.FLOWN)
    guard, fighter = t.jp.fly("Zeke", HERE, Task.FLOWN), t.jp.fly("Zeke", HERE, Task.FLOWN)
    g = combat(t, 1, 1, 1, 1, 1, 1, 1)
    g.answer(US, {wildcat: "escort", bomber: "attack"})
    g.answer(JP, {guard: "control", fighter: "intercept"})
    g.answer(US, ())
    g.answer(JP, ())
    g.answer(US, {wildcat: fighter})
    assert task(g, US, wildcat) is task(g, JP, guard) is Task.WITHDRAWN
    assert window(g) == {US: "24"}


def test_17_2_3_d_air_control_without_escorts_is_just_withdrawn() -> None:
    """§17.2(3)(d)  No Escort was named: no round is fought, no die rolled."""
    t = LaidTable()
    bomber, zeke = t.us.fly("Dauntless", HERE, Task.FLOWN), t.jp.fly("Zeke", HERE, Task.FLOWN)
    g = combat(t)
    g.answer(US, {bomber: "attack"})
    g.answer(JP, {zeke: "control"})
    assert task(g, JP, zeke) is Task.WITHDRAWN
    assert (rolls(g), window(g)) == ([], {US: "25"})


def test_17_2_4_a_withdrawals_attacker_then_defender() -> None:
    """§17.2(4)(a), §20.6  Each round; none by default; an interceptor without attempts must go."""
    t = LaidTable()
    bomber = t.us.fly("Dauntless", HERE, Task.ATTACK)
    one, two = t.jp.fly("Zeke", HERE, Task.INTERCEPT), t.jp.fly("Zeke", HERE, Task.INTERCEPT)
    g = interception(t, 4, 1, 1, 1, 4, 1, 1, 1, 1, 1, 3)
    assert (window(g), shape(g, US).items, g.default(US)) == ({US: "24"}, (bomber,), ())
    g.answer(US, ())
    assert (window(g), shape(g, JP).items, g.default(JP)) == ({JP: "24"}, (one, two), ())
    g.answer(JP, ())
    g.answer(JP, ((one, bomber), (two, bomber)))
    assert only(g, Withdrew)[0].tokens == (two,)
    assert (window(g), shape(g, US).items) == ({US: "24"}, (bomber,))


def test_17_2_4_b_the_defender_aims_and_orders_his_interceptors() -> None:
    """§17.2(4)(b), R-30, §20.6  The firing side fixes targets and order; default first; one against one is forced."""
    t = LaidTable()
    x, y = t.us.fly("Dauntless", HERE, Task.ATTACK), t.us.fly("Avenger", HERE, Task.ATTACK)
    one, two = t.jp.fly("Zeke", HERE, Task.INTERCEPT), t.jp.fly("Zeke", HERE, Task.INTERCEPT)
    g = interception(t, 4, 1, 1, 1, 1, 1, 5, 1, 1, 1)
    g.answer(US, ())
    g.answer(JP, ())
    assert (window(g), g.default(JP)) == ({JP: "24"}, ((one, x), (two, x)))
    with pytest.raises(IllegalAnswer, match=r"^§17\.2\(4\)\(b\)"):
        g.answer(JP, ((one, x),))
    g.answer(JP, ((two, y), (one, y)))
    assert only(g, Aimed)[0].aims == ((two, y), (one, y))
    assert rolls(g) == [("airc", [4, 1, 1, 1]), ("air", [1, 1]), ("airc", [5, 1, 1, 1])]
    assert only(g, ShotDown)[0].airplanes == ((y, "us/avenger"),)


def test_17_2_4_c_the_example_of_two_interceptors_on_one_bomber() -> None:
    """§17.2(4)(c), R-50  AirC 4 misses and is shot down; AirC 3 meets the one attempt left and gets the bomber."""
    t = LaidTable(phasing=JP)
    bomber = t.jp.fly("Zeke", FRONT[US], Task.ATTACK)
    first, second = t.us.fly("Lightning", FRONT[US], Task.INTERCEPT), t.us.fly("Wildcat", FRONT[US], Task.INTERCEPT)
    g = t.play(InterceptCombat(line=FRONT[US], defender=US), dice=[1, 2, 3, 4, 5, 1, 6, 2, 2, 3])
    g.answer(JP, ())
    g.answer(US, ())
    g.answer(US, ((first, bomber), (second, bomber)))
    assert rolls(g) == [("airc", [1, 2, 3, 4]), ("air", [5, 1]), ("airc", [6, 2, 2]), ("air", [3])]
    assert (list(g.forces[US].airplanes), g.forces[JP].airplanes) == ([second], {})
    assert not g.asked


def test_17_2_4_c_anti_air_is_renewed_with_every_round() -> None:
    """§17.2(4)(c), R-50  The Dauntless (Anti-Air 2) lost both dice in round one and has two again in round two."""
    t = LaidTable()
    t.us.fly("Dauntless", HERE, Task.ATTACK)
    t.jp.fly("Zeke", HERE, Task.INTERCEPT)
    g = interception(t, 4, 4, 1, 1, 1, 1, 1, 1, 4, 1)
    for side in (US, JP, US, JP):
        g.answer(side, ())
    assert [r for r in rolls(g) if r[0] == "air"] == [("air", [1, 1]), ("air", [4, 1])]


def test_17_2_4_c_an_interceptor_whose_target_is_down_keeps_its_attempts() -> None:
    """§17.2(4)(c)  No shot in round one; in round two it throws its full AirC 4 at the other bomber."""
    t = LaidTable()
    x, y = t.us.fly("Dauntless", HERE, Task.ATTACK), t.us.fly("Dauntless", HERE, Task.ATTACK)
    one, two = t.jp.fly("Zeke", HERE, Task.INTERCEPT), t.jp.fly("Zeke", HERE, Task.INTERCEPT)
    g = interception(t, 5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    g.answer(US, ())
    g.answer(JP, ())
    g.answer(JP, ((one, x), (two, x)))
    assert len(rolls(g)) == 2
    g.answer(US, ())
    g.answer(JP, (one,))
    assert rolls(g)[2:] == [("airc", [1, 1, 1, 1]), ("air", [1, 1])]
    assert list(g.forces[US].airplanes) == [y]


def test_17_2_4_d_over_when_a_side_has_nobody_left_and_the_rest_attack() -> None:
    """§17.2(4)(d)  The interceptor is shot down; the bomber goes on to its attack."""
    t = LaidTable()
    bomber, zeke = t.us.fly("Dauntless", HERE, Task.FLOWN), t.jp.fly("Zeke", HERE, Task.FLOWN)
    t.jp.ship("Chokai", "FRONT", detected=True)
    g = combat(t, 1, 2, 3, 4, 5, 1)
    g.answer(US, {bomber: "attack"})
    g.answer(JP, {zeke: "intercept"})
    g.answer(US, ())
    g.answer(JP, ())
    assert (window(g), list(shape(g, US).choices), dice_left(g)) == ({US: "25"}, [bomber], 0)
    assert g.forces[JP].airplanes == {}

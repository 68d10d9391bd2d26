"""§17.1  Flights of the air combat phase: attack, reaction, interception, escape."""

from __future__ import annotations

import pytest

from ironbottom.events import Flew, LineBegan, Tasked
from ironbottom.flow import Game, IllegalAnswer
from ironbottom.rules.s17_air_combat import AirCombatPhase
from ironbottom.rules.s19_return import Return
from ironbottom.state import Airplane
from ironbottom.words import Token
from tests.support.table import FRONT, MIDDLE, REAR, LaidTable, Side, Task, only, rolls, shape, window

US, JP = Side.US, Side.JP


def where(g: Game, side: Side, token: Token) -> set[object]:
    """Where an airplane may go, for all that its side is asked now."""
    return set(shape(g, side).choices[token])


def airplane(g: Game, side: Side, token: Token) -> Airplane:
    return g.forces[side].airplanes[token]


def test_17_1_1_attack_flights_go_to_enemy_lines_in_range() -> None:
    """§17.1(1), R-40, §20.6  Hornet in MIDDLE: Dauntless (Range 2) reaches the enemy FRONT, 1 + 0 + 1; default none."""
    t = LaidTable()
    (dauntless,) = t.us.load(t.us.ship("Hornet", "MIDDLE"), ["Dauntless"])
    (fortress,) = t.us.load(t.us.base("Henderson Field"), ["Flying Fortress"])
    g = t.play(AirCombatPhase(phasing=US))
    assert window(g) == {US: "20.1"}
    assert where(g, US, dauntless) == {"stay", FRONT[JP]}
    assert where(g, US, fortress) == {"stay", FRONT[JP], MIDDLE[JP], REAR[JP]}
    assert g.default(US) == {dauntless: "stay", fortress: "stay"}


def test_17_1_1_way_out_and_way_back_are_not_added() -> None:
    """§17.1(1), R-40  Dauntless (Range 2) flies 2 out and returns 2, to the same carrier."""
    t = LaidTable()
    hornet = t.us.ship("Hornet", "MIDDLE")
    (dauntless,) = t.us.load(hornet, ["Dauntless"])
    g = t.play(AirCombatPhase(phasing=US), Return())
    g.answer(US, {dauntless: FRONT[JP]})
    g.answer(US, {dauntless: "withdraw"})
    assert window(g) == {US: "32"}
    assert hornet in shape(g, US).choices[dauntless]


def test_17_1_1_each_step_is_shown_before_the_next_is_asked() -> None:
    """§17.1(1), §17.1(2)  The attack flights are told, as tokens with host and line, before Japan is asked in 20.2."""
    t = LaidTable()
    hornet = t.us.ship("Hornet", "FRONT")
    (dauntless,) = t.us.load(hornet, ["Dauntless"])
    t.jp.load(t.base_of(JP, "Truk"), ["Zeke"])
    g = t.play(AirCombatPhase(phasing=US))
    g.answer(US, {dauntless: FRONT[JP]})
    assert window(g) == {JP: "20.2"}
    assert [(e.side, e.flights) for e in only(g, Flew)] == [(US, ((dauntless, hornet, FRONT[JP]),))]
    assert not airplane(g, US, dauntless).detected


def test_17_1_2_reaction_the_example_of_the_book() -> None:
    """§17.1(2), §17.1(5), R-19  P flew to MIDDLE and REAR: the Zeke may meet it there, not in its own FRONT."""
    t = LaidTable()
    zeke, betty = t.jp.load(t.base_of(JP, "Rabaul"), ["Zeke", "Betty"])
    t.us.fly("Flying Fortress", MIDDLE[JP], Task.FLOWN)
    t.us.fly("Flying Fortress", REAR[JP], Task.FLOWN)
    g = t.play(AirCombatPhase(phasing=US))
    assert window(g) == {JP: "20.2"}
    assert where(g, JP, zeke) == {"stay", "escape", FRONT[US], MIDDLE[US], MIDDLE[JP], REAR[JP]}
    assert where(g, JP, betty) == {"stay", "escape", FRONT[US], MIDDLE[US], REAR[US]}
    assert g.default(JP) == {zeke: "stay", betty: "stay"}


def test_17_1_2_the_other_side_may_attack_even_if_nobody_flew_at_it() -> None:
    """§17.1(2)  P stays at home; N's Betty flies to the US FRONT, and there the US is the defender."""
    t = LaidTable()
    (betty,) = t.jp.load(t.base_of(JP, "Rabaul"), ["Betty"])
    henderson = t.us.base("Henderson Field")
    g = t.play(AirCombatPhase(phasing=US))
    assert window(g) == {JP: "20.2"}
    g.answer(JP, {betty: FRONT[US]})
    assert window(g) == {JP: "25"}
    assert shape(g, JP).choices == {betty: (("land", henderson), "withdraw")}


def test_17_1_3_interception_only_own_lines_or_escape() -> None:
    """§17.1(3), §20.6  The rest of P's airplanes meet N over P's FRONT or escape; enemy lines are closed now."""
    t = LaidTable()
    wildcat, dauntless = t.us.load(t.us.ship("Hornet", "MIDDLE"), ["Wildcat", "Dauntless"])
    t.jp.fly("Betty", FRONT[US], Task.FLOWN)
    g = t.play(AirCombatPhase(phasing=US))
    g.answer(US, g.default(US))
    assert window(g) == {US: "20.3"}
    assert where(g, US, wildcat) == {"stay", "escape", FRONT[US]}
    assert where(g, US, dauntless) == {"stay", "escape"}
    assert g.default(US) == {wildcat: "stay", dauntless: "stay"}


def test_17_1_4_escaped_airplanes_wait_beside_their_middle_line() -> None:
    """§17.1(4)  A scout on Truk escapes to MIDDLE, keeps its face down state, and returns from there."""
    t = LaidTable()
    base = t.jp.base("Shortland")
    (mavis,) = t.jp.load(t.base_of(JP, "Truk"), ["Mavis"])
    g = t.play(AirCombatPhase(phasing=US), Return())
    g.answer(JP, {mavis: "escape"})
    a = airplane(g, JP, mavis)
    assert (a.line, a.task, int(a.host)) == (MIDDLE[JP], Task.WITHDRAWN, 0)
    assert set(shape(g, JP).choices[mavis]) == {base, t.base_of(JP, "Rabaul"), t.base_of(JP, "Truk")}


def test_17_1_4_escaped_airplanes_neither_fight_nor_are_fought() -> None:
    """§17.1(4), §17.2(2)(c)  An escaped Zeke in MIDDLE is no interceptor there: nobody is asked for tasks."""
    t = LaidTable()
    (zeke,) = t.jp.load(t.base_of(JP, "Truk"), ["Zeke"])
    t.jp.base("Buka")
    t.us.fly("Flying Fortress", MIDDLE[JP], Task.FLOWN)
    g = t.play(AirCombatPhase(phasing=US))
    g.answer(JP, {zeke: "escape"})
    assert [e.line for e in only(g, LineBegan)] == [MIDDLE[JP]]
    assert window(g) == {US: "25"}
    assert only(g, Tasked)[0].tasks[0][1] == "attack"


def test_17_1_5_a_plain_scout_may_escape_but_not_attack() -> None:
    """§17.1(5), R-19  Judy prints Recon and nothing to attack with: no enemy line, no own line, but escape."""
    t = LaidTable()
    judy, zeke = t.jp.load(t.jp.ship("Shokaku", "FRONT"), ["Judy", "Zeke"])
    t.us.fly("Flying Fortress", FRONT[JP], Task.FLOWN)
    g = t.play(AirCombatPhase(phasing=US))
    assert where(g, JP, judy) == {"stay", "escape"}
    assert where(g, JP, zeke) == {"stay", "escape", FRONT[JP], FRONT[US], MIDDLE[US], REAR[US]}


def test_17_1_5_no_airplane_flies_twice() -> None:
    """§17.1(5)  The Catalina that searched waits in the air; only the other one is asked for."""
    t = LaidTable()
    searched = t.us.fly("Catalina", FRONT[JP], Task.WITHDRAWN)
    (other,) = t.us.load(t.base_of(US, "Port Moresby"), ["Catalina"])
    g = t.play(AirCombatPhase(phasing=US))
    assert list(shape(g, US).choices) == [other]
    with pytest.raises(IllegalAnswer):
        g.answer(US, {other: "stay", searched: MIDDLE[JP]})


def test_17_1_5_who_stays_shares_the_fate_of_its_host() -> None:
    """§17.1(5), R-53  Nobody has to fly: the Zeke stays on Zuiho (HP 2), which is bombed and sunk with it."""
    t = LaidTable()
    zuiho = t.jp.ship("Zuiho", "FRONT", detected=True)
    (zeke,) = t.jp.load(zuiho, ["Zeke"])
    bomber = t.us.fly("Dauntless", FRONT[JP], Task.FLOWN)
    g = t.play(AirCombatPhase(phasing=US), dice=[1, 5, 5, 1])
    g.answer(JP, {zeke: "stay"})
    g.answer(US, {bomber: ("bomb", zuiho)})
    g.answer(US, "attack")
    assert rolls(g) == [("air", [1]), ("bomb", [5, 5, 1])]
    assert (g.forces[JP].formations, g.forces[JP].airplanes) == ({}, {})
    assert [c.name for c in g.forces[JP].discards] == ["Zeke"]

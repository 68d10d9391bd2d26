"""§20.6  In every window with an event in the hand, the default answer plays no card."""


from __future__ import annotations

from collections.abc import Callable

import pytest

from ironbottom.flow import Game
from ironbottom.rules.s14_deployment import Deployment, Reinforcement
from ironbottom.rules.s15_reconnaissance import Reconnaissance, Submarines
from ironbottom.rules.s16_action import ChooseAction
from ironbottom.rules.s17_air_attack import AirAttack
from ironbottom.rules.s17_air_combat import AirCombatPhase, AirControl
from ironbottom.rules.s18_sea_combat import SeaSegment
from ironbottom.rules.s18_shore import Bombardment, GoingAshore, LandCombat
from tests.support.table import FRONT, MIDDLE, LaidTable, SeaTask, Side, Task, window

US, JP = Side.US, Side.JP
ESCORT, SUPPORT, CONTROL, INTERCEPT = SeaTask.ESCORT, SeaTask.SUPPORT, SeaTask.CONTROL, SeaTask.INTERCEPT
Position = Callable[[], Game]


def _in_4() -> Game:
    t = LaidTable()
    t.us.hand("South Pacific Reinforcement")
    return t.play(Reinforcement(phasing=US))


def _in_6() -> Game:
    t = LaidTable()
    t.us.hand("Cactus Air Force")
    return t.play(Deployment(phasing=US))


def _in_8() -> Game:
    t = LaidTable()
    t.us.hand("Code Breakers")
    t.jp.ship("Chokai", "FRONT")
    return t.play(Reconnaissance(phasing=US))


def _in_14() -> Game:
    t = LaidTable(phasing=JP)
    t.jp.hand("Submarine Patrol Line", "Squall")
    t.us.ship("Hornet", "FRONT")
    return t.play(Submarines(phasing=JP))


def _in_20_2() -> Game:
    t = LaidTable()
    t.jp.hand("Squall")
    t.us.fly("Catalina", FRONT[JP], Task.FLOWN)
    return t.play(AirCombatPhase(phasing=US))


def _in_20_3() -> Game:
    t = LaidTable()
    t.us.hand("Coastwatchers")
    t.jp.fly("Mavis", FRONT[US], Task.FLOWN)
    return t.play(AirCombatPhase(phasing=US))


def _in_23() -> Game:
    t = LaidTable()
    t.us.hand("Thach Weave")
    t.us.fly("Wildcat", MIDDLE[JP], Task.ESCORT)
    t.jp.fly("Zeke", MIDDLE[JP], Task.CONTROL)
    return t.play(AirControl(line=MIDDLE[JP], defender=JP))


def _in_25() -> Game:
    t = LaidTable()
    t.us.hand("Skip Bombing")
    t.us.fly("Mitchell", FRONT[JP], Task.ATTACK)
    t.jp.ship("Chokai", "FRONT", detected=True)
    return t.play(AirAttack(line=FRONT[JP], defender=JP))


def _in_28() -> Game:
    t = LaidTable()
    t.us.hand("SG Radar")
    t.us.ship("Australia & Canberra", "FRONT", detected=True, task=ESCORT)
    t.jp.ship("Aoba & Kinugasa", "FRONT", detected=True, task=CONTROL)
    return t.play(SeaSegment(attacker=US, part="control", weapon="surface"))


def _in_29() -> Game:
    t = LaidTable()
    t.jp.hand("Long Lance")
    t.us.ship("Pacific Fleet Reinforcement I", "FRONT", task=SUPPORT)
    t.jp.ship("Myoko & Haguro", "FRONT", detected=True, task=INTERCEPT)
    g = t.play(SeaSegment(attacker=US, part="intercept", weapon="torp"))
    g.answer(JP, ())
    return g


def _in_30() -> Game:
    t = LaidTable(phasing=JP)
    t.jp.hand("Type 3 Shells")
    t.jp.ship("Kongo & Haruna", "FRONT", detected=True, task=SUPPORT)
    return t.play(Bombardment(attacker=JP), target=t.us.base("Tulagi"))


def _in_31a() -> Game:
    t = LaidTable(phasing=JP)
    t.us.hand("PT Boats")
    army = t.jp.ship("Eighth Fleet Reinforcement", "FRONT", task=SUPPORT)
    g = t.play(GoingAshore(attacker=JP), target=t.us.base("Tulagi"))
    g.answer(JP, (army,))
    return g


def _in_31b() -> Game:
    t = LaidTable()
    t.jp.hand("Operation Ke")
    army = t.us.ship("Code Breakers", "FRONT", task=SUPPORT)
    return t.play(LandCombat(attacker=US, ashore=(army,), landed=(army,)), target=t.jp.base("Buka", damage=4))


@pytest.mark.parametrize(
    ("position", "number", "default"),
    [
        (_in_4, "4", ("done",)), (_in_6, "6", ("done",)), (_in_8, "8", {}), (_in_14, "14", ("done",)),
        (_in_20_2, "20.2", "pass"), (_in_20_3, "20.3", "pass"), (_in_23, "23", ()), (_in_25, "25", None),
        (_in_28, "28", ()), (_in_29, "29", None), (_in_30, "30", None), (_in_31a, "31a", "pass"),
        (_in_31b, "31b", "pass"),
    ],
)
def test_20_6_a_default_answer_never_plays_a_card(position: Position, number: str, default: object) -> None:
    """§20.6  In every window with an event in the hand: the default is legal without it, and the card stays."""
    g = position()
    ((side, opened),) = window(g).items()
    held = g.forces[side].hand
    assert (opened, bool(g.asked[side].plays)) == (number, True)
    answer = g.default(side)
    assert default is None or answer == default
    assert g.asked[side].shape.fault(answer) is None
    assert not (isinstance(answer, tuple) and answer[:1] == ("play",))
    assert g.forces[side].hand == held


def test_20_6_the_default_of_the_action_is_left_to_16_1() -> None:
    """§20.6, §16.1  The table of windows: Retreat, with an empty airplane deck Air attack."""
    t = LaidTable(phasing=JP)
    t.jp.air_deck("Zeke")
    assert t.play(ChooseAction(phasing=JP)).default(JP) == "retreat"

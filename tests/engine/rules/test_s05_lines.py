"""§5  Lines: where bases stand, distances, and how far airplanes fly."""

from __future__ import annotations

import pytest

from ironbottom.flow import Game
from ironbottom.rules.s14_deployment import Deployment, Reinforcement
from ironbottom.rules.s15_reconnaissance import Reconnaissance
from ironbottom.rules.s17_air_combat import AirCombatPhase
from ironbottom.rules.s18_landing import LandingPhase
from ironbottom.rules.s18_shore import LandCombat
from ironbottom.rules.s19_return import Return
from ironbottom.words import Line, Token
from tests.support.table import FRONT, MIDDLE, REAR, LaidTable, Side, Task, replace, shape, window

US, JP = Side.US, Side.JP


def line_of(g: Game, side: Side, name: str) -> Line:
    return next(b.line for b in g.forces[side].bases.values() if b.card.name == name)


def test_5_1_an_empty_line_counts_all_the_same() -> None:
    """§5.1, §5.4  Nothing stands in the US FRONT: from MIDDLE to the enemy FRONT it is still 2, too far for Range 1."""
    t = LaidTable()
    t.us.base("Tulagi")
    warhawk, hudson = t.us.load(t.base_of(US, "Port Moresby"), ["Warhawk", "Hudson"])
    g = t.play(AirCombatPhase(phasing=US))
    assert shape(g, US).choices == {hudson: ("stay", FRONT[JP])}
    assert warhawk not in shape(g, US).choices


def test_5_2_bases_have_their_lines() -> None:
    """§5.2  Home REAR; strategic FRONT without a front base, MIDDLE with one; front base FRONT."""
    t = LaidTable()
    g = t.play()
    assert (line_of(g, US, "Espiritu Santo"), line_of(g, US, "Port Moresby")) == (REAR[US], FRONT[US])
    t.us.base("Henderson Field")
    assert (line_of(g, US, "Henderson Field"), line_of(g, US, "Port Moresby")) == (FRONT[US], MIDDLE[US])


def test_5_2_the_strategic_base_moves_back_with_a_reinforcement() -> None:
    """§5.2  At that very moment, with its damage and its airplanes."""
    t = LaidTable(phasing=JP)
    rabaul = t.base_of(JP, "Rabaul")
    t.jp.load(rabaul, ["Zeke"])
    t.jp.forces.bases[rabaul] = replace(t.jp.forces.bases[rabaul], damage=3)
    t.jp.hand("Eighth Fleet Reinforcement", "Combined Fleet Sortie I")
    t.jp.fleet_deck("Buin")
    g = t.play(Reinforcement(phasing=JP))
    g.answer(JP, ("play", "jp/eighth-fleet"))
    base = g.forces[JP].bases[rabaul]
    assert (base.line, base.damage) == (MIDDLE[JP], 3)
    assert [a.host for a in g.forces[JP].airplanes.values()] == [rabaul]


def fall_of(name: str, t: LaidTable) -> Game:
    """A US front base, damaged to its HP, is eliminated by a landing; then airplanes return."""
    base = t.us.base(name, damage=4)
    army = t.jp.ship("Eighth Fleet Reinforcement", "FRONT")
    return t.play(LandCombat(attacker=JP, ashore=(army,), landed=(army,)), Return(), target=base)


def test_5_2_the_strategic_base_moves_to_front_when_the_last_front_base_falls() -> None:
    """§5.2  A Dauntless (Range 2) over the enemy MIDDLE reaches it there: 1 + 0 + 1 = 2."""
    t = LaidTable(phasing=JP)
    lost = t.us.fly("Dauntless", MIDDLE[JP], Task.WITHDRAWN)
    g = fall_of("Vella Lavella", t)
    assert line_of(g, US, "Port Moresby") is FRONT[US]
    assert g.forces[US].airplanes[lost].host == t.base_of(US, "Port Moresby")


def test_5_2_it_stays_in_middle_while_another_front_base_stands() -> None:
    """§5.2  With Tulagi left the Dauntless finds nothing in its range."""
    t = LaidTable(phasing=JP)
    t.us.base("Tulagi")
    t.us.fly("Dauntless", MIDDLE[JP], Task.WITHDRAWN)
    g = fall_of("Vella Lavella", t)
    assert line_of(g, US, "Port Moresby") is MIDDLE[US]
    assert g.forces[US].airplanes == {}


def test_5_3_formations_may_stand_in_any_of_their_sides_lines() -> None:
    """§5.3  The ship segment offers every other line of its side, and none of the enemy's."""
    t = LaidTable()
    hornet = t.us.ship("Hornet", "MIDDLE")
    g = t.play(Deployment(phasing=US))
    assert set(shape(g, US).steps["move"][hornet]) == {FRONT[US], REAR[US]}
    g.answer(US, ("move", hornet, REAR[US]))
    assert set(shape(g, US).steps["move"][hornet]) == {FRONT[US], MIDDLE[US]}


def test_5_3_only_front_formations_take_part_in_a_landing() -> None:
    """§5.3  P is asked for the task of its FRONT formation alone."""
    t = LaidTable()
    target = t.jp.base("Buin")
    there = t.us.ship("Australia & Canberra", "FRONT", detected=True)
    t.us.ship("Helena & Boise", "MIDDLE", detected=True)
    t.us.ship("Wasp", "REAR", detected=True)
    g = t.play(LandingPhase(attacker=US), target=target)
    assert window(g) == {US: "27"}
    assert list(shape(g, US).choices) == [there]


def test_5_3_no_airplane_stays_on_or_returns_to_a_rear_formation() -> None:
    """§5.3  Hornet in REAR with four free icons: no deployment there, and no return."""
    t = LaidTable()
    hornet = t.us.ship("Hornet", "REAR")
    t.us.hand("Wildcat")
    home = t.us.fly("Avenger", REAR[US], Task.WITHDRAWN)
    g = t.play(Deployment(phasing=US))
    g.answer(US, ("done",))
    assert hornet not in shape(g, US).steps["deploy"]["us/wildcat"]
    wasp = t.us.ship("Wasp", "MIDDLE")
    g = t.play(Return())
    assert set(shape(g, US).choices[home]) == {t.base_of(US, "Espiritu Santo"), t.base_of(US, "Port Moresby"), wasp}


def test_5_3_rear_formations_can_be_searched_and_attacked() -> None:
    """§5.3  A Flying Fortress from FRONT reaches the enemy REAR at 0 + 2 + 1 = 3."""
    t = LaidTable()
    t.jp.ship("Shokaku", "REAR")
    (fortress,) = t.us.load(t.base_of(US, "Port Moresby"), ["Flying Fortress"])
    g = t.play(Reconnaissance(phasing=US))
    assert shape(g, US).choices == {fortress: ("stay", REAR[JP])}


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [
        (MIDDLE[US], MIDDLE[JP], 3),
        (REAR[US], REAR[JP], 5),
        (FRONT[US], FRONT[JP], 1),
        (FRONT[JP], REAR[JP], 2),
        (MIDDLE[JP], MIDDLE[JP], 0),
        (REAR[JP], FRONT[US], 3),
    ],
)
def test_5_4_distances(a: Line, b: Line, distance: int) -> None:
    """§5.4  Own lines: the difference; an enemy line: both positions and 1."""
    assert (a.distance(b), b.distance(a)) == (distance, distance)


def flights_of(name: str, base: str) -> tuple[Line | str, ...]:
    """Where a Japanese airplane on this base may fly to attack."""
    t = LaidTable(phasing=JP)
    t.jp.base("Buin")
    (airplane,) = t.jp.load(t.base_of(JP, base), [name])
    g = t.play(AirCombatPhase(phasing=JP))
    options: dict[Token, tuple[Line | str, ...]] = shape(g, JP).choices if window(g) == {JP: "20.1"} else {}
    return options.get(airplane, ("stay",))[1:]


def test_5_5_a_zeke_from_rabaul_reaches_the_enemy_front_and_from_truk_it_does_not() -> None:
    """§5.5, R-17  A carrier airplane on a base flies out with Range 3 - 1 = 2: MIDDLE 2, REAR 3."""
    assert flights_of("Zeke", "Rabaul") == (FRONT[US],)
    assert flights_of("Zeke", "Truk") == ()
    assert flights_of("Zeke", "Buin") == (FRONT[US], MIDDLE[US])


def test_5_5_a_land_airplane_keeps_its_range_on_a_base() -> None:
    """§5.5  Betty, Range 3, from Truk: the enemy FRONT at 3."""
    assert flights_of("Betty", "Truk") == (FRONT[US],)


def test_5_5_a_carrier_airplane_keeps_its_range_on_a_ship() -> None:
    """§5.5  Zeke, Range 3, from a carrier in MIDDLE: the enemy FRONT at 2 and MIDDLE at 3."""
    t = LaidTable(phasing=JP)
    t.jp.ship("Shokaku", "MIDDLE", aboard=["Zeke"])
    (zeke,) = t.jp.forces.airplanes
    g = t.play(AirCombatPhase(phasing=JP))
    assert shape(g, JP).choices[zeke] == ("stay", FRONT[US], MIDDLE[US])


def test_5_5_search_flights_have_the_reduced_range_too() -> None:
    """§5.5, R-17  Judy (carrier, Range 3) on Truk does not reach the US FRONT to search it, on Rabaul it does."""
    t = LaidTable(phasing=JP)
    t.jp.base("Buin")
    t.us.ship("Hornet", "FRONT")
    t.jp.load(t.base_of(JP, "Truk"), ["Judy"])
    (near,) = t.jp.load(t.base_of(JP, "Rabaul"), ["Judy"])
    g = t.play(Reconnaissance(phasing=JP))
    assert shape(g, JP).choices == {near: ("stay", FRONT[US])}


def test_5_5_the_return_uses_the_full_range_and_is_measured_apart() -> None:
    """§5.5, R-40, R-17  From the enemy FRONT a Zeke returns to Truk at 2 + 0 + 1 = 3, whatever it flew before."""
    t = LaidTable(phasing=JP)
    t.jp.base("Buka")
    t.jp.ship("Zuiho", "FRONT")
    zeke = t.jp.fly("Zeke", FRONT[US], Task.WITHDRAWN)
    g = t.play(Return())
    assert t.base_of(JP, "Truk") in shape(g, JP).choices[zeke]
    g.answer(JP, {zeke: t.base_of(JP, "Truk")})
    assert g.forces[JP].airplanes[zeke].host == t.base_of(JP, "Truk")


def test_5_5_escape_needs_no_range() -> None:
    """§5.5, R-40  An airplane of Range 1 on the home base escapes to the right of MIDDLE, and returns from there."""
    t = LaidTable()
    (flying,) = t.jp.load(t.base_of(JP, "Rabaul"), ["Betty"])
    (warhawk,) = t.us.load(t.base_of(US, "Espiritu Santo"), ["Warhawk"])
    g = t.play(AirCombatPhase(phasing=JP))
    g.answer(JP, {flying: FRONT[US]})
    assert shape(g, US).choices[warhawk] == ("stay", "escape")
    g.answer(US, {warhawk: "escape"})
    assert g.forces[US].airplanes[warhawk].line is MIDDLE[US]

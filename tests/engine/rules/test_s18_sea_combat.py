"""§18.4(a) to (c)  The four segments of combat at sea."""

from __future__ import annotations

from ironbottom.events import Aimed, Eliminated, Rolled, Withdrew
from ironbottom.flow import Game
from ironbottom.rules.s18_sea_combat import Part, SeaSegment, Weapon
from ironbottom.words import Token
from tests.support.table import LaidTable, SeaTask, Side, dice_left, only, rolls, shape, window

US, JP = Side.US, Side.JP
ESCORT, SUPPORT, CONTROL, INTERCEPT = SeaTask.ESCORT, SeaTask.SUPPORT, SeaTask.CONTROL, SeaTask.INTERCEPT


def segment(t: LaidTable, part: Part, weapon: Weapon, *dice: int, attacker: Side = US) -> Game:
    return t.play(SeaSegment(attacker=attacker, part=part, weapon=weapon), dice=list(dice))


def us(t: LaidTable, name: str, task: SeaTask, damage: int = 0, escort: str | None = None) -> Token:
    return t.us.ship(name, "FRONT", detected=True, task=task, damage=damage, escort=escort)


def jp(t: LaidTable, name: str, task: SeaTask, damage: int = 0) -> Token:
    return t.jp.ship(name, "FRONT", detected=True, task=task, damage=damage)


def damage(g: Game, side: Side, token: Token) -> int:
    return g.forces[side].formations[token].damage


def nobody_withdraws(g: Game) -> None:
    """Both sides let their checks of this round pass."""
    while g.asked and set(window(g).values()) == {"28"}:
        g.answer(next(iter(g.asked)), ())


def test_18_4_a_1_intercept_formations_are_fired_at_and_do_not_fire() -> None:
    """§18.4(a)(1)  Escort against Intercept: the segment takes place, and only the Escort rolls."""
    t = LaidTable()
    us(t, "Australia & Canberra", ESCORT)
    fighter = jp(t, "Aoba & Kinugasa", INTERCEPT)
    g = segment(t, "control", "surface", 5, 1, 2)
    nobody_withdraws(g)
    assert rolls(g) == [("surface", [5, 1]), ("surface", [2])]
    assert damage(g, JP, fighter) == 1


def test_18_4_a_1_skipped_with_its_checks_when_nobody_fires() -> None:
    """§18.4(a)(1)  Landing Support and Sea Control only: nobody has a target, nobody is asked for a check."""
    t = LaidTable()
    us(t, "Australia & Canberra", SUPPORT)
    jp(t, "Aoba & Kinugasa", CONTROL)
    segments: list[tuple[Part, Weapon]] = [("control", "surface"), ("control", "torp"), ("intercept", "surface")]
    for part, weapon in segments:
        assert not segment(t, part, weapon).asked


def test_18_4_a_1_a_surface_of_0_is_enough_to_take_place_and_none_is_not() -> None:
    """§18.4(a)(1), §3.3  Enterprise (Surface 0) fires; with Torp `-` on both sides (b) is skipped."""
    t = LaidTable()
    us(t, "Enterprise", ESCORT)
    jp(t, "Zuiho", CONTROL)
    assert window(segment(t, "control", "surface", 1, 1)) == {US: "28"}
    assert not segment(t, "control", "torp").asked


def test_18_4_a_2_checks_first_attacker_then_defender_with_results_at_once() -> None:
    """§18.4(a)(2), R-44, §20.6  The Escort is gone before the aims; default none."""
    t = LaidTable()
    one, two = us(t, "Australia & Canberra", ESCORT), us(t, "Helena & Boise", ESCORT)
    guard = jp(t, "Aoba & Kinugasa", CONTROL)
    fighter = jp(t, "Chokai", INTERCEPT)
    g = segment(t, "control", "surface", 1, 2, 5, 1, 1, 1, 1, 1)
    assert (window(g), shape(g, US).items, g.default(US)) == ({US: "28"}, (one, two), ())
    g.answer(US, (one,))
    assert only(g, Withdrew)[0].tokens == (one,)
    assert (window(g), shape(g, JP).items, g.default(JP)) == ({JP: "28"}, (guard, fighter), ())
    g.answer(JP, ())
    assert list(shape(g, US).choices) == [two]


def test_18_4_a_2_a_failed_check_costs_nothing() -> None:
    """§18.4(a)(2), §9.2  Speed 3 throws 4, 4, 4 once: it stays, and fires with its full Surface."""
    t = LaidTable()
    one = us(t, "Australia & Canberra", ESCORT)
    jp(t, "Chokai", INTERCEPT)
    g = segment(t, "control", "surface", 4, 4, 4, 1, 1)
    g.answer(US, (one,))
    g.answer(JP, ())
    assert rolls(g) == [("speed", [4, 4, 4]), ("surface", [1, 1])]


def test_18_4_a_2_speed_none_is_not_asked() -> None:
    """§18.4(a)(2), §9.2  Transports on Intercept have Speed `-`: no check for Japan."""
    t = LaidTable()
    us(t, "Australia & Canberra", ESCORT)
    t.jp.ship("Eighth Fleet Reinforcement", "FRONT", task=INTERCEPT)
    g = segment(t, "control", "surface", 1, 1)
    g.answer(US, ())
    assert (g.asked, dice_left(g)) == ({}, 0)


def test_18_4_a_3_the_attacker_aims_first() -> None:
    """§18.4(a)(3), R-45, §20.6  Escorts at Sea Control or Intercept; then Sea Control at Escorts; default first."""
    t = LaidTable()
    one, two = us(t, "Australia & Canberra", ESCORT), us(t, "Helena & Boise", ESCORT)
    us(t, "Wasp", SUPPORT)
    guard, fighter = jp(t, "Aoba & Kinugasa", CONTROL), jp(t, "Chokai", INTERCEPT)
    g = segment(t, "control", "surface", *[1] * 7)
    nobody_withdraws(g)
    assert (window(g), shape(g, US).choices) == ({US: "29"}, dict.fromkeys((one, two), (guard, fighter)))
    assert g.default(US) == {one: guard, two: guard}
    g.answer(US, {one: fighter, two: guard})
    assert (window(g), shape(g, JP).choices, g.default(JP)) == ({JP: "29"}, {guard: (one, two)}, {guard: one})
    g.answer(JP, {guard: two})
    assert [e.aims for e in only(g, Aimed)] == [((one, fighter), (two, guard)), ((guard, two),)]


def test_18_4_a_4_all_fire_together() -> None:
    """§18.4(a)(4), R-3  Two cruisers sink each other in one round: both have fired from the state before."""
    t = LaidTable()
    us(t, "Australia & Canberra", ESCORT, damage=3)
    jp(t, "Aoba & Kinugasa", CONTROL, damage=3)
    g = segment(t, "control", "surface", 6, 6)
    nobody_withdraws(g)
    assert rolls(g) == [("surface", [6]), ("surface", [6])]
    assert {e.side for e in only(g, Eliminated)} == {US, JP}


def test_18_4_a_4_the_example_of_atago_and_enterprise() -> None:
    """§18.4(a)(4), §18.4(a)(5)  5, 4, 1 and a limited 5; then two dice at a target that can't fire any more."""
    t = LaidTable(phasing=JP)
    jp(t, "Atago & Takao", ESCORT)
    enterprise = us(t, "Enterprise", CONTROL)
    g = segment(t, "control", "surface", 5, 4, 1, 5, 1, 1, 1, 4, 3, attacker=JP)
    g.answer(JP, ())
    g.answer(US, ())
    assert rolls(g) == [("surface", [5, 4, 1]), ("surface", [5])]
    assert damage(g, US, enterprise) == 1
    g.answer(JP, ())
    g.answer(US, (enterprise,))
    assert rolls(g)[2:] == [("speed", [1, 1]), ("surface", [1, 4])]
    nobody_withdraws(g)
    assert rolls(g)[4:] == [("surface", [3])]


def test_18_4_a_5_over_when_nobody_who_can_fire_has_a_target() -> None:
    """§18.4(a)(5), §18.4(b)  The only target is sunk: no further round; maintained attempts leave the card."""
    t = LaidTable()
    helena = us(t, "Helena & Boise", ESCORT)
    jp(t, "Zuiho", INTERCEPT)
    g = segment(t, "control", "surface", 6, 4, 4)
    nobody_withdraws(g)
    assert (g.asked, dice_left(g), g.forces[US].formations[helena].attempts) == ({}, 0, None)
    assert only(g, Eliminated)[0].points == 1


def test_18_4_b_torpedoes_with_checks_and_aims_and_fresh_attempts() -> None:
    """§18.4(b)  After the guns the torpedoes: Canberra with Torp 1, Aoba with 1 - 1, limited: its 5 is nothing."""
    t = LaidTable()
    cruiser, aoba = us(t, "Australia & Canberra", ESCORT), jp(t, "Aoba & Kinugasa", CONTROL)
    g = t.play(
        SeaSegment(attacker=US, part="control", weapon="surface"),
        SeaSegment(attacker=US, part="control", weapon="torp"),
        dice=[5, 1, 1, 1, 1, 4, 5, 3],
    )
    nobody_withdraws(g)
    assert rolls(g)[:3] == [("surface", [5, 1]), ("surface", [1, 1]), ("surface", [1])]
    assert rolls(g)[3:5] == [("torp", [4]), ("torp", [5])]
    assert damage(g, US, cruiser) == 0
    assert damage(g, JP, aoba) == 1


def test_18_4_c_only_intercept_fires_at_landing_support() -> None:
    """§18.4(c)  Checks for Landing Support, then Intercept; the defender alone aims; Support never fires back."""
    t = LaidTable()
    one, two = us(t, "Australia & Canberra", SUPPORT), us(t, "Helena & Boise", SUPPORT)
    us(t, "Chicago & Louisville", ESCORT)
    fighter = jp(t, "Aoba & Kinugasa", INTERCEPT)
    jp(t, "Chokai", CONTROL)
    g = segment(t, "intercept", "surface", 5, 1, 1)
    assert (window(g), shape(g, US).items) == ({US: "28"}, (one, two))
    g.answer(US, ())
    assert (window(g), shape(g, JP).items) == ({JP: "28"}, (fighter,))
    g.answer(JP, ())
    assert (window(g), shape(g, JP).choices) == ({JP: "29"}, {fighter: (one, two)})
    g.answer(JP, {fighter: two})
    assert [(e.by, list(e.faces)) for e in only(g, Rolled)] == [(fighter, [5, 1])]
    assert damage(g, US, two) == 1


def test_18_4_c_then_torpedoes_of_intercept() -> None:
    """§18.4(c)  The second of the two segments uses Torp: Myoko throws 2 dice at transports, which may not check."""
    t = LaidTable()
    army = t.us.ship("Pacific Fleet Reinforcement I", "FRONT", task=SUPPORT)
    jp(t, "Myoko & Haguro", INTERCEPT)
    g = segment(t, "intercept", "torp", 5, 1, 2)
    assert window(g) == {JP: "28"}
    g.answer(JP, ())
    assert rolls(g)[0] == ("torp", [5, 1])
    assert damage(g, US, army) == 1


def test_18_4_c_skipped_without_an_intercept_formation() -> None:
    """§18.4(c)  Sea Control formations do not reach Landing Support."""
    t = LaidTable()
    us(t, "Australia & Canberra", SUPPORT)
    jp(t, "Myoko & Haguro", CONTROL)
    assert not segment(t, "intercept", "torp").asked


def test_18_4_a_a_withdrawn_formation_is_out_of_the_later_segments() -> None:
    """§18.4(a)(2), §9.3  An Escort that withdrew in guns is no target of the torpedoes; it stays in FRONT."""
    t = LaidTable()
    cruiser = us(t, "Australia & Canberra", ESCORT)
    jp(t, "Aoba & Kinugasa", CONTROL)
    g = t.play(
        SeaSegment(attacker=US, part="control", weapon="surface"),
        SeaSegment(attacker=US, part="control", weapon="torp"),
        dice=[5, 1, 1],
    )
    g.answer(US, (cruiser,))
    assert (g.asked, g.forces[US].formations[cruiser].line.name) == ({}, "US_FRONT")

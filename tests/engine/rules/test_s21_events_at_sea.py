"""§21.10 to §21.17  The event cards of a landing, Tokyo Express, Operation Ke."""

from __future__ import annotations

import pytest

from ironbottom.events import Discarded, Named, Played, Recovered, Turned
from ironbottom.flow import Game
from ironbottom.questions import Answer
from ironbottom.rules.s14_deployment import Deployment, Reinforcement
from ironbottom.rules.s15_reconnaissance import Submarines
from ironbottom.rules.s16_action import Retreat
from ironbottom.rules.s18_landing import LandingPhase
from ironbottom.rules.s18_sea_combat import Part, SeaSegment, Weapon
from ironbottom.rules.s18_shore import Bombardment, GoingAshore, LandCombat
from ironbottom.words import Token
from tests.support.table import FRONT, LaidTable, SeaTask, Side, Task, dice_left, only, replace, rolls, shape, window

US, JP = Side.US, Side.JP
ESCORT, SUPPORT, CONTROL, INTERCEPT = SeaTask.ESCORT, SeaTask.SUPPORT, SeaTask.CONTROL, SeaTask.INTERCEPT


def plays(g: Game, side: Side) -> list[str]:
    """The event cards that a side may play now."""
    return [card.id for card in g.asked[side].plays]


def play(g: Game, side: Side, card: str, *named: Answer) -> None:
    """Play an event, then name what it asks for."""
    g.answer(side, ("play", card))
    for answer in named:
        g.answer(side, answer)


def answers(g: Game, *pairs: tuple[Side, Answer]) -> None:
    for side, answer in pairs:
        g.answer(side, answer)


def segment(t: LaidTable, part: Part, weapon: Weapon, *dice: int, attacker: Side = US) -> Game:
    return t.play(SeaSegment(attacker=attacker, part=part, weapon=weapon), dice=list(dice))


def at_sea(half: object, name: str, task: SeaTask, damage: int = 0) -> Token:
    assert hasattr(half, "ship")
    token: Token = half.ship(name, "FRONT", detected=True, task=task, damage=damage)
    return token


def test_21_10_sg_radar_is_2_higher_in_its_first_round_and_pins_the_enemy_in_the_second() -> None:
    """§21.10, R-34  Enterprise (Surface 0): two normal dice; no check of Japan before round two, but before three."""
    t = LaidTable()
    t.us.hand("SG Radar")
    at_sea(t.us, "Enterprise", ESCORT)
    guard = at_sea(t.jp, "Myoko & Haguro", CONTROL)
    g = segment(t, "control", "surface", 4, 5, 1, 1, 1, 4, 4, 1, 1)
    assert (window(g), plays(g, US)) == ({US: "28"}, ["us/sg-radar"])
    play(g, US, "us/sg-radar")
    answers(g, (US, ()), (JP, ()))
    assert rolls(g)[:2] == [("surface", [4, 5]), ("surface", [1, 1, 1])]
    g.answer(US, ())
    assert rolls(g)[2:] == [("surface", [4, 4])]
    g.answer(US, ())
    assert (window(g), shape(g, JP).items) == ({JP: "28"}, (guard,))
    g.answer(JP, ())
    assert (g.asked, g.state.in_force) == ({}, ())


def test_21_10_sg_radar_as_the_other_side_in_the_intercept_segment() -> None:
    """§21.10  N US has Intercept formations: playable in (c) as N, never as P, whose Landing Support does not fire."""
    t = LaidTable(phasing=JP)
    t.us.hand("SG Radar")
    at_sea(t.us, "Australia & Canberra", INTERCEPT)
    at_sea(t.jp, "Myoko & Haguro", SUPPORT)
    g = segment(t, "intercept", "surface", 1, 1, 1, 1, attacker=JP)
    g.answer(JP, ())
    assert plays(g, US) == ["us/sg-radar"]
    play(g, US, "us/sg-radar")
    g.answer(US, ())
    assert rolls(g) == [("surface", [1, 1, 1, 1])]
    t = LaidTable()
    t.us.hand("SG Radar")
    at_sea(t.us, "Australia & Canberra", SUPPORT)
    at_sea(t.jp, "Myoko & Haguro", INTERCEPT)
    assert plays(segment(t, "intercept", "surface"), US) == []


def test_21_10_sg_radar_only_in_round_one_of_guns() -> None:
    """§21.10  Not with torpedoes, and not at the checks of round two."""
    t = LaidTable()
    t.us.hand("SG Radar")
    at_sea(t.us, "Australia & Canberra", ESCORT)
    at_sea(t.jp, "Myoko & Haguro", INTERCEPT)
    assert plays(segment(t, "control", "torp"), US) == []
    g = segment(t, "control", "surface", 4, 1)
    answers(g, (US, ()), (JP, ()))
    assert (window(g), plays(g, US)) == ({US: "28"}, [])


def test_21_10_when_the_radar_ship_is_sunk_the_rest_of_the_effect_is_lost() -> None:
    """§21.10, R-33  Canberra goes down in round one: Japan may try to withdraw before round two."""
    t = LaidTable()
    t.us.hand("SG Radar")
    radar, other = at_sea(t.us, "Australia & Canberra", ESCORT, damage=3), at_sea(t.us, "Helena & Boise", ESCORT)
    guard = at_sea(t.jp, "Myoko & Haguro", CONTROL)
    g = segment(t, "control", "surface", 1, 1, 4, 1, 1, 5, 1, 1)
    play(g, US, "us/sg-radar", radar)
    answers(g, (US, ()), (JP, ()), (JP, {guard: radar}))
    assert list(g.forces[US].formations) == [other]
    g.answer(US, ())
    assert (window(g), shape(g, JP).items) == ({JP: "28"}, (guard,))


def test_21_11_night_lookouts_keep_the_enemy_from_firing_in_round_one() -> None:
    """§21.11  Canberra fires in round two, with Surface as it is then: 2 - 1 = 1; the segment does not end before."""
    t = LaidTable()
    t.jp.hand("Night Lookouts")
    at_sea(t.us, "Australia & Canberra", ESCORT)
    at_sea(t.jp, "Myoko & Haguro", CONTROL)
    g = segment(t, "control", "surface", 5, 1, 1, 1, 1)
    g.answer(US, ())
    assert (window(g), plays(g, JP)) == ({JP: "28"}, ["jp/night-lookouts"])
    play(g, JP, "jp/night-lookouts")
    g.answer(JP, ())
    assert rolls(g) == [("surface", [5, 1, 1])]
    answers(g, (US, ()), (JP, ()))
    assert rolls(g)[1:] == [("surface", [1]), ("surface", [1])]


def test_21_11_the_segment_waits_even_if_japan_has_nothing_to_fire() -> None:
    """§21.11  Only Intercept formations of Japan: round one without a die, round two with the full Surface."""
    t = LaidTable()
    t.jp.hand("Night Lookouts")
    at_sea(t.us, "Australia & Canberra", ESCORT)
    at_sea(t.jp, "Myoko & Haguro", INTERCEPT)
    g = segment(t, "control", "surface", 1, 1)
    g.answer(US, ())
    play(g, JP, "jp/night-lookouts")
    g.answer(JP, ())
    assert (rolls(g), window(g)) == ([], {US: "28"})
    answers(g, (US, ()), (JP, ()))
    assert rolls(g) == [("surface", [1, 1])]


def test_21_11_unplayable_when_no_enemy_would_fire() -> None:
    """§21.11  (c) with the US as P: Landing Support does not fire. P Japan in (c) meets US Intercept: playable."""
    t = LaidTable()
    t.jp.hand("Night Lookouts")
    at_sea(t.us, "Australia & Canberra", SUPPORT)
    at_sea(t.jp, "Myoko & Haguro", INTERCEPT)
    g = segment(t, "intercept", "surface")
    g.answer(US, ())
    assert (window(g), plays(g, JP)) == ({JP: "28"}, [])
    t = LaidTable(phasing=JP)
    t.jp.hand("Night Lookouts")
    at_sea(t.us, "Australia & Canberra", INTERCEPT)
    at_sea(t.jp, "Myoko & Haguro", SUPPORT)
    assert plays(segment(t, "intercept", "surface", attacker=JP), JP) == ["jp/night-lookouts"]


def test_21_11_with_sg_radar_both_work() -> None:
    """§21.10, §21.11, R-32  The radar ship fires first in round two and is 2 higher then, and Japan is still pinned."""
    t = LaidTable()
    t.us.hand("SG Radar")
    t.jp.hand("Night Lookouts")
    at_sea(t.us, "Australia & Canberra", ESCORT)
    at_sea(t.jp, "Myoko & Haguro", CONTROL)
    g = segment(t, "control", "surface", 4, 1, 1, 1, 1, 1, 1, 1)
    play(g, US, "us/sg-radar")
    g.answer(US, ())
    play(g, JP, "jp/night-lookouts")
    g.answer(JP, ())
    assert rolls(g) == [("surface", [4, 1, 1])]
    g.answer(US, ())
    assert rolls(g)[1:] == [("surface", [1, 1, 1, 1]), ("surface", [1])]


def test_21_12_long_lance_one_higher_for_every_own_formation_in_round_one() -> None:
    """§21.12, R-34  Myoko Torp 2 throws 3; Aoba with Torp 1 - 1 = 0 throws one normal die, and keeps it with a 4."""
    t = LaidTable()
    t.jp.hand("Long Lance")
    at_sea(t.us, "North Carolina & Washington", ESCORT)
    at_sea(t.jp, "Myoko & Haguro", CONTROL)
    at_sea(t.jp, "Aoba & Kinugasa", CONTROL, damage=1)
    g = segment(t, "control", "torp", 1, 1, 1, 1, 4, 1)
    answers(g, (US, ()), (JP, ()))
    g.answer(US, g.default(US))
    assert (window(g), plays(g, JP)) == ({JP: "29"}, ["jp/long-lance"])
    play(g, JP, "jp/long-lance")
    assert rolls(g) == [("torp", [1]), ("torp", [1, 1, 1]), ("torp", [4])]
    answers(g, (US, ()), (JP, ()))
    assert (rolls(g)[3:], g.state.in_force) == ([("torp", [1])], ())


def test_21_12_long_lance_only_for_own_torpedoes_with_a_target() -> None:
    """§21.12  Not with guns; not without a Torp of its own; in (c) for the defender Japan; Japan is asked if forced."""
    t = LaidTable()
    t.jp.hand("Long Lance")
    at_sea(t.us, "Australia & Canberra", ESCORT)
    at_sea(t.jp, "Junyo & Hiyo", CONTROL)
    g = segment(t, "control", "torp", 1, 1)
    answers(g, (US, ()), (JP, ()))
    assert rolls(g) == [("torp", [1])]
    t = LaidTable()
    t.jp.hand("Long Lance")
    army = t.us.ship("Pacific Fleet Reinforcement I", "FRONT", task=SUPPORT)
    fighter = at_sea(t.jp, "Myoko & Haguro", INTERCEPT)
    g = segment(t, "intercept", "torp", 1, 1, 1)
    g.answer(JP, ())
    assert (window(g), plays(g, JP), g.default(JP)) == ({JP: "29"}, ["jp/long-lance"], {fighter: army})


def test_21_13_type_3_shells_for_a_battleship_or_heavy_cruiser() -> None:
    """§21.13  Kongo (Land 5) throws 7 in round one; BB and CA, lone or leading, can be named, a light cruiser not."""
    t = LaidTable(phasing=JP)
    t.jp.hand("Type 3 Shells")
    henderson = t.us.base("Henderson Field")
    kongo = t.jp.ship("Kongo & Haruna", "FRONT", escort="jp/nagara-destroyers", detected=True, task=SUPPORT)
    at_sea(t.jp, "Jintsu & destroyers", SUPPORT)
    g = t.play(Bombardment(attacker=JP), dice=[4, 1, 1, 1, 1, 1, 1, 1, 1, 1], target=henderson)
    assert (window(g), plays(g, JP)) == ({JP: "30"}, ["jp/type-3-shells"])
    play(g, JP, "jp/type-3-shells")
    assert only(g, Named)[0].target == kongo
    answers(g, (JP, kongo), (JP, "fire"))
    assert [r for r in rolls(g) if r[0] == "land"] == [("land", [4, 1, 1, 1, 1, 1, 1]), ("land", [1])]


def test_21_13_type_3_shells_need_such_a_formation_with_land() -> None:
    """§21.13  A light cruiser alone, or transports with one: not playable."""
    t = LaidTable(phasing=JP)
    t.jp.hand("Type 3 Shells")
    henderson = t.us.base("Henderson Field")
    at_sea(t.jp, "Jintsu & destroyers", SUPPORT)
    t.jp.ship("Eighth Fleet Reinforcement", "FRONT", escort="jp/sendai-destroyers", task=SUPPORT)
    assert plays(t.play(Bombardment(attacker=JP), target=henderson), JP) == []


def landed_on(t: LaidTable, damage: int = 0) -> Token:
    """Japan lands the Kawaguchi Detachment (Army 2, HP 2) on Tulagi (TB 3, HP 3)."""
    t.jp.ship("Eighth Fleet Reinforcement", "FRONT", task=SUPPORT)
    return t.us.base("Tulagi", damage=damage)


def test_21_14_pt_boats_2_higher_against_each_transports() -> None:
    """§21.14, R-34  TB 3 is 5 at the first and 5 at the second; the event is over with the fire."""
    t = LaidTable(phasing=JP)
    t.us.hand("PT Boats")
    tulagi = landed_on(t)
    t.jp.ship("Combined Fleet Sortie I", "FRONT", task=SUPPORT)
    g = t.play(GoingAshore(attacker=JP), dice=[1] * 10, target=tulagi)
    g.answer(JP, g.default(JP))
    assert (window(g), plays(g, US)) == ({US: "31a"}, ["us/pt-boats"])
    play(g, US, "us/pt-boats")
    assert (rolls(g), g.state.in_force) == ([("tb", [1] * 5)] * 2, ())
    assert window(g) == {JP: "31"}


def test_21_14_pt_boats_need_transports_that_were_named() -> None:
    """§21.14  Japan lands nobody: no window 31a."""
    t = LaidTable(phasing=JP)
    t.us.hand("PT Boats")
    g = t.play(GoingAshore(attacker=JP), target=landed_on(t))
    g.answer(JP, ())
    assert not g.asked


@pytest.mark.parametrize("order", [("us/pt-boats", "us/seabees"), ("us/seabees", "us/pt-boats")])
def test_21_14_pt_boats_and_seabees_in_any_order(order: tuple[str, str]) -> None:
    """§21.14, §21.15, R-32  Tulagi with 2 damage has TB 1; repaired 3, with the boats 5; effects add up."""
    t = LaidTable(phasing=JP)
    t.us.hand("PT Boats", "Seabees")
    tulagi = landed_on(t, damage=2)
    g = t.play(GoingAshore(attacker=JP), dice=[6, 1, 1, 1, 1], target=tulagi)
    g.answer(JP, g.default(JP))
    for card in order:
        assert card in plays(g, US)
        play(g, US, card)
    assert (rolls(g), g.forces[US].bases[tulagi].damage) == ([("tb", [6, 1, 1, 1, 1])], 0)


def test_21_14_the_example_of_a_limited_tb() -> None:
    """§21.14, §20.4, R-34  TB 2 with 3 damage is 0; with PT Boats two normal dice, and a 5 hits and is maintained."""
    t = LaidTable(phasing=JP)
    t.us.hand("PT Boats")
    t.jp.ship("Combined Fleet Sortie I", "FRONT", task=SUPPORT)
    g = t.play(GoingAshore(attacker=JP), dice=[5, 1, 1, 1, 1, 1], target=t.us.base("Henderson Field", damage=3))
    g.answer(JP, g.default(JP))
    play(g, US, "us/pt-boats")
    assert rolls(g) == [("tb", [5, 1]), ("tb", [1]), ("army", [1, 1]), ("garrison", [1])]


def test_21_15_seabees_in_the_air_segment_repair_one_base() -> None:
    """§21.15  Window 6: one of the damaged bases is named, 3 damage off; the other keeps its own until 14.4(3)."""
    t = LaidTable()
    t.us.hand("Seabees", "Catalina")
    henderson, tulagi = t.us.base("Henderson Field", damage=5), t.us.base("Tulagi", damage=1)
    g = t.play(Deployment(phasing=US))
    g.answer(US, ("done",))
    assert (window(g), plays(g, US)) == ({US: "6"}, ["us/seabees"])
    g.answer(US, ("play", "us/seabees"))
    assert shape(g, US).options == (henderson, tulagi)
    g.answer(US, henderson)
    assert [b.damage for b in (g.forces[US].bases[henderson], g.forces[US].bases[tulagi])] == [2, 1]
    assert only(g, Recovered)[0].damage == 2


def test_21_15_seabees_on_the_base_that_is_landed_on_only() -> None:
    """§21.15  In 31a Tulagi is the target and sound: Seabees can't go to the damaged Henderson Field."""
    t = LaidTable(phasing=JP)
    t.us.hand("Seabees", "PT Boats")
    tulagi = landed_on(t)
    t.us.base("Henderson Field", damage=4)
    g = t.play(GoingAshore(attacker=JP), dice=[], target=tulagi)
    g.answer(JP, g.default(JP))
    assert plays(g, US) == ["us/pt-boats"]


def test_21_15_seabees_need_damage() -> None:
    """§21.15  No US base has damage: not playable in window 6."""
    t = LaidTable()
    t.us.hand("Seabees", "Catalina")
    g = t.play(Deployment(phasing=US))
    g.answer(US, ("done",))
    assert (window(g), plays(g, US)) == ({US: "6"}, [])


def express(line: str = "FRONT") -> tuple[LaidTable, Token]:
    """Tokyo Express and Ichiki's 2nd echelon (Army 2, HP 2) in the hand, Jintsu (Speed 4) unseen in a line."""
    t = LaidTable(phasing=JP)
    t.jp.hand("Tokyo Express", "Long Lance")
    return t, t.jp.ship("Jintsu & destroyers", line)


def test_21_16_tokyo_express_forms_an_unseen_pair_in_the_line_of_its_escort() -> None:
    """§21.16  Window 4: the pair stands in FRONT, unseen, with the Speed of the escort; only the event is shown."""
    t, jintsu = express()
    g = t.play(Reinforcement(phasing=JP))
    assert window(g) == {JP: "4"}
    assert shape(g, JP).steps["express"] == {"jp/long-lance": (jintsu,)}
    g.answer(JP, ("express", "jp/long-lance", jintsu))
    pair = g.forces[JP].formations[jintsu]
    assert (pair.lead.id, pair.escort.id if pair.escort else "", pair.detected) == (
        "jp/long-lance", "jp/jintsu-destroyers", False,
    )
    assert (pair.line, pair.values.speed, pair.values.army, pair.values.hp) == (FRONT[JP], 4, 2, 5)
    assert [(e.card, e.half) for e in only(g, Played)] == [("jp/tokyo-express", "event")]
    assert [e.top for e in only(g, Discarded)] == ["jp/tokyo-express"]
    assert g.forces[JP].hand == ()


def test_21_16_the_transports_card_is_not_accounted_for_before_it_is_detected() -> None:
    """§21.16, §20.1  Long Lance lies face down: for the US it may still come, until a search shows it."""
    t, jintsu = express()
    t.jp.hand("Zeke")
    t.us.fly("Catalina", FRONT[JP], Task.FLOWN)
    g = t.play(Reinforcement(phasing=JP))
    g.answer(JP, ("express", "jp/long-lance", jintsu))
    assert [c.id for c in g.forces[JP].unaccounted] == ["jp/long-lance"]
    t.us.hand("PT Boats")
    found = t.play(Submarines(phasing=US), dice=[5, 1, 1, 1, 1])
    found.answer(US, ("submarine", "us/pt-boats", jintsu))
    assert [e.cards for e in only(found, Turned)] == [("jp/long-lance", "jp/jintsu-destroyers")]
    assert found.forces[JP].unaccounted == ()


def test_21_16_only_with_transports_and_an_unseen_unpaired_escort() -> None:
    """§21.16  A detected escort, a paired one, a cruiser that can't escort: no such step; nor without transports."""
    t = LaidTable(phasing=JP)
    t.jp.hand("Tokyo Express", "Long Lance")
    t.jp.ship("Jintsu & destroyers", "FRONT", detected=True)
    t.jp.ship("Zuikaku", "FRONT", escort="jp/nagara-destroyers")
    t.jp.ship("Chokai", "FRONT")
    assert list(shape(t.play(Reinforcement(phasing=JP)), JP).steps) == ["transports"]
    t = LaidTable(phasing=JP)
    t.jp.hand("Tokyo Express", "Zeke")
    t.jp.ship("Jintsu & destroyers", "FRONT")
    t.jp.unaccounted("Tokyo Express", "Long Lance")
    g = t.play(Reinforcement(phasing=JP))
    assert (window(g), shape(g, JP).steps, plays(g, JP)) == ({JP: "4"}, {}, [])


def test_21_16_moved_and_mixed_like_any_unseen_pair() -> None:
    """§21.16  It may be moved in the ship segment; afterwards it has a new token and is still unseen."""
    t, jintsu = express("MIDDLE")
    g = t.play(Deployment(phasing=JP))
    answers(g, (JP, ("express", "jp/long-lance", jintsu)), (JP, ("move", jintsu, FRONT[JP])), (JP, ("done",)))
    while g.asked:
        g.answer(JP, ("done",))
    (pair,) = g.forces[JP].formations.values()
    assert pair.token != jintsu
    assert (pair.line, pair.detected, pair.express, pair.values.speed) == (FRONT[JP], False, True, 4)


def test_21_16_detected_it_stays_detected_through_retreat() -> None:
    """§21.16, §16.2(2)  It holds transports: Retreat turns the other ship down, not the pair."""
    t = LaidTable(phasing=JP)
    t.jp.air_deck("Zeke")
    pair = t.jp.ship("Long Lance", "FRONT", escort="jp/jintsu-destroyers", is_express=True, detected=True)
    other = t.jp.ship("Chokai", "FRONT", detected=True)
    g = t.play(Retreat(phasing=JP))
    ships = g.forces[JP].formations
    assert (ships[pair].detected, ships[other].detected) == (True, False)


def test_21_16_in_a_landing_it_is_on_landing_support_and_may_try_to_withdraw() -> None:
    """§21.16, R-21  Revealed in FRONT it gets Landing Support by rule; Speed 4 is thrown at its check."""
    t = LaidTable(phasing=JP)
    pair = t.jp.ship("Long Lance", "FRONT", escort="jp/jintsu-destroyers", is_express=True)
    at_sea(t.us, "Australia & Canberra", INTERCEPT)
    tulagi = t.us.base("Tulagi")
    g = t.play(LandingPhase(attacker=JP), dice=[1, 1, 1, 5], target=tulagi)
    g.answer(JP, (pair,))
    g.answer(US, g.default(US))
    assert (window(g), shape(g, JP).items) == ({JP: "28"}, (pair,))
    g.answer(JP, (pair,))
    assert rolls(g) == [("speed", [1, 1, 1, 5])]
    assert (g.asked, list(g.forces[JP].formations)) == ({}, [pair])


def test_21_16_landing_ends_it() -> None:
    """§21.16, §18.4(e)(4)  The express goes ashore on Tulagi: its escort stands alone, with its own values."""
    t = LaidTable(phasing=JP)
    pair = t.jp.ship(
        "Long Lance", "FRONT", escort="jp/jintsu-destroyers", is_express=True, detected=True, task=SUPPORT
    )
    g = t.play(GoingAshore(attacker=JP), dice=[1, 1, 1, 1, 1, 1], target=t.us.base("Tulagi"))
    g.answer(JP, (pair,))
    (left,) = g.forces[JP].formations.values()
    assert (left.lead.id, left.express, left.values.torp, left.escort) == ("jp/jintsu-destroyers", False, 4, None)
    assert [c.id for c in g.forces[JP].discards] == ["jp/long-lance"]


def test_21_16_disbanding_ends_it() -> None:
    """§21.16, R-63  Parted, the transports are detected with Speed `-`, and their card is accounted for."""
    t = LaidTable(phasing=JP)
    t.jp.ship("Long Lance", "MIDDLE", escort="jp/jintsu-destroyers", is_express=True)
    t.jp.unaccounted("Long Lance")
    g = t.play(Deployment(phasing=JP))
    (pair,) = g.forces[JP].formations
    answers(g, (JP, ("part", pair)), (JP, ("done",)))
    parted = {str(f.lead.id): f for f in g.forces[JP].formations.values()}
    army = parted["jp/long-lance"]
    assert (army.detected, army.express, army.values.speed) == (True, False, None)
    assert (parted["jp/jintsu-destroyers"].detected, g.forces[JP].unaccounted) == (False, ())


def test_21_17_operation_ke_halves_the_points_of_a_lost_front_base() -> None:
    """§21.17  Window 31b after Buka (2 VP) fell: 2 for the US, not 4, and it stays so."""
    t = LaidTable()
    t.jp.hand("Operation Ke")
    buka = t.jp.base("Buka", damage=4)
    army = t.us.ship("Code Breakers", "FRONT", task=SUPPORT)
    g = t.play(LandCombat(attacker=US, ashore=(army,), landed=(army,)), target=buka)
    assert (window(g), plays(g, JP), g.forces[US].points) == ({JP: "31b"}, ["jp/operation-ke"], 4)
    play(g, JP, "jp/operation-ke")
    assert (g.asked, g.forces[US].points) == ({}, 2)


def test_21_17_operation_ke_is_no_help_for_rabaul() -> None:
    """§21.17, §11.1  The strategic base falls: the game is over, nobody is asked."""
    t = LaidTable()
    t.jp.hand("Operation Ke")
    rabaul = t.base_of(JP, "Rabaul")
    t.jp.forces.bases[rabaul] = replace(t.jp.forces.bases[rabaul], damage=8)
    army = t.us.ship("Code Breakers", "FRONT", task=SUPPORT)
    g = t.play(LandCombat(attacker=US, ashore=(army,), landed=(army,)), target=rabaul)
    assert (g.asked, g.outcome is not None, dice_left(g)) == ({}, True, 0)

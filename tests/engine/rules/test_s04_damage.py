"""§4  Damage: on formations, airplanes and bases, what it spoils, and what lies on the piles."""

from __future__ import annotations

import pytest

from ironbottom.abilities import damaged
from ironbottom.events import Discarded, Eliminated, Rolled
from ironbottom.flow import Game, IllegalAnswer
from ironbottom.rules.s03_exchange import intercept
from ironbottom.rules.s04_damage import Surplus, damage_base, damage_formation, remove_base
from ironbottom.rules.s09_withdrawal import try_withdrawal
from ironbottom.rules.s12_turn import Turn
from ironbottom.rules.s13_draw import Draw
from ironbottom.rules.s15_reconnaissance import Reconnaissance, Submarines
from ironbottom.rules.s16_action import Approach
from ironbottom.rules.s17_air_combat import AirCombatPhase
from ironbottom.rules.s18_shore import LandCombat
from ironbottom.rules.s19_return import HandLimit
from ironbottom.sight import seen, view
from ironbottom.views import SeenBaseValues
from ironbottom.words import Token
from tests.support.table import FRONT, Icon, LaidTable, Side, Task, dice_left, only, replace, shape, window

US, JP = Side.US, Side.JP


def on_pile(g: Game, side: Side) -> list[str]:
    return [c.name for c in g.forces[side].discards]


def test_4_1_each_hit_is_one_damage_and_damage_adds_up() -> None:
    """§4.1  Two hits, then one: three damage on Kongo & Haruna."""
    t = LaidTable()
    kongo = t.jp.ship("Kongo & Haruna", "FRONT", detected=True)
    g = t.play()
    for hits in (2, 1):
        damage_formation(g, g.forces[JP].formations[kongo], hits)
    assert g.forces[JP].formations[kongo].damage == 3


def test_4_1_both_ships_of_a_pair_go_to_the_victory_pile() -> None:
    """§4.1  Four torpedo hits on Princeton (HP 2) with a destroyer (HP 2): 1 and 1 VP for Japan."""
    t = LaidTable(phasing=JP)
    t.jp.hand("Squall")
    pair = t.us.ship("Princeton", "MIDDLE", escort="us/walke-gwin")
    g = t.play(Submarines(phasing=JP), dice=[5, 6, 6, 1, 1, 1])
    g.answer(JP, ("submarine", "jp/squall", pair))
    assert g.forces[US].formations == {}
    assert [(c.id, vp) for c, vp in g.forces[JP].victory] == [("us/princeton", 1), ("us/walke-gwin", 1)]
    assert g.forces[JP].points == 2
    assert only(g, Eliminated)[0].points == 2


def test_4_1_transports_score_nothing_and_go_to_their_owners_pile() -> None:
    """§4.1, R-6  Neither the transports nor the submarine that sank them are worth a point."""
    t = LaidTable()
    t.us.hand("PT Boats")
    target = t.jp.ship("Eighth Fleet Reinforcement", "MIDDLE")
    g = t.play(Submarines(phasing=US), dice=[5, 6, 1])
    g.answer(US, ("submarine", "us/pt-boats", target))
    assert on_pile(g, JP) == ["Eighth Fleet Reinforcement"]
    assert on_pile(g, US) == ["PT Boats"]
    assert (g.forces[US].points, g.forces[JP].points) == (0, 0)


def test_4_1_in_a_pair_with_transports_only_the_escort_scores() -> None:
    """§4.1, R-6  HP 2 and +3: five hits; 1 VP for Jintsu, and the transports on the pile of their owner."""
    t = LaidTable()
    pair = t.jp.ship("Eighth Fleet Reinforcement", "MIDDLE", escort="Jintsu & destroyers")
    g = t.play()
    damage_formation(g, g.forces[JP].formations[pair], 5)
    assert [(c.name, vp) for c, vp in g.forces[US].victory] == [("Jintsu & destroyers", 1)]
    assert on_pile(g, JP) == ["Eighth Fleet Reinforcement"]


def test_4_2_one_hit_eliminates_an_airplane() -> None:
    """§4.2  It goes to its owner's pile, and scores nothing."""
    t = LaidTable()
    zeke = t.jp.fly("Zeke", FRONT[JP], Task.INTERCEPT)
    searcher = t.us.fly("Hudson", FRONT[JP], Task.SEARCH)
    g = t.play(dice=[5, 1, 1, 1, 1])
    intercept(g, JP, ((zeke, searcher),), 0)
    assert g.forces[US].airplanes == {}
    assert (on_pile(g, US), g.forces[JP].points) == (["Hudson"], 0)


@pytest.mark.parametrize(("name", "hp"), [("Truk", 5), ("Rabaul", 8), ("Buin", 6)])
def test_4_3_damage_stops_at_the_hp_and_removes_no_base(name: str, hp: int) -> None:
    """§4.3  Twenty hits: full damage, and the base stands."""
    t = LaidTable()
    if name == "Buin":
        t.jp.base(name)
    base = t.base_of(JP, name)
    g = t.play()
    damage_base(g, g.forces[JP].bases[base], 20)
    assert g.forces[JP].bases[base].damage == hp
    assert (g.outcome, g.forces[US].victory) == (None, ())


def landed(t: LaidTable, base: Token) -> Game:
    """Japanese transports ashore at a base whose damage is at its HP: it is eliminated without a roll."""
    army = t.jp.ship("Eighth Fleet Reinforcement", "FRONT")
    return t.play(LandCombat(attacker=JP, ashore=(army,), landed=(army,)), target=base)


def test_4_3_henderson_field_counts_sixteen_when_it_is_lost() -> None:
    """§4.3  It prints 8; it is out of use for both sides."""
    t = LaidTable(phasing=JP)
    henderson = t.us.base("Henderson Field", damage=7)
    g = landed(t, henderson)
    assert g.forces[JP].points == 16
    assert [c.name for c, _ in g.forces[JP].victory] == ["Henderson Field"]
    assert henderson not in g.forces[US].bases
    assert "Henderson Field" not in [b.card.name for b in g.forces[JP].bases.values()]


def test_4_3_without_its_strategic_base_a_side_has_lost() -> None:
    """§4.3, §11.1  The game is over at once."""
    t = LaidTable(phasing=JP, bases=False)
    t.us.base("Espiritu Santo")
    g = landed(t, t.us.base("Port Moresby", damage=8))
    assert g.outcome is not None
    assert (g.outcome.winner, g.outcome.reason) == (JP, "strategic-base")


def test_4_4_airplanes_aboard_are_lost_with_their_host_and_those_in_the_air_fight_on() -> None:
    """§4.4, R-41  Excess damage passes to no other card."""
    t = LaidTable()
    hornet = t.us.ship("Hornet", "FRONT", aboard=["Wildcat", "Dauntless"])
    other = t.us.ship("Wasp", "FRONT", detected=True)
    flying = t.us.fly("Avenger", FRONT[JP], Task.ATTACK)
    g = t.play()
    damage_formation(g, g.forces[US].formations[hornet], 9)
    assert list(g.forces[US].airplanes) == [flying]
    assert sorted(on_pile(g, US)) == ["Dauntless", "Wildcat"]
    assert g.forces[US].formations[other].damage == 0


def test_4_4_airplanes_on_a_base_are_lost_with_it() -> None:
    """§4.4, R-41, R-36  In one packet."""
    t = LaidTable()
    base = t.us.base("Milne Bay", aboard=["Wildcat", "Hudson"])
    g = t.play()
    remove_base(g, g.forces[US].bases[base], 6)
    assert g.forces[US].airplanes == {}
    assert [e.count for e in only(g, Discarded)] == [2]


def test_4_5_every_number_falls_but_not_below_zero_and_minus_stays() -> None:
    """§4.5  Speed, Patrol and the rest alike."""
    assert [damaged(3, d) for d in range(5)] == [3, 2, 1, 0, 0]
    assert [damaged(0, 2), damaged(None, 2)] == [0, None]


def test_4_5_patrol_of_a_damaged_base() -> None:
    """§4.5  Shortland has Patrol 3; with two damage it rolls one die, and with three one that is limited."""
    for damage, faces in ((2, [4, 1]), (3, [4])):
        t = LaidTable()
        t.jp.base("Shortland", damage=damage)
        t.us.ship("Hornet", "FRONT")
        g = t.play(Approach(phasing=US), dice=faces)
        assert [list(e.faces) for e in only(g, Rolled)] == [[face] for face in faces]


def test_4_5_speed_of_a_damaged_formation() -> None:
    """§4.5  Speed 3 with two damage: one die."""
    t = LaidTable()
    hornet = t.us.ship("Hornet", "FRONT", damage=2)
    g = t.play(dice=[4])
    try_withdrawal(g, US, hornet)
    assert dice_left(g) == 0


def test_4_5_army_of_damaged_transports_and_garrison_of_a_damaged_base() -> None:
    """§4.5  Army 3 less 1, Garrison 4 less 5: two dice against one that is limited."""
    t = LaidTable(phasing=JP)
    base = t.us.base("Henderson Field", damage=5)
    army = t.jp.ship("Combined Fleet Sortie I", "FRONT", damage=1)
    g = t.play(LandCombat(attacker=JP, ashore=(army,), landed=(army,)), dice=[1, 2, 5], target=base)
    assert [(e.ability, len(e.faces)) for e in only(g, Rolled)] == [("army", 2), ("garrison", 1)]


def test_4_5_hp_vp_and_the_figures_of_the_home_base_are_never_reduced() -> None:
    """§4.5  Truk at full damage: Japan draws two cards, and may hold six."""
    t = LaidTable(phasing=JP, bases=False)
    t.jp.base("Truk", damage=5)
    t.jp.base("Rabaul")
    t.jp.hand("Zeke", "Val", "Kate", "Betty", "Nell", "Jake")
    t.jp.air_deck("Pete", "Rufe", "Mavis")
    g = t.play(Draw(phasing=JP), HandLimit(phasing=JP))
    g.answer(JP, "keep")
    assert len(g.forces[JP].air_deck) == 1
    assert (shape(g, JP).least, shape(g, JP).most) == (2, 2)


def test_4_5_a_damaged_ship_scores_its_printed_vp() -> None:
    """§4.5, §4.1  Three of four HP are gone before the last hit: 4 VP."""
    t = LaidTable()
    hornet = t.us.ship("Hornet", "FRONT", damage=3)
    g = t.play()
    damage_formation(g, g.forces[US].formations[hornet], 1)
    assert g.forces[JP].points == 4


def test_4_6_truk_with_one_damage_keeps_one_land_icon() -> None:
    """§4.6  Two land icons, one flying boat icon, one seaplane icon: each kind loses one."""
    t = LaidTable(bases=False)
    truk = t.jp.forces.bases[t.jp.base("Truk", damage=1)]
    assert [truk.icons(icon) for icon in (Icon.LAND, Icon.SEA, Icon.FLYING)] == [1, 0, 0]


def test_4_6_a_pair_loses_icons_of_its_total() -> None:
    """§4.6, §8.4  Shokaku's three icons with an escort and two damage: one is left."""
    t = LaidTable()
    pair = t.jp.forces.formations[t.jp.ship("Shokaku", "FRONT", escort="Jintsu & destroyers", damage=2)]
    assert pair.icons == 1


def test_4_6_the_owner_chooses_and_both_sides_do_it_at_the_same_time() -> None:
    """§4.6  Window 15 for both; nothing is discarded before both have answered; the answer's last lies on top."""
    t = LaidTable()
    t.us.ship("Hornet", "FRONT", damage=2, aboard=["Wildcat", "Dauntless", "Avenger", "Wildcat"])
    t.jp.ship("Shokaku", "FRONT", damage=1, aboard=["Zeke", "Val", "Kate"])
    ours, theirs = list(t.us.forces.airplanes), list(t.jp.forces.airplanes)
    g = t.play(Surplus())
    assert window(g) == {US: "15", JP: "15"}
    g.answer(US, (ours[2], ours[1]))
    assert (on_pile(g, US), window(g)) == ([], {JP: "15"})
    g.answer(JP, (theirs[0],))
    assert (on_pile(g, US), on_pile(g, JP)) == (["Avenger", "Dauntless"], ["Zeke"])
    assert g.stack == []


def test_4_6_each_kind_of_icon_for_itself() -> None:
    """§4.6  Truk with one damage: one of two on land icons is chosen, the seaplane must go without a question."""
    t = LaidTable(bases=False)
    t.jp.base("Rabaul")
    t.jp.base("Truk", damage=1, aboard=["Zeke", "Jake", "Betty"])
    zeke, _, betty = t.jp.forces.airplanes
    g = t.play(Surplus())
    assert shape(g, JP).items == (zeke, betty)
    g.answer(JP, (zeke,))
    assert list(g.forces[JP].airplanes) == [betty]
    assert on_pile(g, JP) == ["Zeke", "Jake"]


def test_4_6_too_many_or_too_few_are_refused() -> None:
    """§4.6  One too many aboard: neither none nor two may be named, nor the airplane of another host."""
    t = LaidTable()
    t.us.ship("Hornet", "FRONT", damage=1, aboard=["Wildcat", "Dauntless", "Avenger", "Wildcat"])
    first, second, *_ = t.us.forces.airplanes
    elsewhere = t.us.load(t.base_of(US, "Port Moresby"), ["Hudson"])[0]
    g = t.play(Surplus())
    for wrong in ((), (first, second), (elsewhere,), first):
        with pytest.raises(IllegalAnswer) as refused:
            g.answer(US, wrong)
        assert refused.value.rule == "4.6"
    assert (len(g.forces[US].airplanes), on_pile(g, US)) == (5, [])


def test_4_6_airplanes_in_the_air_do_not_count() -> None:
    """§4.6  Two icons left, two aboard, two in the air: nobody is asked."""
    t = LaidTable()
    t.us.ship("Hornet", "FRONT", damage=2, aboard=["Wildcat", "Dauntless"])
    t.us.fly("Avenger", FRONT[JP], Task.WITHDRAWN)
    t.us.fly("Avenger", FRONT[JP], Task.WITHDRAWN)
    g = t.play(Surplus())
    assert (g.stack, len(g.forces[US].airplanes)) == ([], 4)


def test_4_6_the_default_discards_by_lot_as_many_as_needed() -> None:
    """§4.6, §20.6  Window 15: a legal answer."""
    t = LaidTable()
    t.us.ship("Hornet", "FRONT", damage=3, aboard=["Wildcat", "Dauntless", "Avenger"])
    g = t.play(Surplus())
    g.answer(US, g.default(US))
    assert len(g.forces[US].airplanes) == 1


def crowded() -> LaidTable:
    """Hornet with one icon left and two airplanes aboard."""
    t = LaidTable()
    t.us.ship("Hornet", "FRONT", damage=3, aboard=["Wildcat", "Dauntless"])
    return t


def test_4_6_surplus_goes_after_the_last_submarine() -> None:
    """§4.6, R-5  While submarines may still come the airplanes stay."""
    t = crowded()
    t.us.hand("PT Boats")
    t.jp.ship("Kongo & Haruna", "FRONT", detected=True)
    g = t.play(Reconnaissance(phasing=US))
    assert (window(g), len(g.forces[US].airplanes)) == ({US: "14"}, 2)
    g.answer(US, ("done",))
    assert window(g) == {US: "15"}


def test_4_6_surplus_goes_at_the_end_of_air_combat() -> None:
    """§4.6, R-5  Not before the flights."""
    g = crowded().play(AirCombatPhase(phasing=US))
    for number in ("20.1", "20.3"):
        assert window(g) == {US: number}
        g.answer(US, dict.fromkeys(shape(g, US).choices, "stay"))
    assert window(g) == {US: "15"}


def test_4_6_surplus_goes_at_the_start_of_the_return() -> None:
    """§4.6, R-5, §19.1  Before the airplanes in the air look for icons."""
    t = crowded()
    t.us.ship("Wasp", "FRONT")
    t.us.fly("Avenger", FRONT[JP], Task.WITHDRAWN)
    g = t.play(Turn(phasing=US, at=[s.name for s in Turn.steps].index("surplus")))
    assert window(g) == {US: "15"}
    g.answer(US, (next(iter(g.forces[US].airplanes)),))
    assert window(g) == {US: "32"}


def test_4_7_of_three_airplanes_on_a_carrier_that_is_sunk_one_card_is_seen() -> None:
    """§4.7, R-36  One packet of three; the view of the opponent changes by the top of the pile and the number."""
    t = LaidTable()
    hornet = t.us.ship("Hornet", "FRONT", aboard=["Wildcat", "Dauntless", "Avenger"])
    t.us.forces.discards = (t.us.card("Hudson"),)
    g = t.play()
    before = view(g, JP).us
    damage_formation(g, g.forces[US].formations[hornet], 4)
    after = view(g, JP).us
    top = g.forces[US].discards[-1].id
    assert after == replace(before, formations=(), airplanes=(), discards=4, top=top)
    assert after.discarded is None
    (packet,) = [e for e in seen(g.events or [], JP) if isinstance(e, Discarded)]
    assert (packet.count, packet.top, packet.cards) == (3, top, None)
    assert sorted(on_pile(g, US)) == ["Avenger", "Dauntless", "Hudson", "Wildcat"]


def test_4_7_a_packet_without_a_named_order_falls_in_a_random_one() -> None:
    """§4.7, R-36  Over many sinkings each of the three airplanes comes to lie on top."""
    t = LaidTable()
    g = t.play()
    tops = set()
    for _ in range(30):
        hornet = t.us.ship("Hornet", "FRONT", aboard=["Wildcat", "Dauntless", "Avenger"])
        damage_formation(g, g.forces[US].formations[hornet], 4)
        tops.add(on_pile(g, US)[-1])
    assert tops == {"Wildcat", "Dauntless", "Avenger"}


def test_4_7_the_owner_names_the_order_where_he_chooses() -> None:
    """§4.7, R-36  Discards to the hand limit lie as they were named, the last on top."""
    t = LaidTable()
    t.us.hand("Wildcat", "Dauntless", "Avenger", "Hudson", "Catalina", "Corsair", "Warhawk", "Airacobra")
    g = t.play(HandLimit(phasing=US))
    g.answer(US, ("us/warhawk", "us/avenger"))
    assert on_pile(g, US) == ["Warhawk", "Avenger"]
    assert [(e.count, e.top) for e in only(g, Discarded)] == [(2, "us/avenger")]


def test_4_5_a_view_tells_what_a_damaged_base_can_do_now() -> None:
    """§4.5, §4.6  As it tells it of formations, to everybody: Truk with two damage, Rabaul with none."""
    t = LaidTable(phasing=JP, bases=False)
    t.jp.base("Truk", damage=2)
    t.jp.base("Rabaul")
    g = t.play()
    for eyes in (US, JP, None):
        rows = {b.card: b.values for b in view(g, eyes).jp.bases}
        assert rows == {
            "jp/truk": SeenBaseValues(5, 0, None, None, None, None, 1, 0, 0, 0),
            "jp/rabaul": SeenBaseValues(8, 4, 4, None, 5, 3, None, 5, 1, 1),
        }

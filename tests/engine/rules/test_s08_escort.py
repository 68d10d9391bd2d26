"""§8  Escort pairs: who may escort whom, what a pair can do, damage, forming and disbanding."""

from __future__ import annotations

import pytest

from ironbottom.abilities import damaged, together
from ironbottom.dice import Ability
from ironbottom.flow import Game, IllegalAnswer
from ironbottom.rules.s04_damage import damage_formation
from ironbottom.rules.s10_setup import FirstDeployment
from ironbottom.rules.s14_deployment import Deployment
from ironbottom.rules.s16_action import Approach
from ironbottom.state import Formation
from ironbottom.words import Token
from tests.support.table import MIDDLE, LaidTable, Side, shape, window

US, JP = Side.US, Side.JP
JINTSU, KONGO = "Jintsu & destroyers", "Kongo & Haruna"


def abilities(f: Formation) -> tuple[Ability, ...]:
    """Air, Surface, Torp, Land, Sub and Speed, with the damage counted in."""
    v = f.values
    return tuple([damaged(value, f.damage) for value in (v.air, v.surface, v.torp, v.land, v.sub, v.speed)])


def parting(g: Game, side: Side, pair: Token, *share: int) -> dict[str, Formation]:
    """Disband a pair in the ship segment; what stands there afterwards, by name."""
    g.answer(side, ("part", pair, *share))
    return {f.lead.name: f for f in g.forces[side].formations.values()}


def test_8_1_who_may_escort_whom() -> None:
    """§8.1  Escort-capable cards only; any other ship or transports; not a base, not an escort, not a pair."""
    t = LaidTable()
    leaders = {t.us.ship("Hornet", "FRONT"), t.us.ship("Seabees", "REAR")}
    escorts = {t.us.ship("Atlanta & destroyers", "FRONT"), t.us.ship("us/walke-gwin", "MIDDLE")}
    t.us.ship("Wasp", "FRONT", escort="us/desron-12")
    g = t.play(Deployment(phasing=US))
    pairs = shape(g, US).steps["pair"]
    assert set(pairs) == escorts
    assert {lead for leads in pairs.values() for lead in leads} == leaders


def test_8_1_never_three_cards() -> None:
    """§8.1  A second escort for a pair is refused, and nothing changes."""
    t = LaidTable()
    pair = t.us.ship("Wasp", "FRONT", escort="us/desron-12")
    t.us.ship("Hornet", "FRONT")
    escort = t.us.ship("Atlanta & destroyers", "FRONT")
    g = t.play(Deployment(phasing=US))
    with pytest.raises(IllegalAnswer) as refused:
        g.answer(US, ("pair", escort, pair))
    assert refused.value.rule == "14.2(1)"
    assert len(g.forces[US].formations) == 3


def test_8_1_both_cards_of_a_pair_stand_in_the_same_line() -> None:
    """§8.1, §8.2  The pair moves as one."""
    t = LaidTable()
    pair = t.us.ship("Wasp", "FRONT", escort="us/desron-12")
    g = t.play(Deployment(phasing=US))
    g.answer(US, ("move", pair, MIDDLE[US]))
    assert [(f.line, f.escort is not None) for f in g.forces[US].formations.values()] == [(MIDDLE[US], True)]


def test_8_2_pairs_are_formed_in_set_up() -> None:
    """§8.2, R-51, §10.4"""
    t = LaidTable()
    lead, escort = t.us.ship("Hornet", "REAR"), t.us.ship("us/desron-12", "REAR")
    g = t.play(FirstDeployment())
    g.answer(US, ("pair", escort, lead))
    assert list(g.forces[US].formations) == [lead]


def test_8_2_the_escort_joins_the_leaders_line_and_the_pair_keeps_the_leaders_token() -> None:
    """§8.2, R-59"""
    t = LaidTable()
    lead = t.us.ship("Hornet", "MIDDLE", aboard=["Wildcat"])
    escort = t.us.ship("us/desron-12", "FRONT")
    g = t.play(Deployment(phasing=US))
    g.answer(US, ("pair", escort, lead))
    pair = g.forces[US].formations[lead]
    assert (list(g.forces[US].formations), pair.line) == ([lead], MIDDLE[US])
    assert [a.host for a in g.forces[US].airplanes.values()] == [lead]


def test_8_2_a_card_just_parted_joins_another_at_once() -> None:
    """§8.2, R-51"""
    t = LaidTable()
    pair = t.us.ship("Wasp", "FRONT", escort="us/desron-12")
    hornet = t.us.ship("Hornet", "MIDDLE")
    g = t.play(Deployment(phasing=US))
    g.answer(US, ("part", pair))
    escort = next(token for token in g.forces[US].formations if token not in (pair, hornet))
    g.answer(US, ("pair", escort, hornet))
    assert {f.lead.name: f.escort is not None for f in g.forces[US].formations.values()} == {
        "Wasp": False, "Hornet": True,
    }


@pytest.mark.parametrize("seen", [True, False])
def test_8_2_parted_cards_keep_the_state_and_the_line_of_the_pair(seen: bool) -> None:
    """§8.2, R-51, R-59  The leader keeps the token, the escort gets another."""
    t = LaidTable()
    pair = t.us.ship("Wasp", "MIDDLE", escort="us/desron-12", detected=seen)
    found = parting(t.play(Deployment(phasing=US)), US, pair)
    assert [(f.detected, f.line) for f in found.values()] == [(seen, MIDDLE[US])] * 2
    assert found["Wasp"].token == pair
    assert len({f.token for f in found.values()}) == 2


def test_8_2_the_leader_keeps_as_many_airplanes_as_its_own_icons_hold() -> None:
    """§8.2, R-59  Wasp takes both damage: one of three icons is left; the escort takes the other airplane."""
    t = LaidTable()
    pair = t.us.ship("Wasp", "FRONT", escort="us/desron-12", damage=2, aboard=["Wildcat", "Dauntless"])
    g = t.play(Deployment(phasing=US))
    found = parting(g, US, pair, 2)
    hosts = sorted(a.host for a in g.forces[US].airplanes.values())
    assert hosts == sorted(f.token for f in found.values())


def test_8_2_airplanes_on_an_escort_without_icons_are_gone_when_the_segment_ends() -> None:
    """§8.2, R-59, R-60, §14.3(3)  Damage wanders from the escort to Wasp: two airplanes are on a card without icons."""
    t = LaidTable()
    wasp = t.us.ship("Wasp", "FRONT", aboard=["Wildcat", "Dauntless", "Avenger"])
    escort = t.us.ship("Atlanta & destroyers", "FRONT", damage=2)
    g = t.play(Deployment(phasing=US))
    g.answer(US, ("pair", escort, wasp))
    parting(g, US, wasp, 2)
    g.answer(US, ("done",))
    g.answer(US, ("done",))
    wasp = next(f.token for f in g.forces[US].formations.values() if f.lead.name == "Wasp")
    assert [a.host for a in g.forces[US].airplanes.values()] == [wasp]
    assert len(g.forces[US].discards) == 2


def test_8_3_a_pair_is_one_target_with_one_damage_total() -> None:
    """§8.3  One detection hit finds both cards; three damage sinks neither."""
    t = LaidTable()
    t.jp.base("Munda")
    pair = t.us.ship("Wasp", "FRONT", escort="us/desron-12")
    t.us.ship("Hornet", "FRONT")
    g = t.play(Approach(phasing=US), dice=[5, 1])
    g.answer(JP, pair)
    damage_formation(g, g.forces[US].formations[pair], 3)
    assert [(f.detected, f.damage) for f in g.forces[US].formations.values()] == [(True, 3), (False, 0)]


def test_8_4_kongo_with_jintsu() -> None:
    """§8.4  The example of the rulebook: Air 1, Surface 6, Torp 3, Land 5, Sub 2, Speed 2, HP 9, one S icon."""
    t = LaidTable()
    pair = t.jp.forces.formations[t.jp.ship(KONGO, "FRONT", escort=JINTSU)]
    assert abilities(pair) == (1, 6, 3, 5, 2, 2)
    assert (pair.values.hp, pair.icons, pair.values.icon) == (9, 1, "sea")


def test_8_4_zero_and_plus_zero_are_one_limited_die() -> None:
    """§8.4  Aoba & Kinugasa with Jintsu: Air 0."""
    t = LaidTable()
    pair = t.jp.forces.formations[t.jp.ship("Aoba & Kinugasa", "FRONT", escort=JINTSU)]
    assert abilities(pair)[0] == 0


@pytest.mark.parametrize(
    ("lead", "escort", "pair"),
    [(3, 2, 5), (3, 0, 3), (0, 0, 0), (0, 2, 2), (None, 2, 2), (3, None, 3), (None, None, None)],
)
def test_8_4_numbers_zeros_and_minuses(lead: Ability, escort: Ability, pair: Ability) -> None:
    """§8.4  Number and number add; "-" and a number make the number; "-" and "-" make "-"."""
    assert together(lead, escort) == pair


def test_8_4_transports_with_jintsu() -> None:
    """§8.4  Surface 1, Torp 2, Land 0, Sub 2, Air 0, and Speed "-"."""
    t = LaidTable()
    pair = t.jp.forces.formations[t.jp.ship("Eighth Fleet Reinforcement", "FRONT", escort=JINTSU)]
    assert abilities(pair) == (0, 1, 2, 0, 2, None)


def damaged_pair() -> tuple[Game, Token]:
    """Kongo with Jintsu and four damage, in Japan's ship segment."""
    t = LaidTable(phasing=JP)
    pair = t.jp.ship(KONGO, "MIDDLE", escort=JINTSU, damage=4)
    return t.play(Deployment(phasing=JP)), pair


def test_8_5_damage_lowers_every_total() -> None:
    """§8.5  The example of the rulebook: Air 0, Surface 2, Torp 0, Land 1, Sub 0, Speed 0, no icon."""
    g, pair = damaged_pair()
    f = g.forces[JP].formations[pair]
    assert abilities(f) == (0, 2, 0, 1, 0, 0)
    assert f.icons == 0


def test_8_5_with_two_and_two_both_live() -> None:
    """§8.5  The owner divides as he likes; nothing is healed."""
    g, pair = damaged_pair()
    assert {name: f.damage for name, f in parting(g, JP, pair, 2).items()} == {KONGO: 2, JINTSU: 2}
    assert g.forces[US].points == 0


def test_8_5_a_card_whose_share_is_its_hp_is_eliminated_at_once() -> None:
    """§8.5  1 on Kongo, 3 on Jintsu: Jintsu is sunk and scores 1."""
    g, pair = damaged_pair()
    assert {name: f.damage for name, f in parting(g, JP, pair, 1).items()} == {KONGO: 1}
    assert [(c.name, vp) for c, vp in g.forces[US].victory] == [(JINTSU, 1)]


def test_8_5_no_card_is_given_more_than_its_hp() -> None:
    """§8.5  Jintsu has 3: Kongo takes at least one of four; and the division must be said."""
    g, pair = damaged_pair()
    assert shape(g, JP).steps["part"][pair] == (1, 2, 3, 4)
    for wrong in (("part", pair, 0), ("part", pair, 5), ("part", pair)):
        with pytest.raises(IllegalAnswer) as refused:
            g.answer(JP, wrong)
        assert refused.value.rule == "14.2(1)"
    assert g.forces[JP].formations[pair].damage == 4


def test_8_5_the_airplanes_aboard_a_card_that_a_division_sinks_are_lost() -> None:
    """§8.5, §8.2, §4.4  Wasp keeps two icons and two airplanes; the escort goes down with the third."""
    t = LaidTable()
    three = ["Wildcat", "Dauntless", "Avenger"]
    pair = t.us.ship("Wasp", "FRONT", escort="Atlanta & destroyers", damage=4, aboard=three)
    g = t.play(Deployment(phasing=US))
    assert list(parting(g, US, pair, 1)) == ["Wasp"]
    assert [a.host for a in g.forces[US].airplanes.values()] == [pair, pair]
    assert len(g.forces[US].discards) == 1
    assert [c.name for c, _ in g.forces[JP].victory] == ["Atlanta & destroyers"]


def test_8_5_when_the_escort_is_sunk_the_leader_keeps_what_its_icons_hold() -> None:
    """§8.5, §8.2, R-59  All damage goes to the destroyers: Wasp is whole again and keeps its airplane."""
    t = LaidTable()
    pair = t.us.ship("Wasp", "FRONT", escort="us/walke-gwin", damage=2, aboard=["Wildcat"])
    g = t.play(Deployment(phasing=US))
    assert [f.damage for f in parting(g, US, pair, 0).values()] == [0]
    assert [a.host for a in g.forces[US].airplanes.values()] == [pair]
    assert [c.id for c, _ in g.forces[JP].victory] == ["us/walke-gwin"]


def test_8_5_the_damage_of_damaged_cards_is_added() -> None:
    """§8.5, R-9  2 on Kongo and 1 on Jintsu: a pair with 3."""
    t = LaidTable(phasing=JP)
    kongo, jintsu = t.jp.ship(KONGO, "MIDDLE", damage=2), t.jp.ship(JINTSU, "FRONT", damage=1)
    g = t.play(Deployment(phasing=JP))
    g.answer(JP, ("pair", jintsu, kongo))
    pair = g.forces[JP].formations[kongo]
    assert (pair.damage, pair.values.hp, pair.line) == (3, 9, MIDDLE[JP])


def test_8_5_forming_and_disbanding_heal_nothing() -> None:
    """§8.5, R-9  Damage may only change its card."""
    t = LaidTable(phasing=JP)
    kongo, jintsu = t.jp.ship(KONGO, "MIDDLE", damage=2), t.jp.ship(JINTSU, "FRONT", damage=1)
    g = t.play(Deployment(phasing=JP))
    g.answer(JP, ("pair", jintsu, kongo))
    found = parting(g, JP, kongo, 3)
    assert {name: f.damage for name, f in found.items()} == {KONGO: 3, JINTSU: 0}
    assert window(g) == {JP: "5"}

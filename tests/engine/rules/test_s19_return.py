"""§19  The return: airplanes to free icons in range, in secret and at once; then the hand limit."""

from __future__ import annotations

import pytest

from ironbottom.events import Discarded, Returned
from ironbottom.flow import IllegalAnswer
from ironbottom.questions import Answer, Place
from ironbottom.rules.s12_turn import Turn
from ironbottom.rules.s19_return import HandLimit, Return
from ironbottom.sight import seen, view
from ironbottom.words import Token
from tests.support.table import FRONT, MIDDLE, REAR, LaidTable, Side, Task, only, shape, window

US, JP = Side.US, Side.JP


def test_19_1_an_airplane_goes_to_a_matching_free_icon_in_range() -> None:
    """§19.1, §6.2  An Avenger over its own FRONT: Hornet, both bases; not Helena with its S icons."""
    t = LaidTable()
    hornet = t.us.ship("Hornet", "MIDDLE")
    t.us.ship("Helena & Boise", "MIDDLE")
    t.us.ship("Wasp", "FRONT", aboard=["Wildcat"] * 3)
    avenger = t.us.fly("Avenger", FRONT[US], Task.WITHDRAWN)
    g = t.play(Return())
    bases = {t.base_of(US, "Port Moresby"), t.base_of(US, "Espiritu Santo")}
    assert set(shape(g, US).choices[avenger]) == {hornet, *bases}


def test_19_1_who_finds_no_icon_is_discarded() -> None:
    """§19.1  A Rufe (Range 1) over the US FRONT: Truk, Rabaul in MIDDLE are too far, Buin has no such icon."""
    t = LaidTable(phasing=JP)
    t.jp.base("Buin")
    t.jp.fly("Rufe", FRONT[US], Task.WITHDRAWN)
    g = t.play(Return())
    assert (g.forces[JP].airplanes, [c.name for c in g.forces[JP].discards]) == ({}, ["Rufe"])
    assert [(e.side, e.lost) for e in only(g, Returned)] == [(JP, 1)]


def test_19_1_both_sides_decide_in_secret_and_show_it_together() -> None:
    """§19.1, R-25  After the first answer nothing has moved."""
    t = LaidTable()
    hornet, shokaku = t.us.ship("Hornet", "FRONT"), t.jp.ship("Shokaku", "FRONT")
    wildcat = t.us.fly("Wildcat", FRONT[US], Task.WITHDRAWN)
    zeke = t.jp.fly("Zeke", FRONT[JP], Task.WITHDRAWN)
    g = t.play(Return())
    assert window(g) == {US: "32", JP: "32"}
    before = view(g, JP).us
    g.answer(US, {wildcat: hornet})
    assert (view(g, JP).us, only(g, Returned), window(g)) == (before, [], {JP: "32"})
    g.answer(JP, {zeke: shokaku})
    assert [e.side for e in only(g, Returned)] == [US, JP]


def test_19_1_airplanes_that_did_not_fly_keep_their_icons() -> None:
    """§19.1  Zuiho's one icon is taken: the Zeke in the air must go elsewhere."""
    t = LaidTable(phasing=JP)
    zuiho = t.jp.ship("Zuiho", "FRONT", aboard=["Val"])
    t.jp.ship("Shokaku", "MIDDLE")
    zeke = t.jp.fly("Zeke", FRONT[JP], Task.WITHDRAWN)
    g = t.play(Return())
    assert zuiho not in shape(g, JP).choices[zeke]


def test_19_1_surplus_airplanes_go_first() -> None:
    """§19.1, R-5  The damaged carrier's surplus is discarded before the airplanes in the air are placed."""
    t = LaidTable()
    t.us.ship("Hornet", "FRONT", damage=3, aboard=["Wildcat", "Dauntless"])
    t.us.ship("Wasp", "FRONT")
    t.us.fly("Avenger", FRONT[US], Task.WITHDRAWN)
    g = t.play(Turn(phasing=US, at=[s.name for s in Turn.steps].index("surplus")))
    assert window(g) == {US: "15"}
    g.answer(US, g.default(US))
    assert window(g) == {US: "32"}
    assert len(g.forces[US].airplanes) == 2


def test_19_1_icons_spoiled_by_damage_take_nobody() -> None:
    """§19.1, §4.6  Two icons left on Hornet, one of them taken: of two airplanes over FRONT one finds room there."""
    t = LaidTable(bases=False)
    t.us.base("Tulagi")
    hornet = t.us.ship("Hornet", "FRONT", damage=2, aboard=["Wildcat"])
    for name in ("Dauntless", "Avenger"):
        t.us.fly(name, FRONT[US], Task.WITHDRAWN)
    g = t.play(Return())
    g.answer(US, g.default(US))
    assert [a.host for a in g.forces[US].airplanes.values()] == [hornet, hornet]
    assert len(g.forces[US].discards) == 1


def test_19_1_nobody_is_asked_when_everything_is_open_and_leaves_one_answer() -> None:
    """§19.1, R-27  A detected Airacobra (Range 1) in FRONT, no ship: Port Moresby is all there is."""
    t = LaidTable()
    airacobra = t.us.fly("Airacobra", FRONT[US], Task.WITHDRAWN)
    g = t.play(Return())
    assert g.stack == []
    assert g.forces[US].airplanes[airacobra].host == t.base_of(US, "Port Moresby")


def hornet_and_henderson() -> tuple[LaidTable, Token, Token, Token, Token]:
    """One icon is free on Henderson Field, one on Hornet; the Wildcat fits both, the Airacobra Henderson only."""
    t = LaidTable(bases=False)
    henderson = t.us.base("Henderson Field", aboard=["Corsair", "Corsair", "Corsair"])
    hornet = t.us.ship("Hornet", "MIDDLE", aboard=["Wildcat", "Avenger", "Avenger"])
    wildcat = t.us.fly("Wildcat", REAR[US], Task.WITHDRAWN)  # Range 2: MIDDLE 1, FRONT 2
    airacobra = t.us.fly("Airacobra", FRONT[US], Task.WITHDRAWN)
    return t, henderson, hornet, wildcat, airacobra


def test_19_2_the_owner_may_be_foolish() -> None:
    """§19.2, R-26  The Wildcat takes Henderson's icon: that is no free icon any more, and the Airacobra is lost."""
    t, henderson, _, wildcat, airacobra = hornet_and_henderson()
    g = t.play(Return())
    g.answer(US, {wildcat: henderson})
    assert g.forces[US].airplanes[wildcat].host == henderson
    assert airacobra not in g.forces[US].airplanes
    assert [c.name for c in g.forces[US].discards] == ["Airacobra"]


def test_19_2_the_one_with_the_choice_may_not_be_left_out() -> None:
    """§19.2, R-26  Henderson's icon goes to the Airacobra; Hornet's is free and would take the Wildcat."""
    t, henderson, _, _, airacobra = hornet_and_henderson()
    g = t.play(Return())
    with pytest.raises(IllegalAnswer) as refused:
        g.answer(US, {airacobra: henderson})
    assert refused.value.rule == "19.1"
    assert window(g) == {US: "32"}


def test_19_2_nobody_is_left_out_while_an_icon_in_range_is_free() -> None:
    """§19.2, R-26  An empty answer, and one that leaves the Airacobra out, are refused."""
    t, _, hornet, wildcat, _ = hornet_and_henderson()
    g = t.play(Return())
    answers: tuple[Answer, ...] = ({}, {wildcat: hornet})
    for wrong in answers:
        with pytest.raises(IllegalAnswer):
            g.answer(US, wrong)
    assert len(g.forces[US].airplanes) == 8


def test_19_2_more_than_an_icon_holds_is_refused() -> None:
    """§19.2, §6.1  Two on one free icon; a host that is not in reach; a card that is not in the air."""
    t, henderson, hornet, wildcat, airacobra = hornet_and_henderson()
    g = t.play(Return())
    answers: tuple[Answer, ...] = (
        {wildcat: henderson, airacobra: henderson},
        {wildcat: hornet, airacobra: hornet},
        {hornet: henderson},
        (wildcat,),
    )
    for wrong in answers:
        with pytest.raises(IllegalAnswer):
            g.answer(US, wrong)
    assert window(g) == {US: "32"}


def test_19_2_the_default_makes_room_over_a_chain() -> None:
    """§19.2, R-26  1 fits A and B, 2 B and C, 3 A only, 4 B only: three find a place."""
    place = Place({1: {10: 0, 20: 1}, 2: {20: 1, 30: 2}, 3: {10: 0}, 4: {20: 1}}, (1, 1, 1))
    default = place.first()
    assert (len(default), place.fault(default)) == (3, None)
    assert place.fault({1: 10, 2: 20}) is None  # A and B are taken, and C would take neither 3 nor 4
    assert place.fault({1: 10, 4: 20}) is not None  # C is free and would take 2


def test_19_2_the_default_places_the_greatest_number() -> None:
    """§19.2, §20.6  Window 32: the nearest, but nobody is lost for it."""
    t, _, _, _, _ = hornet_and_henderson()
    g = t.play(Return())
    g.answer(US, g.default(US))
    assert (len(g.forces[US].airplanes), g.forces[US].discards) == (8, ())


def test_19_2_the_default_goes_to_the_nearest_host() -> None:
    """§20.6  Window 32: from FRONT, Wasp at 0 and not Hornet at 1 or a base at 1 and 2."""
    t = LaidTable()
    t.us.base("Tulagi")
    t.us.ship("Hornet", "MIDDLE")
    wasp = t.us.ship("Wasp", "FRONT")
    wildcat = t.us.fly("Wildcat", FRONT[US], Task.WITHDRAWN)
    g = t.play(Return())
    assert g.default(US) == {wildcat: wasp}


def test_19_3_on_bases_detected_on_ships_unseen() -> None:
    """§19.3, R-28  To the base by name, of the ships the opponent sees the number."""
    t = LaidTable()
    hornet, base = t.us.ship("Hornet", "MIDDLE"), t.base_of(US, "Port Moresby")
    first, second = t.us.fly("Wildcat", MIDDLE[US], Task.WITHDRAWN), t.us.fly("Dauntless", MIDDLE[US], Task.WITHDRAWN)
    g = t.play(Return())
    g.answer(US, {first: hornet, second: base})
    (returned,) = [e for e in seen(g.events or [], JP) if isinstance(e, Returned)]
    assert (returned.bases, returned.ships) == ((("us/dauntless", base),), 1)
    assert {a.host: a.card for a in view(g, JP).us.airplanes} == {hornet: None, base: "us/dauntless"}


def test_19_3_all_airplanes_on_ships_of_both_sides_get_new_tokens() -> None:
    """§19.3, §7.7  Also those that never left; those on bases keep theirs."""
    t = LaidTable()
    t.jp.ship("Shokaku", "FRONT", aboard=["Zeke", "Val"])
    hornet = t.us.ship("Hornet", "FRONT", aboard=["Avenger"])
    aboard = {*t.us.forces.airplanes, *t.jp.forces.airplanes}
    wildcat = t.us.fly("Wildcat", FRONT[US], Task.WITHDRAWN)
    (hudson,) = t.us.load(t.base_of(US, "Port Moresby"), ["Hudson"])
    g = t.play(Return())
    g.answer(US, {wildcat: hornet})
    now = {*g.forces[US].airplanes, *g.forces[JP].airplanes}
    assert not now & {*aboard, wildcat}
    assert hudson in now
    assert len(now) == 5


def test_19_3_several_that_are_lost_go_as_one_packet() -> None:
    """§19.3, R-36  The opponent sees one of them."""
    t = LaidTable(phasing=JP)
    t.jp.base("Buin")
    for _ in range(3):
        t.jp.fly("Rufe", FRONT[US], Task.WITHDRAWN)
    g = t.play(Return())
    assert [e.count for e in only(g, Discarded)] == [3]


@pytest.mark.parametrize(("cards", "surplus"), [(6, 0), (7, 1), (9, 3)])
def test_19_4_no_more_than_six_stay_in_the_hand(cards: int, surplus: int) -> None:
    """§19.4  P is asked only if it has more."""
    t = LaidTable()
    t.us.hand(*["Wildcat"] * cards)
    t.jp.hand(*["Zeke"] * 9)
    g = t.play(HandLimit(phasing=US))
    assert window(g) == ({US: "33"} if surplus else {})
    if surplus:
        g.answer(US, ("us/wildcat",) * surplus)
    assert (len(g.forces[US].hand), len(g.forces[US].discards)) == (6, surplus)
    assert len(g.forces[JP].hand) == 9


def test_19_4_cards_of_its_choice() -> None:
    """§19.4  Neither more nor fewer, nor one card twice; the paragraph is named."""
    t = LaidTable()
    t.us.hand(*["Wildcat"] * 5, "Dauntless", "Seabees")
    g = t.play(HandLimit(phasing=US))
    for wrong in ((), ("us/seabees", "us/wildcat"), ("us/avenger",)):
        with pytest.raises(IllegalAnswer) as refused:
            g.answer(US, wrong)
        assert refused.value.rule == "19.4"
    g.answer(US, ("us/seabees",))
    assert [c.id for c in g.forces[US].discards] == ["us/seabees"]


def test_19_4_the_default_discards_by_lot() -> None:
    """§19.4, §20.6  Window 33: two of eight."""
    t = LaidTable()
    t.us.hand(*["Wildcat"] * 4, *["Dauntless"] * 4)
    g = t.play(HandLimit(phasing=US))
    g.answer(US, g.default(US))
    assert len(g.forces[US].hand) == 6

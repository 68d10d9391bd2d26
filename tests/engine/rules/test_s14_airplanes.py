"""§14.3  The airplane segment: events before the plan, the plan with steps back, what is left over, what is shown."""

from __future__ import annotations

import pytest

from ironbottom.catalog import card_set
from ironbottom.events import DeploymentShown, Discarded, Drew
from ironbottom.flow import Game, IllegalAnswer
from ironbottom.rules import new_game
from ironbottom.rules.s14_deployment import Deployment
from ironbottom.sight import seen, view
from ironbottom.words import Token
from tests.support.table import FRONT, MIDDLE, REAR, LaidTable, Side, only, shape, window

US, JP = Side.US, Side.JP


def airplanes(t: LaidTable, side: Side = US) -> Game:
    """The deployment of a side, at window 6."""
    g = t.play(Deployment(phasing=side))
    while window(g).get(side) in ("4", "5"):
        g.answer(side, ("done",))
    assert window(g) == {side: "6"}
    return g


def cactus() -> Game:
    """A Wildcat and Cactus Air Force in hand, a Hudson on the table, three cards to draw."""
    t = LaidTable()
    t.us.hand("Cactus Air Force", "Wildcat")
    t.us.load(t.base_of(US, "Port Moresby"), ["Hudson"])
    t.us.air_deck("Corsair", "Warhawk", "Dauntless", "Avenger")
    return airplanes(t)


def test_14_3_1_an_events_effect_is_complete_before_the_plan() -> None:
    """§14.3(1), R-32  What was drawn can be deployed in the same segment."""
    g = cactus()
    g.answer(US, ("play", "us/cactus-air-force"))
    assert [c.name for c in g.forces[US].hand] == ["Wildcat", "Corsair", "Warhawk", "Dauntless"]
    assert set(shape(g, US).steps["deploy"]) == {"us/wildcat", "us/corsair", "us/warhawk", "us/dauntless"}


def test_14_3_1_what_was_drawn_can_not_be_taken_back() -> None:
    """§14.3(1), §14.2(1), R-13  Steps back end at the played card."""
    g = cactus()
    hudson = next(iter(g.forces[US].airplanes))
    g.answer(US, ("play", "us/cactus-air-force"))
    g.answer(US, ("discard", hudson))
    g.answer(US, ("undo",))
    with pytest.raises(IllegalAnswer) as refused:
        g.answer(US, ("undo",))
    assert refused.value.rule == "14.3(2)"
    assert (len(g.forces[US].hand), list(g.forces[US].airplanes)) == (4, [hudson])
    assert [c.name for c in g.forces[US].discards] == ["Cactus Air Force"]


def test_14_3_1_events_come_before_the_first_step() -> None:
    """§14.3(1)  With a step staged the card is refused; with the step taken back it may be played, and stays played."""
    g = cactus()
    hudson = next(iter(g.forces[US].airplanes))
    g.answer(US, ("discard", hudson))
    with pytest.raises(IllegalAnswer) as refused:
        g.answer(US, ("play", "us/cactus-air-force"))
    assert (refused.value.rule, refused.value.reason) == ("20.2", "us/cactus-air-force cannot be played now")
    assert len(g.forces[US].hand) == 2
    for answer in (("undo",), ("play", "us/cactus-air-force"), ("discard", hudson), ("undo",)):
        g.answer(US, answer)
    assert (len(g.forces[US].hand), list(g.forces[US].airplanes)) == (4, [hudson])


def test_14_3_1_a_card_that_is_played_is_shown_at_once() -> None:
    """§14.3(1), R-13  Card, count of the hand and of the deck; nothing of the ships that moved before."""
    t = LaidTable()
    hornet = t.us.ship("Hornet", "FRONT")
    t.us.hand("Cactus Air Force")
    t.us.air_deck("Corsair", "Warhawk", "Dauntless", "Avenger")
    g = t.play(Deployment(phasing=US))
    g.answer(US, ("move", hornet, MIDDLE[US]))
    g.answer(US, ("done",))
    g.answer(US, ("play", "us/cactus-air-force"))
    us = view(g, JP).us
    assert (us.hand_count, us.air_deck, us.top) == (3, 1, "us/cactus-air-force")
    assert [f.line for f in us.formations] == [FRONT[US]]
    assert [e.cards for e in seen(g.events or [], JP) if isinstance(e, Drew)] == [None]


def test_14_3_2_discard_move_and_deploy() -> None:
    """§14.3(2)  One of each."""
    t = LaidTable()
    hornet, base = t.us.ship("Hornet", "FRONT", aboard=["Avenger"]), t.base_of(US, "Port Moresby")
    (avenger,) = t.us.forces.airplanes
    hudson, catalina = t.us.load(base, ["Hudson", "Catalina"])
    t.us.hand("Wildcat")
    g = airplanes(t)
    for answer in (
        ("discard", hudson), ("shift", avenger, base), ("deploy", "us/wildcat", hornet),
        ("shift", catalina, t.base_of(US, "Espiritu Santo")),
    ):
        g.answer(US, answer)
    hosts = {a.card.name: a.host for a in g.forces[US].airplanes.values()}
    assert hosts == {"Avenger": base, "Catalina": t.base_of(US, "Espiritu Santo"), "Wildcat": hornet}
    assert ([c.name for c in g.forces[US].discards], g.forces[US].hand) == (["Hudson"], ())


def test_14_3_2_a_move_to_another_icon_of_the_same_host_is_none() -> None:
    """§14.3(2)  Hornet prints four icons, and three are taken: the fourth is for others."""
    t = LaidTable()
    hornet = t.us.ship("Hornet", "FRONT", aboard=["Avenger"] * 3)
    wasp = t.us.ship("Wasp", "MIDDLE", aboard=["Avenger"])
    on_hornet, _, _, on_wasp = t.us.forces.airplanes
    g = airplanes(t)
    steps = shape(g, US).steps["shift"]
    assert (hornet in steps[on_hornet], hornet in steps[on_wasp]) == (False, True)
    assert (wasp in steps[on_hornet], wasp in steps[on_wasp]) == (True, False)
    with pytest.raises(IllegalAnswer):
        g.answer(US, ("shift", on_hornet, hornet))


def test_14_3_2_an_airplane_that_can_go_nowhere_else_is_not_offered() -> None:
    """§14.3(2)  The only seaplane icons are those of the ship where it is."""
    t = LaidTable(phasing=JP, bases=False)
    t.jp.ship("Chitose", "FRONT", aboard=["Jake"])
    assert set(shape(airplanes(t, JP), JP).steps) == {"discard"}


def test_14_3_2_steps_can_be_taken_back() -> None:
    """§14.3(2), §14.2(1), R-66  Deployment, shift, exchange, recall and discard, the last first."""
    t = LaidTable()
    hornet, base = t.us.ship("Hornet", "FRONT"), t.base_of(US, "Port Moresby")
    dauntless, avenger = t.us.load(base, ["Dauntless", "Avenger"])
    t.us.hand("Wildcat", "Corsair")
    g = airplanes(t)
    kept = []
    for answer in (
        ("deploy", "us/wildcat", hornet), ("deploy", "us/corsair", base), ("shift", dauntless, hornet),
        ("swap", dauntless, avenger), ("recall", deployed(g, 0)), ("discard", dauntless),
    ):
        forces = g.forces[US]
        kept.append((dict(forces.airplanes), forces.hand, forces.discards))
        g.answer(US, answer)
    while kept:
        g.answer(US, ("undo",))
        assert (g.forces[US].airplanes, g.forces[US].hand, g.forces[US].discards) == kept.pop()


def deployed(g: Game, n: int) -> Token:
    """The token of the airplane that is deployed as the n-th: what stands on the table already has a greater one."""
    return Token((1 << 20) + n)


def crowded() -> tuple[LaidTable, Token, Token]:
    """Japan's only flying boat icons, at Truk and Rabaul, are taken: Rufe on the one, Mavis on the other."""
    t = LaidTable(phasing=JP, bases=False)
    truk, rabaul = t.jp.base("Truk"), t.jp.base("Rabaul")
    (rufe,), (mavis,) = t.jp.load(truk, ["Rufe"]), t.jp.load(rabaul, ["Mavis"])
    return t, rufe, mavis


def test_14_3_2_airplanes_change_places_where_every_icon_is_taken() -> None:
    """§14.3(2), R-66  Only the final layout has to fit: both are lifted, and set down on each other's icon."""
    t, rufe, mavis = crowded()
    g = airplanes(t, JP)
    assert shape(g, JP).steps["swap"] == {rufe: (mavis,), mavis: (rufe,)}
    assert "shift" not in shape(g, JP).steps
    g.answer(JP, ("swap", rufe, mavis))
    g.answer(JP, ("done",))
    hosts = {a.card.name: g.forces[JP].bases[a.host].card.name for a in g.forces[JP].airplanes.values()}
    assert hosts == {"Rufe": "Rabaul", "Mavis": "Truk"}
    assert g.forces[JP].discards == ()


def test_14_3_2_exchanged_airplanes_are_detected_on_bases_and_unseen_on_ships() -> None:
    """§14.3(2), §7.5, R-66  The Japanese see two other airplanes on two hosts, and nothing of how they came there."""
    t = LaidTable()
    hornet, base = t.us.ship("Hornet", "FRONT", aboard=["Avenger"]), t.base_of(US, "Port Moresby")
    (avenger,) = t.us.forces.airplanes
    (dauntless,) = t.us.load(base, ["Dauntless"])
    g = airplanes(t)
    before = view(g, JP).us
    g.answer(US, ("swap", avenger, dauntless))
    assert view(g, JP).us == before
    there = {a.card.name: (a.host, a.detected) for a in g.forces[US].airplanes.values()}
    assert there == {"Avenger": (base, True), "Dauntless": (hornet, False)}
    g.answer(US, ("done",))
    shown = view(g, JP).us
    assert [(a.card, a.host == base) for a in shown.airplanes if a.card] == [("us/avenger", True)]
    assert not {a.token for a in shown.airplanes} & {avenger, dauntless}


def test_14_3_2_only_airplanes_that_fit_each_others_icons_change_places() -> None:
    """§14.3(2), §6.2, R-66  A Wildcat on a base fits the icon of a Hudson; on Hornet it does not."""
    t = LaidTable()
    hornet, base = t.us.ship("Hornet", "FRONT", aboard=["Wildcat"]), t.base_of(US, "Port Moresby")
    (on_hornet,) = t.us.forces.airplanes
    hudson, catalina = t.us.load(base, ["Hudson", "Catalina"])
    home = t.base_of(US, "Espiritu Santo")
    (dauntless,) = t.us.load(home, ["Dauntless"])
    swap = shape(airplanes(t), US).steps["swap"]
    assert swap == {on_hornet: (dauntless,), dauntless: (on_hornet, hudson), hudson: (dauntless,)}
    assert (catalina in swap, hornet in swap) == (False, False)


def test_14_3_2_an_exchange_that_changes_nothing_is_none() -> None:
    """§14.3(2), R-66  Two on one host, and two of the same card."""
    t = LaidTable()
    t.us.ship("Hornet", "FRONT", aboard=["Wildcat", "Avenger"])
    t.us.ship("Wasp", "MIDDLE", aboard=["Wildcat"])
    hornets, avenger, wasps = t.us.forces.airplanes
    assert shape(airplanes(t), US).steps["swap"] == {avenger: (wasps,), wasps: (avenger,)}
    assert hornets not in shape(airplanes(t), US).steps["swap"]


def test_14_3_2_nobody_changes_places_with_who_has_no_icon() -> None:
    """§14.3(2), §14.3(3), R-66  On a formation in REAR, or above the icons, what came there would be lost."""
    t = LaidTable(phasing=JP, bases=False)
    truk = t.jp.base("Truk", damage=1, aboard=["Betty", "Zeke"])
    rabaul = t.jp.base("Rabaul", aboard=["Nell"])
    t.jp.ship("Zuiho", "REAR", aboard=["Val"])
    g = airplanes(t, JP)
    assert "swap" not in shape(g, JP).steps
    betty, _zeke, nell, _val = g.forces[JP].airplanes
    g.answer(JP, ("discard", _zeke))
    assert shape(g, JP).steps["swap"] == {betty: (nell,), nell: (betty,)}
    assert (truk, rabaul) == (g.forces[JP].airplanes[betty].host, g.forces[JP].airplanes[nell].host)


def test_14_3_2_any_layout_is_reached_with_all_icons_taken() -> None:
    """§14.3(2), R-66  Five airplanes on five icons, anyhow: by exchanges every other layout that fits."""
    t = LaidTable(phasing=JP, bases=False)
    t.jp.base("Truk", damage=1, aboard=["Betty"])
    t.jp.base("Buin", damage=1, aboard=["Zeke", "Nell"])
    t.jp.ship("Ryujo", "FRONT", aboard=["Val", "Kate"])
    g = airplanes(t, JP)
    assert "shift" not in shape(g, JP).steps
    seen_layouts, left = {tuple([a.host for a in g.forces[JP].airplanes.values()])}, [g]
    while left:
        here = left.pop()
        for one, others in shape(here, JP).steps["swap"].items():
            for other in others:
                after = here.after(JP, ("swap", one, other))
                layout = tuple([a.host for a in after.forces[JP].airplanes.values()])
                if layout not in seen_layouts:
                    seen_layouts.add(layout)
                    left.append(after)
    # Betty and Nell on land icons (1 + 2), the three carrier airplanes on what is left of them and on Ryujo (2):
    # Truk Betty: Nell and one of three at Buin; Truk Nell: the same; Truk one of three: Betty and Nell at Buin
    assert len(seen_layouts) == 3 + 3 + 3


def test_14_3_2_what_was_deployed_in_this_segment_goes_back_to_the_hand() -> None:
    """§14.3(2), R-54, R-66  It may be shifted and exchanged meanwhile; it is never offered for the discard pile."""
    t = LaidTable()
    hornet, base = t.us.ship("Hornet", "FRONT"), t.base_of(US, "Port Moresby")
    (dauntless,) = t.us.load(base, ["Dauntless"])
    t.us.hand("Wildcat", "Corsair")
    g = airplanes(t)
    assert "recall" not in shape(g, US).steps
    g.answer(US, ("deploy", "us/wildcat", hornet))
    wildcat = deployed(g, 0)
    g.answer(US, ("swap", wildcat, dauntless))
    for answer in (("deploy", "us/corsair", base), ("shift", wildcat, t.base_of(US, "Espiritu Santo"))):
        assert wildcat in shape(g, US).steps["recall"]
        assert list(shape(g, US).steps["discard"]) == [dauntless]
        with pytest.raises(IllegalAnswer):
            g.answer(US, ("discard", wildcat))
        g.answer(US, answer)
    with pytest.raises(IllegalAnswer):
        g.answer(US, ("recall", dauntless))
    g.answer(US, ("recall", wildcat))
    assert ([c.name for c in g.forces[US].hand], list(shape(g, US).steps["recall"])) == (["Wildcat"], [deployed(g, 1)])
    assert shape(g, US).steps["deploy"]["us/wildcat"]
    g.answer(US, ("done",))
    assert (g.forces[US].discards, len(g.forces[US].hand), len(g.forces[US].airplanes)) == ((), 1, 2)


def test_14_3_2_cards_in_the_hand_can_not_be_got_rid_of() -> None:
    """§14.3(2), R-54  Only airplanes on the table may be discarded; nor may what does not fit be deployed."""
    t = LaidTable()
    t.us.hand("Wildcat", "Seabees", "Corsair")
    hornet = t.us.ship("Hornet", "FRONT")
    (hudson,) = t.us.load(t.base_of(US, "Port Moresby"), ["Hudson"])
    g = airplanes(t)
    assert list(shape(g, US).steps["discard"]) == [hudson]
    for wrong in (
        ("discard", "us/wildcat"), ("discard", "us/seabees"), ("deploy", "us/corsair", hornet),
        ("deploy", "us/dauntless", hornet), ("shift", hudson, hornet), ("shift", hudson, hudson),
    ):
        with pytest.raises(IllegalAnswer) as refused:
            g.answer(US, wrong)
        assert refused.value.rule == "14.3(2)"
    assert (len(g.forces[US].hand), len(g.forces[US].airplanes)) == (3, 1)


def test_14_3_2_damage_of_a_base_blocks_icons_before_it_recovers() -> None:
    """§14.3(2), §14.4(3)  Milne Bay has two land icons and two damage: no room now; afterwards it is repaired."""
    t = LaidTable()
    milne = t.us.base("Milne Bay", damage=2)
    t.us.hand("Wildcat")
    g = airplanes(t)
    assert milne not in shape(g, US).steps["deploy"]["us/wildcat"]
    g.answer(US, ("done",))
    assert g.forces[US].bases[milne].damage == 0
    assert len(g.forces[US].hand) == 1


def test_14_3_3_airplanes_left_on_a_rear_formation_are_discarded() -> None:
    """§14.3(3), §5.3, R-60  Hornet was moved to REAR with two aboard; one is moved to the base, the other is lost."""
    t = LaidTable()
    hornet = t.us.ship("Hornet", "FRONT", aboard=["Wildcat", "Dauntless"])
    wildcat, _ = t.us.forces.airplanes
    g = t.play(Deployment(phasing=US))
    g.answer(US, ("move", hornet, REAR[US]))
    g.answer(US, ("done",))
    g.answer(US, ("shift", wildcat, t.base_of(US, "Port Moresby")))
    g.answer(US, ("done",))
    assert [a.card.name for a in g.forces[US].airplanes.values()] == ["Wildcat"]
    assert [c.name for c in g.forces[US].discards] == ["Dauntless"]


def test_14_3_3_of_several_above_the_icons_of_one_host_chance_picks() -> None:
    """§14.3(3), R-60  A damaged escort joined Hornet: three icons for four airplanes. Each may be lost."""
    lost = set()
    for n in range(40):
        t = LaidTable()
        hornet = t.us.ship("Hornet", "FRONT", aboard=["Wildcat", "Dauntless", "Avenger", "Wildcat"])
        escort = t.us.ship("us/desron-12", "FRONT", damage=1)
        t.us.forces.chance.key = bytes([n]) * 32
        g = t.play(Deployment(phasing=US))
        for answer in (("pair", escort, hornet), ("done",), ("done",)):
            g.answer(US, answer)
        assert len(g.forces[US].airplanes) == 3
        lost |= {c.name for c in g.forces[US].discards}
    assert lost == {"Wildcat", "Dauntless", "Avenger"}


def test_14_3_3_on_a_base_each_kind_of_icon_for_itself() -> None:
    """§14.3(3), R-60, §4.6  Truk with one damage: the seaplane has no icon left, one of two keeps the land icon."""
    t = LaidTable(phasing=JP, bases=False)
    t.jp.base("Rabaul")
    t.jp.base("Truk", damage=1, aboard=["Zeke", "Jake", "Betty"])
    g = airplanes(t, JP)
    g.answer(JP, ("done",))
    left = {a.card.name for a in g.forces[JP].airplanes.values()}
    assert left in ({"Zeke"}, {"Betty"})
    assert len(g.forces[JP].discards) == 2


def test_14_3_3_airplanes_on_icons_of_another_kind_are_discarded() -> None:
    """§14.3(3), R-60  A damaged pair is parted; the escort takes its seaplane along, and joins a carrier with it."""
    t = LaidTable(phasing=JP)
    tone = t.jp.ship("Tone & Chikuma", "FRONT", escort="Jintsu & destroyers", damage=3, aboard=["Jake"])
    ryujo = t.jp.ship("Ryujo", "FRONT", aboard=["Val"])
    g = t.play(Deployment(phasing=JP))
    g.answer(JP, ("part", tone, 2))
    escort = next(token for token, f in g.forces[JP].formations.items() if f.lead.id == "jp/jintsu-destroyers")
    g.answer(JP, ("pair", escort, ryujo))
    assert {a.card.name for a in g.forces[JP].airplanes.values() if a.host == ryujo} >= {"Val"}
    for _ in range(2):
        g.answer(JP, ("done",))
    assert [a.card.name for a in g.forces[JP].airplanes.values()] == ["Val"]
    assert [c.name for c in g.forces[JP].discards] == ["Jake"]


def test_14_3_4_everything_is_shown_together_when_the_segment_ends() -> None:
    """§14.3(4), R-13, R-8  Lines, pairs, what was revealed, numbers aboard, airplanes on bases, the top of the pile."""
    t = LaidTable()
    hornet, wasp = t.us.ship("Hornet", "FRONT"), t.us.ship("Wasp", "FRONT")
    escort, base = t.us.ship("us/desron-12", "FRONT"), t.base_of(US, "Port Moresby")
    (hudson,) = t.us.load(base, ["Hudson"])
    t.us.hand("Wildcat", "Corsair", "Dauntless")
    g = t.play(Deployment(phasing=US))
    before = view(g, JP).us
    for answer in (
        ("pair", escort, hornet), ("move", hornet, MIDDLE[US]), ("reveal", wasp), ("done",), ("discard", hudson),
        ("deploy", "us/wildcat", hornet), ("deploy", "us/dauntless", hornet), ("deploy", "us/corsair", base),
    ):
        g.answer(US, answer)
        assert view(g, JP).us == before
    g.answer(US, ("done",))
    us = view(g, JP).us
    rows = {(f.line, f.pair, f.detected, f.airplanes, f.lead) for f in us.formations}
    assert rows == {(MIDDLE[US], True, False, 2, None), (FRONT[US], False, True, 0, "us/wasp")}
    assert [a.card for a in us.airplanes if a.host == base] == ["us/corsair"]
    assert (us.top, us.hand_count) == ("us/hudson", 0)
    (shown,) = only(g, DeploymentShown)
    assert ([face for _, face in shown.detected], shown.bases) == (["us/wasp"], (("us/corsair", base),))


def test_14_3_4_the_order_of_the_moves_is_not_shown() -> None:
    """§14.3(4)  All that Japan hears of two discards is one packet, and the card that came last lies on top."""
    t = LaidTable()
    hudson, corsair = t.us.load(t.base_of(US, "Port Moresby"), ["Hudson", "Corsair"])
    g = airplanes(t)
    for answer in (("discard", corsair), ("undo",), ("discard", hudson), ("discard", corsair), ("done",)):
        g.answer(US, answer)
    told = seen(g.events or [], JP)
    assert [(e.count, e.top, e.cards) for e in told if isinstance(e, Discarded)] == [(2, "us/corsair", None)]
    assert len([e for e in told if isinstance(e, DeploymentShown)]) == 1


@pytest.mark.parametrize("ends", ["event", "resigned"])
def test_22_8_the_end_opens_what_was_done_in_private(ends: str) -> None:
    """§22.8, R-68  Hornet has sailed, and a Wildcat was put on it; then the deck does not hold three cards."""
    t = LaidTable()
    hornet, wasp = t.us.ship("Hornet", "FRONT"), t.us.ship("Wasp", "MIDDLE", aboard=["Avenger"])
    t.us.hand("Cactus Air Force", "Wildcat")
    t.us.air_deck("Corsair", "Warhawk")
    t.jp.ship("Zuikaku", "FRONT", aboard=["Val"])
    t.jp.hand("Zeke")
    g = t.play(Deployment(phasing=US))
    for answer in (("move", hornet, MIDDLE[US]), ("done",)):
        g.answer(US, answer)
    before = view(g, JP)
    assert {(f.line, f.lead) for f in before.us.formations} == {(FRONT[US], None), (MIDDLE[US], None)}
    if ends == "event":
        g.answer(US, ("play", "us/cactus-air-force"))
    else:
        g.answer(US, ("deploy", "us/wildcat", hornet))
        g.resign(JP)
    us, jp = g.forces
    for eyes in (US, JP, None):
        seen_now = view(g, eyes)
        assert {(f.token, f.line, f.lead) for f in seen_now.us.formations} == {
            (hornet, MIDDLE[US], "us/hornet"), (wasp, MIDDLE[US], "us/wasp"),
        }
        assert {a.card for a in seen_now.us.airplanes} == {a.card.id for a in us.airplanes.values()}
        assert seen_now.us.hand == tuple([c.id for c in us.hand])
        assert seen_now.us.discarded == tuple([c.id for c in us.discards])
        assert [(f.lead, f.airplanes) for f in seen_now.jp.formations] == [("jp/zuikaku", 1)]
        assert (seen_now.jp.hand, [a.card for a in seen_now.jp.airplanes]) == (("jp/zeke",), ["jp/val"])
        assert (seen_now.us.air_deck, seen_now.question) == (2, None)
    assert len(jp.hand) == 1


def test_22_8_a_game_that_is_given_up_in_the_set_up_is_opened() -> None:
    """§22.8, R-68  What nobody was shown yet as well."""
    g = new_game(card_set("core"), bytes(32))
    assert view(g, JP).us.formations == ()
    g.resign(US)
    assert [f.lead for f in view(g, JP).us.formations] == [f.lead.id for f in g.forces[US].formations.values()]


def test_14_3_the_default_leaves_all_unchanged() -> None:
    """§20.6  Window 6: where every airplane has its place, nothing is done; no card is played."""
    assert cactus().default(US) == ("done",)


def test_14_3_the_default_moves_airplanes_from_rear_formations_to_the_nearest_host() -> None:
    """§20.6  Window 6: from Hornet in REAR to Espiritu Santo there, and not to Wasp in MIDDLE; then done."""
    t = LaidTable()
    t.us.ship("Hornet", "REAR", aboard=["Wildcat", "Dauntless"])
    t.us.ship("Wasp", "MIDDLE")
    home = t.base_of(US, "Espiritu Santo")
    g = airplanes(t)
    while g.asked:
        g.answer(US, g.default(US))
    assert [a.host for a in g.forces[US].airplanes.values()] == [home, home]
    assert g.forces[US].discards == ()


def test_14_3_the_default_discards_who_finds_no_host() -> None:
    """§20.6, §14.3(3)  Window 6: two seaplanes on Chitose in REAR, one seaplane icon at Truk, none at Buin."""
    t = LaidTable(phasing=JP, bases=False)
    truk = t.jp.base("Truk")
    t.jp.base("Buin")
    t.jp.ship("Chitose", "REAR", aboard=["Jake", "Pete"])
    g = airplanes(t, JP)
    while g.asked:
        g.answer(JP, g.default(JP))
    assert [a.host for a in g.forces[JP].airplanes.values()] == [truk]
    assert len(g.forces[JP].discards) == 1

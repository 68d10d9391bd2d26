"""§7  Detected and unseen: how cards turn, when they are mixed, and the tokens by which they are known."""

from __future__ import annotations

import pytest
from msgspec import msgpack

from ironbottom.abilities import paired
from ironbottom.catalog import card_set
from ironbottom.events import DeploymentShown, Turned
from ironbottom.flow import Game, IllegalAnswer
from ironbottom.printed import ShipCard
from ironbottom.rules.s14_deployment import Deployment, Reinforcement
from ironbottom.rules.s15_reconnaissance import Reconnaissance, Submarines
from ironbottom.rules.s16_action import Approach, ChooseAction
from ironbottom.rules.s17_air_attack import targets
from ironbottom.rules.s17_air_combat import AirCombatPhase
from ironbottom.rules.s18_landing import LandingPhase
from ironbottom.rules.s19_return import Return
from ironbottom.sight import view
from ironbottom.words import Token
from tests.support.table import FRONT, MIDDLE, LaidTable, Side, Task, only, shape, window

US, JP = Side.US, Side.JP


def deployed(g: Game, side: Side) -> Game:
    """End both private segments of a deployment without a step."""
    while window(g).get(side) in ("5", "6"):
        g.answer(side, ("done",))
    return g


def by_name(g: Game, side: Side) -> dict[str, Token]:
    return {f.lead.name: f.token for f in g.forces[side].formations.values()}


def test_7_1_formations_enter_play_unseen() -> None:
    """§7.1  A reinforcement of 4: Shokaku and Chokai, both face down."""
    t = LaidTable(phasing=JP)
    t.jp.hand("Combined Fleet Sortie I", "Eighth Fleet Reinforcement")
    t.jp.fleet_deck("Shokaku", "Chokai", "Maya")
    g = t.play(Reinforcement(phasing=JP))
    g.answer(JP, ("play", "jp/combined-fleet-1"))
    found = [(f.lead.name, f.detected) for f in g.forces[JP].formations.values()]
    assert found == [("Shokaku", False), ("Chokai", False)]


def test_7_1_only_a_detected_formation_can_be_attacked() -> None:
    """§7.1  From the air: of two in the line the one that is seen. A submarine may go for either."""
    t = LaidTable()
    seen, unseen = t.jp.ship("Shokaku", "FRONT", detected=True), t.jp.ship("Zuikaku", "FRONT")
    t.us.hand("PT Boats")
    g = t.play(Submarines(phasing=US))
    assert targets(g, JP, FRONT[JP])[0] == (seen,)
    assert set(shape(g, US).steps["submarine"]["us/pt-boats"]) == {seen, unseen}


def test_7_1_an_unseen_formation_takes_part_in_a_landing_only_when_revealed() -> None:
    """§7.1, R-48  Nobody is revealed: the task is asked of the detected one alone."""
    t = LaidTable()
    target = t.jp.base("Buin")
    seen = t.us.ship("Australia & Canberra", "FRONT", detected=True)
    unseen = t.us.ship("Helena & Boise", "FRONT")
    g = t.play(LandingPhase(attacker=US), target=target)
    assert shape(g, US).items == (unseen,)
    g.answer(US, ())
    assert list(shape(g, US).choices) == [seen]


def test_7_1_launching_gives_nothing_away() -> None:
    """§7.1  Airplanes leave an unseen carrier for an attack; it stays unseen."""
    t = LaidTable()
    hornet = t.us.ship("Hornet", "FRONT", aboard=["Dauntless"])
    (dauntless,) = t.us.forces.airplanes
    t.jp.base("Buin")
    g = t.play(AirCombatPhase(phasing=US))
    g.answer(US, {dauntless: FRONT[JP]})
    assert g.forces[US].airplanes[dauntless].line is FRONT[JP]
    assert not g.forces[US].formations[hornet].detected


def test_7_2_a_formation_with_damage_is_always_detected() -> None:
    """§7.2  A position with a damaged unseen formation is not sound."""
    t = LaidTable()
    t.us.ship("Hornet", "FRONT", damage=1)
    g = t.play()
    assert g.state.check() == []
    f = next(iter(g.forces[US].formations.values()))
    g.forces[US].formations[f.token] = type(f)(f.token, US, f.line, f.lead, f.values, damage=1)
    assert g.state.check() == ["us/hornet is damaged and unseen (§7.2)"]


def test_7_2_by_a_hit_of_a_patrol() -> None:
    """§7.2  Shown to both, with its face."""
    t = LaidTable()
    t.jp.base("Munda")
    hornet = t.us.ship("Hornet", "FRONT")
    g = t.play(Approach(phasing=US), dice=[5])
    assert [(e.token, e.cards) for e in only(g, Turned)] == [(hornet, ("us/hornet",))]


def test_7_2_by_a_hit_of_a_search() -> None:
    """§7.2  Judy has Recon 3: one five finds the one ship in the line, and the search is over."""
    t = LaidTable(phasing=JP)
    hornet = t.us.ship("Hornet", "FRONT")
    (judy,) = t.jp.load(t.base_of(JP, "Rabaul"), ["Judy"])
    g = t.play(Reconnaissance(phasing=JP), dice=[5, 1, 1])
    g.answer(JP, {judy: FRONT[US]})
    assert g.forces[US].formations[hornet].detected


def test_7_2_by_a_submarine_that_finds_it() -> None:
    """§7.2  Found, though the torpedoes miss."""
    t = LaidTable()
    t.us.hand("PT Boats")
    shokaku = t.jp.ship("Shokaku", "MIDDLE")
    g = t.play(Submarines(phasing=US), dice=[5, 1, 1, 1])
    g.answer(US, ("submarine", "us/pt-boats", shokaku))
    assert g.forces[JP].formations[shokaku].detected


def test_7_2_when_its_owner_reveals_it_in_his_ship_segment() -> None:
    """§7.2, R-7, §14.2(4)  Shown with the rest of the deployment."""
    t = LaidTable()
    hornet = t.us.ship("Hornet", "FRONT")
    g = t.play(Deployment(phasing=US))
    g.answer(US, ("reveal", hornet))
    deployed(g, US)
    assert [f.detected for f in g.forces[US].formations.values()] == [True]
    assert [face[1] for face in only(g, DeploymentShown)[0].detected] == ["us/hornet"]


def test_7_2_when_its_owner_reveals_it_to_attend_a_landing() -> None:
    """§7.2, R-7, §18.1(2)  Then it is asked for its task."""
    t = LaidTable()
    target = t.jp.base("Buin")
    hornet = t.us.ship("Hornet", "FRONT")
    g = t.play(LandingPhase(attacker=US), target=target)
    g.answer(US, (hornet,))
    assert g.forces[US].formations[hornet].detected
    assert list(shape(g, US).choices) == [hornet]


@pytest.mark.parametrize(("lead_seen", "escort_seen"), [(True, False), (False, True), (True, True)])
def test_7_2_when_it_is_paired_with_a_detected_card(lead_seen: bool, escort_seen: bool) -> None:
    """§7.2  Either of the two is enough."""
    t = LaidTable()
    lead = t.us.ship("Hornet", "FRONT", detected=lead_seen)
    escort = t.us.ship("Atlanta & destroyers", "FRONT", detected=escort_seen)
    g = t.play(Deployment(phasing=US))
    g.answer(US, ("pair", escort, lead))
    assert g.forces[US].formations[lead].detected


def test_7_3_retreat_turns_it_unseen_where_it_stands_and_it_is_still_known() -> None:
    """§7.3, R-49  Not with damage, not with transports; the token stays."""
    t = LaidTable()
    t.us.air_deck("Wildcat")
    hornet = t.us.ship("Hornet", "MIDDLE", detected=True)
    damaged = t.us.ship("Wasp", "MIDDLE", damage=1)
    army = t.us.ship("Seabees", "MIDDLE")
    g = t.play(ChooseAction(phasing=US))
    g.answer(US, "retreat")
    formations = g.forces[US].formations
    assert [formations[token].detected for token in (hornet, damaged, army)] == [False, True, True]
    assert (formations[hornet].line, formations[hornet].known) == (MIDDLE[US], True)


def test_7_4_the_deployment_mixes_all_unseen_formations_by_itself() -> None:
    """§7.4, R-8  Nothing was done: new tokens for what is unseen, also for what was known after a Retreat."""
    t = LaidTable()
    hornet, wasp = t.us.ship("Hornet", "FRONT", known=True, aboard=["Wildcat"]), t.us.ship("Wasp", "FRONT")
    seen = t.us.ship("Saratoga", "FRONT", detected=True)
    airplanes = set(t.us.forces.airplanes)
    g = deployed(t.play(Deployment(phasing=US)), US)
    assert not {hornet, wasp} & set(g.forces[US].formations)
    assert seen in g.forces[US].formations
    assert not airplanes & set(g.forces[US].airplanes)
    assert not any(f.known for f in g.forces[US].formations.values())
    assert [a.host for a in g.forces[US].airplanes.values()] == [by_name(g, US)["Hornet"]]


def test_7_4_the_order_of_the_rows_tells_nothing() -> None:
    """§7.4, R-8  The mixed formations stand in the order of their new tokens."""
    t = LaidTable(phasing=JP)
    for name in ("Shokaku", "Zuikaku", "Ryujo", "Zuiho", "Junyo & Hiyo", "Chokai", "Maya"):
        t.jp.ship(name, "MIDDLE")
    g = deployed(t.play(Deployment(phasing=JP)), JP)
    tokens = list(g.forces[JP].formations)
    assert tokens == sorted(tokens)


def test_7_4_what_was_unseen_and_is_revealed_has_a_new_token_too() -> None:
    """§7.4, R-8  Else the opponent could tell which of the unseen ones it was."""
    t = LaidTable()
    hornet = t.us.ship("Hornet", "FRONT")
    t.us.ship("Wasp", "FRONT")
    g = t.play(Deployment(phasing=US))
    g.answer(US, ("reveal", hornet))
    deployed(g, US)
    assert hornet not in g.forces[US].formations


def test_7_5_a_change_of_host_turns_an_airplane_at_once() -> None:
    """§7.5  From the ship to the base it is detected, and back again unseen."""
    t = LaidTable()
    hornet = t.us.ship("Hornet", "FRONT", aboard=["Wildcat"])
    (wildcat,) = t.us.forces.airplanes
    g = t.play(Deployment(phasing=US))
    g.answer(US, ("done",))
    states = []
    for host in (t.base_of(US, "Port Moresby"), hornet):
        g.answer(US, ("shift", wildcat, host))
        states.append(g.forces[US].airplanes[wildcat].detected)
    assert states == [True, False]


def test_7_5_in_the_air_it_keeps_its_state_until_it_is_revealed() -> None:
    """§7.5  From a ship it flies unseen; the search of its line turns it up (§15.2(1))."""
    t = LaidTable(phasing=JP)
    t.us.ship("Hornet", "FRONT")
    t.us.ship("Wasp", "MIDDLE")
    t.jp.ship("Shokaku", "FRONT", aboard=["Judy", "Judy"])
    near, far = t.jp.forces.airplanes
    g = t.play(Reconnaissance(phasing=JP), dice=[4, 4, 4])
    g.answer(JP, {near: FRONT[US], far: MIDDLE[US]})
    assert [a.detected for a in g.forces[JP].airplanes.values()] == [False, False]
    g.answer(JP, FRONT[US])
    assert [g.forces[JP].airplanes[a].detected for a in (near, far)] == [True, False]


def test_7_5_it_returns_to_a_ship_unseen_and_to_a_base_detected_also_after_an_escape() -> None:
    """§7.5, R-28  Both were detected in the air."""
    t = LaidTable()
    hornet = t.us.ship("Hornet", "MIDDLE")
    base = t.base_of(US, "Port Moresby")
    first, second = (t.us.fly("Wildcat", MIDDLE[US], Task.WITHDRAWN) for _ in range(2))
    g = t.play(Return())
    g.answer(US, {first: hornet, second: base})
    assert {a.host: a.detected for a in g.forces[US].airplanes.values()} == {hornet: False, base: True}


def test_7_6_transports_and_the_escort_attached_to_them_are_detected() -> None:
    """§7.6  An unseen escort that joins transports is seen."""
    t = LaidTable()
    army = t.us.ship("Seabees", "REAR")
    escort = t.us.ship("Atlanta & destroyers", "REAR")
    g = t.play(Deployment(phasing=US))
    assert army not in shape(g, US).steps["reveal"]
    g.answer(US, ("pair", escort, army))
    f = g.forces[US].formations[army]
    assert (f.detected, f.escort is not None) == (True, True)


def test_7_6_a_tokyo_express_pair_is_excepted() -> None:
    """§7.6, §21.16  It stays unseen."""
    t = LaidTable(phasing=JP)
    t.jp.ship("Eighth Fleet Reinforcement", "FRONT", escort="Jintsu & destroyers", is_express=True)
    g = deployed(t.play(Deployment(phasing=JP)), JP)
    assert [(f.express, f.detected) for f in g.forces[JP].formations.values()] == [(True, False)]
    assert g.state.check() == []


def test_7_7_a_token_stays_through_flight_detection_and_withdrawal() -> None:
    """§7.7, R-37  As long as eyes could follow the card."""
    t = LaidTable(phasing=JP)
    hornet = t.us.ship("Hornet", "FRONT")
    (judy,) = t.jp.load(t.base_of(JP, "Rabaul"), ["Judy"])
    g = t.play(Reconnaissance(phasing=JP), dice=[5, 1, 1])
    g.answer(JP, {judy: FRONT[US]})
    assert g.forces[JP].airplanes[judy].task is Task.WITHDRAWN
    assert g.forces[US].formations[hornet].detected


def test_7_7_airplanes_on_bases_and_detected_formations_keep_their_tokens() -> None:
    """§7.7, R-37  Through the deployment as through the return; airplanes on ships of both sides get new ones."""
    t = LaidTable()
    seen = t.us.ship("Hornet", "FRONT", detected=True, aboard=["Wildcat"])
    theirs = t.jp.ship("Shokaku", "FRONT", aboard=["Zeke"])
    (on_base,) = t.us.load(t.base_of(US, "Port Moresby"), ["Hudson"])
    aboard = {*t.us.forces.airplanes, *t.jp.forces.airplanes} - {on_base}
    g = t.play(Return())
    assert seen in g.forces[US].formations
    assert theirs in g.forces[JP].formations
    assert on_base in g.forces[US].airplanes
    assert not aboard & {*g.forces[US].airplanes, *g.forces[JP].airplanes}


@pytest.mark.parametrize("side", [US, JP])
def test_7_7_no_ship_and_no_possible_pair_prints_two_kinds_of_icons(side: Side) -> None:
    """§7.7, R-37  So that surplus airplanes are visible to both sides: the icons of every pair are one card's kind."""
    ships = [c for c in card_set("full").side(side).fleet if isinstance(c, ShipCard)]
    pairs = [(lead, e) for lead in ships if lead.attached is None for e in ships if e.attached is not None]
    assert len(pairs) > 50
    for lead, escort in pairs:
        kinds = {v.icon for v in (lead.values, escort.values) if v.icons}
        assert len(kinds) <= 1
        assert paired(lead.values, escort).icons == lead.values.icons + escort.values.icons


def test_7_7_what_was_seen_of_a_card_is_forgotten_with_its_token() -> None:
    """§7.7, R-37  Hornet was known after a Retreat; among two unseen ships in the same line it is not any more."""
    t = LaidTable()
    t.us.ship("Hornet", "FRONT", known=True)
    t.us.ship("Wasp", "FRONT")
    g = deployed(t.play(Deployment(phasing=US)), US)
    assert [f.known for f in g.forces[US].formations.values()] == [False, False]


def test_7_3_a_step_of_the_deployment_never_hides() -> None:
    """§7.3  There is no verb for it, and a detected formation can't be revealed again."""
    t = LaidTable()
    hornet = t.us.ship("Hornet", "FRONT", detected=True)
    t.us.ship("Wasp", "FRONT")
    g = t.play(Deployment(phasing=US))
    for wrong in (("hide", hornet), ("reveal", hornet)):
        with pytest.raises(IllegalAnswer) as refused:
            g.answer(US, wrong)
        assert refused.value.rule == "14.2(1)"
    assert g.forces[US].formations[hornet].detected


def alike(one: Game, two: Game) -> bool:
    """Whether Japan, and those who look on, read the same bytes."""
    return all(msgpack.encode(view(one, eyes)) == msgpack.encode(view(two, eyes)) for eyes in (JP, None))


def test_7_7_two_ways_to_the_same_table_deal_the_same_tokens() -> None:
    """§7.7, R-67  Cards that were paired and parted stand behind the others on no table that anybody sees."""
    t = LaidTable()
    for name, line in (("Hornet", "FRONT"), ("Wasp", "MIDDLE"), ("us/desron-12", "FRONT")):
        t.us.ship(name, line, aboard=["Wildcat"] if name == "Wasp" else [])
    t.us.ship("Indiana", "MIDDLE", detected=True)
    t.us.ship("us/desron-23", "MIDDLE", detected=True)
    hornet, wasp, escort, indiana, desron = t.us.forces.formations
    g = t.play(Deployment(phasing=US))
    straight, round_about = g.clone(), g.clone()
    for answer in (
        ("pair", escort, hornet), ("part", hornet), ("move", wasp, FRONT[US]), ("move", wasp, MIDDLE[US]),
        ("pair", desron, indiana), ("part", indiana),
    ):
        round_about.answer(US, answer)
    for game in (straight, round_about):
        game.answer(US, ("done",))
        game.answer(US, ("done",))
    assert alike(straight, round_about)
    assert {indiana, desron} <= set(round_about.forces[US].formations)


def test_7_7_the_order_of_drawing_is_in_no_token() -> None:
    """§7.7, §21.1, R-67  A base that comes with a reinforcement: between which ships it was drawn nobody sees."""
    games = []
    ships = ("Honolulu & St. Louis", "Australia & Canberra")
    for deck in (("Milne Bay", *ships), (*ships, "Milne Bay")):
        t = LaidTable()
        t.us.hand("Pacific Fleet Reinforcement I", "Wildcat")
        t.us.fleet_deck(*deck, "Wasp")
        g = t.play(Reinforcement(phasing=US))
        g.answer(US, ("play", "us/pacific-fleet-1"))
        games.append(g)
    one, two = games
    assert [len(g.forces[US].fleet_deck) for g in games] == [1, 1]
    assert alike(one, two)

"""§20.1 to §20.5  Who is asked in which window, and when events are played."""

from __future__ import annotations

import pytest

from ironbottom.abilities import damaged, raised
from ironbottom.catalog import card_set
from ironbottom.dice import attempts
from ironbottom.events import Returned
from ironbottom.flow import Game, IllegalAnswer
from ironbottom.printed import EventCard
from ironbottom.rules.s04_damage import discard
from ironbottom.rules.s12_turn import Turn
from ironbottom.rules.s14_deployment import Deployment, Reinforcement
from ironbottom.rules.s15_reconnaissance import Reconnaissance, Submarines
from ironbottom.rules.s16_action import ChooseAction
from ironbottom.rules.s17_air_attack import AirAttack
from ironbottom.rules.s17_air_combat import AirCombatPhase
from ironbottom.rules.s18_landing import LandingPhase
from ironbottom.rules.s18_sea_combat import SeaSegment
from ironbottom.rules.s18_shore import GoingAshore, LandCombat
from ironbottom.rules.s19_return import Return
from ironbottom.sight import view
from ironbottom.state import InForce
from ironbottom.words import SIDES, Line
from tests.support.table import FRONT, LaidTable, SeaTask, Side, Task, only, rolls, shape, window

US, JP = Side.US, Side.JP
ESCORT, SUPPORT, CONTROL, INTERCEPT = SeaTask.ESCORT, SeaTask.SUPPORT, SeaTask.CONTROL, SeaTask.INTERCEPT


def windows(g: Game) -> list[tuple[Side, str]]:
    """Every window that opens, and for whom, while everybody gives the default answer."""
    opened = []
    while g.asked:
        side = min(g.asked)
        opened.append((side, g.window(side)))
        g.answer(side, g.default(side))
    return opened


# Windows 4, 8, 9, 14: reinforcement and reconnaissance


@pytest.mark.parametrize(
    ("hand", "unseen", "asked"),
    [
        (["Wildcat"], ["Code Breakers"], True),
        (["Wildcat"], ["PT Boats"], False),
        (["Wildcat"], [], False),
        ([], ["Code Breakers"], False),
        (["Code Breakers"], ["Code Breakers"], True),
    ],
)
def test_20_1_window_4_while_a_card_for_it_may_come(hand: list[str], unseen: list[str], asked: bool) -> None:
    """§20.1, R-27, R-58  A hand, and a card with transports or a reinforcement that is not accounted for."""
    t = LaidTable()
    t.us.hand(*hand)
    t.us.unaccounted(*unseen)
    assert (window(t.play(Reinforcement(phasing=US))) == {US: "4"}) is asked


def test_20_1_window_6_with_a_hand_or_airplanes_on_the_table() -> None:
    """§20.1  An event in the hand, an airplane in the hand: the same; nothing at all: nobody is asked."""
    for hand, asked in ((["PT Boats"], {US: "6"}), (["Wildcat"], {US: "6"}), ([], {})):
        t = LaidTable()
        t.us.hand(*hand)
        t.us.forces.unaccounted = ()
        g = t.play(Deployment(phasing=US))
        if g.asked and g.window(US) == "4":
            g.answer(US, ("done",))
        assert window(g) == asked


@pytest.mark.parametrize("name", ["Wildcat", "Dauntless"])
def test_20_1_window_8_for_any_airplane_on_an_unseen_carrier(name: str) -> None:
    """§20.1, R-27  A Wildcat can't search and a Dauntless can; nobody sees which it is: the US is asked for both."""
    t = LaidTable()
    t.us.load(t.us.ship("Hornet", "FRONT"), [name])
    t.jp.ship("Chokai", "FRONT")
    assert window(t.play(Reconnaissance(phasing=US))) == {US: "8"}


def test_20_1_no_window_8_when_everybody_sees_that_nobody_can_search() -> None:
    """§20.1, R-58  A Wildcat open on a base; a carrier in MIDDLE, 4 from the only unseen formation in REAR."""
    t = LaidTable()
    t.us.load(t.base_of(US, "Port Moresby"), ["Wildcat"])
    t.us.load(t.us.ship("Hornet", "MIDDLE"), ["Dauntless"])
    t.jp.ship("Chokai", "REAR")
    assert not t.play(Reconnaissance(phasing=US)).asked


def test_20_1_a_detected_cruiser_carries_seaplanes_and_nothing_else() -> None:
    """§20.1, R-58  3 lines away: an unseen carrier's Judy could search there, a detected cruiser's seaplane can't."""
    for detected, asked in ((True, {}), (False, {JP: "8"})):
        t = LaidTable(phasing=JP)
        t.jp.load(t.jp.ship("Chokai", "FRONT", detected=detected), ["Jake"])
        t.us.ship("Hornet", "REAR")
        assert window(t.play(Reconnaissance(phasing=JP))) == asked


@pytest.mark.parametrize(
    ("hand", "unseen", "asked"),
    [(["Wildcat"], True, True), (["Code Breakers"], True, True), ([], True, False), (["Wildcat"], False, False)],
)
def test_20_1_window_8_for_code_breakers_without_airplanes(hand: list[str], unseen: bool, asked: bool) -> None:
    """§20.1, §21.3, R-27  No airplane: asked while the hand has a card and Code Breakers are not accounted for."""
    t = LaidTable()
    t.us.hand(*hand)
    if unseen:
        t.us.unaccounted("Code Breakers")
    t.jp.ship("Chokai", "FRONT")
    assert (window(t.play(Reconnaissance(phasing=US))) == {US: "8"}) is asked


@pytest.mark.parametrize(
    ("name", "on_base", "asked"), [("Zeke", False, True), ("Val", False, True), ("Val", True, False)]
)
def test_20_1_window_9_for_what_may_be_aboard(name: str, on_base: bool, asked: bool) -> None:
    """§20.1, R-27  Searchers flew: a Val in an unseen carrier might be a Zeke; on Rabaul everybody sees the Val."""
    t = LaidTable()
    t.us.fly("Catalina", FRONT[JP], Task.SEARCH)
    t.jp.ship("Chokai", "FRONT")
    t.jp.load(t.base_of(JP, "Rabaul") if on_base else t.jp.ship("Zuikaku", "FRONT"), [name])
    g = t.play(Reconnaissance(phasing=US), dice=[1, 1, 1, 1])
    assert (window(g) == {JP: "9"}) is asked


@pytest.mark.parametrize(
    ("hand", "unseen", "asked"),
    [(["Wildcat"], ["PT Boats"], True), (["Wildcat"], ["Code Breakers"], False), ([], ["PT Boats"], False)],
)
def test_20_1_window_14_while_a_submarine_may_come(hand: list[str], unseen: list[str], asked: bool) -> None:
    """§20.1, R-58  A hand and a submarine card that is not accounted for; the enemy must have a formation."""
    t = LaidTable()
    t.us.hand(*hand)
    t.us.unaccounted(*unseen)
    assert not t.play(Submarines(phasing=US)).asked
    t.jp.ship("Chokai", "REAR")
    assert (window(t.play(Submarines(phasing=US))) == {US: "14"}) is asked


def test_20_1_window_14_for_submarine_patrol_line_alone() -> None:
    """§20.1, R-58  All submarines are accounted for, Submarine Patrol Line is not: asked; done closes it."""
    t = LaidTable(phasing=JP)
    t.jp.hand("Zeke")
    t.jp.unaccounted("Submarine Patrol Line")
    t.us.ship("Hornet", "REAR")
    g = t.play(Submarines(phasing=JP))
    assert (window(g), shape(g, JP).steps) == ({JP: "14"}, {})
    g.answer(JP, ("done",))
    assert not g.asked


# Windows 20.1 to 20.3: flights


def test_20_1_attack_flights_by_what_is_seen() -> None:
    """§20.1, R-27  A plain scout open on Truk opens no 20.1; in an unseen carrier it does; 20.3 opens for both."""
    for on_base, expected in ((True, [(JP, "20.3")]), (False, [(JP, "20.1"), (JP, "20.3")])):
        t = LaidTable(phasing=JP)
        t.jp.load(t.base_of(JP, "Rabaul") if on_base else t.jp.ship("Zuikaku", "FRONT"), ["Judy"])
        assert windows(t.play(AirCombatPhase(phasing=JP))) == expected


@pytest.mark.parametrize(
    ("hand", "event", "flown", "asked"),
    [
        (["Zeke"], True, True, True),
        (["Squall"], True, True, True),
        (["Zeke"], False, True, False),
        ([], True, True, False),
        (["Zeke"], True, False, False),
    ],
)
def test_20_1_window_20_2_for_squall(hand: list[str], event: bool, flown: bool, asked: bool) -> None:
    """§20.1, R-27  The example: Japan without airplanes is asked while Squall may come, held or not."""
    t = LaidTable()
    t.jp.hand(*hand)
    if event:
        t.jp.unaccounted("Squall")
    if flown:
        t.us.fly("Catalina", FRONT[JP], Task.FLOWN)
    g = t.play(AirCombatPhase(phasing=US))
    assert (window(g) == {JP: "20.2"}) is asked
    if asked:
        assert shape(g, JP).options == ("pass",)


@pytest.mark.parametrize("flown", [True, False])
def test_20_1_window_20_3_for_coastwatchers_only_under_attack(flown: bool) -> None:
    """§20.1, §21.5  As P without airplanes: asked in 20.3 if enemy airplanes are over an own line, else not."""
    t = LaidTable()
    t.us.hand("Wildcat")
    t.us.unaccounted("Coastwatchers")
    if flown:
        t.jp.fly("Mavis", FRONT[US], Task.FLOWN)
    assert ((US, "20.3") in windows(t.play(AirCombatPhase(phasing=US), dice=[1] * 5))) is flown


def test_20_1_an_event_that_was_played_closes_its_windows() -> None:
    """§20.1, R-27  Squall played in 20.2: Japan is not asked again, though a card is left in its hand."""
    t = LaidTable()
    t.jp.hand("Squall", "Zeke")
    t.us.fly("Catalina", FRONT[JP], Task.FLOWN)
    g = t.play(AirCombatPhase(phasing=US))
    g.answer(JP, ("play", "jp/squall"))
    g.answer(JP, "squall-no-attack")
    assert JP not in g.asked


def test_20_1_a_card_seen_as_a_submarine_is_accounted_for() -> None:
    """§20.1, R-27  Squall spent as I-176: either half counts, no window 20.2, though a card is left in the hand."""
    for spent in (True, False):
        t = LaidTable()
        t.jp.hand("Squall", "Zeke")
        target = t.us.ship("Hornet", "REAR")
        t.us.fly("Catalina", FRONT[JP], Task.FLOWN)
        g = t.play(Submarines(phasing=JP), AirCombatPhase(phasing=US), dice=[1])
        g.answer(JP, ("submarine", "jp/squall", target) if spent else ("done",))
        assert (window(g) == {JP: "20.2"}) is not spent


def test_20_1_only_the_top_of_a_packet_is_accounted_for() -> None:
    """§20.1, R-36  Two cards discarded together: the one on top was seen, the other one may still come."""
    t = LaidTable()
    t.jp.hand("Zeke")
    t.jp.unaccounted("Squall", "Long Lance")
    g = t.as_game()
    discard(g, JP, (t.jp.card("Squall"), t.jp.card("Long Lance")), named=True)
    assert [c.name for c in g.forces[JP].unaccounted] == ["Squall"]


# Windows 28 to 31b: the landing


def lone_transports() -> LaidTable:
    """P Japan with transports alone on Landing Support, which have no Speed, under US guns."""
    t = LaidTable(phasing=JP)
    t.jp.ship("Combined Fleet Sortie I", "FRONT", task=SUPPORT)
    t.us.ship("Australia & Canberra", "FRONT", detected=True, task=INTERCEPT)
    t.jp.hand("Zeke")
    return t


def test_20_1_window_28_for_night_lookouts_although_nobody_may_check() -> None:
    """§20.1, R-27  Speed `-`: Japan is asked in round one of the guns while the card may come; not in torpedoes."""
    for event, weapon, asked in ((True, "surface", True), (False, "surface", False), (True, "torp", False)):
        t = lone_transports()
        if event:
            t.jp.unaccounted("Night Lookouts")
        section = SeaSegment(attacker=JP, part="intercept", weapon="surface" if weapon == "surface" else "torp")
        assert (window(t.play(section)) == {JP: "28"}) is asked


def test_20_1_window_28_not_in_round_two() -> None:
    """§20.1, §21.11  The card could be played in round one only."""
    t = lone_transports()
    t.jp.unaccounted("Night Lookouts")
    g = t.play(SeaSegment(attacker=JP, part="intercept", weapon="surface"), dice=[4, 1])
    g.answer(JP, ())
    g.answer(US, ())
    assert window(g) == {US: "28"}


@pytest.mark.parametrize(
    ("event", "weapon", "asked"), [(True, "torp", True), (False, "torp", False), (True, "surface", False)]
)
def test_20_1_window_29_for_long_lance_although_the_aim_is_forced(event: bool, weapon: str, asked: bool) -> None:
    """§20.1, §21.12, R-27  One target: nobody is asked with guns; with torpedoes Japan is while Long Lance may come."""
    t = LaidTable()
    t.us.ship("Pacific Fleet Reinforcement I", "FRONT", task=SUPPORT)
    t.jp.ship("Myoko & Haguro", "FRONT", detected=True, task=INTERCEPT)
    t.jp.hand("Zeke")
    if event:
        t.jp.unaccounted("Long Lance")
    section = SeaSegment(attacker=US, part="intercept", weapon="surface" if weapon == "surface" else "torp")
    g = t.play(section, dice=[1, 1, 1])
    g.answer(JP, ())
    assert (window(g) == {JP: "29"}) is asked


@pytest.mark.parametrize(
    ("hand", "unseen", "damage", "asked"),
    [
        (["Wildcat"], ["PT Boats"], 0, True),
        (["Wildcat"], ["Seabees"], 0, False),
        (["Wildcat"], ["Seabees"], 1, True),
        ([], ["PT Boats", "Seabees"], 1, False),
        (["Wildcat"], ["Coastwatchers"], 1, False),
    ],
)
def test_20_1_window_31a(hand: list[str], unseen: list[str], damage: int, asked: bool) -> None:
    """§20.1, §21.14, R-27  Hand not empty, and PT Boats, or Seabees with the base damaged, not accounted for."""
    t = LaidTable(phasing=JP)
    tulagi = t.us.base("Tulagi", damage=damage)
    t.us.hand(*hand)
    t.us.unaccounted(*unseen)
    army = t.jp.ship("Eighth Fleet Reinforcement", "FRONT", task=SUPPORT)
    g = t.play(GoingAshore(attacker=JP), dice=[1] * 8, target=tulagi)
    g.answer(JP, (army,))
    assert (window(g) == {US: "31a"}) is asked


def test_20_1_window_31a_never_opens_for_japan() -> None:
    """§20.1  No Japanese event names 31a, whatever is in the hand."""
    t = LaidTable()
    t.jp.hand("Squall", "Operation Ke")
    army = t.us.ship("Code Breakers", "FRONT", task=SUPPORT)
    g = t.play(GoingAshore(attacker=US), dice=[1] * 5, target=t.jp.base("Buka"))
    g.answer(US, (army,))
    assert not g.asked


@pytest.mark.parametrize(("event", "damage", "asked"), [(True, 4, True), (False, 4, False), (True, 0, False)])
def test_20_1_window_31b(event: bool, damage: int, asked: bool) -> None:
    """§20.1, §21.17, R-27  A front base has fallen and Operation Ke may come; in a core game it never may."""
    t = LaidTable()
    t.jp.hand("Zeke")
    if event:
        t.jp.unaccounted("Operation Ke")
    army = t.us.ship("Code Breakers", "FRONT", task=SUPPORT)
    base = t.jp.base("Buka", damage=damage)
    g = t.play(LandCombat(attacker=US, ashore=(army,), landed=(army,)), dice=[] if damage else [1, 1, 1], target=base)
    assert (window(g) == {JP: "31b"}) is asked


def test_20_1_optional_cards_open_nothing_in_a_core_game() -> None:
    """§20.1, §21  Decoy Carrier, Thach Weave and Operation Ke are not in the core card list, in any version.

    Third Fleet Reserve has been there since version 2; it comes in the window of every reinforcement.
    """
    for name in ("core", "core@1"):
        listed = [c for side in SIDES for c in card_set(name).side(side).air if isinstance(c, EventCard)]
        assert not {"decoy", "weave", "evacuate"} & {c.effect.does for c in listed}
        assert ("us/third-fleet-reserve" in {c.id for c in listed}) is (name == "core")


# Two games that differ only in what is hidden


def hidden_game(carrier: str, aboard: str, ship: str, us_hand: str, jp_hand: str) -> Game:
    """Both sides with one unseen carrier, one unseen ship, and a card in the hand; the same cards not accounted for."""
    t = LaidTable()
    t.us.air_deck("Wildcat")
    t.us.load(t.us.ship("Hornet", "FRONT"), [aboard])
    t.us.ship("Helena & Boise", "FRONT", detected=True)
    t.us.ship("South Pacific Reinforcement", "FRONT")
    t.jp.load(t.jp.ship(carrier, "FRONT"), ["Zeke" if aboard == "Wildcat" else "Val"])
    t.jp.ship(ship, "FRONT")
    t.jp.ship("Aoba & Kinugasa", "FRONT", detected=True)
    t.jp.fly("Mavis", FRONT[US], Task.FLOWN)
    t.jp.base("Buka")
    t.us.hand(us_hand)
    t.jp.hand(jp_hand)
    t.us.unaccounted("Code Breakers", "PT Boats", "SG Radar", "Coastwatchers")
    t.jp.unaccounted("Squall", "Long Lance", "Night Lookouts", "Operation Ke")
    sections = (Reconnaissance(phasing=US), AirCombatPhase(phasing=US), LandingPhase(attacker=US))
    return t.play(*sections, dice=[1] * 40, target=t.base_of(JP, "Buka"))


@pytest.mark.parametrize(
    "other",
    [
        ("Shokaku", "Wildcat", "Chokai", "PT Boats", "Squall"),
        ("Zuikaku", "Dauntless", "Chokai", "PT Boats", "Squall"),
        ("Zuikaku", "Wildcat", "Yamato & Mutsu", "PT Boats", "Squall"),
        ("Zuikaku", "Wildcat", "Chokai", "Wildcat", "Squall"),
        ("Zuikaku", "Wildcat", "Chokai", "PT Boats", "Zeke"),
        ("Ryujo", "Avenger", "Jintsu & destroyers", "Code Breakers", "Long Lance"),
    ],
)
def test_20_1_the_same_windows_in_games_that_differ_only_in_hidden_cards(other: tuple[str, str, str, str, str]) -> None:
    """§20.1, R-27  Hands, airplanes on ships and unseen formations differ: the list of windows is the same."""
    one = windows(hidden_game("Zuikaku", "Wildcat", "Chokai", "PT Boats", "Squall"))
    assert windows(hidden_game(*other)) == one
    assert {window for _, window in one} >= {"8", "14", "20.1", "20.2", "20.3", "26", "27", "28", "29", "30", "31"}


# §20.2 to §20.6


def test_20_2_an_event_is_played_before_the_answer_which_may_use_it() -> None:
    """§20.2, R-32  Code Breakers turn the only unseen formation: the flights that were legal before are gone."""
    t = LaidTable()
    t.us.hand("Code Breakers")
    (scout,) = t.us.load(t.us.ship("Hornet", "FRONT"), ["Dauntless"])
    hidden = t.jp.ship("Chokai", "FRONT")
    g = t.play(Reconnaissance(phasing=US))
    assert shape(g, US).choices == {scout: ("stay", FRONT[JP])}
    g.answer(US, ("play", "us/code-breakers"))
    g.answer(US, hidden)
    assert not g.asked


def test_20_2_in_a_window_of_both_the_phasing_side_goes_first() -> None:
    """§20.2, R-32  Window 28 with SG Radar and Night Lookouts: P first, whichever side it is."""
    for phasing in (US, JP):
        t = LaidTable(phasing=phasing)
        t.us.hand("SG Radar")
        t.jp.hand("Night Lookouts")
        mine, theirs = (ESCORT, CONTROL) if phasing is US else (CONTROL, ESCORT)
        t.us.ship("Australia & Canberra", "FRONT", detected=True, task=mine)
        t.jp.ship("Aoba & Kinugasa", "FRONT", detected=True, task=theirs)
        g = t.play(SeaSegment(attacker=phasing, part="control", weapon="surface"))
        assert window(g) == {phasing: "28"}
        g.answer(phasing, ())
        assert window(g) == {phasing.enemy: "28"}


def test_20_2_of_two_that_contradict_each_other_the_later_prevails() -> None:
    """§20.2, R-32  Recon 3, then another play that says 2: the submarine throws two dice."""
    t = LaidTable(phasing=JP)
    t.jp.hand("Squall")
    target = t.us.ship("Hornet", "MIDDLE")
    t.state.in_force = (InForce("patrol-line", JP, 3, "turn"), InForce("patrol-line", JP, 2, "turn"))
    g = t.play(Submarines(phasing=JP), dice=[1, 1])
    g.answer(JP, ("submarine", "jp/squall", target))
    assert rolls(g) == [("recon", [1, 1])]


def test_20_3_what_an_event_names_must_be_there() -> None:
    """§20.3, R-33  Code Breakers with nothing unseen: refused, and it stays in the hand."""
    t = LaidTable()
    t.us.hand("Code Breakers", "PT Boats")
    t.jp.ship("Chokai", "FRONT", detected=True)
    g = t.play(Reconnaissance(phasing=US))
    with pytest.raises(IllegalAnswer):
        g.answer(US, ("play", "us/code-breakers"))
    assert [c.name for c in g.forces[US].hand] == ["Code Breakers", "PT Boats"]


def test_20_3_a_pair_counts_as_one_formation() -> None:
    """§20.3, R-33  SG Radar on a pair: its total Surface 3 + 0 is 2 higher."""
    t = LaidTable()
    t.us.hand("SG Radar")
    t.us.ship("Helena & Boise", "FRONT", escort="us/desron-4", detected=True, task=ESCORT)
    t.jp.ship("Aoba & Kinugasa", "FRONT", detected=True, task=INTERCEPT)
    g = t.play(SeaSegment(attacker=US, part="control", weapon="surface"), dice=[1] * 5)
    g.answer(US, ("play", "us/sg-radar"))
    g.answer(US, ())
    g.answer(JP, ())
    assert rolls(g) == [("surface", [1] * 5)]


def test_20_3_no_effect_outlives_the_turn() -> None:
    """§20.3, R-33  Whatever its text says, with the turn it is over; a Tokyo Express pair stays one."""
    t = LaidTable(phasing=JP)
    pair = t.jp.ship("Long Lance", "FRONT", escort="jp/jintsu-destroyers", is_express=True)
    t.state.in_force = tuple([InForce("watchers", US, 1, ends) for ends in ("round", "segment", "phase", "turn")])
    g = t.play(Turn(phasing=JP, at=[s.name for s in Turn.steps].index("effects_end")))
    assert (g.state.in_force, g.forces[JP].formations[pair].values.speed) == ((), 4)


def test_20_4_n_higher_comes_after_damage() -> None:
    """§20.4, R-34  Surface 0 that is 2 higher: two normal dice; TB 3 with 4 damage and PT Boats: 2; `-` stays `-`."""
    assert (attempts(raised(0, 2)).dice, attempts(raised(0, 2)).limited) == (2, False)
    assert raised(damaged(3, 4), 2) == 2
    assert raised(None, 2) is None


def test_20_5_simultaneous_answers_stay_sealed_and_are_final() -> None:
    """§20.5, R-25  Window 32: nothing is told before both have answered; a second answer is refused."""
    t = LaidTable()
    t.us.fly("Catalina", FRONT[JP], Task.WITHDRAWN, detected=False)
    t.jp.fly("Mavis", FRONT[US], Task.WITHDRAWN, detected=False)
    g = t.play(Return())
    assert window(g) == {US: "32", JP: "32"}
    g.answer(JP, g.default(JP))
    assert (window(g), only(g, Returned)) == ({US: "32"}, [])
    with pytest.raises(IllegalAnswer):
        g.answer(JP, {})
    g.answer(US, g.default(US))
    assert {e.side for e in only(g, Returned)} == {US, JP}


def test_20_5_steps_back_in_the_private_segments_only() -> None:
    """§20.5, §14.2(1), R-13  A move is taken back in window 5; the action of window 16 can't be answered twice."""
    t = LaidTable()
    ship = t.us.ship("Hornet", "REAR")
    g = t.play(Deployment(phasing=US), ChooseAction(phasing=US))
    g.answer(US, ("move", ship, FRONT[US]))
    assert g.forces[US].formations[ship].line == FRONT[US]
    g.answer(US, ("undo",))
    assert g.forces[US].formations[ship].line != FRONT[US]
    g.answer(US, ("done",))
    g.answer(US, "air-attack")
    with pytest.raises(IllegalAnswer):
        g.answer(US, "retreat")


def test_20_1_what_lies_open_in_a_section_is_in_every_view() -> None:
    """§20.1, §22.6  Aims and modes of an air attack, hits of a search still to be spent: the same for all eyes."""
    t = LaidTable()
    buka = t.jp.base("Buka")
    one, two = [t.us.fly("Dauntless", Line.JP_FRONT, Task.ATTACK) for _ in range(2)]
    g = t.play(AirAttack(line=Line.JP_FRONT, defender=JP))
    g.answer(US, {one: ("land", buka), two: ("land", buka)})
    (lying,) = view(g, None).lying
    assert (lying.aims, lying.modes) == (((one, buka), (two, buka)), ("land", "land"))
    assert view(g, US).lying == view(g, JP).lying == (lying,)


def test_20_1_a_game_that_ends_in_a_private_segment_hides_nothing() -> None:
    """§22.6, §11.2  A division of damage sinks an escort in private; then the deck is too short: all is shown."""
    t = LaidTable()
    pair = t.us.ship("Wasp", "REAR", escort="DesRon 12 (Farenholt, Buchanan, Laffey, Aaron Ward)", damage=2)
    t.us.hand("Cactus Air Force")
    g = t.play(Deployment(phasing=US), dice=[1, 1, 1])
    g.answer(US, ("part", pair, 0))
    g.answer(US, ("done",))
    assert view(g, JP).jp.points == 0
    g.answer(US, ("play", "us/cactus-air-force"))
    assert g.outcome is not None
    assert view(g, JP).jp.points == view(g, None).jp.points == g.outcome.points[1] == 1

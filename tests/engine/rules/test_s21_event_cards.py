"""§21  The event cards: each in its window, what it does and meets, when it is unplayable, how long it lasts."""

from __future__ import annotations

import pytest

from ironbottom.events import DeploymentShown, Drew, Named, Reinforced, Turned
from ironbottom.flow import Game, IllegalAnswer
from ironbottom.questions import Answer
from ironbottom.rules.s12_turn import Turn
from ironbottom.rules.s14_deployment import Deployment, Reinforcement
from ironbottom.rules.s15_reconnaissance import Reconnaissance, Submarines
from ironbottom.rules.s17_air_attack import AirAttack
from ironbottom.rules.s17_air_combat import AirCombatPhase, AirControl
from ironbottom.rules.s18_sea_combat import Part, SeaSegment, Weapon
from ironbottom.sight import question, view
from ironbottom.words import Token
from tests.support.table import (
    FRONT,
    MIDDLE,
    REAR,
    LaidTable,
    Line,
    SeaTask,
    Side,
    Task,
    only,
    replace,
    rolls,
    shape,
    window,
)

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


@pytest.mark.parametrize(
    ("side", "card", "deck", "drawn"),
    [
        (US, "us/pacific-fleet-1", ["Wasp", "Helena & Boise", "Australia & Canberra", "Hornet"], 3),
        (US, "us/pacific-fleet-2", ["Hornet", "Helena & Boise", "Wasp"], 2),
        (US, "us/south-pacific", ["Wasp", "Helena & Boise", "Hornet"], 2),
        (US, "us/third-fleet-reserve", ["Hornet", "Wasp"], 1),
        (JP, "jp/combined-fleet-1", ["Zuikaku", "Chokai", "Zuiho"], 2),
        (JP, "jp/combined-fleet-2", ["Junyo & Hiyo", "Chokai"], 1),
        (JP, "jp/eighth-fleet", ["Chokai", "Zuiho", "Ryujo", "Zuikaku"], 3),
    ],
)
def test_21_1_reinforcement_draws_until_the_points_are_reached(
    side: Side, card: str, deck: list[str], drawn: int
) -> None:
    """§21.1, §14.1(2)  6 or 4 VP for the US, 4 or 3 for Japan; ships enter REAR unseen; the rest stays in the deck."""
    t = LaidTable(phasing=side)
    half = t.us if side is US else t.jp
    half.hand(card)
    half.fleet_deck(*deck)
    g = t.play(Reinforcement(phasing=side))
    assert (window(g), plays(g, side)) == ({side: "4"}, [card])
    play(g, side, card)
    came = g.forces[side].formations.values()
    assert {f.lead.name for f in came} == set(deck[:drawn])
    assert all(f.line == REAR[side] and not f.detected for f in came)
    assert len(g.forces[side].fleet_deck) == len(deck) - drawn
    assert [c.id for c in g.forces[side].discards] == [card]


def test_21_1_front_bases_enter_front_and_the_opponent_sees_them() -> None:
    """§21.1  Tulagi (2 VP) counts once, Port Moresby moves back to MIDDLE; the names of the ships are secret."""
    t = LaidTable()
    t.us.hand("South Pacific Reinforcement")
    t.us.fleet_deck("Tulagi", "Helena & Boise", "Hornet")
    g = t.play(Reinforcement(phasing=US))
    play(g, US, "us/south-pacific")
    told = only(g, Reinforced)[0]
    assert ([card for _, card in told.bases], len(told.ships), told.secret) == (["us/tulagi"], 1, ("cards",))
    assert g.forces[US].bases[t.base_of(US, "Tulagi")].line == FRONT[US]
    assert g.forces[US].bases[t.base_of(US, "Port Moresby")].line == MIDDLE[US]


def test_21_1_a_deck_that_is_too_short_ends_the_game_after_what_was_drawn() -> None:
    """§21.1, R-11  Wasp (3 VP) enters play; a second card is due and missing."""
    t = LaidTable()
    t.us.hand("South Pacific Reinforcement")
    t.us.fleet_deck("Wasp")
    g = t.play(Reinforcement(phasing=US))
    play(g, US, "us/south-pacific")
    assert g.outcome is not None
    assert g.outcome.reason == "time-up"
    assert [f.lead.name for f in g.forces[US].formations.values()] == ["Wasp"]


@pytest.mark.parametrize(("side", "card"), [(US, "us/cactus-air-force"), (JP, "jp/rabaul-air-offensive")])
def test_21_2_three_airplane_cards_to_the_hand_before_the_air_plan(side: Side, card: str) -> None:
    """§21.2  Window 6; then the plan as usual, with what was drawn."""
    t = LaidTable(phasing=side)
    half = t.us if side is US else t.jp
    names = ["Catalina", "Wildcat", "Dauntless", "Hudson"] if side is US else ["Mavis", "Zeke", "Val", "Kate"]
    half.hand(card)
    half.air_deck(*names)
    g = t.play(Deployment(phasing=side))
    assert (window(g), plays(g, side)) == ({side: "6"}, [card])
    play(g, side, card)
    assert [c.name for c in g.forces[side].hand] == names[:3]
    assert only(g, Drew)[0].count == 3
    home = t.base_of(side, "us/espiritu-santo" if side is US else "jp/truk")
    g.answer(side, ("deploy", g.forces[side].hand[0].id, home))
    assert plays(g, side) == []


def test_21_2_only_before_the_plan_and_too_short_a_deck_ends_the_game() -> None:
    """§21.2, §14.3(1), R-11  After a first step it may not be played; undone, it may; two cards left: time up."""
    t = LaidTable()
    t.us.hand("Cactus Air Force", "Catalina")
    t.us.air_deck("Wildcat", "Wildcat")
    g = t.play(Deployment(phasing=US))
    g.answer(US, ("deploy", "us/catalina", t.base_of(US, "Espiritu Santo")))
    with pytest.raises(IllegalAnswer):
        g.answer(US, ("play", "us/cactus-air-force"))
    g.answer(US, ("undo",))
    play(g, US, "us/cactus-air-force")
    assert g.outcome is not None
    assert len(g.forces[US].air_deck) == 2


def test_21_3_code_breakers_turn_up_to_three_of_a_line_before_the_flights() -> None:
    """§21.3, R-62  Name a line, then one formation after another; the flights come after it and follow R-29."""
    t = LaidTable()
    t.us.hand("Code Breakers")
    (fortress,) = t.us.load(t.base_of(US, "Port Moresby"), ["Flying Fortress"])
    front = [t.jp.ship(name, "FRONT") for name in ("Chokai", "Zuiho", "Ryujo")]
    t.jp.ship("Maya", "MIDDLE")
    g = t.play(Reconnaissance(phasing=US))
    assert (window(g), plays(g, US)) == ({US: "8"}, ["us/code-breakers"])
    g.answer(US, ("play", "us/code-breakers"))
    assert (g.window(US), shape(g, US).options) == ("8", (FRONT[JP], MIDDLE[JP]))
    g.answer(US, FRONT[JP])
    for token in front:
        assert window(g) == {US: "8"}
        g.answer(US, token)
    assert [e.token for e in only(g, Turned)] == front
    assert shape(g, US).choices == {fortress: ("stay", MIDDLE[JP])}


def test_21_3_code_breakers_may_stop_early_and_needs_an_unseen_formation() -> None:
    """§21.3  Up to three: no more is an answer; without an unseen enemy formation there is no window 8."""
    t = LaidTable()
    t.us.hand("Code Breakers")
    t.jp.ship("Chokai", "FRONT")
    hidden = t.jp.ship("Zuiho", "FRONT")
    g = t.play(Reconnaissance(phasing=US))
    play(g, US, "us/code-breakers", hidden, "no-more")
    assert [e.token for e in only(g, Turned)] == [hidden]
    t = LaidTable()
    t.us.hand("Code Breakers", "SG Radar")
    t.jp.ship("Chokai", "FRONT", detected=True)
    assert window(t.play(Reconnaissance(phasing=US))) == {US: "14"}


def test_21_4_submarine_patrol_line_raises_recon_to_3_from_now_on_this_turn() -> None:
    """§21.4  The boat before it throws 1 die, those after it 3; at the end of the turn it is over."""
    t = LaidTable(phasing=JP)
    t.jp.hand("Submarine Patrol Line", "Squall", "Night Lookouts")
    target = t.us.ship("Hornet", "MIDDLE")
    g = t.play(Submarines(phasing=JP), dice=[1, 1, 2, 3])
    g.answer(JP, ("submarine", "jp/squall", target))
    play(g, JP, "jp/submarine-patrol-line")
    g.answer(JP, ("submarine", "jp/night-lookouts", target))
    assert rolls(g) == [("recon", [1]), ("recon", [1, 2, 3])]
    assert [e.ends for e in g.state.in_force] == ["turn"]
    t.state.in_force = g.state.in_force
    over = t.play(Turn(phasing=JP, at=[s.name for s in Turn.steps].index("effects_end")))
    assert over.state.in_force == ()


def watchers(*dice: int, phasing: Side = JP) -> tuple[Game, Token, Token]:
    """A Betty over the US FRONT, a Lightning on Henderson Field, Coastwatchers in the hand."""
    t = LaidTable(phasing=phasing)
    (lightning,) = t.us.load(t.us.base("Henderson Field"), ["Lightning"])
    betty = t.jp.fly("Betty", FRONT[US], Task.FLOWN)
    t.us.hand("Coastwatchers")
    return t.play(AirCombatPhase(phasing=phasing), dice=list(dice)), lightning, betty


def test_21_5_coastwatchers_as_the_other_side() -> None:
    """§21.5  Window 20.2: the line is named without asking, for there is one; AirC 4 is 5 in its first round only."""
    g, lightning, betty = watchers(4, 1, 1, 1, 1, 4, 3, 1)
    assert (window(g), plays(g, US)) == ({US: "20.2"}, ["us/coastwatchers"])
    play(g, US, "us/coastwatchers")
    assert only(g, Named)[0].target == FRONT[US]
    answers(g, (US, {lightning: FRONT[US]}), (JP, {betty: "attack"}), (US, {lightning: "intercept"}))
    answers(g, (JP, ()), (US, ()))
    assert rolls(g) == [("airc", [4, 1, 1, 1, 1]), ("air", [4])]
    answers(g, (JP, ()), (US, ()))
    assert rolls(g)[2:] == [("airc", [3]), ("air", [1])]
    g.answer(JP, g.default(JP))
    g.answer(JP, "break-off")
    assert g.state.in_force == ()


def test_21_5_coastwatchers_as_the_phasing_side() -> None:
    """§21.5  Window 20.3, the Betty flew in step two: five dice for the Lightning."""
    g, lightning, betty = watchers(1, 1, 1, 1, 1, 1, phasing=US)
    g.answer(US, g.default(US))
    assert (window(g), plays(g, US)) == ({US: "20.3"}, ["us/coastwatchers"])
    play(g, US, "us/coastwatchers")
    answers(g, (US, {lightning: FRONT[US]}), (JP, {betty: "attack"}), (US, {lightning: "intercept"}))
    answers(g, (JP, ()), (US, ()))
    assert rolls(g)[0] == ("airc", [1, 1, 1, 1, 1])


def test_21_5_coastwatchers_need_enemy_airplanes_over_an_own_line() -> None:
    """§21.5  Nobody flew to a US line: it can't be played, but the US is asked for its own flights."""
    t = LaidTable(phasing=JP)
    t.us.load(t.us.base("Henderson Field"), ["Lightning"])
    t.us.hand("Coastwatchers")
    g = t.play(AirCombatPhase(phasing=JP))
    assert (window(g), plays(g, US)) == ({US: "20.2"}, [])


def test_21_5_coastwatchers_for_air_control_and_for_a_limited_airc() -> None:
    """§21.5, R-34  On Air Control, AirC 0 that is 1 higher is one normal die: its 5 shoots the Escort down."""
    t = LaidTable(phasing=JP)
    (fighter,) = t.us.load(t.us.base("Henderson Field"), ["Lightning"])
    row = t.us.forces.airplanes[fighter]
    t.us.forces.airplanes[fighter] = replace(row, card=replace(row.card, airc=0))
    zeke = t.jp.fly("Zeke", FRONT[US], Task.FLOWN)
    t.us.hand("Coastwatchers")
    g = t.play(AirCombatPhase(phasing=JP), dice=[5, 1, 1, 1, 1])
    play(g, US, "us/coastwatchers")
    answers(g, (US, {fighter: FRONT[US]}), (JP, {zeke: "escort"}), (US, {fighter: "control"}), (JP, ()), (US, ()))
    assert rolls(g) == [("airc", [5]), ("airc", [1, 1, 1, 1])]
    assert g.forces[JP].airplanes == {}


def squall(phasing: Side = US) -> tuple[LaidTable, Token, Token]:
    """A Dauntless over the Japanese FRONT with a detected ship and Buka; a Zeke on Buka; Squall in the hand."""
    t = LaidTable(phasing=phasing)
    (zeke,) = t.jp.load(t.jp.base("Buka"), ["Zeke"])
    t.jp.ship("Chokai", "FRONT", detected=True)
    t.jp.hand("Squall")
    return t, zeke, t.us.fly("Dauntless", FRONT[JP], Task.FLOWN)


def test_20_3_the_question_tells_which_event_is_carried_out() -> None:
    """§20.3, §22.6  Who comes back in the middle of it need not have heard that Squall was played."""
    t = LaidTable()
    t.jp.hand("Squall", "Zeke")
    for line in (Line.JP_FRONT, Line.JP_MIDDLE):
        t.us.fly("Wildcat", line, Task.FLOWN)
    g = t.play(AirCombatPhase(phasing=US))
    assert question(g, JP).card is None
    g.answer(JP, ("play", "jp/squall"))
    for step in ("line", "effect"):
        assert (question(g, JP).step, question(g, JP).card) == ("playing.name", "jp/squall"), step
        g.answer(JP, g.default(JP))


def test_21_6_squall_no_airplane_attacks_a_formation_in_the_line() -> None:
    """§21.6  The base may be attacked all the same; with the phase it is over."""
    t, zeke, dauntless = squall()
    g = t.play(AirCombatPhase(phasing=US), dice=[1, 1])
    assert (window(g), plays(g, JP)) == ({JP: "20.2"}, ["jp/squall"])
    g.answer(JP, ("play", "jp/squall"))
    assert (g.window(JP), shape(g, JP).options) == ("20.2", ("squall-no-attack", "squall-no-combat"))
    answers(g, (JP, "squall-no-attack"), (JP, {zeke: "stay"}))
    assert shape(g, US).choices == {dauntless: (("land", t.base_of(JP, "Buka")), "withdraw")}
    answers(g, (US, {dauntless: ("land", t.base_of(JP, "Buka"))}), (US, "attack"))
    assert (g.asked, g.state.in_force) == ({}, ())


def test_21_6_squall_no_air_combat_in_the_line() -> None:
    """§21.6  The defender's airplanes there are withdrawn before tasks: the Dauntless goes straight to its attack."""
    t, zeke, dauntless = squall()
    g = t.play(AirCombatPhase(phasing=US))
    play(g, JP, "jp/squall", "squall-no-combat")
    g.answer(JP, {zeke: FRONT[JP]})
    assert (window(g), list(shape(g, US).choices)) == ({US: "25"}, [dauntless])
    assert g.forces[JP].airplanes[zeke].task is Task.WITHDRAWN


def test_21_6_squall_as_the_phasing_side_over_an_enemy_line() -> None:
    """§21.6  P Japan in window 20.3: the US Lightning that has flown to meet the Betty is withdrawn."""
    t = LaidTable(phasing=JP)
    (lightning,) = t.us.load(t.us.base("Henderson Field"), ["Lightning"])
    t.jp.fly("Betty", FRONT[US], Task.FLOWN)
    t.jp.hand("Squall")
    g = t.play(AirCombatPhase(phasing=JP))
    g.answer(US, {lightning: FRONT[US]})
    assert window(g) == {JP: "20.3"}
    play(g, JP, "jp/squall", "squall-no-combat")
    assert g.forces[US].airplanes[lightning].task is Task.WITHDRAWN
    assert window(g) == {JP: "25"}


def test_21_6_squall_prevails_over_coastwatchers_in_its_line() -> None:
    """§21.6, §21.5  Coastwatchers first, Squall after it: no combat, no effect; not a die is rolled."""
    t = LaidTable(phasing=JP)
    (lightning,) = t.us.load(t.us.base("Henderson Field"), ["Lightning"])
    t.jp.fly("Betty", FRONT[US], Task.FLOWN)
    t.jp.hand("Squall")
    t.us.hand("Coastwatchers")
    g = t.play(AirCombatPhase(phasing=JP))
    play(g, US, "us/coastwatchers")
    g.answer(US, {lightning: FRONT[US]})
    play(g, JP, "jp/squall", "squall-no-combat")
    assert (rolls(g), window(g)) == ([], {JP: "25"})


def test_21_6_squall_without_flights() -> None:
    """§21.6  No airplane has flown to a line: not playable."""
    t = LaidTable()
    t.jp.load(t.jp.base("Buka"), ["Zeke"])
    t.jp.hand("Squall")
    g = t.play(AirCombatPhase(phasing=US))
    assert (window(g), plays(g, JP)) == ({JP: "20.2"}, [])


def test_21_7_decoy_carrier_turns_one_down_and_one_up() -> None:
    """§21.7, §7.3  In a line under attack; damaged ones and transports are no choice; both keep place and token."""
    t = LaidTable()
    t.jp.hand("Decoy Carrier")
    carrier = t.jp.ship("Zuikaku", "FRONT", detected=True)
    t.jp.ship("Shokaku", "FRONT", damage=1)
    t.jp.ship("Eighth Fleet Reinforcement", "FRONT")
    one, two = t.jp.ship("Chokai", "FRONT"), t.jp.ship("Maya", "FRONT")
    t.us.fly("Dauntless", FRONT[JP], Task.FLOWN)
    g = t.play(AirCombatPhase(phasing=US))
    assert (window(g), plays(g, JP)) == ({JP: "20.2"}, ["jp/decoy-carrier"])
    g.answer(JP, ("play", "jp/decoy-carrier"))
    assert shape(g, JP).options == (one, two)
    g.answer(JP, two)
    ships = g.forces[JP].formations
    assert [e.target for e in only(g, Named)] == [FRONT[JP], carrier, two]
    assert (ships[carrier].detected, ships[carrier].known, ships[carrier].line) == (False, True, FRONT[JP])
    assert (ships[one].detected, ships[two].detected) == (False, True)


@pytest.mark.parametrize("hidden", [True, False])
def test_21_7_decoy_carrier_needs_both_in_the_line(hidden: bool) -> None:
    """§21.7, §20.1  Only unseen ones, or only detected ones, in the line under attack: Japan is not asked at all."""
    t = LaidTable()
    t.jp.hand("Decoy Carrier")
    t.jp.ship("Zuikaku", "FRONT", detected=not hidden)
    t.jp.ship("Chokai", "MIDDLE", detected=hidden)
    t.us.fly("Dauntless", FRONT[JP], Task.FLOWN)
    assert JP not in t.play(AirCombatPhase(phasing=US)).asked


def test_21_8_thach_weave_ignores_hits_on_a_wildcat_in_this_round() -> None:
    """§21.8  At the withdrawals of any round; the next round's hits count again."""
    t = LaidTable()
    t.us.hand("Thach Weave")
    wildcat = t.us.fly("Wildcat", FRONT[JP], Task.ESCORT)
    t.jp.fly("Zeke", FRONT[JP], Task.CONTROL)
    g = t.play(AirControl(line=FRONT[JP], defender=JP), dice=[6, 1, 1, 1, 4, 1, 1, 5, 1])
    assert (window(g), plays(g, US)) == ({US: "23"}, ["us/thach-weave"])
    play(g, US, "us/thach-weave")
    answers(g, (US, ()), (JP, ()))
    assert wildcat in g.forces[US].airplanes
    answers(g, (US, ()), (JP, ()))
    assert (rolls(g)[2], wildcat in g.forces[US].airplanes) == (("airc", [5]), False)


def test_21_8_thach_weave_for_the_defender_too_but_for_wildcats_only() -> None:
    """§21.8  The US defends with a Wildcat and a Lightning: only the Wildcat can be named; without one, nothing."""
    for names, may in ((["Wildcat", "Lightning"], ["us/thach-weave"]), (["Lightning"], [])):
        t = LaidTable(phasing=JP)
        t.us.hand("Thach Weave")
        tokens = [t.us.fly(name, FRONT[US], Task.INTERCEPT) for name in names]
        t.jp.fly("Zeke", FRONT[US], Task.ESCORT)
        g = t.play(AirControl(line=FRONT[US], defender=US), dice=[5, 1, 1, 1])
        g.answer(JP, ())
        assert plays(g, US) == may
        if may:
            play(g, US, "us/thach-weave")
            assert only(g, Named)[0].target == tokens[0]


def test_21_8_no_question_when_the_last_escort_has_withdrawn() -> None:
    """§21.8, §17.2(3)(d)  With the Escort gone the combat is over: the US is not asked for Thach Weave."""
    t = LaidTable(phasing=JP)
    t.us.hand("Thach Weave")
    t.us.fly("Wildcat", FRONT[US], Task.CONTROL)
    zeke = t.jp.fly("Zeke", FRONT[US], Task.ESCORT)
    g = t.play(AirControl(line=FRONT[US], defender=US))
    g.answer(JP, (zeke,))
    assert not g.asked


def test_21_9_skip_bombing_with_3_in_place_of_the_printed_bomb() -> None:
    """§21.9  Mitchell (Bomb 1) throws 3; Dauntless is no land airplane; the other Mitchell throws its own."""
    t = LaidTable()
    t.us.hand("Skip Bombing")
    one, two, _ = [t.us.fly(name, FRONT[JP], Task.ATTACK) for name in ("Mitchell", "Mitchell", "Dauntless")]
    army = t.jp.ship("Combined Fleet Sortie I", "FRONT")
    g = t.play(AirAttack(line=FRONT[JP], defender=JP), dice=[1, 1, 1, 1])
    assert (window(g), plays(g, US)) == ({US: "25"}, ["us/skip-bombing"])
    g.answer(US, ("play", "us/skip-bombing"))
    assert shape(g, US).options == (one, two)
    g.answer(US, two)
    choice = g.default(US)
    assert isinstance(choice, dict)
    g.answer(US, {t: "withdraw" if t not in (one, two) else ("bomb", army) for t in choice})
    answers(g, (US, two), (US, "attack"), (US, "attack"))
    assert rolls(g) == [("bomb", [1, 1, 1]), ("bomb", [1])]
    assert g.state.in_force == ()


def test_21_9_skip_bombing_needs_such_an_airplane_and_a_detected_formation() -> None:
    """§21.9  Lightning (Bomb `-`) or Dauntless (C) alone, or only a base below: not playable."""
    for name, ship in (("Lightning", "Chokai"), ("Dauntless", "Chokai"), ("Mitchell", None)):
        t = LaidTable()
        t.us.hand("Skip Bombing")
        t.us.fly(name, FRONT[JP], Task.ATTACK)
        t.jp.ship(ship or "Chokai", "FRONT", detected=ship is not None)
        assert plays(t.play(AirAttack(line=FRONT[JP], defender=JP)), US) == []


def test_21_9_a_squall_over_the_ships_stops_skip_bombing() -> None:
    """§21.9, §21.6  No formation may be attacked there, so there is none to skip a bomb at."""
    t = LaidTable()
    t.us.hand("Skip Bombing")
    t.jp.hand("Squall")
    (mitchell,) = [t.us.fly("Mitchell", FRONT[JP], Task.FLOWN)]
    t.jp.ship("Chokai", "FRONT", detected=True)
    g = t.play(AirCombatPhase(phasing=US))
    play(g, JP, "jp/squall", "squall-no-attack")
    assert (list(shape(g, US).choices), plays(g, US)) == ([mitchell], [])


def test_21_16_nothing_shows_which_escort_took_the_transports() -> None:
    """§21.16, §22.3  Until the deployment is shown the opponent sees the lone escort as before, its known face too."""
    t = LaidTable(phasing=JP)
    jintsu = t.jp.ship("Jintsu & destroyers", "REAR", known=True)
    t.jp.hand("Tokyo Express", "Long Lance")
    g = t.play(Deployment(phasing=JP))
    before = view(g, US).jp.formations
    g.answer(JP, ("express", "jp/long-lance", jintsu))
    assert view(g, US).jp.formations == before
    (own,) = view(g, JP).jp.formations
    assert (own.pair, own.lead) == (True, "jp/long-lance")
    while not only(g, DeploymentShown):
        (side,) = g.asked
        g.answer(side, ("done",))
    (pair,) = view(g, US).jp.formations
    assert (pair.token == jintsu, pair.pair, pair.lead, pair.escort) == (False, True, None, None)

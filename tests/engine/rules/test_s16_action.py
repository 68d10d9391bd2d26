"""§16  The action of the turn: Retreat, Landing with its patrol, Air attack."""

from __future__ import annotations

import pytest

from ironbottom.events import Drew, Hidden, Rolled, TargetNamed, Turned
from ironbottom.flow import Game, IllegalAnswer
from ironbottom.rules.s12_turn import Turn
from ironbottom.rules.s16_action import Approach, ChooseAction, Retreat
from ironbottom.rules.s17_air_combat import AirCombatPhase
from ironbottom.words import Token
from tests.support.table import LaidTable, Side, dice_left, only, rolls, shape, window

US, JP = Side.US, Side.JP


def unseen(g: Game, token: Token) -> bool:
    return not g.forces[US].formations[token].detected


def test_16_1_any_of_three_actions_whatever_the_side_has() -> None:
    """§16.1  No airplane, no ship, no transports: still all three; anything else is refused."""
    g = LaidTable().play(ChooseAction(phasing=US))
    assert window(g) == {US: "16"}
    assert shape(g, US).options == ("retreat", "air-attack", "landing")
    with pytest.raises(IllegalAnswer, match=r"^§16\.1"):
        g.answer(US, "wait")


def test_16_1_the_default_is_to_retreat_unless_that_would_end_the_game() -> None:
    """§16.1, §20.6  With an empty airplane deck the default is Air attack."""
    t = LaidTable()
    t.us.air_deck("Wildcat")
    assert t.play(ChooseAction(phasing=US)).default(US) == "retreat"
    assert LaidTable().play(ChooseAction(phasing=US)).default(US) == "air-attack"


@pytest.mark.parametrize(
    ("action", "windows"),
    [("retreat", ["16"]), ("air-attack", ["16", "20.1", "20.3"]), ("landing", ["16", "20.1", "20.3", "26"])],
)
def test_16_1_what_follows_the_action(action: str, windows: list[str]) -> None:
    """§16.1, §16.3, §16.4  After Air attack air combat and return, after Landing the landing phase too."""
    t = LaidTable()
    t.us.air_deck("Wildcat")
    t.us.load(t.us.base("Henderson Field"), ["Wildcat"])
    t.us.ship("Atlanta & destroyers", "FRONT")
    at = [s.name for s in Turn.steps].index("action")
    g = t.play(Turn(phasing=US, at=at), dice=[1, 1, 1] if action == "landing" else [])
    asked = []
    while g.asked:
        asked.append(g.window(US))
        g.answer(US, action if asked[-1] == "16" else g.default(US))
    assert (asked, dice_left(g)) == (windows, 0)


def test_16_2_1_retreat_draws_one_card() -> None:
    """§16.2(1)  The top card of the airplane deck goes to the hand."""
    t = LaidTable()
    t.us.air_deck("Wildcat", "Dauntless")
    g = t.play(Retreat(phasing=US))
    assert [c.name for c in g.forces[US].hand] == ["Wildcat"]
    assert [e.count for e in only(g, Drew)] == [1]


def test_16_2_1_retreat_with_an_empty_deck_ends_the_game() -> None:
    """§16.2(1), §11.2  It may be chosen; the card that is not there ends the game (on equal VP Japan wins here)."""
    g = LaidTable().play(ChooseAction(phasing=US))
    g.answer(US, "retreat")
    assert g.outcome is not None
    assert (g.outcome.winner, g.outcome.reason) == (JP, "time-up")


def test_16_2_2_every_sound_formation_turns_unseen_where_it_stands() -> None:
    """§16.2(2), R-49  Undamaged ones in any line do, pairs too; damaged ones and transports do not; nobody is asked."""
    t = LaidTable()
    t.us.air_deck("Wildcat")
    front = t.us.ship("Helena & Boise", "FRONT", detected=True)
    pair = t.us.ship("Hornet", "MIDDLE", escort="us/walke-gwin", detected=True)
    hurt = t.us.ship("Wasp", "MIDDLE", damage=1)
    army = t.us.ship("South Pacific Reinforcement", "REAR")
    escorted = t.us.ship("Code Breakers", "REAR", escort="us/desron-4")
    g = t.play(Retreat(phasing=US))
    assert not g.asked
    assert [unseen(g, x) for x in (front, pair, hurt, army, escorted)] == [True, True, False, False, False]
    assert only(g, Hidden)[0].tokens == (front, pair)
    assert g.forces[US].formations[front].known


def test_16_3_1_one_of_several_front_bases_is_named() -> None:
    """§16.3(1), §20.6  Window 18 with two bases in the enemy FRONT; Rabaul in MIDDLE is no target; default first."""
    t = LaidTable()
    buka, lae = t.jp.base("Buka"), t.jp.base("Lae")
    g = t.play(Approach(phasing=US), dice=[1, 1])
    assert (window(g), shape(g, US).options, g.default(US)) == ({US: "18"}, (buka, lae), buka)
    t.us.ship("Helena & Boise", "FRONT")
    g.answer(US, lae)
    assert (g.state.target, only(g, TargetNamed)[0].token) == (lae, lae)


def test_16_3_1_a_single_front_base_is_the_target_without_a_question() -> None:
    """§16.3(1), §20.1  Without front bases Rabaul stands in FRONT: everybody sees the only target."""
    t = LaidTable()
    g = t.play(Approach(phasing=US))
    assert not g.asked
    assert g.state.target == t.base_of(JP, "Rabaul")


def test_16_3_1_the_target_stands_while_airplanes_attack_anything() -> None:
    """§16.3(1), R-18  Buka is named; the Avenger may attack Lae all the same, and Buka stays the target."""
    t = LaidTable()
    buka, lae = t.jp.base("Buka"), t.jp.base("Lae")
    (avenger,) = t.us.load(t.us.ship("Hornet", "FRONT"), ["Avenger"])
    g = t.play(AirCombatPhase(phasing=US), dice=[1, 5, 1], target=buka)
    g.answer(US, {avenger: 3})
    assert shape(g, US).choices == {avenger: (("land", buka), ("land", lae), "withdraw")}
    g.answer(US, {avenger: ("land", lae)})
    g.answer(US, "attack")
    g.answer(US, "break-off")
    assert (g.forces[JP].bases[lae].damage, g.state.target) == (1, buka)


def test_16_3_2_the_patrol_is_a_full_roll() -> None:
    """§16.3(2), R-2b  Buka (Patrol 2): 4, 1; the maintained attempt finds with a 5; nothing is left to find."""
    t = LaidTable()
    t.jp.base("Buka")
    ship = t.us.ship("Helena & Boise", "FRONT")
    middle = t.us.ship("Hornet", "MIDDLE")
    g = t.play(Approach(phasing=US), dice=[4, 1, 5])
    assert rolls(g) == [("patrol", [4, 1]), ("patrol", [5])]
    assert (unseen(g, ship), unseen(g, middle)) == (False, True)


def test_16_3_2_current_patrol_of_the_target_base_only() -> None:
    """§16.3(2), §4.5  Buka (Patrol 2) with 1 damage throws one die; Rabaul throws none; it can't be intercepted."""
    t = LaidTable()
    buka = t.jp.base("Buka", damage=1)
    t.us.load(t.us.base("Henderson Field"), ["Wildcat"])
    t.us.ship("Helena & Boise", "FRONT")
    g = t.play(Approach(phasing=US), dice=[3])
    assert [(e.by, list(e.faces)) for e in only(g, Rolled)] == [(buka, [3])]
    assert not g.asked


def test_16_3_2_no_patrol_without_an_unseen_formation() -> None:
    """§16.3(2)  All FRONT formations are detected: nothing is rolled."""
    t = LaidTable()
    t.jp.base("Buka")
    t.us.ship("Helena & Boise", "FRONT", detected=True)
    g = t.play(Approach(phasing=US))
    assert (rolls(g), dice_left(g)) == ([], 0)


def test_16_3_3_the_owner_of_the_base_chooses_what_the_patrol_finds() -> None:
    """§16.3(3), R-35, §20.6  One hit, two unseen: Japan is asked in window 19; at random by default."""
    t = LaidTable()
    t.jp.base("Buka")
    one, two = t.us.ship("Helena & Boise", "FRONT"), t.us.ship("Hornet", "FRONT")
    g = t.play(Approach(phasing=US), dice=[5, 1, 1])
    assert (window(g), shape(g, JP).options) == ({JP: "19"}, (one, two))
    assert g.default(JP) in (one, two)
    g.answer(JP, two)
    assert [e.token for e in only(g, Turned)] == [two]
    assert rolls(g) == [("patrol", [5, 1]), ("patrol", [1])]


def test_16_3_3_as_many_hits_as_unseen_formations_are_no_question() -> None:
    """§16.3(3)  Two hits, two unseen formations: both are turned."""
    t = LaidTable()
    t.jp.base("Buka")
    one, two = t.us.ship("Helena & Boise", "FRONT"), t.us.ship("Hornet", "FRONT")
    g = t.play(Approach(phasing=US), dice=[6, 6])
    assert not g.asked
    assert {e.token for e in only(g, Turned)} == {one, two}


def test_16_4_air_attack_names_no_target_and_has_no_patrol() -> None:
    """§16.4  After Air attack nothing is rolled and no base is named: air combat follows."""
    t = LaidTable()
    t.jp.base("Buka")
    t.us.ship("Helena & Boise", "FRONT")
    g = t.play(ChooseAction(phasing=US))
    g.answer(US, "air-attack")
    assert (rolls(g), only(g, TargetNamed), int(g.state.target)) == ([], [], 0)

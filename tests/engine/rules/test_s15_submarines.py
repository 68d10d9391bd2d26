"""§15.3  Submarines: one card at a time, found or not, the attack, and the surplus of airplanes afterwards."""

from __future__ import annotations

import pytest

from ironbottom.events import Discarded, Eliminated, Played, Turned
from ironbottom.flow import Game, IllegalAnswer
from ironbottom.rules.s15_reconnaissance import Reconnaissance, Submarines
from ironbottom.words import Token
from tests.support.table import LaidTable, Side, only, replace, rolls, shape, window

US, JP = Side.US, Side.JP


def hunt(t: LaidTable, target: Token, *dice: int) -> Game:
    """The US plays Growler (the ship half of PT Boats) against this target."""
    if not t.us.forces.hand:
        t.us.hand("PT Boats")
    g = t.play(Submarines(phasing=US), dice=list(dice))
    g.answer(US, ("submarine", "us/pt-boats", target))
    return g


def damage(g: Game, token: Token) -> int:
    return g.forces[JP].formations[token].damage


def test_15_3_1_any_enemy_formation_in_any_line_but_no_base() -> None:
    """§15.3(1), R-52, §20.6  Detected or not, FRONT to REAR; cards without a submarine are no answer; default done."""
    t = LaidTable()
    t.us.hand("PT Boats", "Seabees", "Wildcat")
    front = t.jp.ship("Chokai", "FRONT")
    middle = t.jp.ship("Zuiho", "MIDDLE", detected=True)
    rear = t.jp.ship("Ryujo", "REAR")
    g = t.play(Submarines(phasing=US))
    assert window(g) == {US: "14"}
    assert shape(g, US).steps == {"submarine": {"us/pt-boats": (front, middle, rear)}}
    assert g.default(US) == ("done",)
    with pytest.raises(IllegalAnswer, match=r"^§15\.3\(1\)"):
        g.answer(US, ("submarine", "us/pt-boats", t.base_of(JP, "Rabaul")))
    g.answer(US, ("done",))
    assert not g.asked


def test_15_3_1_one_at_a_time_until_done() -> None:
    """§15.3(1)  After the first submarine the window comes again, with the cards that are left."""
    t = LaidTable()
    t.us.hand("PT Boats", "SG Radar")
    target = t.jp.ship("Zuiho", "REAR")
    g = hunt(t, target, 1)
    assert window(g) == {US: "14"}
    assert list(shape(g, US).steps["submarine"]) == ["us/sg-radar"]


def test_15_3_1_closes_without_a_question_when_the_hand_is_empty() -> None:
    """§15.3(1), R-58  The only card has been played: nobody is asked again."""
    t = LaidTable()
    g = hunt(t, t.jp.ship("Zuiho", "REAR"), 1)
    assert not g.asked


def test_15_3_2_the_search_is_a_full_roll_until_it_hits() -> None:
    """§15.3(2), R-2b  A 4 keeps the attempt, then a 5 finds: the target is turned, and two torpedoes follow."""
    t = LaidTable()
    target = t.jp.ship("Zuikaku", "MIDDLE")
    g = hunt(t, target, 4, 5, 5, 1, 1, 1)
    assert rolls(g) == [("recon", [4]), ("recon", [5]), ("submarine", [5, 1]), ("sub", [1]), ("submarine", [1])]
    assert [e.token for e in only(g, Turned)] == [target]
    assert damage(g, target) == 1


def test_15_3_2_without_a_hit_the_card_is_discarded_without_an_attack() -> None:
    """§15.3(2)  The search fails: nothing is turned, nobody fires."""
    t = LaidTable()
    target = t.jp.ship("Zuikaku", "MIDDLE")
    g = hunt(t, target, 4, 3)
    assert rolls(g) == [("recon", [4]), ("recon", [3])]
    assert not g.forces[JP].formations[target].detected
    assert [c.id for c in g.forces[US].discards] == ["us/pt-boats"]


def test_15_3_2_even_a_detected_target_must_be_found() -> None:
    """§15.3(2)  The search is rolled against a detected target too."""
    t = LaidTable()
    target = t.jp.ship("Zuikaku", "MIDDLE", detected=True)
    g = hunt(t, target, 1)
    assert (rolls(g), damage(g, target)) == ([("recon", [1])], 0)


def test_15_3_3_submarine_and_target_fire_together_and_one_hit_kills_the_submarine() -> None:
    """§15.3(3), R-3  Jintsu (Anti-Sub 2) kills it in round one, but its two hits of that round stand."""
    t = LaidTable()
    target = t.jp.ship("Jintsu & destroyers", "MIDDLE")
    g = hunt(t, target, 5, 6, 4, 5, 1)
    assert rolls(g)[1:] == [("submarine", [6, 4]), ("sub", [5, 1])]
    assert damage(g, target) == 2
    assert not g.asked


def test_15_3_3_the_attack_goes_on_with_maintained_attempts() -> None:
    """§15.3(3)  Round two: one torpedo was maintained, and one of two Anti-Submarine attempts."""
    t = LaidTable()
    target = t.jp.ship("Jintsu & destroyers", "MIDDLE")
    g = hunt(t, target, 5, 4, 1, 4, 3, 5, 2, 1)
    assert rolls(g)[1:3] == [("submarine", [4, 1]), ("sub", [4, 3])]
    assert rolls(g)[3:] == [("submarine", [5]), ("sub", [2]), ("submarine", [1])]
    assert damage(g, target) == 1


def test_15_3_3_no_anti_submarine_no_fire_back() -> None:
    """§15.3(3), §3.3  Transports have `-`; a limited 0 throws one die that a 5 leaves without a hit (§3.4)."""
    t = LaidTable()
    transports = t.jp.ship("Combined Fleet Sortie I", "REAR")
    g = hunt(t, transports, 5, 1, 1)
    assert rolls(g)[1:] == [("submarine", [1, 1])]
    t = LaidTable()
    cruiser = t.jp.ship("Atago & Takao", "REAR")
    g = hunt(t, cruiser, 5, 4, 1, 5, 1)
    assert rolls(g)[1:] == [("submarine", [4, 1]), ("sub", [5]), ("submarine", [1])]


def test_15_3_3_the_attack_ends_when_the_target_is_sunk() -> None:
    """§15.3(3), R-43  Zuiho (HP 2) goes down with both attempts maintained: no second round."""
    t = LaidTable()
    g = hunt(t, t.jp.ship("Zuiho", "MIDDLE"), 5, 5, 5, 1)
    assert only(g, Eliminated)[0].points == 1
    assert rolls(g)[1:] == [("submarine", [5, 5]), ("sub", [1])]


def test_15_3_3_each_further_submarine_meets_the_full_current_anti_sub() -> None:
    """§15.3(3), §4.5  Jintsu (Anti-Sub 2) with one damage from the first boat answers the second with 1 die."""
    t = LaidTable()
    t.us.hand("PT Boats", "SG Radar")
    target = t.jp.ship("Jintsu & destroyers", "MIDDLE")
    g = hunt(t, target, 5, 5, 1, 1, 1, 1, 6, 1, 1, 4)
    g.answer(US, ("submarine", "us/sg-radar", target))
    assert rolls(g)[4:] == [("recon", [6]), ("submarine", [1, 1]), ("sub", [4])]


def test_15_3_4_the_card_is_discarded_after_its_attack_with_both_halves_shown() -> None:
    """§15.3(4), §2.5  Played as a submarine, it lies on the airplane discard pile when the attack is over."""
    t = LaidTable()
    g = hunt(t, t.jp.ship("Zuiho", "MIDDLE"), 5, 1, 1, 1)
    assert (only(g, Played)[0].card, only(g, Played)[0].half) == ("us/pt-boats", "submarine")
    assert [e.top for e in only(g, Discarded)] == ["us/pt-boats"]


def test_15_3_4_after_the_last_submarine_the_owner_discards_the_surplus() -> None:
    """§15.3(4), R-5, §20.6  Three aboard Zuikaku, one icon spoiled: Japan picks one; the other two stay."""
    t = LaidTable()
    t.us.hand("PT Boats")
    target = t.jp.ship("Zuikaku", "MIDDLE", aboard=["Zeke", "Val", "Kate"])
    g = t.play(Reconnaissance(phasing=US), dice=[5, 5, 1, 1, 1])
    g.answer(US, ("submarine", "us/pt-boats", target))
    assert window(g) == {JP: "15"}
    aboard = [a.token for a in g.forces[JP].airplanes.values()]
    assert (shape(g, JP).items, shape(g, JP).least, shape(g, JP).most) == (tuple(aboard), 1, 1)
    assert shape(g, JP).fault(g.default(JP)) is None
    g.answer(JP, (aboard[1],))
    assert sorted(a.card.name for a in g.forces[JP].airplanes.values()) == ["Kate", "Zeke"]
    assert only(g, Discarded)[-1].top == "jp/val"


def test_15_3_4_both_sides_discard_their_surplus_at_the_same_time() -> None:
    """§15.3(4), §20.5  Rabaul and Port Moresby have lost an icon each: both are asked; neither sees the other's."""
    t = LaidTable()
    moresby, rabaul = t.base_of(US, "Port Moresby"), t.base_of(JP, "Rabaul")
    for half, base, names in ((t.us, moresby, ["Lightning"] * 5), (t.jp, rabaul, ["Betty"] * 5)):
        half.load(base, names)
        half.forces.bases[base] = replace(half.forces.bases[base], damage=1)
    g = t.play(Reconnaissance(phasing=US))
    assert window(g) == {US: "15", JP: "15"}
    g.answer(JP, g.default(JP))
    assert window(g) == {US: "15"}
    assert only(g, Discarded) == []
    g.answer(US, g.default(US))
    assert [e.count for e in only(g, Discarded)] == [1, 1]

"""§3  Dice: what a die does, rounds, limited attempts, fire together and one after the other."""

from __future__ import annotations

import pytest

from ironbottom.dice import LIMITED, NONE, Attempts, attempts, roll
from ironbottom.events import Rolled
from ironbottom.flow import Game, IllegalAnswer
from ironbottom.rules.s03_exchange import intercept
from ironbottom.rules.s14_deployment import Repair
from ironbottom.rules.s15_reconnaissance import Reconnaissance, Submarines
from ironbottom.rules.s16_action import Approach
from tests.support.table import FRONT, FixedDice, LaidTable, Side, Task, dice_left, only, shape, window

US, JP = Side.US, Side.JP


def thrown(g: Game) -> list[tuple[str, list[int]]]:
    """Every throw: the ability, and the faces."""
    return [(e.ability, list(e.faces)) for e in only(g, Rolled)]


def test_3_1_repair_is_a_full_roll() -> None:
    """§3.1, R-2b  Three dice, then the two that were maintained, then the one."""
    t = LaidTable(phasing=JP)
    t.jp.ship("Yamato & Mutsu", "REAR", damage=9)
    g = t.play(Repair(phasing=JP), dice=[5, 6, 1, 4, 1, 2])
    assert thrown(g) == [("repair", [5, 6, 1]), ("repair", [4, 1]), ("repair", [2])]
    assert [f.damage for f in g.forces[JP].formations.values()] == [6]


@pytest.mark.parametrize(
    ("face", "hits", "kept"), [(1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 1), (5, 1, 1), (6, 2, 1)]
)
def test_3_2_a_die_of_an_ability_of_one_or_more(face: int, hits: int, kept: int) -> None:
    """§3.2  1 to 3 lose the attempt, 4 keeps it, 5 hits, 6 hits twice."""
    rolled = roll(FixedDice([face]), Attempts(1))
    assert (rolled.hits, rolled.left) == (hits, Attempts(kept))


def test_3_2_one_three_four_six() -> None:
    """§3.2  The example of the rulebook: two hits, two attempts left."""
    rolled = roll(FixedDice([1, 3, 4, 6]), Attempts(4))
    assert (rolled.hits, rolled.left.dice) == (2, 2)


def test_3_3_minus_rolls_no_die() -> None:
    """§3.3  Transports have Sub "-": they throw nothing at a submarine."""
    t = LaidTable()
    t.us.hand("PT Boats")
    target = t.jp.ship("Eighth Fleet Reinforcement", "MIDDLE")
    g = t.play(Submarines(phasing=US), dice=[5, 1, 1])
    g.answer(US, ("submarine", "us/pt-boats", target))
    assert thrown(g) == [("recon", [5]), ("submarine", [1, 1])]
    assert attempts(None) == NONE


@pytest.mark.parametrize(("face", "hits"), [(1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 1)])
def test_3_4_a_limited_die_hits_once_on_a_six_and_stays_limited(face: int, hits: int) -> None:
    """§3.4, R-2  Every other number loses it."""
    rolled = roll(FixedDice([face]), LIMITED)
    assert (rolled.hits, rolled.left) == (hits, LIMITED if hits else NONE)


def test_3_4_damage_makes_an_ability_limited() -> None:
    """§3.4, §4.5  Truk's Repair 3 with 4 damage is 0: one die; the six hits once and stays, the five is lost."""
    t = LaidTable(phasing=JP, bases=False)
    t.jp.base("Truk", damage=4)
    t.jp.ship("Yamato & Mutsu", "REAR", damage=5)
    g = t.play(Repair(phasing=JP), dice=[6, 5])
    assert thrown(g) == [("repair", [6]), ("repair", [5])]
    assert [f.damage for f in g.forces[JP].formations.values()] == [4]


def test_3_4_a_maintained_attempt_stays_normal_when_the_ability_falls_to_zero() -> None:
    """§3.4, R-2  Enterprise's Sub 1 becomes 0 in round one; its maintained die still hits on a five."""
    t = LaidTable(phasing=JP)
    t.jp.hand("Squall")
    target = t.us.ship("Enterprise", "MIDDLE")
    g = t.play(Submarines(phasing=JP), dice=[5, 5, 1, 4, 4, 5])
    g.answer(JP, ("submarine", "jp/squall", target))
    assert thrown(g) == [("recon", [5]), ("submarine", [5, 1]), ("sub", [4]), ("submarine", [4]), ("sub", [5])]
    assert g.forces[US].formations[target].damage == 1


def search(dice: list[int], *, boats: int = 1) -> tuple[Game, list[int], list[int]]:
    """Two Catalinas over the Japanese FRONT with two unseen ships, `boats` Zekes to meet them: at the aims."""
    t = LaidTable()
    t.us.base("Henderson Field")
    searchers = t.us.load(t.base_of(US, "Espiritu Santo"), ["Catalina", "Catalina"])
    t.jp.base("Buin")
    zekes = t.jp.load(t.base_of(JP, "Buin"), ["Zeke"] * boats)
    for name in ("Shokaku", "Zuikaku", "Ryujo", "Zuiho"):
        t.jp.ship(name, "FRONT")
    g = t.play(Reconnaissance(phasing=US), dice=dice)
    g.answer(US, dict.fromkeys(searchers, FRONT[JP]))
    g.answer(JP, dict.fromkeys(zekes, FRONT[JP]))
    return g, [int(s) for s in searchers], [int(z) for z in zekes]


def test_3_5_a_card_that_is_shot_down_takes_only_its_own_attempts() -> None:
    """§3.5, R-1  Both searchers maintain dice; one is lost, and round two is rolled with the other's two dice."""
    round_one = [4, 4, 4, 1, 4, 4, 1, 1, 5, 1, 1, 1, 1]  # Recon 4, Recon 4, AirC 4, Anti-Air 1
    g, searchers, zekes = search([*round_one, 1, 1, 1, 1])
    g.answer(JP, ((zekes[0], searchers[0]),))
    assert list(g.forces[US].airplanes) == searchers[1:]
    g.answer(US, ())
    g.answer(JP, ())
    recon = [(int(e.by), len(e.faces)) for e in only(g, Rolled) if e.ability == "recon"]
    assert recon[:3] == [(searchers[0], 4), (searchers[1], 4), (searchers[1], 2)]


def test_3_6_a_card_with_attempts_must_be_aimed() -> None:
    """§3.6, R-2  Two interceptors, and an answer that leaves one of them out: refused, and nothing has changed."""
    g, searchers, zekes = search([], boats=2)
    before = g.answers
    with pytest.raises(IllegalAnswer) as refused:
        g.answer(JP, ((zekes[0], searchers[0]),))
    assert refused.value.rule == "15.2(2)"
    assert (g.answers, window(g)) == (before, {JP: "11"})


def test_3_7_fire_together_is_rolled_from_the_state_before() -> None:
    """§3.7, R-3  Boat and Princeton kill each other in one round."""
    t = LaidTable(phasing=JP)
    t.jp.hand("Squall")
    target = t.us.ship("Princeton", "MIDDLE")
    g = t.play(Submarines(phasing=JP), dice=[5, 6, 4, 5])
    g.answer(JP, ("submarine", "jp/squall", target))
    assert thrown(g) == [("recon", [5]), ("submarine", [6, 4]), ("sub", [5])]
    assert target not in g.forces[US].formations


def test_3_7_interceptors_on_one_airplane_fire_one_after_the_other() -> None:
    """§3.7, R-3  The first shoots it down; the second has no shot and keeps its attempts."""
    t = LaidTable()
    zekes = [t.jp.fly("Zeke", FRONT[JP], Task.INTERCEPT) for _ in range(2)]
    searcher = t.us.fly("Avenger", FRONT[JP], Task.SEARCH)
    g = t.play(dice=[5, 1, 1, 1, 5, 1])
    intercept(g, JP, ((zekes[0], searcher), (zekes[1], searcher)), 0)
    assert searcher not in g.forces[US].airplanes
    assert zekes[0] not in g.forces[JP].airplanes  # an eliminated card has still fired
    assert g.forces[JP].airplanes[zekes[1]].attempts is None
    assert dice_left(g) == 0


def test_3_8_later_damage_changes_only_rolls_that_begin_after_it() -> None:
    """§3.8, R-4  Atlanta's Sub 2 keeps both dice with 2 damage; against the next boat it is one limited die."""
    t = LaidTable(phasing=JP)
    t.jp.hand("Squall", "Tokyo Express")
    target = t.us.ship("Atlanta & destroyers", "MIDDLE")
    g = t.play(Submarines(phasing=JP), dice=[5, 5, 5, 4, 4, 1, 1, 1, 1, 5, 1, 1, 5])
    g.answer(JP, ("submarine", "jp/squall", target))
    g.answer(JP, ("submarine", "jp/tokyo-express", target))
    counter = [list(e.faces) for e in only(g, Rolled) if e.ability == "sub"]
    assert counter == [[4, 4], [1, 1], [5]]


def test_3_9_a_roll_ends_when_nothing_is_left_to_repair() -> None:
    """§3.9, R-43  All damage in REAR is 3: after 5, 6, 1 nothing is rolled, although two attempts are maintained."""
    t = LaidTable(phasing=JP)
    t.jp.ship("Yamato & Mutsu", "REAR", damage=3)
    g = t.play(Repair(phasing=JP), dice=[5, 6, 1])
    assert thrown(g) == [("repair", [5, 6, 1])]
    assert [f.damage for f in g.forces[JP].formations.values()] == [0]


def test_3_9_anti_air_is_renewed_by_rounds_against_interceptors() -> None:
    """§3.9, R-43, R-50  Anti-Air 2: two dice, then what was maintained, and in the next round two again."""
    t = LaidTable()
    zekes = [t.jp.fly("Zeke", FRONT[JP], Task.INTERCEPT) for _ in range(2)]
    searcher = t.us.fly("Avenger", FRONT[JP], Task.SEARCH)
    aims = ((zekes[0], searcher), (zekes[1], searcher))
    g = t.play(dice=[4, 1, 1, 1, 4, 1, 4, 1, 1, 1, 1, 4, 1, 1, 1])
    intercept(g, JP, aims, 0)
    intercept(g, JP, aims, 0)
    assert [len(e.faces) for e in only(g, Rolled) if e.ability == "air"] == [2, 1, 2]
    assert [len(e.faces) for e in only(g, Rolled) if e.ability == "airc"] == [4, 4, 1, 1]


def test_3_10_hits_that_detect_are_spent_one_by_one_and_surplus_ones_are_lost() -> None:
    """§3.10, R-35  Name one, see it, name the next; in round two there are as many hits as ships."""
    t = LaidTable()
    t.jp.base("Munda")
    ships = [t.us.ship(name, "FRONT") for name in ("Enterprise", "Hornet", "Wasp", "Saratoga")]
    g = t.play(Approach(phasing=US), dice=[6, 6])
    assert window(g) == {JP: "19"}
    g.answer(JP, ships[2])
    assert g.forces[US].formations[ships[2]].detected
    assert ships[2] not in shape(g, JP).options
    g.answer(JP, ships[0])
    assert [f.detected for f in g.forces[US].formations.values()] == [True, True, True, True]
    assert (g.stack, dice_left(g)) == ([], 0)


def test_3_10_hits_beyond_the_unseen_formations_are_lost() -> None:
    """§3.10, R-35  Two hits for one unseen ship: it turns, and a detected ship is not touched by the other."""
    t = LaidTable()
    t.jp.base("Munda")
    t.us.ship("Enterprise", "FRONT", detected=True)
    unseen = t.us.ship("Hornet", "FRONT")
    g = t.play(Approach(phasing=US), dice=[6])
    assert g.forces[US].formations[unseen].detected
    assert [f.damage for f in g.forces[US].formations.values()] == [0, 0]

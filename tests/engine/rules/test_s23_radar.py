"""§23.4  Radar: one lost attempt is thrown again, at sea and in interceptions."""

from __future__ import annotations

import pytest

from ironbottom.battle import Battle, BattleSide, BattleText
from ironbottom.catalog import card_set
from ironbottom.events import Rolled, ShotDown
from ironbottom.flow import Game
from ironbottom.printed import AirplaneCard, CardSet
from ironbottom.rules.s15_reconnaissance import SearchRounds
from ironbottom.rules.s17_air_combat import AirControl, InterceptCombat
from ironbottom.rules.s18_sea_combat import Part, SeaSegment, Weapon
from ironbottom.variant import varied
from ironbottom.words import Token
from tests.support.table import FRONT, LaidTable, SeaTask, Side, Task, only, replace, rolls

US, JP = Side.US, Side.JP
ESCORT, SUPPORT, CONTROL, INTERCEPT = SeaTask.ESCORT, SeaTask.SUPPORT, SeaTask.CONTROL, SeaTask.INTERCEPT


def table(*words: str, turn: int = 15, phasing: Side = US, cards: CardSet | None = None) -> LaidTable:
    t = LaidTable(varied(card_set("full"), words) if cards is None else cards, phasing=phasing)
    t.state.turn = turn
    return t


def segment(t: LaidTable, part: Part, weapon: Weapon, *dice: int, attacker: Side = US) -> Game:
    return fought(t.play(SeaSegment(attacker=attacker, part=part, weapon=weapon), dice=list(dice)))


def fought(g: Game) -> Game:
    """Nobody withdraws, and everybody aims at the first."""
    while g.asked:
        side = next(iter(g.asked))
        withdrawing = g.step(side).endswith((".check", ".withdraw"))
        g.answer(side, () if withdrawing else g.default(side))
    return g


def us(t: LaidTable, name: str, task: SeaTask) -> Token:
    return t.us.ship(name, "FRONT", detected=True, task=task)


def jp(t: LaidTable, name: str, task: SeaTask) -> Token:
    return t.jp.ship(name, "FRONT", detected=True, task=task)


def test_23_4_a_lost_attempt_of_the_first_round_is_thrown_again() -> None:
    """§23.4  Surface 2 throws 4 and 1; the 1 again: a 6 hits twice, and both attempts are maintained."""
    t = table("radar")
    us(t, "Australia & Canberra", ESCORT)
    zuiho = jp(t, "Kongo & Haruna", INTERCEPT)
    g = segment(t, "control", "surface", 4, 1, 6, 1, 1)
    assert rolls(g) == [("surface", [4, 1]), ("radar", [6]), ("surface", [1, 1])]
    assert g.forces[JP].formations[zuiho].damage == 2
    assert [e.rule for e in only(g, Rolled)] == ["18.4(a)(4)", "23.4", "18.4(a)(4)"]


@pytest.mark.parametrize(("words", "turn"), [((), 15), (("radar",), 14)])
def test_23_4_not_without_the_rule_nor_before_the_eighth_turn(words: tuple[str, ...], turn: int) -> None:
    """§23.4  In turn 14 Japan has its seventh; the eighth of the US is turn 15."""
    t = table(*words, turn=turn)
    us(t, "Australia & Canberra", ESCORT)
    jp(t, "Kongo & Haruna", INTERCEPT)
    assert rolls(segment(t, "control", "surface", 1, 1)) == [("surface", [1, 1])]


def test_23_4_in_the_turn_of_japan_as_well_and_as_the_defender() -> None:
    """§23.4  Turn 16 is Japan's; the Japanese ship loses what it loses."""
    t = table("radar", turn=16, phasing=JP)
    us(t, "Australia & Canberra", CONTROL)
    jp(t, "Aoba & Kinugasa", ESCORT)
    g = segment(t, "control", "surface", 1, 1, 1, 1, 1, attacker=JP)
    assert rolls(g) == [("surface", [1, 1]), ("surface", [1, 1]), ("radar", [1])]
    assert only(g, Rolled)[2].side is US


def test_23_4_one_die_of_the_formation_that_threw_most() -> None:
    """§23.4  Helena (3) before Canberra (2), though Canberra was aimed first and has lost more."""
    t = table("radar")
    us(t, "Australia & Canberra", ESCORT)
    helena = us(t, "Helena & Boise", ESCORT)
    jp(t, "Kongo & Haruna", INTERCEPT)
    g = segment(t, "control", "surface", 1, 1, 4, 4, 1, 1, 1, 1)
    assert rolls(g)[:3] == [("surface", [1, 1]), ("surface", [4, 4, 1]), ("radar", [1])]
    assert only(g, Rolled)[2].by == helena


def test_23_4_of_equals_the_first_that_was_aimed() -> None:
    """§23.4  And who lost nothing is left out."""
    for first, by in (([1, 4], 0), ([4, 4], 1)):
        t = table("radar")
        ships = [us(t, "Australia & Canberra", ESCORT), us(t, "Chicago & Louisville", ESCORT)]
        jp(t, "Kongo & Haruna", INTERCEPT)
        g = segment(t, "control", "surface", *first, 1, 1, 1, *[1] * 3)
        assert (only(g, Rolled)[2].ability, only(g, Rolled)[2].by) == ("radar", ships[by])


def test_23_4_a_limited_attempt_stays_limited_and_comes_last() -> None:
    """§23.4, §3.4  Enterprise (Surface 0) alone: a 5 is nothing; a 6 hits once. Beside a cruiser it does not count."""
    t = table("radar")
    carrier = us(t, "Enterprise", ESCORT)
    kongo = jp(t, "Kongo & Haruna", INTERCEPT)
    g = segment(t, "control", "surface", 5, 6, 1)
    assert rolls(g) == [("surface", [5]), ("radar", [6]), ("surface", [1])]
    assert g.forces[JP].formations[kongo].damage == 1
    t = table("radar")
    carrier = us(t, "Enterprise", ESCORT)
    tender = us(t, "Hobart & Leander", ESCORT)
    jp(t, "Kongo & Haruna", INTERCEPT)
    g = segment(t, "control", "surface", 1, 1, 1)
    assert [e.ability for e in only(g, Rolled)] == ["surface", "surface", "radar"]
    assert [e.by for e in only(g, Rolled)] == [carrier, tender, tender]


def test_23_4_no_attempt_lost_no_throw_and_none_for_torpedoes() -> None:
    """§23.4"""
    t = table("radar")
    us(t, "Australia & Canberra", ESCORT)
    jp(t, "Kongo & Haruna", INTERCEPT)
    assert rolls(segment(t, "control", "surface", 4, 4, 1, 1)) == [("surface", [4, 4]), ("surface", [1, 1])]
    t = table("radar")
    us(t, "Australia & Canberra", ESCORT)
    jp(t, "Kongo & Haruna", INTERCEPT)
    assert rolls(segment(t, "control", "torp", 1)) == [("torp", [1])]


def test_23_4_with_night_lookouts_in_the_second_round() -> None:
    """§23.4, §21.11  When US formations fire for the first time."""
    t = table("radar")
    us(t, "Australia & Canberra", ESCORT)
    jp(t, "Kongo & Haruna", INTERCEPT)
    t.jp.hand("Night Lookouts")
    g = t.play(SeaSegment(attacker=US, part="control", weapon="surface"), dice=[1, 4, 1, 1])
    g.answer(US, ())
    g.answer(JP, ("play", t.jp.forces.hand[0].id))
    assert rolls(fought(g)) == [("surface", [1, 4]), ("radar", [1]), ("surface", [1])]


def test_23_4_after_the_night_column() -> None:
    """§23.4, §23.2  Who has been damaged by the column throws what it has then, and the lost die again."""
    t = table("radar", "night-column")
    us(t, "Australia & Canberra", ESCORT)
    jp(t, "Aoba & Kinugasa", CONTROL)
    g = segment(t, "control", "surface", 5, 1, 1, 1, 1)
    assert rolls(g) == [("surface", [5, 1]), ("surface", [1]), ("radar", [1]), ("surface", [1])]


# In the air


def interception(t: LaidTable, *dice: int, bombers: int = 1, fighters: int = 1) -> Game:
    """US fighters on Intercept over their FRONT, against Japanese bombers."""
    for _ in range(fighters):
        t.us.fly("Wildcat", FRONT[US], Task.INTERCEPT)
    for _ in range(bombers):
        t.jp.fly("Betty", FRONT[US], Task.ATTACK)
    return t.play(InterceptCombat(line=FRONT[US], defender=US), dice=list(dice))


def test_23_4_the_first_interceptor_throws_one_again() -> None:
    """§23.4, §17.2(4)(c)  Wildcat (AirC 3): 1, 1, 1, one of them again, a 5: the bomber is down."""
    t = table("radar")
    g = fought(interception(t, 1, 1, 1, 5, 1, 1, 1))
    assert rolls(g)[:2] == [("airc", [1, 1, 1]), ("radar", [5])]
    assert [e.side for e in only(g, ShotDown)] == [JP]


def test_23_4_only_the_first_and_only_his_first_throw() -> None:
    """§23.4  Two fighters at one bomber: one radar die in round one; none in round two, when both have fired."""
    t = table("radar")
    card = t.jp.card("Betty")
    assert isinstance(card, AirplaneCard)
    anti_air = [1] * (card.air or 0)
    g = fought(interception(t, 4, 1, 1, 1, *anti_air, 4, 1, 1, 1, *anti_air, 1, fighters=2))
    assert [row for row in rolls(g) if row[0] != "air"] == [
        ("airc", [4, 1, 1]), ("radar", [1]), ("airc", [4, 1, 1]), ("airc", [1]), ("airc", [1]),
    ]


def test_23_4_not_of_the_japanese_nor_in_air_control() -> None:
    """§23.4"""
    t = table("radar", phasing=US)
    t.jp.fly("Zeke", FRONT[JP], Task.INTERCEPT)
    t.us.fly("Dauntless", FRONT[JP], Task.ATTACK)
    g = fought(t.play(InterceptCombat(line=FRONT[JP], defender=JP), dice=[1, 1, 1, 1, 1, 1]))
    assert "radar" not in [ability for ability, _ in rolls(g)]
    t = table("radar")
    t.us.fly("Wildcat", FRONT[US], Task.CONTROL)
    t.jp.fly("Zeke", FRONT[US], Task.ESCORT)
    g = t.play(AirControl(line=FRONT[US], defender=US), dice=[1] * 7)
    while g.asked:
        side = next(iter(g.asked))
        g.answer(side, ())
    assert sorted(ability for ability, _ in rolls(g)) == ["airc", "airc"]


def test_23_4_in_a_search() -> None:
    """§23.4, §15.2(3)  US interceptors over a line that Japan searches."""
    t = table("radar", turn=16, phasing=JP)
    t.us.ship("Enterprise", "FRONT")
    t.us.fly("Wildcat", FRONT[US], Task.INTERCEPT)
    t.jp.fly("Mavis", FRONT[US], Task.SEARCH)
    g = t.play(SearchRounds(phasing=JP, line=FRONT[US]), dice=[*[1] * 20])
    abilities = [ability for ability, _ in rolls(g)]
    assert abilities.count("radar") == 1
    assert abilities.index("radar") == abilities.index("airc") + 1


def a_battle() -> Battle:
    """With nobody in it: what counts here is that there is one."""
    text = BattleText(title="", introduction="", history="")
    nobody = BattleSide(bases=(), ships=())
    return Battle(
        name="nowhere", version=1, set="full", date="1942-10-11", first=JP, turns=4, decks=False, us=nobody, jp=nobody,
        english=text, japanese=text,
    )


def rolls_of_turn_one(cards: CardSet) -> list[tuple[str, list[int]]]:
    t = table(cards=cards, turn=1)
    us(t, "Australia & Canberra", ESCORT)
    jp(t, "Kongo & Haruna", INTERCEPT)
    return rolls(segment(t, "control", "surface", 1, 1, *[1] * (cards.battle is not None)))


def test_23_4_in_a_battle_from_the_start() -> None:
    """§23.4, §24.4  A battle is shorter than seven turns of a side."""
    cards = varied(card_set("full"), ["radar"])
    assert rolls_of_turn_one(cards) == [("surface", [1, 1])]
    assert rolls_of_turn_one(replace(cards, battle=a_battle())) == [("surface", [1, 1]), ("radar", [1])]

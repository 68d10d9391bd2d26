"""The odds that go with a question: what the answer would roll, from what its side knows.

The figures are worked out from the table of §3.2: a normal attempt never hits with 3/5, in one throw with 2/3; a
limited one hits with 1/6.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ironbottom.flow import Game, Procedure
from ironbottom.question_odds import QUESTION_ODDS
from ironbottom.questions import Chance
from ironbottom.rules.s15_reconnaissance import Reconnaissance, SearchRounds, Submarines
from ironbottom.rules.s17_air_attack import AirAttack
from ironbottom.rules.s17_air_combat import AirControl, InterceptCombat
from ironbottom.rules.s18_sea_combat import SeaRounds
from ironbottom.rules.s18_shore import Bombardment, GoingAshore, LandCombat
from ironbottom.sight import question
from ironbottom.state import InForce
from ironbottom.words import Line, SeaTask, Side, Task
from tests.support.table import LaidTable

US, JP = Side.US, Side.JP
KAWAGUCHI = "Eighth Fleet Reinforcement"  # transports: Army 2, HP 2


def odds(g: Game, side: Side) -> list[Chance]:
    return list(question(g, side).odds)


def figures(chance: Chance) -> list[float]:
    """Hits, success, kill, loss, as far as they are told."""
    told = (chance.hits, chance.success, chance.kill, chance.loss)
    return [figure for figure in told if figure is not None]


def sections() -> Iterator[type[Procedure]]:
    left: list[type[Procedure]] = list(Procedure.__subclasses__())
    while left:
        section = left.pop()
        left += section.__subclasses__()
        yield section


def test_each_forecast_belongs_to_a_question() -> None:
    """A step that is renamed would lose its odds without a word."""
    questions = {f"{section.tag()}.{step.name}" for section in sections() for step in section.steps if step.window}
    assert set(QUESTION_ODDS) <= questions


def test_search_and_interception_of_the_search() -> None:
    """§15.1(1), §15.2(3)  Recon 3 finds with 1 - 0.6^3; AirC 4 hits in one throw with 1 - (2/3)^4, Anti-Air 4 too."""
    t = LaidTable()
    t.us.load(t.base_of(US, "Port Moresby"), ["Flying Fortress"])
    t.jp.ship("Aoba & Kinugasa")
    (search,) = odds(t.play(Reconnaissance(phasing=US)), US)
    assert figures(search)[:2] == pytest.approx([3, 0.784])
    t = LaidTable()
    t.jp.ship("Aoba & Kinugasa")
    one, two = [t.us.fly("Flying Fortress", Line.JP_FRONT, Task.SEARCH) for _ in range(2)]
    zeke = t.jp.fly("Zeke", Line.JP_FRONT, Task.INTERCEPT)
    first, second = odds(t.play(SearchRounds(phasing=US, line=Line.JP_FRONT)), JP)
    assert [(c.card, c.value) for c in (first, second)] == [(zeke, one), (zeke, two)]
    assert figures(first) == pytest.approx([2, 65 / 81, 65 / 81, 65 / 81])


def test_submarine() -> None:
    """§15.3(2), §21.4  Recon 1 finds with 0.4, with the Patrol Line 1 - 0.6^3; of an unseen target no more is told."""
    t = LaidTable(phasing=JP)
    t.jp.hand("Tokyo Express", "Submarine Patrol Line")
    unseen = t.us.ship("Enterprise", "MIDDLE")
    g = t.play(Submarines(phasing=JP))
    (chance,) = odds(g, JP)
    assert (chance.card, chance.value) == (0, ("jp/tokyo-express", unseen))
    assert figures(chance) == pytest.approx([0, 0.4])
    g.answer(JP, ("play", "jp/submarine-patrol-line"))
    assert odds(g, JP)[0].success == pytest.approx(0.784)


def test_air_control_with_coastwatchers() -> None:
    """§17.2(3)(b), §21.5  Wildcat, AirC 3, at either Zeke: down with 1 - 0.6^3; with Coastwatchers it has 4 dice."""
    t = LaidTable(phasing=JP)
    for _ in range(2):
        t.jp.fly("Zeke", Line.US_FRONT, Task.ESCORT)
    t.us.fly("Wildcat", Line.US_FRONT, Task.CONTROL)
    for dice in (3, 4):
        g = t.play(AirControl(line=Line.US_FRONT, defender=US))
        g.answer(JP, ())
        g.answer(US, ())
        assert [c.kill for c in odds(g, US)] == [pytest.approx(1 - 0.6**dice)] * 2
        t.state.in_force = (InForce("watchers", US, 1, "phase", Line.US_FRONT),)


def test_intercept() -> None:
    """§17.2(4)(c)  Zeke, AirC 4, at a Dauntless, Anti-Air 2: 65/81 against 5/9 in the exchange."""
    t = LaidTable()
    for _ in range(2):
        t.us.fly("Dauntless", Line.JP_FRONT, Task.ATTACK)
    t.jp.fly("Zeke", Line.JP_FRONT, Task.INTERCEPT)
    g = t.play(InterceptCombat(line=Line.JP_FRONT, defender=JP))
    g.answer(US, ())
    g.answer(JP, ())
    for chance in odds(g, JP):
        assert figures(chance) == pytest.approx([2, 65 / 81, 65 / 81, 5 / 9])


def test_torpedo_meets_the_anti_air_first() -> None:
    """§17.3(4)(b), §17.3(4)(c)  Kate, Bomb 1 or Torp 4, at Enterprise with 3 damage: Air 1, one HP left."""
    t = LaidTable(phasing=JP)
    t.jp.fly("Kate", Line.US_MIDDLE, Task.ATTACK)
    ship = t.us.ship("Enterprise", "MIDDLE", detected=True, damage=3)
    g = t.play(AirAttack(line=Line.US_MIDDLE, defender=US))
    bomb, torp = odds(g, JP)
    assert (bomb.value, torp.value) == (("bomb", ship), ("torp", ship))
    # The bomb hits with 1/3 in round one whatever the flak does, and is worth less than 2/5, what it would be unmet.
    assert bomb.kill is not None
    assert 1 / 3 < bomb.kill < 2 / 5
    # The torpedo drops in round one with 2/3, and hits then with 65/81; unmet it would hit with 1 - 0.6^4.
    assert torp.kill is not None
    assert 2 / 3 * 65 / 81 < torp.kill < 2 / 3 * (1 - 0.6**4)
    g.answer(JP, g.default(JP))
    (same,) = odds(g, JP)
    assert (same.kill, same.value) == (torp.kill, None)


def test_sea_checks_and_guns() -> None:
    """§9.2, §18.4(a), §21.10  Speed 3: 19/27.  Surface 3 at one HP: 1 - 0.6^3; with SG Radar 5 dice."""
    t = LaidTable()
    t.us.hand("SG Radar")
    honolulu = t.us.ship("Honolulu & St. Louis", detected=True, task=SeaTask.ESCORT)
    for _ in range(2):
        t.jp.ship("Aoba & Kinugasa", detected=True, task=SeaTask.CONTROL, damage=3)
    g = t.play(SeaRounds(attacker=US, part="control", weapon="surface"))
    (check,) = odds(g, US)
    assert check.card == honolulu
    assert figures(check) == pytest.approx([0, 19 / 27])
    g.answer(US, ("play", "us/sg-radar"))
    g.answer(US, ())
    g.answer(JP, ())
    assert [c.kill for c in odds(g, US)] == [pytest.approx(1 - 0.6**5)] * 2


def test_bombardment_with_type_3_shells() -> None:
    """§18.4(d)(2), §21.13  Land 5 at one HP hits with 1 - 0.6^5; once the shells are named with 7 dice."""
    t = LaidTable(phasing=JP)
    t.jp.hand("Type 3 Shells")
    russell = t.us.base("Russell Islands", damage=4)  # HP 5, TB 0: six sixes in a row would sink Kongo
    t.jp.ship("Kongo & Haruna", detected=True, task=SeaTask.SUPPORT)
    g = t.play(Bombardment(attacker=JP), target=russell)
    assert odds(g, JP)[0].kill == pytest.approx(1 - 0.6**5, abs=1e-4)
    g.answer(JP, ("play", "jp/type-3-shells"))
    assert odds(g, JP)[0].kill == pytest.approx(1 - 0.6**7, abs=1e-4)


def test_landing_under_fire_and_ashore() -> None:
    """§18.4(e)(3), §18.4(f)(3)  TB 0 sinks HP 2 with 1/36.  Ashore Army 2 hits with 0.64, less what dies before.

    Garrison 0 shoots HP 2 down in round two with 1/36, or never.  No hit in two rounds: (1/2 + 1/6 * 2/3)^2 = 121/324;
    no hit at all: 0.36.
    """
    t = LaidTable(phasing=JP)
    milne = t.us.base("Milne Bay", damage=4)  # HP 5, TB 0, Garrison 0
    army = t.jp.ship(KAWAGUCHI, task=SeaTask.SUPPORT)
    g = t.play(GoingAshore(attacker=JP), target=milne)
    takes = 0.64 - (121 / 324 - 0.36) / 36
    (chance,) = odds(g, JP)
    assert chance.card == army
    assert figures(chance)[2:] == pytest.approx([takes, 1 / 36])


def test_ashore_the_escort_takes_the_damage() -> None:
    """§8.5, §18.4(e)(4)  The pair's damage can all go to the escort: the army goes ashore whole."""
    t = LaidTable(phasing=JP)
    milne = t.us.base("Milne Bay", damage=4)
    t.jp.ship(KAWAGUCHI, task=SeaTask.SUPPORT)
    t.jp.ship(KAWAGUCHI, escort="jp/sendai-destroyers", task=SeaTask.SUPPORT, damage=2)
    whole, pair = odds(t.play(GoingAshore(attacker=JP), target=milne), JP)
    assert (pair.hits, pair.kill) == (whole.hits, whole.kill)


def test_land_combat() -> None:
    """§18.4(f)(2), §18.4(f)(3)  As in the landing, with the dice of the garrison; a base at its HP falls for sure."""
    t = LaidTable(phasing=JP)
    milne = t.us.base("Milne Bay", damage=4)
    armies = tuple([t.jp.ship(KAWAGUCHI, task=SeaTask.SUPPORT) for _ in range(2)])
    section = LandCombat(attacker=JP, ashore=armies, landed=armies)
    assert [c.loss is not None and c.loss < 1 / 36 for c in odds(t.play(section, target=milne), JP)] == [True, True]
    t = LaidTable(phasing=JP)
    milne = t.us.base("Milne Bay", damage=5)
    armies = tuple([t.jp.ship(KAWAGUCHI, task=SeaTask.SUPPORT) for _ in range(2)])
    section = LandCombat(attacker=JP, ashore=armies, landed=armies)
    assert [c.kill for c in odds(t.play(section, target=milne), JP)] == [1.0, 1.0]

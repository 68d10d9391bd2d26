"""§9  Withdrawal of airplanes, at will, and of ships, by a check."""

from __future__ import annotations

import pytest

from ironbottom.dice import Attempts
from ironbottom.events import Rolled, Withdrew
from ironbottom.flow import Game
from ironbottom.rules.s09_withdrawal import try_withdrawal, withdraw_airplanes
from ironbottom.rules.s15_reconnaissance import Reconnaissance
from ironbottom.rules.s18_sea_combat import SeaRounds
from ironbottom.rules.s19_return import Return
from ironbottom.words import SeaTask
from tests.support.table import FRONT, MIDDLE, LaidTable, Side, Task, dice_left, only, replace, shape, window

US, JP = Side.US, Side.JP


def test_9_1_withdrawn_airplanes_wait_at_their_line_without_attempts() -> None:
    """§9.1  Their way home is measured from that line: over the enemy MIDDLE a Wildcat (2) reaches no US MIDDLE."""
    t = LaidTable()
    t.us.base("Tulagi")
    t.us.ship("Hornet", "FRONT")
    wildcat = t.us.fly("Wildcat", MIDDLE[JP], Task.INTERCEPT)
    t.us.forces.airplanes[wildcat] = replace(t.us.forces.airplanes[wildcat], attempts=Attempts(2))
    g = t.play()
    withdraw_airplanes(g, US, [wildcat])
    a = g.forces[US].airplanes[wildcat]
    assert (a.task, a.line, a.attempts) == (Task.WITHDRAWN, MIDDLE[JP], None)
    g = t.play(Return())
    hosts = [g.forces[US].host(h).line for h in shape(g, US).choices[wildcat]]
    assert hosts == [FRONT[US]]


def test_9_1_a_withdrawn_airplane_takes_no_further_part() -> None:
    """§9.1  One Judy leaves after round one, at will; round two is rolled by the other alone."""
    t = LaidTable(phasing=JP)
    t.us.ship("Hornet", "FRONT")
    judys = t.jp.load(t.base_of(JP, "Rabaul"), ["Judy", "Judy"])
    g = t.play(Reconnaissance(phasing=JP), dice=[4, 4, 4, 4, 4, 4, 1, 1, 1])
    g.answer(JP, dict.fromkeys(judys, FRONT[US]))
    assert window(g) == {JP: "13"}
    g.answer(JP, (judys[0],))
    assert [(e.by, len(e.faces)) for e in only(g, Rolled)] == [(judys[0], 3), (judys[1], 3), (judys[1], 3)]
    assert only(g, Withdrew)[0].tokens == (judys[0],)


def check(name: str, damage: int, dice: list[int]) -> tuple[bool, Game]:
    """A US formation in FRONT tries to withdraw: whether it did."""
    t = LaidTable()
    token = t.us.ship(name, "FRONT", detected=True, damage=damage)
    g = t.play(dice=dice)
    try_withdrawal(g, US, token)
    assert dice_left(g) == 0
    return g.forces[US].formations[token].task is SeaTask.WITHDRAWN, g


@pytest.mark.parametrize(
    ("name", "damage", "dice", "gone"),
    [
        ("Hornet", 0, [1, 4, 5], True),  # Speed 3: one five is enough
        ("Hornet", 0, [4, 4, 4], False),  # and fours are not, nor are they rolled again
        ("Hornet", 1, [4, 6], True),  # current Speed 2
        ("Hornet", 3, [5], False),  # Speed 0 by damage: only a six
        ("Hornet", 3, [6], True),
        ("Maryland & Colorado", 0, [5], False),  # a printed 0
        ("Maryland & Colorado", 0, [6], True),
    ],
)
def test_9_2_a_check_is_one_throw_of_the_current_speed(name: str, damage: int, dice: list[int], gone: bool) -> None:
    """§9.2, R-2b  Any 5 or 6; with Speed 0 one die and a six."""
    assert check(name, damage, dice)[0] is gone


def test_9_2_with_speed_minus_no_check_may_be_made() -> None:
    """§9.2  A pair with transports has Speed "-": of two formations off the base Kongo alone may try, with Speed 2."""
    t = LaidTable(phasing=JP)
    pair = t.jp.ship("Eighth Fleet Reinforcement", "FRONT", escort="Jintsu & destroyers")
    kongo = t.jp.ship("Kongo & Haruna", "FRONT", detected=True)
    helena = t.us.ship("Helena & Boise", "FRONT", detected=True)
    for half, token, task in (
        (t.jp, pair, SeaTask.SUPPORT), (t.jp, kongo, SeaTask.SUPPORT), (t.us, helena, SeaTask.INTERCEPT)
    ):
        half.forces.formations[token] = replace(half.forces.formations[token], task=task)
    g = t.play(SeaRounds(attacker=JP, part="intercept", weapon="surface"), dice=[5, 1])
    assert (window(g), shape(g, JP).items) == ({JP: "28"}, (kongo,))
    g.answer(JP, (kongo,))
    assert g.forces[JP].formations[kongo].task is SeaTask.WITHDRAWN


def test_9_2_a_check_that_fails_costs_nothing() -> None:
    """§9.2  No damage, still in its line, still in the fight."""
    _, g = check("Hornet", 0, [1, 1, 1])
    (f,) = g.forces[US].formations.values()
    assert (f.damage, f.line, f.task) == (0, FRONT[US], None)


def test_9_3_a_withdrawn_formation_stays_in_its_front_line() -> None:
    """§9.3  Out of combat for the turn, detected as before."""
    _, g = check("Hornet", 0, [6, 1, 1])
    (f,) = g.forces[US].formations.values()
    assert (f.line, f.task, f.attempts, f.detected) == (FRONT[US], SeaTask.WITHDRAWN, None, True)
    assert [e.tokens for e in only(g, Withdrew)] == [(f.token,)]

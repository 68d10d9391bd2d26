"""Two bots of unequal strength with the rules that make them even: who plays what, and how often the weaker wins."""

from __future__ import annotations

import pytest

from ironbottom.client.launch.arena.balance import unequal
from ironbottom.client.launch.arena.balance.unequal import UnequalPlan, main, play_plan, play_unequal, told
from ironbottom.client.launch.arena.standing import standing
from ironbottom.client.text.rules.handicap import handicap
from ironbottom.words import SIDES, Side
from tests.support.lengths import EVENED, by_night

WEAK, STRONG = "cadet", "ensign"


def test_each_side_has_the_rules_that_help_the_weaker() -> None:
    """The same deal, once from either side."""
    plan = UnequalPlan("random", "cadet", -314, "s")
    assert [plan.rules(side).words for side in SIDES] == [handicap(side, -314).words for side in SIDES]
    assert plan.rules(Side.US).words != plan.rules(Side.JP).words != ()
    first, second = [play_unequal(plan, n) for n in (0, 1)]
    assert (first.us, first.jp, second.us, second.jp) == ("random", "cadet", "cadet", "random")
    assert first.seed == second.seed
    assert plan._replace(plain=True).rules(Side.US).words == ()


def test_a_weaker_player_wins_more_with_them_than_without(capsys: pytest.CaptureFixture[str]) -> None:
    """A planted one: with rules for the other player the weaker one wins nothing."""
    plan = UnequalPlan(WEAK, STRONG, -509, "more")
    rates = []
    for one in (plan, plan._replace(plain=True), plan._replace(lead=1200)):
        found = standing(play_plan(one, EVENED), WEAK).overall
        assert found is not None
        rates.append(found.won)
    assert rates[0] > rates[2]
    assert rates[0] >= rates[1] >= rates[2]
    assert any("Head start" in line for line in told(plan, play_plan(plan, 2)))


@by_night
def test_unequal_bots_come_near_an_even_game() -> None:
    """As far as the ladder knows how far they are apart: 45 to 55 %, give or take what so few games leave open."""
    plan = UnequalPlan("seaman", "ensign", -236, "night")
    found = standing(play_plan(plan, EVENED), "seaman").overall
    assert found is not None
    assert found.low <= 0.55
    assert found.high >= 0.45


def test_nobody_knows_how_strong_some_bots_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["light", "mate", "--games", "2"]) == unequal.USAGE
    assert "give --lead" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["mate", "mate"])

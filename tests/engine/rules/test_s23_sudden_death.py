"""§23.16  Sudden death: who leads by so many VP when a turn of the enemy is over wins at once."""

from __future__ import annotations

import pytest

from ironbottom.catalog import card_set
from ironbottom.events import GameEnded
from ironbottom.flow import Game
from ironbottom.phrases import ended
from ironbottom.position import from_text, to_text
from ironbottom.rules.s12_turn import Turns
from ironbottom.variant import varied
from tests.support.table import LaidTable, Side, only, window

US, JP = Side.US, Side.JP
PLAIN = card_set("full")
SUDDEN = varied(PLAIN, ["sudden-death:8"])


def turn_over(lead: int, whose: Side, *, rule: bool = True) -> Game:
    """A turn of `whose` was skipped; the US leads by so many VP, or Japan where that is negative."""
    t = LaidTable(SUDDEN if rule else PLAIN, phasing=whose.enemy)
    for half in (t.us, t.jp):
        half.air_deck(*[half.table.cards.side(half.side).air[0].id] * 9)
    g = t.play(Turns())
    g.forces[US].scored, g.forces[JP].scored = max(0, lead), max(0, -lead)
    g.answer(whose, "keep")
    return g


@pytest.mark.parametrize("side", [US, JP])
def test_23_16_a_lead_of_so_many_vp_wins_after_a_turn_of_the_enemy(side: Side) -> None:
    """§23.16  8 VP are enough; the skipped turn of the enemy counts (§13.3)."""
    g = turn_over(8 if side is US else -8, side.enemy)
    assert g.outcome is not None
    assert (g.outcome.winner, g.outcome.reason, g.asked) == (side, "sudden-death", {})
    assert only(g, GameEnded)[0].rule == "23.16"
    assert "sudden death" in ended(side, "sudden-death")


@pytest.mark.parametrize("lead", [7, 0, -7])
def test_23_16_less_is_not_enough(lead: int) -> None:
    """§23.16"""
    for whose in (US, JP):
        g = turn_over(lead, whose)
        assert (g.outcome, window(g)) == (None, {whose.enemy: "3"})


@pytest.mark.parametrize("side", [US, JP])
def test_23_16_a_lead_after_ones_own_turn_must_stand_the_next(side: Side) -> None:
    """§23.16  The enemy has a turn to answer it; then it is over."""
    g = turn_over(8 if side is US else -8, side)
    assert (g.outcome, window(g)) == (None, {side.enemy: "3"})
    g.answer(side.enemy, "keep")
    assert g.outcome is not None
    assert g.outcome.winner is side


def test_23_16_without_the_rule_no_lead_is_enough() -> None:
    """§11.1, §11.2"""
    for whose in (US, JP):
        assert turn_over(99, whose, rule=False).outcome is None


def test_23_16_not_before_the_first_turn() -> None:
    """§23.16  A battle may give points from the start (§24.5): no turn is over yet."""
    t = LaidTable(SUDDEN)
    t.us.air_deck("Wildcat", "Wildcat", "Wildcat")
    t.state.turn, t.state.phasing = 0, JP
    t.us.forces.scored = 20
    assert window(t.play(Turns())) == {US: "3"}


def test_23_16_the_ended_game_can_be_written_and_read() -> None:
    """§23.16  As any other ending."""
    t = LaidTable(SUDDEN, phasing=US)
    t.jp.forces.scored = 8
    t.state.dice = t.state.tokens.copy()
    g = Game(t.state, [Turns()])
    assert g.outcome is not None
    again = from_text(to_text(g), SUDDEN)
    assert again.outcome == g.outcome

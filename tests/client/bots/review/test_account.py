"""start + luck + skill = result in every game; the curve, and what was lost on the way."""

from __future__ import annotations

import pytest

from ironbottom.client.bots.review.figures import EVENTS, SECTION_OF, SECTIONS
from ironbottom.client.bots.review.truth import account, curve, key_moments
from ironbottom.client.bots.value.value import shipped_value
from ironbottom.record import Entry, Resignation
from ironbottom.windows import WINDOWS
from tests.client.support.reviewed import random_game, short_review
from tests.support.lengths import so_many

MANY = so_many("REVIEWS", 3, 500)  # games that are summed up


@pytest.mark.parametrize("number", range(MANY))
def test_start_and_luck_and_skill_are_the_result(number: int) -> None:
    moments = random_game(number)
    found = account(moments, shipped_value(), b"%d" % number)
    assert abs(found.start + sum(found.luck.values()) + sum(found.skill.values()) - found.result) < 1e-9
    assert abs(found.adjusted - found.start - sum(found.skill.values())) < 1e-9
    outcome = moments[-1].game.outcome
    assert outcome is not None
    assert found.result == (outcome.winner == 0)


def test_who_resigns_gives_away_what_was_left() -> None:
    game, review = short_review()
    found = review.account
    assert isinstance(game.moments[-1].entry, Resignation)
    assert found.result == 0.0
    assert abs(found.start + sum(found.luck.values()) + sum(found.skill.values())) < 1e-9
    alone = account(game.moments[:-1], shipped_value(), game.digest)
    assert found.skill["US"] == pytest.approx(alone.skill["US"] - alone.result)
    assert found.skill["JP"] == alone.skill["JP"]


def test_the_curve_has_a_point_after_each_answer_and_ends_with_the_result() -> None:
    moments = random_game(1)
    points = [*curve(moments, shipped_value())]
    assert [point.n for point in points] == [*range(len(moments))]
    assert points[-1].chance in (0.0, 1.0)
    assert all(0 <= point.chance <= 1 for point in points)
    assert [point.turn for point in points] == sorted(point.turn for point in points)


def test_what_was_lost_is_what_the_other_side_has_points_for() -> None:
    moments = random_game(1)
    lost = [*key_moments(moments, moments[0].game.state.cards)]
    assert {moment.kind for moment in lost} <= {"ship", "carrier", "base"}
    for side in (0, 1):
        theirs = [moment.points for moment in lost if moment.side == ("US", "JP")[1 - side]]
        assert sum(theirs) == moments[-1].game.forces[side].points


def test_every_window_has_its_section() -> None:
    assert set(SECTION_OF) == set(WINDOWS)
    assert EVENTS in SECTIONS


def test_entries_are_what_the_games_of_these_tests_are_made_of() -> None:
    assert all(isinstance(moment.entry, Entry) for moment in random_game(0)[1:])

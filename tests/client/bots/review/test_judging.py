"""Decisions are judged by what could be known then: other hidden cards, the same verdict; who looks is caught."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.bots.light.deployments import shipped_prior
from ironbottom.client.bots.review import making
from ironbottom.client.bots.review.figures import KnownPoint, RatedDecision
from ironbottom.client.bots.review.judging import FIRST, Effort, Judge
from ironbottom.client.bots.review.making import Thoroughness
from ironbottom.client.bots.review.reading import played_game
from ironbottom.client.bots.review.seats import SeatQuestion, answers, questions, runs
from ironbottom.client.bots.review.truth import RealPosition
from ironbottom.client.bots.search.plans import SEGMENTS
from ironbottom.client.storage.card_sets import KnownSets
from ironbottom.client.text.question.by_itself import sole_answer
from ironbottom.editions import NEWEST
from ironbottom.flow import Game
from ironbottom.printed import CardSet
from ironbottom.record import RecordedMoment
from ironbottom.words import SIDES, Side
from ironbottom.worlds import EVEN
from tests import ROOT
from tests.client.bots.test_hidden_bits import honest, opened, played
from tests.client.support.reviewed import LITTLE, moments_of, of_moments, random_game, short_review
from tests.support.lengths import so_many

GAMES = so_many("JUDGED", 1, 20)
MOST = so_many("JUDGED_ANSWERS", 160, 1_500)
LEAST = Thoroughness(1, Effort(1, 1), again=0)
Verdicts = tuple[list[KnownPoint], list[RatedDecision]]


def twins(number: int, viewer: Side) -> list[list[RecordedMoment]]:
    """A game, and the same with other cards of the enemy wherever none came to light."""
    one = played(honest("mate"), number, viewer, most=MOST)
    two = played(honest("mate"), number, viewer, one, MOST)
    assert two.changed > 0
    games = [opened(number, viewer, None)[0], opened(number, viewer, one.named)[0]]
    return [moments_of(game, run.script) for game, run in zip(games, (one, two), strict=True)]


def verdicts(moments: list[RecordedMoment], viewer: Side) -> Verdicts:
    """All that is said of one side's decisions."""
    judging = making.Reviewing(of_moments(moments), "", LEAST)
    judging.look_at_all(lambda _done, _of: None)
    known = [point for point in judging.known if point.side == viewer.name]
    return known, [one for one in judging.rated.values() if one.side == viewer.name]


@pytest.mark.parametrize("number", range(1, GAMES + 1))
def test_other_hidden_cards_get_the_same_verdicts(number: int) -> None:
    """On the curve and on every decision, to the last figure."""
    viewer = SIDES[number % 2]
    one, two = [verdicts(moments, viewer) for moments in twins(number, viewer)]
    assert one == two
    assert len(one[0]) > 20
    assert len(one[1]) > 5


def test_a_judge_who_looks_at_the_real_game_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: judged by hindsight."""
    viewer, now = SIDES[1], list[Game]()

    def watched(moments: list[RecordedMoment], cards: CardSet) -> Iterator[SeatQuestion]:
        for asked in questions(moments, cards):
            now[:] = [moments[asked.n].game]
            yield asked

    monkeypatch.setattr(making, "questions", watched)
    monkeypatch.setattr(Judge, "here", lambda _judge, _knows: RealPosition(now[0]))
    one, two = [verdicts(moments, viewer) for moments in twins(1, viewer)]
    assert one != two


def test_unseen_ships_stand_where_players_put_them() -> None:
    assert Judge(card_set("core"), NEWEST).worlds.prior == shipped_prior() != EVEN


def test_where_one_answer_is_legal_there_is_nothing_to_judge() -> None:
    moments = random_game(2)[:120]
    cards = moments[0].game.state.cards
    judge, alone = Judge(cards, NEWEST), 0
    for asked in questions(moments, cards):
        question = asked.knows.view.question
        assert question is not None
        if sole_answer(question) is not None and asked.plan:
            assert judge.judged(asked.knows, asked.plan, LITTLE.all, "") is None
            alone += 1
    assert alone > 3


def test_a_private_segment_is_one_decision() -> None:
    moments = random_game(1)
    found = runs(moments)
    given = sorted([n for run in found.values() for n in run.at])
    assert given == [n for n, _side, _answer in answers(moments)]
    long = [run for run in found.values() if len(run.plan) > 1]
    assert len(long) > 5
    for run in found.values():
        steps = {moments[n].game.step(run.side) for n in run.at}
        assert len(run.plan) == len(run.at)
        assert len(run.at) == 1 or steps <= {*SEGMENTS, *FIRST}


def test_what_is_better_is_seen_and_what_is_best_is_not_blamed() -> None:
    """To throw the best card away costs chance; who answers as well as can be has nothing to hear."""
    _game, review = short_review()
    for one in review.decisions:
        assert one.known.loss >= 0
        assert bool(one.better) == (one.known.loss > 0)
        assert one.known.best == pytest.approx(one.known.chance + one.known.loss)
        assert one.others > 0
        assert (one.truth is not None) == (one.thorough and bool(one.better))
    assert any(one.better for one in review.decisions)


def test_the_same_game_is_judged_the_same() -> None:
    game, review = short_review()
    assert making.Reviewing(game, "key", LITTLE).review(lambda _done, _of: None) == review


def test_more_work_is_told_apart_from_less() -> None:
    """By how many worlds each verdict stands on."""
    _game, review = short_review()
    thorough = {one.known.worlds for one in review.decisions if one.thorough and one.better}
    assert thorough == {LITTLE.dearest.confirm}
    least = LITTLE.all.confirm
    rough = {one.known.worlds for one in review.decisions if not one.thorough and one.better}
    assert rough <= {least, least + LITTLE.all.more}


def test_games_of_the_first_edition_are_judged_as_far_as_worlds_can_be_dealt() -> None:
    game = played_game(str(ROOT / "tests" / "engine" / "kept" / "edition-1" / "game.ibss"), KnownSets(None))
    judging = making.Reviewing(game, "", LEAST)
    judging.look_at_all(lambda _done, _of: None)
    assert len(judging.rated) > 20

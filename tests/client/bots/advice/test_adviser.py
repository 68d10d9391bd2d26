"""An adviser says what its seat can know to be best: other hidden cards, the same advice; who looks is caught."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import pytest

from ironbottom.client.bots.review.judging import Judge, Knowledge
from ironbottom.client.bots.review.truth import RealPosition
from ironbottom.client.bots.seat.advice.adviser import Adviser, Counsel, Work
from ironbottom.client.text.question.by_itself import sole_answer
from ironbottom.editions import NEWEST
from ironbottom.flow import Game
from ironbottom.questions import Answer
from ironbottom.record import Entry, RecordedMoment, answer_from_json
from ironbottom.sight import seen, view
from ironbottom.wire.answers import answer as understood
from ironbottom.words import SIDES, Side
from tests.client.bots.review.test_judging import twins
from tests.client.support.reviewed import random_game
from tests.support.lengths import so_many

MOST = so_many("ADVISED_ANSWERS", 40, 1_500)
MOMENTS = so_many("ADVISED_MOMENTS", 160, 2_000)
LITTLE = Work(choose=1, confirm=3, weigh=3, seconds=60.0, least=3)


class FollowedQuestion(NamedTuple):
    """A question of a seat, with its adviser at it; good until the next one is taken."""

    adviser: Adviser
    game: Game
    answer: Answer


def followed(moments: Sequence[RecordedMoment], side: Side, work: Work = LITTLE) -> Iterator[FollowedQuestion]:
    """A seat through a game, question by question."""
    adviser = Adviser(moments[0].game.state.cards, side, NEWEST, work)
    for before, after in pairwise(moments):
        game, entry = before.game, after.entry
        adviser.hears(seen(game.events or (), side), view(game, side))
        if isinstance(entry, Entry) and entry.side == side.name:
            answer = answer_from_json(entry.answer)
            yield FollowedQuestion(adviser, game, answer)
            adviser.answered(answer)


def counsels(moments: Sequence[RecordedMoment], side: Side, most: int = MOST) -> list[Counsel]:
    found = []
    for heard in followed(moments, side):
        found += [heard.adviser.advice(), heard.adviser.weighed(heard.answer)]
        if len(found) >= most:
            break
    return found


def test_other_hidden_cards_get_the_same_advice() -> None:
    """To the last figure, with all its reasons."""
    side = SIDES[1]
    one, two = [counsels(moments, side) for moments in twins(1, side)]
    assert one == two
    assert sum(bool(counsel.answers) for counsel in one) > 5


def test_an_adviser_that_looks_at_the_real_game_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: it is fed from the state."""
    side = SIDES[1]
    now: list[Game] = []

    def spied(moments: Sequence[RecordedMoment]) -> list[Counsel]:
        found = []
        for heard in followed(moments, side):
            now[:] = [heard.game]
            found += [heard.adviser.advice()]
            if len(found) >= MOST:
                break
        return found

    def looking(_judge: Judge, _knows: Knowledge) -> RealPosition:
        return RealPosition(now[0])

    monkeypatch.setattr(Judge, "here", looking)
    one, two = [spied(moments) for moments in twins(1, side)]
    assert one != two


def test_answers_are_legal_ordered_and_at_most_three() -> None:
    told = 0
    for heard in followed(random_game(1)[:MOMENTS], Side.US):
        assert heard.adviser.view is not None
        question = heard.adviser.view.question
        assert question is not None
        counsel = heard.adviser.advice()
        assert bool(counsel.answers) == (sole_answer(question) is None)
        assert len(counsel.answers) <= 3
        for one in counsel.answers:
            assert question.fault(understood(one.answer)) is None
            assert one.why
            assert 0 <= one.chance <= 1
        if counsel.answers:
            assert counsel.answers[0].behind == 0
            told += 1
    assert told > 5


def test_of_a_deployment_that_is_carried_out_the_next_step_is_offered() -> None:
    """Without new trials: chance and error stay those of the plan."""
    for heard in followed(random_game(1), Side.US):
        first = heard.adviser.advice()
        if first.answers and first.answers[0].then:
            best = first.answers[0]
            heard.adviser.answered(understood(best.answer))
            after = heard.game.after(Side.US, understood(best.answer))
            heard.adviser.hears(seen(after.events or (), Side.US), view(after, Side.US))
            second = heard.adviser.advice().answers[0]
            assert (second.answer, second.then) == (best.then[0], best.then[1:])
            assert (second.chance, second.error) == (best.chance, best.error)
            return
    raise AssertionError("no deployment of several steps")


def test_who_leaves_the_best_plan_is_told_what_is_best_now() -> None:
    """Not how far the plan that he chose lies behind one that he cannot have any more."""
    asked = 0
    for heard in followed(random_game(1), Side.US):
        adviser, game = heard.adviser, heard.game
        answers = adviser.advice().answers
        other = next((one for one in answers[1:] if one.then and one.behind), None)
        for step in () if other is None else (other.answer, *other.then):
            adviser.answered(understood(step))
            game = game.after(Side.US, understood(step))
            adviser.hears(seen(game.events or (), Side.US), view(game, Side.US))
            if step == ["done"] or not (found := adviser.advice().answers):
                break
            assert found[0].behind == 0
            asked += 1
        if asked:
            return
    raise AssertionError("no two plans of a deployment")


def test_what_is_thought_of_is_set_against_the_best() -> None:
    """Chance alone answers here: some of that is a blunder, and the best never is one."""
    blunders = weighed = 0
    for heard in followed(random_game(3)[:MOMENTS], Side.US, LITTLE._replace(weigh=8)):
        counsel = heard.adviser.weighed(heard.answer)
        if counsel.given is not None:
            weighed += 1
            blunders += counsel.blunder
            assert counsel.blunder == (counsel.given.behind > max(0.08, 2 * counsel.given.unsure))
    assert weighed > 5
    assert blunders > 0


def test_an_answer_that_is_not_legal_is_refused() -> None:
    heard = next(iter(followed(random_game(1), Side.US)))
    with pytest.raises(ValueError, match=r"."):
        heard.adviser.weighed("no such answer")


def test_the_clock_ends_what_is_too_slow() -> None:
    """It says what it has, of a few worlds at least."""
    hurried = Work(choose=1, confirm=10_000, seconds=0.0, least=2)
    for heard in followed(random_game(2)[:90], Side.US, hurried):
        counsel = heard.adviser.advice()
        assert counsel.worlds in (0, 2)

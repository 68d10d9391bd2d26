"""The coach says one kind sentence to what a lesson does not want, and has nothing against what it does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from ironbottom.client.tutorial.coach import TUTOR, Coach, Lesson, coach_beside
from ironbottom.client.tutorial.script import script
from ironbottom.questions import Pick
from ironbottom.record import Entry
from ironbottom.sight import view
from ironbottom.views import View
from ironbottom.words import Side
from tests.tools import lesson

TRIES = 40  # other answers for each lesson


def views() -> Iterator[View]:
    """What the learner sees, at each answer of his."""
    for moment in lesson.moments():
        if isinstance(moment.entry, Entry) and moment.entry.side == lesson.LEARNER.name:
            assert moment.before is not None
            yield view(moment.before, lesson.LEARNER)


LESSONS = [seen for seen in views() if isinstance(Coach().before(seen), Lesson)]


@pytest.mark.parametrize("seen", LESSONS, ids=[one.name for one in script().lessons])
def test_another_answer_is_answered_kindly(seen: View) -> None:
    """With the hint, whatever it is: legal answers, a card played in between, a word that stands alone."""
    coach, chance = Coach(), Random(3)
    now, question = coach.before(seen), seen.question
    assert isinstance(now, Lesson)
    assert question is not None
    wanted = coach.shown(seen)
    others = [question.shape.guess(chance) for _ in range(TRIES)]
    others += [*islice(question.shape.answers(), TRIES), *[("play", card) for card in question.plays]]
    wrong = [answer for answer in others if answer != wanted and not isinstance(question.shape, Pick)]
    said = {coach.check(seen, answer) for answer in wrong}
    assert len(said) == (1 if wrong else 0)
    for sentence in said:
        assert sentence is not None
        assert sentence.endswith(now.hint)
    assert not coach.over


def test_the_order_of_what_is_picked_is_all_the_same() -> None:
    (seen,) = [seen for seen in LESSONS if seen.question is not None and isinstance(seen.question.shape, Pick)]
    assert seen.question is not None
    assert isinstance(seen.question.shape, Pick)
    coach = Coach()
    assert coach.check(seen, tuple(reversed(seen.question.shape.items))) is None
    assert coach.check(seen, ()) is not None


def test_lessons_are_counted() -> None:
    told = [Coach().before(seen) for seen in LESSONS]
    titles = [one.title for one in told if isinstance(one, Lesson)]
    assert titles[0] == "Lesson 1 of 12: The lines"
    assert titles[-1] == "Lesson 12 of 12: The army goes ashore"


def test_the_lessons_end_with_the_last_answer_of_the_learner() -> None:
    """Then what has come of it is told; a coach who was not there does not tell it."""
    coach = Coach()
    for seen in views():
        assert not coach.over
        answer = coach.shown(seen)
        assert answer is not None
        coach.answer(seen, answer)
    assert coach.over
    assert coach.done
    assert len(coach.ending()) == 1 + len(script().ending)


def test_only_a_game_against_the_tutor_has_a_coach() -> None:
    assert coach_beside(TUTOR) is not None
    assert coach_beside("mate") is None
    assert coach_beside("") is None


def test_the_coach_knows_nothing_but_the_script() -> None:
    """A table without a question, one that is not in the script, and what the tutor is asked, are no lessons."""
    (first, *_rest) = lesson.moments()
    assert Coach().before(view(first.game, Side.JP)) is not None
    assert Coach().before(replace(view(first.game, Side.JP), question=None)) is None
    assert Coach().before(replace(view(first.game, Side.JP), turn=7)) is None
    assert Coach().before(view(first.game, Side.US)) is None

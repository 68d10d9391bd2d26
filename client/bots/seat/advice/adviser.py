"""Who follows one seat, and says on request which answers win most in worlds that the seat cannot tell from its own."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from time import perf_counter
from typing import NamedTuple

from msgspec.structs import replace

from ironbottom.editions import Edition
from ironbottom.events import AnyEvent
from ironbottom.printed import CardSet
from ironbottom.questions import Answer, Choose, Question
from ironbottom.views import View
from ironbottom.wire.advising import ADVISED, AdvisedAnswer
from ironbottom.wire.answers import plain
from ironbottom.words import Side
from ironbottom.worlds import Memory, Unknowable

from ....text.question.by_itself import sole_answer
from ...mate.table import SeenTable
from ...mate.why import why
from ...review.judging import EditionWorlds, Judge, Knowledge, chance_of, is_segment, standard_error
from ...search.candidates import MOST
from ...search.levels import Level
from ...search.weighing import Plan, Scale

DONE = ("done",)
LONGEST = 400  # letters of a reason
BLUNDER, SURE = 0.08, 2.0  # chance of winning that is lost, and by how many standard errors that is certain


class Work(NamedTuple):
    """How much one advice takes: trials, so that it is the same on every machine that is quick enough."""

    choose: int = 4  # for each answer on the mean: which are the best
    confirm: int = 48  # worlds in which these are tried
    weigh: int = 64  # worlds for two of them
    side_turns: int = 2  # how far a trial goes before the position is valued
    seconds: float = 1.4  # after which it says what it has
    least: int = 6  # worlds, whatever that takes


class Counsel(NamedTuple):
    """What was found; nothing, where there is nothing to decide."""

    answers: tuple[AdvisedAnswer, ...] = ()  # the best first
    worlds: int = 0
    given: AdvisedAnswer | None = None  # what an answer that was asked about does
    blunder: bool = False


class Adviser:
    """One seat's, from the first update on.  All chance is drawn from its view: the same seat gets the same advice."""

    def __init__(self, cards: CardSet, side: Side, edition: Edition, work: Work | None = None) -> None:
        self.judge, self.work = Judge(cards, edition), work or Work()
        self.memory = Memory.of(cards, side)
        self.view: View | None = None
        self._going_on: list[Plan] = []  # plans of a segment, as far as they are not carried out
        self._found = Counsel()  # when those were found

    def hears(self, events: Sequence[AnyEvent], view: View) -> None:
        """An update of the seat."""
        self.memory.hear(events, view)
        self.view = view

    def answered(self, answer: Answer) -> None:
        """The seat has answered: of a plan that began so the next step is offered."""
        self.memory.answered(answer)
        self._going_on = [plan[1:] if plan[:1] == (answer,) else () for plan in self._going_on]

    def advice(self) -> Counsel:
        """Up to three answers to the present question.  Raises Unknowable where not all was heard from the first on."""
        view, question = self._asked()
        if sole_answer(question) is not None:
            return Counsel()
        if kept := self._kept(question):
            return Counsel(kept, self._found.worlds)
        here, rng, until = self._here(view), chance_of(self._knows(view), "advice"), self._until()
        plans = self._plans(here, view, question, [])
        if len(plans) > ADVISED:
            plans = [one.plan for one in self._scale(plans, 2.0).weigh(here, question.side, plans, rng)][:ADVISED]
        tried = self._tried(here, question.side, plans, self.work.confirm, until)
        best = max(range(len(plans)), key=lambda i: fmean(tried[i]))
        order = sorted(range(len(plans)), key=lambda i: (i != best, -fmean(tried[i])))
        self._found = Counsel(
            tuple([self._said(view, question, plans[i], tried[i], tried[best]) for i in order]), len(tried[best])
        )
        self._going_on = [plans[i] for i in order] if is_segment(question) else []
        return self._found

    def weighed(self, answer: Answer) -> Counsel:
        """What a legal answer does, against the best of the others.  A segment is judged by its end, not step by step.

        Raises Unknowable, and ValueError for an answer that is not legal.
        """
        view, question = self._asked()
        if (fault := question.fault(answer)) is not None:
            raise ValueError(fault)
        if sole_answer(question) is not None or (is_segment(question) and answer != DONE):
            return Counsel()
        here, rng, until = self._here(view), chance_of(self._knows(view), "weighed"), self._until()
        plans = self._plans(here, view, question, [(answer,)])
        if len(plans) < 2:
            return Counsel()
        found = self._scale(plans, 2.0).weigh(here, question.side, plans, rng)
        other = next(one.plan for one in found if one.plan != plans[0])
        own, best = self._tried(here, question.side, [plans[0], other], self.work.weigh, until)
        given = self._said(view, question, plans[0], own, best)
        blunder = given.behind > max(BLUNDER, SURE * given.unsure)
        return Counsel((self._said(view, question, other, best, best),), len(own), given, blunder)

    def _asked(self) -> tuple[View, Question]:
        if self.view is None or self.view.question is None:
            raise Unknowable("nothing is asked of this seat")
        return self.view, self.view.question

    def _knows(self, view: View) -> Knowledge:
        return Knowledge(view, self.memory)

    def _here(self, view: View) -> EditionWorlds:
        return self.judge.here(self._knows(view))

    def _until(self) -> float:
        return perf_counter() + self.work.seconds

    def _kept(self, question: Question) -> tuple[AdvisedAnswer, ...]:
        """Of plans that are being carried out the next steps, as they were weighed when they were made.

        Nothing where the best of them is none any more: what is best now nobody has weighed.
        """
        going = [
            (plan, old) for plan, old in zip(self._going_on, self._found.answers, strict=False)
            if plan and question.fault(plan[0]) is None
        ]
        if not is_segment(question) or not going or going[0][0] is not self._going_on[0]:
            return ()
        return tuple([
            replace(old, answer=plain(plan[0]), then=tuple(map(plain, plan[1:])), why=self._why(question, plan[0]))
            for plan, old in going
        ])

    def _plans(self, here: EditionWorlds, view: View, question: Question, first: list[Plan]) -> list[Plan]:
        """What is worth a trial, none twice."""
        rng = chance_of(self._knows(view), "plans")
        world = here.sample(rng)
        judge = self.judge
        whole = judge.whole(world, question) if is_segment(question) else []
        found = whole or [*judge.single(world, view, question, rng), *_each_of_few(question)]
        found = [plan for n, plan in enumerate(found) if plan not in found[:n]][:MOST]
        return [*first, *[plan for plan in found if plan not in first]]

    def _scale(self, plans: Sequence[Plan], share: float) -> Scale:
        """One that takes so small a share of the time at most."""
        work = self.work
        level = Level(work.choose * len(plans), work.side_turns, work.seconds / share)
        return Scale(self.judge.player, self.judge.value, level)

    def _tried(
        self, here: EditionWorlds, side: Side, plans: Sequence[Plan], worlds: int, until: float
    ) -> list[list[float]]:
        """The chances of each, in the same worlds with the same dice, which none of them was chosen by."""
        assert self.view is not None
        rng = chance_of(self._knows(self.view), "confirmed")
        scale, chances = self._scale(plans, 1.0), [list[float]() for _ in plans]
        for n in range(worlds):
            if n >= self.work.least and perf_counter() > until:
                break
            world = scale.world(here, rng)
            for plan, found in zip(plans, chances, strict=True):
                found.append(scale.tried(world, side, plan, self.work.side_turns))
        return chances

    def _said(
        self, view: View, question: Question, plan: Plan, own: Sequence[float], best: Sequence[float]
    ) -> AdvisedAnswer:
        behind = [one - other for one, other in zip(best, own, strict=True)]
        return AdvisedAnswer(
            plain(plan[0]), tuple(map(plain, plan[1:])), fmean(own), standard_error(own), max(0.0, fmean(behind)),
            standard_error(behind), self._why(question, plan[0]),
        )

    def _why(self, question: Question, answer: Answer) -> str:
        assert self.view is not None
        played = self.judge.cards
        table = SeenTable(self.view, question, self.judge.by_id, battle=played.battle, options=played.options)
        return why(table, answer)[:LONGEST]


def _each_of_few(question: Question) -> list[Plan]:
    """Where one of a few is chosen, each is tried: who asks wishes to know of all that he could do."""
    shape = question.shape
    if not isinstance(shape, Choose) or len(shape.options) > MOST:
        return []
    return [(option,) for option in shape.options]

"""One decision judged by what its side could know then: its answer and others, in the same worlds, played on.

In these worlds ships that nobody has seen stand where players tend to put them: that, too, could be known then.

Nothing of the real game comes here but a View and a Memory of the seat, and the edition of the rules; chance is drawn
from the view.  So a game with other hidden cards, which looks the same from the seat, is judged the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from math import inf, sqrt
from random import Random
from statistics import fmean
from typing import NamedTuple

from msgspec import msgpack

from ironbottom.catalog import cards_by_id
from ironbottom.editions import Edition
from ironbottom.flow import Game
from ironbottom.printed import CardSet
from ironbottom.questions import Answer, Pick, Question, Rng
from ironbottom.views import View
from ironbottom.words import Side
from ironbottom.worlds import InformationSet, Memory, Unknowable, Worlds

from ...text.question.by_itself import sole_answer
from ..light import LightPlayer
from ..light.deployments import shipped_prior
from ..mate import Mate
from ..mate.table import SeenTable
from ..search.candidates import candidates
from ..search.levels import Level
from ..search.plans import SEGMENTS, deployments, is_play
from ..search.weighing import Plan, Sampler, Scale, legal
from ..value.value import shipped_value
from .figures import LEAST, SURE, Comparison

FIRST = ("first-deployment.place",)
SIDE_TURNS = 2  # how far a trial goes, as a rule, before the position is valued


class Knowledge(NamedTuple):
    """All that a seat has at a question."""

    view: View
    memory: Memory


class Effort(NamedTuple):
    """The work of one judgement, in trials, so that it is the same on every machine."""

    choose: int  # for each answer on the mean: which of them is best
    confirm: int  # of that one and of what was answered, in other worlds: by how much
    side_turns: int = SIDE_TURNS  # how far these go
    more: int = 0  # so many more, where there seems to be a loss that chance alone may have made


class Judgement(NamedTuple):
    """What was found."""

    better: Plan  # empty: nothing was
    others: int
    found: Comparison


class Judge:
    """Judges games of one set of cards, by one edition of the rules."""

    def __init__(self, cards: CardSet, edition: Edition) -> None:
        self.cards, self.edition = cards, edition
        self.by_id, self.worlds = cards_by_id(cards), Worlds(cards, shipped_prior())
        self.player, self.value = LightPlayer(cards), shipped_value()
        self.scale = Scale(self.player, self.value, Level(0))

    def chance(self, knows: Knowledge, worlds: int) -> tuple[float, float] | None:
        """What the seat could know of the chance that the US wins, and its standard error; None where it knows none."""
        try:
            here, rng = self.here(knows), chance_of(knows, "chance")
            found = [self.value.of_game(here.sample(rng)) for _ in range(worlds)]
        except Unknowable:
            return None
        return fmean(found), standard_error(found)

    def judged(self, knows: Knowledge, plan: Plan, effort: Effort, label: str) -> Judgement | None:
        """A decision that was answered so; None where there was nothing to decide, or where no world is known."""
        question = knows.view.question
        assert question is not None
        if sole_answer(question) is not None:
            return None
        rng = chance_of(knows, label)
        try:
            here = self.here(knows)
            others = self._others(here, knows.view, question, plan, rng)
            return self.weighed(here, question.side, [plan, *others], effort, rng) if others else None
        except Unknowable:
            return None

    def weighed(
        self, here: Sampler, side: Side, plans: Sequence[Plan], effort: Effort, rng: Rng
    ) -> Judgement:
        """The first of these plans against the best of the others."""
        scale = Scale(self.player, self.value, Level(effort.choose * len(plans), SIDE_TURNS, inf))
        tried = scale.weigh(here, side, plans, rng)
        best = next(one for one in tried if one.plan != plans[0])
        if best.better <= 0:
            this = next(one for one in tried if one.plan == plans[0])
            return Judgement((), len(plans) - 1, Comparison(this.chance, this.chance, 0.0, best.error, best.worlds))
        found = self.compared(here, side, (plans[0], best.plan), effort, rng)
        return Judgement(best.plan if found.loss else (), len(plans) - 1, found)

    def compared(
        self, here: Sampler, side: Side, plans: tuple[Plan, Plan], effort: Effort, rng: Rng
    ) -> Comparison:
        """Two plans in the same worlds, which neither was chosen by."""
        pairs = [self._pair(here, side, plans, effort, rng) for _ in range(effort.confirm)]
        found = _comparison(pairs)
        if not (effort.more and found.loss >= LEAST and found.loss < SURE * found.error):
            return found
        return _comparison([*pairs, *[self._pair(here, side, plans, effort, rng) for _ in range(effort.more)]])

    def _pair(
        self, here: Sampler, side: Side, plans: tuple[Plan, Plan], effort: Effort, rng: Rng
    ) -> tuple[float, float]:
        """The chances of both in one world."""
        world = self.scale.world(here, rng)
        one, other = [self.scale.tried(world, side, plan, effort.side_turns) for plan in plans]
        return one, other

    def here(self, knows: Knowledge) -> EditionWorlds:
        """The worlds that the seat cannot tell from its own.  Raises Unknowable."""
        return EditionWorlds(self.worlds.at(*knows), self.edition)

    def _others(self, here: Sampler, view: View, question: Question, plan: Plan, rng: Rng) -> list[Plan]:
        """What else is worth a trial."""
        world = here.sample(rng)
        if not legal(world, question.side, plan[0]) and not is_play(plan[0]):
            return []  # by the words of an earlier edition
        if is_segment(question) and not is_play(plan[0]):
            return [other for other in self.whole(world, question) if other != plan]
        return [other for other in self.single(world, view, question, rng) if not _same(question, other[0], plan[0])]

    def whole(self, world: Game, question: Question) -> list[Plan]:
        """Deployments, from this step of a private segment on."""
        steps = SEGMENTS if question.step in SEGMENTS else FIRST
        return deployments(world, question.side, self.by_id, self.player, steps)

    def single(self, world: Game, view: View, question: Question, rng: Rng) -> list[Plan]:
        """Single answers, none twice, that of the mate first."""
        first = Mate(self.cards, rng).choose(view)
        played = self.cards
        table = SeenTable(view, question, self.by_id, battle=played.battle, options=played.options)
        found = candidates(table, first)
        found.append(self.player.choose(world, question.side))
        kept: list[Answer] = []
        for answer in found:
            if not any(_same(question, answer, one) for one in kept):
                kept.append(answer)
        return [(answer,) for answer in kept]


def is_segment(question: Question) -> bool:
    """Whether this is a step of something that is decided as a whole."""
    return question.step in SEGMENTS or question.step in FIRST


class EditionWorlds:
    """Worlds that are played on by the edition of the game."""

    def __init__(self, here: InformationSet, edition: Edition) -> None:
        self.here, self.edition = here, edition

    def sample(self, rng: Rng) -> Game:
        world = self.here.sample(rng)
        world.state.edition = self.edition
        return world


def chance_of(knows: Knowledge, label: str) -> Random:
    """Chance that hangs on nothing but what the seat sees."""
    return Random(sha256(b"ironbottom review\n" + label.encode() + msgpack.encode(knows.view)).digest())


def _same(question: Question, one: Answer, other: Answer) -> bool:
    """Whether two answers say the same; in what order cards are picked counts for little."""
    if isinstance(question.shape, Pick) and isinstance(one, tuple) and isinstance(other, tuple):
        return sorted(map(str, one)) == sorted(map(str, other))
    return one == other


def _comparison(pairs: Sequence[tuple[float, float]]) -> Comparison:
    """Of the chances of two plans, world by world."""
    given, better = fmean([one for one, _ in pairs]), fmean([other for _, other in pairs])
    error = standard_error([other - one for one, other in pairs])
    return Comparison(given, max(given, better), max(0.0, better - given), error, len(pairs))


def standard_error(values: Sequence[float]) -> float:
    """One standard error of the mean."""
    n, mean = len(values), fmean(values)
    return sqrt(sum([(one - mean) ** 2 for one in values]) / max(1, n - 1) / n)

"""Answers tried in worlds that a seat cannot tell from its own game: how often each wins, and by how much the best.

All answers are tried in the same worlds with the same dice.  Two answers that led to the same value in every world mean
the same, and count as one.  A seat is one that has just come to the table: it knows its View and no more, so that a
puzzle asks for nothing but what it shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from math import sqrt
from random import Random
from statistics import fmean
from typing import NamedTuple

from msgspec import msgpack
from msgspec.structs import replace

from ironbottom.printed import CardSet
from ironbottom.questions import Answer
from ironbottom.sight import view as view_of
from ironbottom.views import View
from ironbottom.words import Side
from ironbottom.worlds import InformationSet, Memory, Unknowable, Worlds

from ...light import LightPlayer
from ...light.deployments import shipped_prior
from ...search.levels import Level
from ...search.weighing import Scale
from ...value.value import shipped_value

SIDE_TURNS = 2  # how far each trial goes before the position is valued
GAP = 0.10  # chance of winning by which the best must be better than every other answer
ROLLOUTS = 2_000  # of one judgement, over all answers
ALIKE = 1e-12


class RankedAnswer(NamedTuple):
    """One answer after its trials; answers that mean the same stand together, under the first of them."""

    answer: Answer
    chance: float  # of winning, for who is asked
    behind: float  # how much less than the best
    error: float  # one standard error of that
    same: tuple[Answer, ...] = ()  # other answers that mean the same


class Trials:
    """The trials of all answers to one question, in more and more worlds."""

    def __init__(self, table: TrialGround, here: InformationSet, answers: Sequence[Answer], rng: Random) -> None:
        self.table, self.here, self.rng = table, here, rng
        self.answers = tuple(answers)
        self.chances: list[list[float]] = [[] for _ in answers]

    @property
    def worlds(self) -> int:
        return len(self.chances[0])

    def go_on(self, worlds: int) -> list[RankedAnswer]:
        """Until every answer was tried in so many worlds; all of them, the best first."""
        scale, side = self.table.scale, self.here_side
        while self.worlds < worlds:
            world = scale.world(self.here, self.rng)
            for answer, found in zip(self.answers, self.chances, strict=True):
                found.append(scale.tried(world, side, (answer,), SIDE_TURNS))
        return self.standings()

    @property
    def here_side(self) -> Side:
        assert self.here.view.viewer is not None
        return self.here.view.viewer

    def standings(self) -> list[RankedAnswer]:
        """All answers, the best first, those of one meaning once."""
        order = sorted(range(len(self.answers)), key=lambda i: -fmean(self.chances[i]))
        best, found = self.chances[order[0]], list[tuple[int, list[Answer]]]()
        for i in order:
            twin = next((same for j, same in found if _alike(self.chances[i], self.chances[j])), None)
            found.append((i, [])) if twin is None else twin.append(self.answers[i])
        return [self._standing(i, best, tuple(same)) for i, same in found]

    def _standing(self, i: int, best: Sequence[float], same: tuple[Answer, ...]) -> RankedAnswer:
        own = self.chances[i]
        losses = [b - c for b, c in zip(best, own, strict=True)]
        loss, n = fmean(losses), len(losses)
        spread = sum([(x - loss) ** 2 for x in losses]) / max(1, n - 1)
        return RankedAnswer(self.answers[i], fmean(own), loss, sqrt(spread / n), same)


class TrialGround:
    """What trials need of one set of cards."""

    def __init__(self, cards: CardSet) -> None:
        self.cards, self.player = cards, LightPlayer(cards)
        self.worlds, self.deployed = Worlds(cards), Worlds(cards, shipped_prior())
        self.scale = Scale(self.player, shipped_value(), Level(0))

    def here(self, view: View, *, but_odds: bool = False, as_deployed: bool = False) -> InformationSet | None:
        """What one can know who sees this view and has heard nothing; None where that is not enough.

        `but_odds`: the odds of its question were taken out of the view.  `as_deployed`: in its worlds ships stand where
        players tend to put them; else wherever they may be, each place as likely as another.
        """
        assert view.viewer is not None
        memory = Memory.of(self.cards, view.viewer)
        memory.hear((), view)
        try:
            here = (self.deployed if as_deployed else self.worlds).at(view, memory)
            seen = view_of(here.sample(Random(0)), view.viewer)
            if seen.question is not None and but_odds:
                seen = replace(seen, question=replace(seen.question, odds=()))
            if seen != view:
                return None
        except Unknowable:
            return None
        return here

    def trials(self, here: InformationSet, answers: Sequence[Answer], label: str) -> Trials:
        """Trials whose chance hangs on the view and this label alone."""
        return Trials(self, here, answers, chance_of(here.view, label))


def chance_of(view: View, label: str) -> Random:
    """Chance that hangs on nothing but a view and a label."""
    return Random(sha256(b"ironbottom puzzle\n" + label.encode() + msgpack.encode(view)).digest())


def gap(standings: Sequence[RankedAnswer]) -> float:
    """How far the second best is behind."""
    return standings[1].behind if len(standings) > 1 else 0.0


def _alike(one: Sequence[float], other: Sequence[float]) -> bool:
    return all(abs(a - b) < ALIKE for a, b in zip(one, other, strict=True))

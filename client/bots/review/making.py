"""How a review is made: the true curve at once; luck and skill; then every decision cheaply, and the dearest again."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any, NamedTuple

from msgspec import json
from msgspec.structs import replace

from ironbottom.questions import Answer
from ironbottom.record import answer_from_json
from ironbottom.wire.answers import plain
from ironbottom.words import SIDES, Side

from ..search.plans import is_play
from .figures import (
    EVENTS,
    FORMAT,
    OWN,
    SECTION_OF,
    CurvePoint,
    GameReview,
    KnownPoint,
    RatedDecision,
    without_repeats,
)
from .judging import Effort, Judge, Judgement, chance_of
from .reading import FinishedTranscript
from .seats import SeatQuestion, questions, runs
from .truth import RealPosition, account, curve, key_moments

Watching = Callable[[int, int], None]  # answers looked at, and of how many; twice over


class Thoroughness(NamedTuple):
    """How much work a review is."""

    known: int = 8  # worlds in which each question is valued
    all: Effort = Effort(5, 12, 4, 24)
    dearest: Effort = Effort(24, 120, 4)
    truth: Effort = Effort(0, 40, 4)
    again: int = 8  # decisions of each side that are judged by the latter


THOROUGH = Thoroughness()


class Reviewing:
    """A review in the making."""

    def __init__(self, game: FinishedTranscript, key: str, work: Thoroughness) -> None:
        self.game, self.key, self.work = game, key, work
        self.judge = Judge(game.cards, game.moments[0].game.state.edition)
        self.known: list[KnownPoint] = []
        self.rated: dict[int, RatedDecision] = {}
        self.decided = runs(game.moments)

    def curve(self) -> tuple[CurvePoint, ...]:
        """What was true; it is there at once."""
        return tuple(curve(self.game.moments, self.judge.value))

    def review(self, watching: Watching) -> GameReview:
        """All of it."""
        moments, judge = self.game.moments, self.judge
        outcome = moments[-1].game.outcome
        assert outcome is not None
        winner = "" if outcome.winner is None else outcome.winner.name
        reckoned = account(moments, judge.value, self.game.digest)
        self.look_at_all(watching)
        self._look_again(self._dearest(), watching)
        return GameReview(
            FORMAT, self.key, self.game.names, self.game.cards.name, winner, outcome.reason,
            outcome.points, self.curve(), tuple(self.known), tuple(key_moments(moments, self.game.cards)), reckoned,
            tuple([self.rated[n] for n in sorted(self.rated)]),
        )

    def look_at_all(self, watching: Watching) -> None:
        """The first pass."""
        last = len(self.game.moments) - 1
        for asked in questions(self.game.moments, self.game.cards):
            watching(asked.n, 2 * last)
            view = asked.knows.view
            assert view.viewer is not None
            found = self.judge.chance(asked.knows, self.work.known)
            if found is not None:
                self.known.append(KnownPoint(asked.n, view.turn, view.viewer.name, *found))
            self._judge(asked, self.work.all, "first")

    def _dearest(self) -> set[int]:
        """Those of each side that seem to have cost most, or may have."""
        found: set[int] = set()
        for side in SIDES:
            own = [one for one in self.rated.values() if one.side == side.name and one.better and one.own]
            own.sort(key=lambda one: -one.known.loss - one.known.error)
            found |= {one.n for one in without_repeats(own)[: self.work.again]}
        return found

    def _look_again(self, wanted: Container[int], watching: Watching) -> None:
        """The second pass, with other worlds."""
        last = len(self.game.moments) - 1
        for asked in questions(self.game.moments, self.game.cards):
            watching(last + asked.n, 2 * last)
            if asked.n in wanted:
                self._judge(asked, self.work.dearest, "again", thorough=True)
                self._look_at_truth(asked)
        watching(2 * last, 2 * last)

    def _judge(self, asked: SeatQuestion, effort: Effort, label: str, *, thorough: bool = False) -> None:
        if not asked.plan:
            return
        found = self.judge.judged(asked.knows, asked.plan, effort, label)
        if found is not None:
            self.rated[asked.n] = replace(rated(asked, found, thorough), given=self._given(asked.n))

    def _given(self, n: int) -> str:
        """Who gave the answers of a decision: its player, or whoever answered any of it for him."""
        at = self.decided[n].at
        said = [self.game.given[one] for one in at if one < len(self.game.given)]
        return next((one for one in said if one not in OWN), said[0] if said else "player")

    def _look_at_truth(self, asked: SeatQuestion) -> None:
        """The same two plans in the real position."""
        one = self.rated[asked.n]
        if not one.better:
            return
        judge, plans = self.judge, (asked.plan, tuple([answer_from_json(part) for part in one.better]))
        real, rng = RealPosition(self.game.moments[asked.n].game), chance_of(asked.knows, "truth")
        found = judge.compared(real, Side[one.side], plans, self.work.truth, rng)
        self.rated[asked.n] = replace(one, truth=found)


def rated(asked: SeatQuestion, found: Judgement, thorough: bool) -> RatedDecision:
    """A judgement as it is kept."""
    view = asked.knows.view
    question = view.question
    assert question is not None
    events = is_play(asked.plan[0]) or question.window not in SECTION_OF
    section = EVENTS if events else SECTION_OF[question.window]
    plan, better = [tuple(map(_as_json, one)) for one in (asked.plan, found.better)]
    return RatedDecision(
        asked.n, view.turn, question.side.name, question.window, question.step, section, plan, better, found.others,
        found.found, thorough,
    )


def _as_json(answer: Answer) -> Any:
    """As it comes back from a file."""
    return json.decode(json.encode(plain(answer)))

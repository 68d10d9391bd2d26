"""What each side saw, had heard and answered, question by question, as its client heard it at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ironbottom.printed import CardSet
from ironbottom.questions import Answer
from ironbottom.record import Entry, RecordedMoment, answer_from_json
from ironbottom.sight import seen, view
from ironbottom.views import View
from ironbottom.words import SIDES, Side
from ironbottom.worlds import Memory

from ..search.plans import SEGMENTS, is_play
from ..search.weighing import Plan
from .judging import FIRST, Knowledge


class OwnRun(NamedTuple):
    """Answers of one side that are one decision: those of a private segment, else a single one."""

    side: Side
    at: tuple[int, ...]  # answers before each of them
    plan: Plan


def runs(moments: Sequence[RecordedMoment]) -> dict[int, OwnRun]:
    """All decisions, by how many answers came before the first of each."""
    found: dict[int, OwnRun] = {}
    last: dict[Side, tuple[str, int]] = {}  # of each side, the segment that it is in, and the turn
    begun: dict[Side, int] = {}
    for n, side, answer in answers(moments):
        game = moments[n].game
        segment = "" if is_play(answer) else segment_of(game.step(side))
        here = (segment, game.state.turn)
        if segment and last.get(side) == here:
            before = found[begun[side]]
            found[begun[side]] = OwnRun(side, (*before.at, n), (*before.plan, answer))
        else:
            found[n], begun[side] = OwnRun(side, (n,), (answer,)), n
        last[side] = here
    return found


def segment_of(step: str) -> str:
    """The private segments of a turn are one decision, and so is the first deployment."""
    return "turn" if step in SEGMENTS else "first" if step in FIRST else ""


def answers(moments: Sequence[RecordedMoment]) -> Iterator[tuple[int, Side, Answer]]:
    """How many came before, who answered, and what."""
    for n, moment in enumerate(moments[1:]):
        if isinstance(moment.entry, Entry):
            yield n, Side[moment.entry.side], answer_from_json(moment.entry.answer)


class SeatQuestion(NamedTuple):
    """A question of a seat."""

    n: int  # answers before it
    knows: Knowledge
    plan: Plan  # what was answered; empty within a decision that has begun before


def questions(moments: Sequence[RecordedMoment], cards: CardSet) -> Iterator[SeatQuestion]:
    """Every question that was answered, with what its seat knew; good until the next one is taken."""
    memories = {side: Memory.of(cards, side) for side in SIDES}
    decided = runs(moments)
    for n, side, answer in answers(moments):
        game = moments[n].game
        views: dict[Side, View] = {}
        for one, memory in memories.items():
            views[one] = view(game, one)
            memory.hear(seen(game.events or (), one), views[one])
        plan = decided[n].plan if n in decided else ()
        yield SeatQuestion(n, Knowledge(views[side], memories[side]), plan)
        memories[side].answered(answer)

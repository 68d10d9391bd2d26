"""Which questions make puzzles, and which answers to one are worth a trial."""

from __future__ import annotations

from random import Random

from ironbottom.flow import Game
from ironbottom.questions import Answer, Order, Pick, Place, Question
from ironbottom.views import View
from ironbottom.words import Side

from ....text.question.by_itself import sole_answer
from ...mate import Mate
from ...mate.table import Cards, SeenTable
from ...search.candidates import candidates
from .solving.kinds import LANDING, SEARCH, TARGET, TASKS, WITHDRAW
from .trying import TrialGround

KIND_OF = {
    "air-combat.divide": TASKS, "air-combat.assign": TASKS,
    "landing-phase.divide": TASKS, "landing-phase.assign": TASKS,
    "air-attack.declare": TARGET, "air-control.aim": TARGET, "intercept-combat.aim": TARGET,
    "search-rounds.aim": TARGET, "sea-rounds.aim": TARGET, "approach.target": TARGET, "bombardment.choose": TARGET,
    "search-rounds.withdraw": WITHDRAW, "air-control.withdraw": WITHDRAW, "intercept-combat.withdraw": WITHDRAW,
    "sea-rounds.check": WITHDRAW, "strike.go_on": WITHDRAW, "barrage.go_on": WITHDRAW,
    "reconnaissance.search": SEARCH,
    "action.choose": LANDING, "going-ashore.name": LANDING, "landing-phase.reveal": LANDING,
}
FEW = 8  # where so many answers are legal or fewer, all of them are tried


def worth_trials(table: TrialGround, cards: Cards, view: View, world: Game, rng: Random) -> list[Answer]:
    """Answers to the question of a view, none twice; fewer than two: there is nothing to decide."""
    question = view.question
    assert question is not None
    if sole_answer(question) is not None:
        return []
    found = _named(table, cards, view, world, question.side, rng)
    if not isinstance(question.shape, Place) and question.shape.count() <= FEW:
        found += question.shape.answers()
    kept: list[Answer] = []
    for answer in found:
        if question.fault(answer) is None and not any(alike(question, answer, one) for one in kept):
            kept.append(answer)
    return kept


def _named(table: TrialGround, cards: Cards, view: View, world: Game, side: Side, rng: Random) -> list[Answer]:
    """What mates of several habits and the light player would answer, and the plain alternatives."""
    assert view.question is not None
    first = Mate(table.cards, rng).choose(view)
    return [*candidates(SeenTable(view, view.question, cards), first), table.player.choose(world, side)]


def alike(question: Question, one: Answer, other: Answer) -> bool:
    """Whether two answers say the same: the order of cards counts for little, and a search is where one looks."""
    if KIND_OF.get(question.step) == SEARCH and isinstance(one, dict) and isinstance(other, dict):
        return set(one.values()) == set(other.values())
    if isinstance(question.shape, Pick | Order) and isinstance(one, tuple) and isinstance(other, tuple):
        return sorted(map(str, one)) == sorted(map(str, other))
    return one == other


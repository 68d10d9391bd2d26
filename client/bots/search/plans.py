"""Whole deployments, each as one plan: how mates of other habits would move their ships and airplanes."""

from __future__ import annotations

from ironbottom.flow import Game
from ironbottom.questions import Answer
from ironbottom.sight import view
from ironbottom.words import Side

from ..mate.mate import STEPS, advised
from ..mate.table import Cards, SeenTable
from ..mate.temper import STEADY, Temper
from .weighing import Plan

SEGMENTS = ("ships.step", "airplanes.step")
HOME = STEADY._replace(bold=2.0)  # no landing, whatever it promises
LANDING = STEADY._replace(bold=0.1, early=0.0, bare=0.0)
OPEN = STEADY._replace(guards=0)
GUARDED = STEADY._replace(guards=9)
AT_HOME_OPEN = STEADY._replace(bold=2.0, guards=0)
DEPLOYMENTS = (STEADY, HOME, LANDING, OPEN, GUARDED, AT_HOME_OPEN)


def deployments(world: Game, side: Side, cards: Cards) -> list[Plan]:
    """From the ships' segment to the end of the airplanes', or to an event card: none twice, the mate's own first."""
    found: list[Plan] = []
    for temper in DEPLOYMENTS:
        plan = _deployed(world.clone(), side, cards, temper)
        if plan and plan not in found:
            found.append(plan)
    return found


def _deployed(game: Game, side: Side, cards: Cards, temper: Temper) -> Plan:
    """What a mate of this temper answers, step by step, in a world of its own."""
    answers: list[Answer] = []
    while side in game.asked and game.step(side) in SEGMENTS and len(answers) < 2 * STEPS:
        seen = view(game, side)
        assert seen.question is not None
        answer = advised(SeenTable(seen, seen.question, cards, temper))
        if seen.question.is_play(answer):
            break  # what comes after hangs on cards that nobody has seen
        answers.append(answer)
        game.take(side, answer)
    return tuple(answers)

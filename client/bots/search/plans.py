"""Whole deployments, each as one plan: how mates of other habits, and the light player, would move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ironbottom.flow import Game
from ironbottom.questions import Answer
from ironbottom.sight import view
from ironbottom.words import Side

from ..light import LightPlayer
from ..mate.mate import advised
from ..mate.steady_seat import STEPS
from ..mate.table import Cards, SeenTable
from ..mate.temper import STEADY, Temper
from .weighing import Plan

Chooser = Callable[[Game, Side], Answer]

SEGMENTS = ("ships.step", "airplanes.step")
HOME = STEADY._replace(bold=2.0)  # no landing, whatever it promises
LANDING = STEADY._replace(bold=0.1, early=0.0, bare=0.0)
OPEN = STEADY._replace(guards=0)
GUARDED = STEADY._replace(guards=9)
AT_HOME_OPEN = STEADY._replace(bold=2.0, guards=0)
DEPLOYMENTS = (STEADY, HOME, LANDING, OPEN, GUARDED, AT_HOME_OPEN)


def deployments(
    world: Game, side: Side, cards: Cards, light: LightPlayer, segments: Sequence[str] = SEGMENTS
) -> list[Plan]:
    """From the ships' segment to the end of the airplanes', or to an event card: none twice, the mate's own first."""
    found: list[Plan] = []
    choosers: list[Chooser] = [partial(_of_temper, cards, temper) for temper in DEPLOYMENTS]
    for chooser in (*choosers, light.choose):
        plan = _deployed(world.clone(), side, chooser, segments)
        if plan and plan not in found:
            found.append(plan)
    return found


def _of_temper(cards: Cards, temper: Temper, game: Game, side: Side) -> Answer:
    seen = view(game, side)
    assert seen.question is not None
    played = game.state.cards
    return advised(SeenTable(seen, seen.question, cards, temper, played.battle, played.options))


def _deployed(game: Game, side: Side, chooser: Chooser, segments: Sequence[str]) -> Plan:
    """What somebody answers, step by step, in a world of his own."""
    answers: list[Answer] = []
    while side in game.asked and game.step(side) in segments and len(answers) < 2 * STEPS:
        answer = chooser(game, side)
        if is_play(answer):
            break  # what comes after hangs on cards that nobody has seen
        answers.append(answer)
        game.take(side, answer)
    return tuple(answers)


def is_play(answer: Answer) -> bool:
    """§20.2  Whether an event card is played."""
    return isinstance(answer, tuple) and len(answer) == 2 and answer[0] == "play"

"""Fighters against fighters, and fighters against bombers: tasks and aims."""

from __future__ import annotations

from ironbottom import odds
from ironbottom.dice import Ability
from ironbottom.questions import Answer, Assign, Order, Pick, Value
from ironbottom.views import SeenAirplane
from ironbottom.words import Action, Line, Task

from . import worth
from .skies import fighter
from .table import SeenTable, as_token

UNKNOWN_HIT = 0.5  # chance of a shot whose odds are not given


def line(table: SeenTable) -> Line:
    """Where it happens."""
    assert table.question.line is not None
    return Line(table.question.line)


def attackers_tasks(table: SeenTable) -> Answer:
    """Window 22: fighters escort, the rest attacks."""
    shape = table.question.shape
    assert isinstance(shape, Assign)

    def task(token: int, tasks: tuple[Value, ...]) -> Task:
        return Task.ESCORT if Task.ESCORT in tasks and fighter(table.airplane(token)) else Task.ATTACK

    return {token: task(token, tasks).value for token, tasks in shape.choices.items()}


def defenders_tasks(table: SeenTable) -> Answer:
    """Window 22: one fighter holds down each escort; who is left goes for the bombers."""
    shape = table.question.shape
    assert isinstance(shape, Assign)
    escorts = len(table.over(table.enemy, line(table), Task.ESCORT))
    bombers = len(table.over(table.enemy, line(table), Task.ATTACK))
    mine = sorted(shape.choices, key=lambda f: (-(table.airplane(f).airc or 0), f))
    holding = escorts if bombers else len(mine)
    return {f: Task.CONTROL.value if i < holding else Task.INTERCEPT.value for i, f in enumerate(mine)}


def aim(table: SeenTable) -> Answer:
    """Window 23: each at the enemy that is worth most; two at one only where it is likely to be still there."""
    shape = table.question.shape
    assert isinstance(shape, Assign)
    hit = {(c.card, c.value): c.success for c in table.question.odds}
    alive: dict[Value, float] = {}
    answer: dict[int, Value] = {}
    for token, targets in shape.choices.items():
        best = max(targets, key=lambda x: (_prey(table, as_token(x)) * alive.get(x, 1.0), as_token(x)))
        alive[best] = alive.get(best, 1.0) * (1 - hit.get((token, best), UNKNOWN_HIT))
        answer[token] = best
    return {**answer}


def leave(table: SeenTable) -> Answer:
    """Window 23: who is badly outgunned leaves, unless a landing is to be kept off."""
    shape = table.question.shape
    assert isinstance(shape, Pick)
    flees = table.temper.flees
    if flees is None or not shape.items or table.view.action is Action.LANDING:
        return ()
    ours, against = dice(table, shape)
    return tuple(shape.items) if against > flees * ours else ()


def dice(table: SeenTable, shape: Pick) -> tuple[float, float]:
    """What mine, who may leave, can still throw, and the fighters against them."""
    mine = [table.airplanes[as_token(x)] for x in shape.items]
    theirs = [a for a in table.theirs.airplanes if a.line is line(table) and a.task in (Task.CONTROL, Task.ESCORT)]
    ours = sum([_attempts(a, table.airplane(a.token).airc) for a in mine])
    cards = [(a, table.enemy_airplane(a.token)) for a in theirs]
    return ours, sum([_attempts(a, None if card is None else card.airc) for a, card in cards])


def _attempts(a: SeenAirplane, airc: Ability) -> float:
    """Dice that an airplane may still throw at others."""
    return worth.number(airc) if a.attempts is None else float(a.attempts.dice)


def _prey(table: SeenTable, target: int) -> float:
    """What it is worth to shoot this airplane down now: one that holds many attempts is dangerous at once."""
    a = table.enemy_airplanes[target]
    dice = 3.0 if a.attempts is None else float(a.attempts.dice)
    return worth.seen_airplane(table, a) + (0.1 * dice if a.task in (Task.CONTROL, Task.ESCORT) else 0.15)


def intercept(table: SeenTable) -> Answer:
    """Windows 11 and 24: the strongest fires first, each where it adds most to what was aimed already."""
    shape = table.question.shape
    assert isinstance(shape, Order)
    hit = {(c.card, c.value): c.success for c in table.question.odds}
    alive: dict[Value, float] = {}
    aimed: dict[Value, int] = {}
    answer: list[tuple[int, Value]] = []

    def gain(token: int, target: Value) -> tuple[float, int]:
        prey = table.enemy_airplanes[as_token(target)]
        brings = hit.get((token, target), UNKNOWN_HIT) * (worth.seen_airplane(table, prey) + 0.3)
        costs = _answered(table, prey.token, aimed.get(target, 0)) * worth.airplane(table.airplane(token))
        return alive.get(target, 1.0) * (brings - costs), prey.token

    for token in sorted(shape.choices, key=lambda f: (-(table.airplane(f).airc or 0), f)):
        best = max(shape.choices[token], key=lambda x: gain(token, x))
        alive[best] = alive.get(best, 1.0) * (1 - hit.get((token, best), UNKNOWN_HIT))
        aimed[best] = aimed.get(best, 0) + 1
        answer.append((token, best))
    return tuple(answer)


def _answered(table: SeenTable, target: int, before: int) -> float:
    """The chance that this target shoots down the one who fires at it after so many others (R-50)."""
    card = table.enemy_airplane(target)
    return 0.0 if card is None else odds.first_round(card.air) * 0.5**before

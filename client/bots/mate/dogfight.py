"""Fighters against fighters, and fighters against bombers: tasks, aims, and leaving in time."""

from __future__ import annotations

from ironbottom import odds
from ironbottom.questions import Answer, Assign, Order, Pick, Value
from ironbottom.words import Line, Task

from . import worth
from .skies import fighter
from .table import Table


def line(t: Table) -> Line:
    assert t.question.line is not None
    return Line(t.question.line)


def attackers_tasks(t: Table) -> Answer:
    """Window 22: fighters escort, the rest attacks."""
    shape = t.question.shape
    assert isinstance(shape, Assign)
    return {
        token: Task.ESCORT if Task.ESCORT in tasks and fighter(t.airplane(token)) else Task.ATTACK
        for token, tasks in shape.choices.items()
    }


def defenders_tasks(t: Table) -> Answer:
    """Window 22: as many hold the escorts down as there are escorts; who is left goes for the bombers."""
    shape = t.question.shape
    assert isinstance(shape, Assign)
    escorts = len(t.over(t.enemy, line(t), Task.ESCORT))
    bombers = len(t.over(t.enemy, line(t), Task.ATTACK))
    mine = sorted(shape.choices, key=lambda f: (-(t.airplane(f).airc or 0), f))
    holding = len(mine) if not bombers else min(escorts, len(mine))
    return {f: Task.CONTROL if i < holding else Task.INTERCEPT for i, f in enumerate(mine)}


def stay(t: Table) -> Answer:
    """Nobody leaves."""
    return ()


def aim(t: Table) -> Answer:
    """Window 23: each at the enemy that is most likely hit and worth most; two at one only when all have one."""
    shape = t.question.shape
    assert isinstance(shape, Assign)
    alive: dict[int, float] = {}
    answer: dict[int, Value] = {}
    chances = {(c.card, c.value): c.success for c in t.question.odds}
    for token, targets in shape.choices.items():
        best = max(targets, key=lambda x: (_prey(t, x) * alive.get(worth.as_token(x), 1.0), worth.as_token(x)))
        hit = chances.get((token, best), 0.5)
        alive[worth.as_token(best)] = alive.get(worth.as_token(best), 1.0) * (1 - hit)
        answer[token] = best
    return {**answer}


def _prey(t: Table, target: Value) -> float:
    """What it is worth to shoot this airplane down now: one that holds many attempts is dangerous at once."""
    a = t.enemy_airplanes[worth.as_token(target)]
    dice = 3.0 if a.attempts is None else float(a.attempts.dice)
    return worth.seen_airplane(t, a) + (0.1 * dice if a.task in (Task.CONTROL, Task.ESCORT) else 0.15)


def intercept(t: Table) -> Answer:
    """Windows 11 and 24: one after another at the target where it gains most; the strongest fires first."""
    shape = t.question.shape
    assert isinstance(shape, Order)
    fire = {(c.card, c.value): c.success for c in t.question.odds}
    order = sorted(shape.choices, key=lambda f: (-max([fire.get((f, x), 0.0) for x in shape.choices[f]]), f))
    aimed: dict[int, int] = {}
    alive: dict[int, float] = {}
    answer: list[tuple[int, Value]] = []
    for token in order:
        best = max(
            shape.choices[token],
            key=lambda x: (_exchange(t, token, x, fire, alive, aimed), worth.as_token(x)),
        )
        at = worth.as_token(best)
        alive[at] = alive.get(at, 1.0) * (1 - fire.get((token, best), 0.5))
        aimed[at] = aimed.get(at, 0) + 1
        answer.append((token, best))
    return tuple(answer)


def _exchange(
    t: Table, token: int, target: Value, fire: dict[tuple[int, Value | None], float], alive: dict[int, float], aimed: dict[int, int]
) -> float:
    """What one more interceptor adds against a target, less what its counter-fire may cost."""
    at = worth.as_token(target)
    card = t.enemy_airplane(at)
    up = alive.get(at, 1.0)
    air = None if card is None else card.air
    hit = 0.0 if air is None else odds.first_round(air) * 0.5 ** aimed.get(at, 0)
    gain = fire.get((token, target), 0.5) * (worth.seen_airplane(t, t.enemy_airplanes[at]) + 0.3)
    return up * (gain - hit * worth.airplane(t.airplane(token)))


def search_leave(t: Table) -> Answer:
    """Window 13: searchers stay as long as they may find something; interceptors as long as they may hit."""
    shape = t.question.shape
    assert isinstance(shape, Pick)
    return ()

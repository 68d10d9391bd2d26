"""Ships against ships: who attends, who shields whom, whom to fire at, and when to make smoke."""

from __future__ import annotations

from ironbottom.questions import Answer, Assign, Pick, Value
from ironbottom.views import SeenFormation
from ironbottom.words import SeaTask

from . import landing, worth
from .table import Table

OUTGUNNED = 1.6  # their guns against mine, from which on it is better to leave
HOLDS = 1.0  # mine against theirs, from which on it is worth to come out


def _there(t: Table, mine: bool) -> list[SeenFormation]:
    seen, line = (t.mine, t.front) if mine else (t.theirs, t.enemy_front)
    return [f for f in seen.formations if f.line is line]


def fire(fleet: list[SeenFormation]) -> float:
    return sum([landing.firepower(f) for f in fleet])


def reveal(t: Table) -> Answer:
    """Window 26: come out where that is stronger than what the enemy shows; a landing is met if it can be."""
    shape = t.question.shape
    assert isinstance(shape, Pick)
    able = [t.ships[worth.as_token(x)] for x in shape.items]
    able = [f for f in able if landing.firepower(f) >= 1 and not landing.is_carrier(t.ship_card(f.lead))]
    armies = [f for f in _there(t, t.phasing) if t.has_transports(f)]
    theirs = [f for f in _there(t, mine=False) if f.detected]
    if not able or (not armies and not t.phasing):
        return ()
    ours = fire([f for f in _there(t, mine=True) if f.detected] + able)
    danger = 0.0 if t.phasing else stake(t)
    come = ours >= HOLDS * fire(theirs) or danger >= 8
    return tuple([f.token for f in able]) if come else ()


def stake(t: Table) -> float:
    """What of mine this landing may cost."""
    base = t.bases.get(t.view.target)
    return 0.0 if base is None else worth.base_lost(t.base(base))


def attackers_tasks(t: Table) -> Answer:
    """Window 27: without enemy ships all bombard; else the best guns keep them away from the transports."""
    shape = t.question.shape
    assert isinstance(shape, Assign)
    escorts, _ = landing.split(t, [t.ships[token] for token in shape.choices])
    keeping = {f.token for f in escorts}
    return {token: SeaTask.ESCORT if token in keeping else SeaTask.SUPPORT for token in shape.choices}


def defenders_tasks(t: Table) -> Answer:
    """Window 27: hold down as many guns as escort the landing; the rest breaks through to the transports."""
    shape = t.question.shape
    assert isinstance(shape, Assign)
    escorts = [f for f in t.theirs.formations if f.task is SeaTask.ESCORT]
    need, tasks = 0.7 * fire(escorts), {}
    for token in sorted(shape.choices, key=lambda x: (-landing.firepower(t.ships[x]), x)):
        tasks[token] = SeaTask.CONTROL if need > 0 else SeaTask.INTERCEPT
        need -= landing.firepower(t.ships[token])
    return {**tasks}


def check(t: Table) -> Answer:
    """Window 28: ships that are likely to be sunk try to leave, if the fight goes against us."""
    shape = t.question.shape
    assert isinstance(shape, Pick)
    ours = [f for f in t.mine.formations if f.task not in (None, SeaTask.WITHDRAWN)]
    theirs = [f for f in t.theirs.formations if f.task not in (None, SeaTask.WITHDRAWN)]
    coming, going = fire(theirs), fire(ours)
    leaving = []
    for token in shape.items:
        f = t.ships[worth.as_token(token)]
        left = (f.values.hp if f.values else 1) - f.damage
        alone = coming / max(1, len(ours))
        if coming > OUTGUNNED * going and alone >= 0.6 * left and not landing_matters(t, f):
            leaving.append(token)
    return tuple(leaving)


def landing_matters(t: Table, f: SeenFormation) -> bool:
    """Whether this ship has work that is worth its loss."""
    if t.has_transports(f):
        return True
    return not t.phasing and stake(t) >= worth.STRATEGIC


def aim(t: Table) -> Answer:
    """Window 29: where each ship's fire is worth most, counting what the others have fired already."""
    shape = t.question.shape
    assert isinstance(shape, Assign)
    odds = {(c.card, c.value): c for c in t.question.odds}
    left = {f.token: float((f.values.hp if f.values else 3) - f.damage) for f in t.theirs.formations}
    answer: dict[int, Value] = {}

    def gain(token: int, target: Value) -> tuple[float, int]:
        chance, at = odds.get((token, target)), worth.as_token(target)
        if chance is None:
            return 0.0, at
        prize = worth.ship(t, t.enemy_ships[at]) + (2.0 if t.has_transports(t.enemy_ships[at]) else 0.0)
        sinks = min(1.0, chance.hits / max(0.5, left[at]))
        return sinks * prize if left[at] > 0 else -1.0, at

    for token in sorted(shape.choices, key=lambda x: (-landing.firepower(t.ships[x]), x)):
        best = max(shape.choices[token], key=lambda x: gain(token, x))
        chance = odds.get((token, best))
        left[worth.as_token(best)] -= 0.0 if chance is None else chance.hits
        answer[token] = best
    return {**answer}

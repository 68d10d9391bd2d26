"""Ships against ships: who attends, who shields whom, whom to fire at, and when to make smoke."""

from __future__ import annotations

from collections.abc import Iterable

from ironbottom.questions import Answer, Assign, Pick, Value
from ironbottom.views import SeenFormation
from ironbottom.words import SeaTask, Side

from . import landing, opposition, worth
from .table import SeenTable, as_token

HOLDING = 0.7  # guns on Sea Control for each gun that escorts the landing
SINKING = 0.6  # hits that come at a ship, for each HP that it has left, from which on it leaves then
DEAR = 8.0  # a base that is defended against any odds
LANDS = 2.0  # what transports are worth more when they are off my base
SILENCED = 0.5  # VP for each gun that a night column keeps from firing
CAPITAL = ("BB", "CV")  # the types of ships that are in no night column
HOLDS = 1.0  # mine against theirs, from which on it is worth to come out


def fire(fleet: list[SeenFormation]) -> float:
    """Hits to be expected of ships that fire together."""
    return sum([opposition.firepower(f) for f in fleet])


def reveal(table: SeenTable) -> Answer:
    """Window 26: come out where that is stronger than what the enemy shows; a landing is met if it can be."""
    shape = table.question.shape
    assert isinstance(shape, Pick)
    able = [table.ships[as_token(x)] for x in shape.items]
    able = [f for f in able if opposition.firepower(f) >= 1 and not landing.is_carrier(table.ship_card(f.lead))]
    ours = [f for f in table.mine.formations if f.line is table.front and f.detected]
    theirs = [f for f in table.theirs.formations if f.line is table.enemy_front and f.detected]
    landed = any(map(table.has_transports, theirs))
    if not table.phasing and not landed and table.battle is None:
        return ()
    come = fire(ours + able) >= HOLDS * fire(theirs) or stake(table) >= DEAR
    return tuple([f.token for f in able]) if come else ()


def stake(table: SeenTable) -> float:
    """The base of mine that is landed on."""
    base = table.bases.get(table.view.target)
    return 0.0 if base is None else worth.base_lost(table.base(base))


def attackers_tasks(table: SeenTable) -> Answer:
    """Window 27: without enemy ships all bombard; else the best guns keep them away from the transports."""
    shape = table.question.shape
    assert isinstance(shape, Assign)
    escorts, _ = opposition.split(table, [table.ships[token] for token in shape.choices])
    keeping = {f.token for f in escorts}
    return {token: (SeaTask.ESCORT if token in keeping else SeaTask.SUPPORT).value for token in shape.choices}


def defenders_tasks(table: SeenTable) -> Answer:
    """Window 27: hold down as many guns as escort the landing; the rest breaks through to the transports."""
    shape = table.question.shape
    assert isinstance(shape, Assign)
    escorts = [f for f in table.theirs.formations if f.task is SeaTask.ESCORT]
    need = HOLDING * fire(escorts)
    answer: dict[int, Value] = {}
    for token in strongest_first(table, shape.choices):
        answer[token] = (SeaTask.CONTROL if need > 0 else SeaTask.INTERCEPT).value
        need -= opposition.firepower(table.ships[token])
    return {**answer}


def strongest_first(table: SeenTable, ships: Iterable[int]) -> list[int]:
    return sorted(ships, key=lambda x: (-opposition.firepower(table.ships[x]), x))


def check(table: SeenTable) -> Answer:
    """Window 28: ships that are likely to be sunk try to leave, if the fight goes against us."""
    shape = table.question.shape
    assert isinstance(shape, Pick)
    ours = [f for f in table.mine.formations if f.task not in (None, SeaTask.WITHDRAWN)]
    theirs = [f for f in table.theirs.formations if f.task not in (None, SeaTask.WITHDRAWN)]
    if fire(theirs) <= table.temper.stands * fire(ours) or stake(table) >= worth.STRATEGIC:
        return ()
    each = fire(theirs) / max(1, len(ours))

    def leaves(f: SeenFormation) -> bool:
        hull = opposition.hull(f)
        return not table.has_transports(f) and each >= SINKING * hull and pursued(table, f, theirs) < hull

    return tuple([token for token in shape.items if leaves(table.ships[as_token(token)])])


def pursued(table: SeenTable, f: SeenFormation, theirs: list[SeenFormation]) -> float:
    """§23.10  Hits to be expected at who withdraws."""
    speed = 0 if f.values is None else f.values.speed or 0
    faster = [(foe.values.speed, worth.number(foe.values.surface)) for foe in theirs
              if foe.values is not None and foe.values.speed is not None and foe.values.speed > speed]
    return max(faster)[1] if faster and table.options.pursuit else 0.0


def silenced(table: SeenTable, f: SeenFormation, token: int) -> float:
    """§23.2  VP that it is worth besides to sink a ship with the night column, before it can fire."""
    column = table.options.night_column and table.me is Side.JP
    card = table.ship_card(table.ships[token].lead)
    first = table.ships[token].attempts is None and any(
        lying.part == "control" and lying.weapon == "surface" for lying in table.view.lying
    )
    if not column or not first or f.values is None or (card is not None and card.type.startswith(CAPITAL)):
        return 0.0
    return SILENCED * worth.number(f.values.surface)


def aimed_before(table: SeenTable) -> dict[int, float]:
    """§23.9  Where aims are named one after another: what ships of mine are aimed with already, by the target."""
    found: dict[int, float] = {}
    for lying in table.view.lying:
        for token, target in lying.aims if lying.part else ():
            f = table.ships.get(token)
            if f is not None and f.values is not None:
                fresh = f.values.surface if lying.weapon == "surface" else f.values.torp
                hits = worth.number(fresh) if f.attempts is None else float(f.attempts.dice)
                found[target] = found.get(target, 0.0) + hits
    return found


def aim(table: SeenTable) -> Answer:
    """Window 29: where each ship's fire is worth most, counting what the others have fired already."""
    shape = table.question.shape
    assert isinstance(shape, Assign)
    odds = {(c.card, c.value): c for c in table.question.odds}
    before = aimed_before(table)
    left = {token: opposition.hull(f) - before.get(token, 0.0) for token, f in table.enemy_ships.items()}
    answer: dict[int, Value] = {}

    def gain(token: int, target: Value) -> tuple[float, int]:
        chance, at = odds.get((token, target)), as_token(target)
        if chance is None:
            return 0.0, at
        f = table.enemy_ships[at]
        prize = worth.ship(table, f) + (LANDS if table.has_transports(f) else 0.0) + silenced(table, f, token)
        sinks = min(1.0, chance.hits / max(0.5, left[at]))
        return sinks * prize if left[at] > 0 else -1.0, at

    for token in strongest_first(table, shape.choices):
        best = max(shape.choices[token], key=lambda x: gain(token, x))
        chance = odds.get((token, best))
        left[as_token(best)] -= 0.0 if chance is None else chance.hits
        answer[token] = best
    return {**answer}

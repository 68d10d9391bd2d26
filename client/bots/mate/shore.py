"""Off the base: bombardment, who lands, and how the damage of a pair is shared."""

from __future__ import annotations

from ironbottom.questions import Answer, Choose, Pick, Value
from ironbottom.words import SeaTask

from . import clock, landing, worth
from .table import Table

NOBODY, FIRE, CEASE = "none", "fire", "cease"
SPENT = 0.8  # VP that transports are worth which need not land today


def waiting(t: Table) -> bool:
    """Whether transports lie off the base."""
    return any(f.task is SeaTask.SUPPORT and t.has_transports(f) for f in t.mine.formations)


def bombard(t: Table) -> Answer:
    """Window 30: the strongest first, as long as an army waits for it and the guns are not worth more than the base."""
    shape = t.question.shape
    assert isinstance(shape, Choose)
    if shape.options[0] in (FIRE, CEASE):
        return cease(t)
    army = waiting(t)

    def gain(token: Value) -> tuple[float, int]:
        chance = next((c for c in t.question.odds if c.card == token), None)
        at = worth.as_token(token)
        if chance is None or at not in t.ships:
            return 0.0, at
        brings = chance.hits * (1.0 if army else 0.15)
        return brings - (chance.loss or 0.0) * worth.ship(t, t.ships[at]), at

    best = max(shape.options, key=gain)
    return best if gain(best)[0] > 0.1 else NOBODY


def cease(t: Table) -> Answer:
    """Go on while it brings more than it risks."""
    if not t.question.odds:
        return FIRE
    chance = t.question.odds[0]
    risk = (chance.loss or 0.0) * worth.ship(t, t.ships[chance.card])
    return FIRE if chance.hits * (1.0 if waiting(t) else 0.15) >= risk else CEASE


def land(t: Table) -> Answer:
    """Window 31: as many as it takes, the strongest first; nobody, if the base would hold."""
    shape = t.question.shape
    assert isinstance(shape, Pick)
    base = t.enemy_bases[t.view.target]
    prize = worth.base_lost(t.base(base))
    waiting = sorted(shape.items, key=lambda x: (landing.army_of(t, t.ships[worth.as_token(x)]), x), reverse=True)
    going: list[Value] = []
    best: tuple[Value, ...] = ()
    most = 0.0
    for token in waiting:
        going.append(token)
        armies = [landing.army_of(t, t.ships[worth.as_token(x)]) for x in going]
        gain = landing.law(t, base, armies, [])[base.damage] * prize - (0.0 if clock.desperate(t) else SPENT) * len(going)
        if gain > most:
            best, most = tuple(going), gain
    return best


def divide(t: Table) -> Answer:
    """The escort takes what it can without being sunk, so that the army goes ashore whole."""
    shape = t.question.shape
    assert isinstance(shape, Choose)
    pair = t.ships[t.question.about[0]]
    escort = t.ship_card(pair.escort)
    room = 0 if escort is None else escort.values.hp - 1
    fit = [x for x in shape.options if pair.damage - worth.as_token(x) <= room]
    return min(fit or shape.options, key=worth.as_token)


def next_army(t: Table) -> Answer:
    """The strongest comes ashore first: its garrison counts afresh for each."""
    shape = t.question.shape
    assert isinstance(shape, Choose)

    def army(token: Value) -> tuple[float, int]:
        chance = next((c for c in t.question.odds if c.card == token), None)
        return (0.0 if chance is None else chance.kill or 0.0, worth.as_token(token))

    return max(shape.options, key=army)

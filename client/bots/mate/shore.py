"""Off the base: bombardment, who lands, and how the damage of a pair is shared."""

from __future__ import annotations

from ironbottom.questions import Answer, Chance, Choose, Pick, Value
from ironbottom.words import SeaTask

from . import clock, landing, worth
from .table import SeenTable, as_token

NOBODY, FIRE, CEASE = "none", "fire", "cease"
IDLY = 0.15  # what a hit on a base is worth that nobody lands on
SPENT = 0.8  # VP that transports are worth which need not land today


def bombard(table: SeenTable) -> Answer:
    """Window 30: who gains most, as long as anybody does."""
    found = [(pays(table, chance), chance.card) for chance in table.question.odds]
    best, token = max(found, default=(0.0, 0))
    return token if best > 0.1 else NOBODY


def pays(table: SeenTable, chance: Chance) -> float:
    """Damage to the base, which is worth little where no army waits for it, less the ship that may be lost."""
    army = any(f.task is SeaTask.SUPPORT and table.has_transports(f) for f in table.mine.formations)
    hit = max(1.0 if army else IDLY, clock.shells(table))
    return chance.hits * hit - (chance.loss or 0.0) * worth.ship(table, table.ships[chance.card])


def cease(table: SeenTable) -> Answer:
    """Window 30: go on while it brings more than it risks."""
    return FIRE if all(pays(table, chance) >= 0 for chance in table.question.odds) else CEASE


def land(table: SeenTable) -> Answer:
    """Window 31: as many as it takes, the strongest first; nobody, if the base would hold."""
    shape = table.question.shape
    assert isinstance(shape, Pick)
    base = table.enemy_bases[table.view.target]
    prize = worth.base_lost(table.base(base))
    spent = 0.0 if clock.desperate(table) else SPENT
    waiting = strongest(table, shape)
    armies = [landing.army(table, table.ships[as_token(token)]) for token in waiting]

    def gain(n: int) -> float:
        return landing.law(table, base, armies[:n], [])[base.damage] * prize + (table.score("ashore") - spent) * n

    return tuple(waiting[: max(range(len(waiting) + 1), key=gain)])


def strongest(table: SeenTable, shape: Pick) -> list[Value]:
    """Transports that may land, the strongest army first."""
    army = {token: landing.army(table, table.ships[as_token(token)]) for token in shape.items}
    return sorted(army, key=lambda token: (army[token], as_token(token)), reverse=True)


def divide(table: SeenTable) -> Answer:
    """The escort takes what it can without being sunk, so that the army goes ashore whole."""
    shape = table.question.shape
    assert isinstance(shape, Choose)
    pair = table.ships[table.question.about[0]]
    escort = table.ship_card(pair.escort)
    room = 0 if escort is None else escort.values.hp - 1
    fit = [x for x in shape.options if pair.damage - as_token(x) <= room]
    return min(fit or shape.options, key=as_token)


def next_army(table: SeenTable) -> Answer:
    """Window 31: who is most likely to take the base comes ashore first."""
    shape = table.question.shape
    assert isinstance(shape, Choose)
    takes = {chance.card: chance.kill or 0.0 for chance in table.question.odds}
    return max(shape.options, key=lambda x: (takes.get(as_token(x), 0.0), as_token(x)))

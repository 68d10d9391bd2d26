"""The hand: what to keep, what to play with which half, and what a submarine is for."""

from __future__ import annotations

from ironbottom.printed import AirplaneCard, AnyCard, EventCard
from ironbottom.questions import Answer, Choose, Move, Pick, Value

from . import landing, worth
from .table import Table

DONE: Answer = ("done",)
BOAT = 0.3  # VP that a submarine must promise
LIMIT = 6


def card_worth(t: Table, card: AnyCard) -> float:
    """What a card in the hand will still do."""
    if isinstance(card, AirplaneCard):
        return worth.airplane(card)
    assert isinstance(card, EventCard)
    if card.transports is not None:
        return 0.7 + 0.15 * (card.transports.values.army or 0)
    return 0.6


def discard(t: Table) -> Answer:
    """Window 3: the drawn card that is worth least; a turn is never skipped."""
    shape = t.question.shape
    assert isinstance(shape, Choose)
    cards = [x for x in shape.options if isinstance(x, str) and x in t.cards]
    return min(cards, key=lambda x: (card_worth(t, t.cards[x]), x)) if cards else shape.first()


def down_to_limit(t: Table) -> Answer:
    """Window 33: likewise."""
    shape = t.question.shape
    assert isinstance(shape, Pick)
    by_worth = sorted(shape.items, key=lambda x: (card_worth(t, t.cards[str(x)]), str(x)))
    return tuple(by_worth[: shape.least])


def reinforce(t: Table) -> Answer:
    """Window 4: the transports that a landing needs."""
    shape = t.question.shape
    assert isinstance(shape, Move)
    plan = landing.best_plan(t)
    if plan is not None:
        for card in plan.cards:
            if card in shape.steps.get("transports", {}):
                return ("transports", card)
    return DONE


def submarine(t: Table) -> Answer:
    """Window 14: where a boat promises most."""
    shape = t.question.shape
    assert isinstance(shape, Move)
    best: tuple[float, str, int] = (0.0, "", 0)
    for chance in t.question.odds:
        if isinstance(chance.value, tuple):
            card, at = chance.value
            best = max(best, (promise(t, at, chance.hits, chance.kill, chance.success), card, at))
    enough = BOAT if len(t.mine.hand or ()) <= LIMIT - 1 else 0.1
    return ("submarine", best[1], best[2]) if best[0] >= enough else DONE


def promise(t: Table, at: int, hits: float, kill: float | None, found: float) -> float:
    """What a submarine may bring against a target."""
    f = t.enemy_ships[at]
    if f.values is None:
        return found * 0.25 * worth.ship(t, f)
    return (kill or 0.0) * worth.ship(t, f) + worth.DAMAGE * hits


def pick_value(value: Value) -> str:
    return str(value)

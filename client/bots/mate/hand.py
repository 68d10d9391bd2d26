"""The hand: what to keep, what to play with which half, and what a submarine is for."""

from __future__ import annotations

from ironbottom.printed import AirplaneCard, AnyCard, EventCard
from ironbottom.questions import Answer, Chance, Choose, Move, Pick
from ironbottom.words import CardId

from . import clock, landing, worth
from .table import SeenTable, as_token

DONE: Answer = ("done",)
END = "end"  # §23.17
TRANSPORTS, SUBMARINE = 0.7, 0.6  # what an event card in the hand is worth, by its ship half
ARMY = 0.15  # and what each Army adds
EXPRESS = "jp/tokyo-express"  # never loads itself
FOUND = 0.25  # how much of an unseen ship is won by finding it


def card_worth(table: SeenTable, card: AnyCard) -> float:
    """What a card in the hand will still do."""
    if isinstance(card, AirplaneCard):
        return worth.airplane(card)
    assert isinstance(card, EventCard)
    if card.transports is not None:
        return TRANSPORTS + ARMY * (card.transports.values.army or 0)
    return SUBMARINE


def discard(table: SeenTable) -> Answer:
    """Window 3: the drawn card that is worth least; a turn is never skipped."""
    shape = table.question.shape
    assert isinstance(shape, Choose)
    cards = [x for x in shape.options if isinstance(x, str) and x in table.cards]
    return min(cards, key=lambda x: (card_worth(table, table.cards[CardId(x)]), x)) if cards else shape.first()


def fever(table: SeenTable) -> Answer:
    """Window 2a: who is asked leads, and wins by letting the game end."""
    return END


def down_to_limit(table: SeenTable) -> Answer:
    """Window 33: likewise."""
    shape = table.question.shape
    assert isinstance(shape, Pick)
    by_worth = sorted(shape.items, key=lambda x: (card_worth(table, table.cards[CardId(str(x))]), str(x)))
    return tuple(by_worth[: shape.least])


def reinforce(table: SeenTable) -> Answer:
    """Window 4: the transports that a landing needs."""
    shape = table.question.shape
    assert isinstance(shape, Move)
    plan = landing.best_plan(table)
    if plan is not None:
        loaded = _express(table, shape, plan.cards)
        if loaded is not None:
            return loaded
        for card in plan.cards:
            if card in shape.steps.get("transports", {}):
                return ("transports", card)
    return DONE


def _express(table: SeenTable, shape: Move, cards: tuple[str, ...]) -> Answer | None:
    """§21.16  The first of these transports, aboard an escort that nobody has seen."""
    loads = shape.steps.get("express", {}) if table.temper.express else {}
    for card in cards:
        if card in loads and card != EXPRESS:
            escorts = [table.ships[as_token(x)] for x in loads[card]]
            return ("express", card, min(escorts, key=lambda f: (worth.ship(table, f), f.token)).token)
    return None


def submarine(table: SeenTable) -> Answer:
    """Window 14: where a boat promises most."""
    shape = table.question.shape
    assert isinstance(shape, Move)
    aimed = [chance for chance in table.question.odds if isinstance(chance.value, tuple)]
    found = [(promise(table, chance), chance.value) for chance in aimed if isinstance(chance.value, tuple)]
    best, (card, at) = max(found, default=(0.0, ("", 0)))
    return ("submarine", card, at) if best >= least(table) else DONE


def least(table: SeenTable) -> float:
    """What a submarine must promise, in VP: little, where its card would be discarded anyway."""
    full = len(table.mine.hand or ()) >= clock.home(table, table.mine).max_hand
    return table.temper.crowded_boat if full else table.temper.boat


def promise(table: SeenTable, chance: Chance) -> float:
    """What a submarine may bring against a target."""
    assert isinstance(chance.value, tuple)
    f = table.enemy_ships[chance.value[1]]
    if f.values is None:
        return chance.success * FOUND * worth.ship(table, f)
    return (chance.kill or 0.0) * worth.ship(table, f) + worth.DAMAGE * chance.hits

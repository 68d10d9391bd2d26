"""What optional rules offer (§23): the enemy's mail, coast watchers, a carrier from the reserve, a bid."""

from __future__ import annotations

from collections.abc import Mapping

from ironbottom.options import USUAL_BID
from ironbottom.printed import AirplaneCard
from ironbottom.questions import PASS, Answer, Choose, Pick
from ironbottom.words import Icon, Line, Task

from . import clock, scouting, worth
from .table import SeenTable, as_token, line_of

RESERVE = "reserve"
DECOY, FOUND = "decoy", "found"
HIDES = 3.0  # what a formation must be worth, in VP, for a decoy
HOMELESS, TURNS = 2, 4  # carrier airplanes in the hand, and turns left, for which a reserve carrier pays
WORTH_READING, NOT_LATER = 3, 8  # formations in a line, and the turn from which on any will do
FEARED = 0.6  # of airplanes over a line none of which is a bomber so much is feared of each


def bid(table: SeenTable) -> Answer:
    """Window 0a: what makes the game even between equal players."""
    return str(USUAL_BID)


def mail(table: SeenTable) -> Answer:
    """Window 16a: where most is to be seen; a line with many is worth it at once, any other late in the game."""
    shape = table.question.shape
    assert isinstance(shape, Choose)
    lines = [line for line in map(line_of, shape.options) if line is not None]
    best = max(lines, key=lambda line: (strange(table, line), scouting.interest(table, line), line))
    return int(best) if strange(table, best) >= WORTH_READING or table.view.turn >= NOT_LATER else PASS


def strange(table: SeenTable, line: Line) -> int:
    """Enemy formations of a line whose faces I do not know."""
    return len([f for f in table.theirs.formations if f.line is line and f.lead is None])


def look(table: SeenTable) -> Answer:
    """Window 16a: those that may be worth most."""
    shape = table.question.shape
    assert isinstance(shape, Pick)
    value = {token: worth.ship(table, f) for token, f in table.enemy_ships.items()}
    best = sorted(shape.items, key=lambda x: (-value.get(as_token(x), 0.0), as_token(x)))
    return tuple(best[: shape.most])


def reserve(table: SeenTable) -> Answer:
    """Window 4a: if airplanes wait for a carrier, and there is time to use it."""
    shape = table.question.shape
    assert isinstance(shape, Choose)
    pays = waiting(table) >= HOMELESS and clock.turns_left(table) >= TURNS
    return RESERVE if pays and RESERVE in shape.options else PASS


def waiting(table: SeenTable) -> int:
    """Carrier airplanes in my hand."""
    cards = [table.cards[card_id] for card_id in table.mine.hand or () if card_id in table.cards]
    return len([card for card in cards if isinstance(card, AirplaneCard) and card.icon is Icon.CARRIER])


def decoy(table: SeenTable) -> Answer:
    """Window 12a: a formation that is worth more than most stays unseen."""
    return DECOY if at_stake(table) >= HIDES else FOUND


def at_stake(table: SeenTable) -> float:
    """What the formation that was found is worth, with what is aboard."""
    found = [table.ships[token] for token in table.question.about if token in table.ships]
    return sum([worth.ship(table, f) for f in found])


def bombers(table: SeenTable) -> Mapping[Line, float]:
    """§23.6  How much of an attacker each airplane over a line of mine is, where coast watchers have counted."""
    found: dict[Line, float] = {}
    for effect in table.view.in_force:
        if effect.does == "coast-watchers" and effect.side is table.me and effect.line is not None:
            flown = len(table.over(table.enemy, effect.line, Task.FLOWN))
            if flown:
                found[effect.line] = FEARED + 2 * (1 - FEARED) * effect.n / flown
    return found


"""What optional rules offer (§23): the enemy's mail, coast watchers, a carrier from the reserve, a bid."""

from __future__ import annotations

from ironbottom.options import USUAL_BID
from ironbottom.questions import PASS, Answer, Choose, Pick
from ironbottom.rules.s15_reconnaissance import Find
from ironbottom.words import Line, Task

from ...mate.intelligence import DECOY, FEARED, FOUND, HIDES, HOMELESS, NOT_LATER, RESERVE, TURNS, WORTH_READING
from ..outlook import Outlook, token_of


def bid(b: Outlook) -> Answer:
    """Window 0a: what makes the game even between equal players."""
    return str(USUAL_BID)


def mail(b: Outlook) -> Answer:
    """Window 16a: where most is to be seen; a line with many is worth it at once, any other late in the game."""
    shape = b.shape
    assert isinstance(shape, Choose)
    lines = [Line(option) for option in shape.options if isinstance(option, int)]
    best = max(lines, key=lambda line: (strange(b, line), line))
    return int(best) if strange(b, best) >= WORTH_READING or b.g.state.turn >= NOT_LATER else PASS


def strange(b: Outlook, line: Line) -> int:
    """Enemy formations of a line whose faces I do not know."""
    return sum([f.line is line and not b.sees(f) for f in b.their.formations.values()])


def look(b: Outlook) -> Answer:
    """Window 16a: those that may be worth most."""
    shape = b.shape
    assert isinstance(shape, Pick)
    formations = b.their.formations
    best = sorted(shape.items, key=lambda x: (-b.foe_worth(formations[token_of(x)]), token_of(x)))
    return tuple(best[: shape.most])


def reserve(b: Outlook) -> Answer:
    """Window 4a: if airplanes wait for a carrier, and there is time to use it."""
    shape = b.shape
    assert isinstance(shape, Choose)
    planes = [b.card_facts.planes.get(card.id) for card in b.own.hand]
    waiting = sum([plane is not None and plane.carrier for plane in planes])
    pays = waiting >= HOMELESS and b.turns_left() >= TURNS
    return RESERVE if pays and RESERVE in shape.options else PASS


def decoy(b: Outlook) -> Answer:
    """Window 12a: a formation that is worth more than most stays unseen."""
    top = b.g.stack[-1]
    assert isinstance(top, Find)
    return DECOY if b.worth(b.own.formations[top.named]) >= HIDES else FOUND


def bombers(b: Outlook) -> dict[Line, float]:
    """§23.6  How much of an attacker each airplane over a line of mine is, where coast watchers have counted."""
    found: dict[Line, float] = {}
    for effect in b.g.state.in_force:
        if effect.does == "coast-watchers" and effect.side is b.me and effect.line is not None:
            there = b.their.airplanes.values()
            flown = sum([a.line is effect.line and a.task is Task.FLOWN for a in there])
            if flown:
                found[effect.line] = FEARED + 2 * (1 - FEARED) * effect.n / flown
    return found

"""What a landing is worth by eye: everything that would go ashore or fire, less everything that holds the base."""

from __future__ import annotations

from ironbottom.printed import EventCard
from ironbottom.views import SeenAirplane, SeenBase, SeenFormation

from .desk import Desk, against, guns, is_fighter, number


def army_of(desk: Desk, troops: SeenFormation | EventCard) -> int:
    """Army of transports, on the table or in the hand."""
    if isinstance(troops, SeenFormation):
        return 0 if troops.values is None else number(troops.values.army)
    assert troops.transports is not None
    return number(troops.transports.values.army)


def bombing(desk: Desk, base: SeenBase) -> int:
    """Land of my bombers in reach of a base."""
    return sum([_land(desk, a, base) for a in desk.aboard])


def _land(desk: Desk, a: SeenAirplane, base: SeenBase) -> int:
    card = desk.card(a)
    if card is None or is_fighter(card) or not desk.reaches(a, base.line):
        return 0
    return against(card, base, number(desk.seen.base(base).air))[1]


def balance(desk: Desk, base: SeenBase, troops: list[SeenFormation | EventCard], ships: list[SeenFormation]) -> int:
    """Army of the transports and Land of ships and bombers, less HP left, Garrison and TB of the base."""
    if not troops:
        return -99
    card = desk.seen.base(base)
    shells = sum([number(f.values.land) for f in ships if f.values is not None])
    ashore = sum([army_of(desk, one) for one in troops])
    return ashore + shells + bombing(desk, base) - (card.hp - base.damage) - number(card.garrison) - number(card.tb)


def targets(desk: Desk) -> list[SeenBase]:
    """Enemy bases that may be landed on."""
    return [b for b in desk.seen.theirs.bases if b.line is desk.seen.enemy_front]


def planned(desk: Desk, base: SeenBase) -> int:
    """The balance with all that could sail this turn."""
    return balance(desk, base, [*desk.troops, *desk.held_troops], desk.warships)


def in_place(desk: Desk, base: SeenBase) -> int:
    """The balance with what stands in FRONT."""
    return balance(desk, base, [*desk.front(desk.troops)], desk.front(desk.warships))


def guns_balance(desk: Desk, mine: list[SeenFormation]) -> int:
    """Surface and Torp of mine, less those that the enemy has in his FRONT."""
    theirs = [f for f in desk.seen.theirs.formations if f.line is desk.seen.enemy_front]
    return sum(map(guns, mine)) - sum(map(guns, theirs))

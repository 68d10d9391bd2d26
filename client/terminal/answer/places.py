"""Who goes where when places hold only so many (§19.2).

Those that were told where come first, then the others: as by default where that is still free, and so that as few as
possible find none.  Cards and places are tried in the order of their tokens: a page that hears JSON knows no other.
"""

from __future__ import annotations

from collections.abc import Mapping

from ironbottom.questions import Place, Value

Given = Mapping[int, Value | None]


def fits(shape: Place, given: Given, card: int, place: Value) -> bool:
    """Whether a card fits at a place beside those that are given; one that is given anew leaves its old place."""
    slot = shape.choices[card].get(int(str(place)))
    if slot is None:
        return False
    taken = [_slot(shape, other, at) for other, at in given.items() if other != card and at is not None]
    return taken.count(slot) < shape.room[slot]


def placed(shape: Place, given: Given, usual: Given) -> dict[int, Value | None]:
    """The place of every card; None: it is lost."""
    put: dict[int, Value | None] = {card: at for card, at in given.items() if at is not None}
    told = frozenset(put)
    free = [card for card in sorted(shape.choices) if card not in given]
    for card in free:
        at = usual.get(card)
        if at is not None and fits(shape, put, card, at):
            put[card] = at
    for card in free:
        if card not in put:
            _make_room(shape, put, card, told, set())
    return {card: put.get(card) for card in shape.choices}


def _make_room(
    shape: Place, put: dict[int, Value | None], card: int, told: frozenset[int], tried: set[int]
) -> bool:
    """R-26  Put a card where others stand that can go elsewhere, if there is such a place; who was told stays."""
    for place, slot in sorted(shape.choices[card].items()):
        if slot in tried:
            continue
        tried.add(slot)
        there = [
            other for other, at in sorted(put.items())
            if other not in told and at is not None and _slot(shape, other, at) == slot
        ]
        if fits(shape, put, card, place) or any(_make_room(shape, put, other, told, tried) for other in there):
            put[card] = place
            return True
    return False


def _slot(shape: Place, card: int, place: Value) -> int:
    return shape.choices[card][int(str(place))]

"""Airplanes as orders name them: by what is printed on the card, or "fighters" for all of them on both sides."""

from __future__ import annotations

from functools import cache

from ironbottom.catalog import card_set
from ironbottom.printed import AirplaneCard

from ..sanitize import printed_name

FIGHTS, BOMBS = 1, 2  # a fighter fights airplanes, and its bombs are worth less than this


@cache
def airplanes() -> dict[str, AirplaneCard]:
    """Every airplane of the game, by its id."""
    full = card_set("full")
    return {card.id: card for side in (full.us, full.jp) for card in side.air if isinstance(card, AirplaneCard)}


@cache
def fighters() -> tuple[str, ...]:
    """The ids of those that fight airplanes in the first place, on either side."""
    return tuple([one for one, card in airplanes().items() if is_fighter(card)])


def is_fighter(card: AirplaneCard) -> bool:
    """Twin of client/web/sheets/orders.js."""
    return (card.airc or 0) >= FIGHTS and (card.bomb or 0) < BOMBS and (card.land or 0) < BOMBS


def found(name: str) -> tuple[str, ...]:
    """The ids that a name may mean, written as on the card, or as in its id; also in the plural."""
    for typed in (name, name.removesuffix("s")):
        these = [one for one, card in airplanes().items() if typed in (one.partition("/")[2], card.name.casefold())]
        if these:
            return tuple(these)
    return ()


def listed_names(cards: tuple[str, ...]) -> str:
    """What their cards are called; an id that this program does not know, as it is."""
    known = airplanes()
    return ", ".join([printed_name(known[one]) if one in known else one for one in cards])

"""§25  Campaigns, as far as a single game knows of them: whole games that begin with what was carried over.

What is carried from one battle to the next is worked out by `ironbottom.campaign`; a battle of a campaign that is laid
out (§24) has all of it in the battle itself.
"""

from __future__ import annotations

from ironbottom.catalog import cards_by_id
from ironbottom.printed import AirplaneCard, CardSet, EventCard
from ironbottom.rules.s24_battles import held
from ironbottom.words import Side

AirCards = tuple[AirplaneCard | EventCard, ...]


def carried(cards: CardSet, side: Side) -> tuple[AirCards, AirCards]:
    """§25.5, §25.7  Of a whole game: what is shuffled to the airplane deck, and what the hand begins with."""
    assert cards.chapter is not None
    hand, left = held(cards.chapter.side(side), cards_by_id(cards)), [*cards.side(side).air]
    for card in hand:
        left.remove(card)
    return tuple(left), hand

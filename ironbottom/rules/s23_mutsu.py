"""§23.15  Mutsu: a battleship may blow up in harbour."""

from __future__ import annotations

from ironbottom.events import Rolled
from ironbottom.flow import Game
from ironbottom.printed import ShipCard
from ironbottom.rules.s04_damage import cards_of, eliminate, in_random_order
from ironbottom.state import AIR, Formation
from ironbottom.words import REAR, Rank, Side

BATTLESHIP = "BB"
ACCIDENT = bytes((1, 1))


def accident(g: Game, side: Side) -> None:
    """§23.15  Two dice when a side begins its deployment: both a one, and an undamaged battleship in REAR is lost."""
    if not g.state.cards.options.mutsu:
        return
    home = next(b for b in g.forces[side].bases.values() if b.card.rank is Rank.HOME)
    faces = g.state.dice.faces(len(ACCIDENT))
    g.tell(Rolled, side, home.token, AIR, "mutsu", faces, 0, 0)
    if faces == ACCIDENT:
        for f in in_random_order(g, side, in_harbour(g, side))[:1]:
            eliminate(g, f)


def in_harbour(g: Game, side: Side) -> tuple[Formation, ...]:
    """Undamaged formations with a battleship in REAR, alone or in a pair."""
    there = [f for f in g.forces[side].formations.values() if f.line is REAR[side] and not f.damage]
    return tuple([
        f for f in there if any(isinstance(card, ShipCard) and card.type == BATTLESHIP for card in cards_of(f))
    ])

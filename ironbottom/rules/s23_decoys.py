"""§23.14  Decoys: what a search or a patrol has found may turn out to be one, and the formation stays unseen."""

from __future__ import annotations

from ironbottom.events import DecoyFound
from ironbottom.flow import Game
from ironbottom.state import Formation, InForce
from ironbottom.words import Side, Token

DECOYS = "decoys"  # how many of a side's were found, in force until the end of the game
DECOY, FOUND = "decoy", "found"  # what the owner of a formation says


def decoys_left(g: Game, side: Side) -> int:
    """Decoys of a side that have not been found yet."""
    found = sum([effect.n for effect in g.state.in_force if effect.does == DECOYS and effect.side is side])
    return g.state.cards.options.decoys - found


def may_be_decoy(g: Game, f: Formation) -> bool:
    """§23.14, §20.1  Its side has decoys left, and the enemy has not seen its face."""
    return g.state.cards.options.decoys > 0 and not f.known and decoys_left(g, f.side) > 0


def give_up_decoy(g: Game, side: Side, token: Token) -> None:
    """A decoy was found in its place."""
    found = 1 + sum([e.n for e in g.state.in_force if e.does == DECOYS and e.side is side])
    others = [e for e in g.state.in_force if e.does != DECOYS or e.side is not side]
    g.state.in_force = (*others, InForce(DECOYS, side, found, "game"))
    g.rule = "23.14"
    g.tell(DecoyFound, side, token, g.state.cards.options.decoys - found)

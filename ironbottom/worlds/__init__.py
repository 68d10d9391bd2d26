"""Worlds: whole games that a seat cannot tell from the one it plays.

    memory = Memory.of(cards, side)         # one for each game
    memory.hear(update.events, update.view) # for each update, in order
    memory.answered(answer)                 # for each answer of one's own

    worlds = Worlds(cards)
    game = worlds.sample(view, memory, rng) # at a question of the seat: a Game at the same question

See README.md in this folder.  It may touch the engine, but not `sight`: all that it knows of a game comes in a View.
"""

from __future__ import annotations

from ironbottom.worlds.frames import Unknowable
from ironbottom.worlds.memory import Memory
from ironbottom.worlds.prior import EVEN, Counts, Prior
from ironbottom.worlds.sampling import InformationSet, Worlds

__all__ = ["EVEN", "Counts", "InformationSet", "Memory", "Prior", "Unknowable", "Worlds"]

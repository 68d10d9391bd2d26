"""How much work a search does: playouts, not seconds, so that it is the same on every machine."""

from __future__ import annotations

from typing import NamedTuple


class Level(NamedTuple):
    """The work of one decision."""

    playouts: int  # in all, over all candidates
    side_turns: int = 4  # how far each goes before the position is valued
    seconds: float = 1.5  # after which it decides with what it has
    sure: float = 1.0  # standard errors by which an answer must be better than that of the mate
    least: float = 0.004  # and chance of winning


QUICK = Level(60)

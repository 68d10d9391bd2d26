"""A game as an array: what a net learns from, or is judged by.  Processes give these back, for they are small."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ....bots.value.features import clock
from .exploring import SETTING_UP, Games, explored
from .fitting import Array


class Learned(NamedTuple):
    """Some positions of a game, and how it ended."""

    n: int
    won: bool  # by the US
    turns: tuple[int, ...]  # of each position
    rows: Array  # positions x inputs


def learned(games: Games, name: str, n: int) -> Learned | None:
    """The n-th game of this player; None where it was over before chance had done with it."""
    found = explored(games, n, name)
    if found is None:
        return None
    rows = [[*one.figures, *clock(None if one.left == SETTING_UP else one.left)] for one in found.positions]
    return Learned(n, found.won, tuple([one.turn for one in found.positions]), np.array(rows, dtype=np.float32))

"""A game as an array: what a net learns from, or is judged by.  Processes give these back, for they are small."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .exploring import explored
from .fitting import Array
from .mixing import Mixture


class Learned(NamedTuple):
    """Some positions of a game, and how it ended."""

    n: int
    won: bool  # by the US
    turns: tuple[int, ...]  # of each position
    rows: Array  # positions x inputs


def learned(mixture: Mixture, name: str, n: int) -> Learned | None:
    """The n-th game of this player; None where it was over before chance had done with it."""
    found = explored(mixture.games(n), n, name)
    if found is None:
        return None
    rows = np.array([one.inputs for one in found.positions], dtype=np.float32)
    return Learned(n, found.won, tuple([one.turn for one in found.positions]), rows)

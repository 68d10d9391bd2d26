"""Even for us: optional rules by which a stronger and a weaker player, or a player and a bot, win about as often.

The rules stand in evened.json, which was made from what each is worth between equals, as
`python -m ironbottom.client.launch.arena.balance.worths --even` measures it and writes it.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

import msgspec

from ironbottom.words import Side

FAIR = (45, 55)  # per cent of the games


class Handicap(NamedTuple):
    """Rules by their words, and how often the US wins with them, in per cent."""

    words: tuple[str, ...]
    us: int

    @property
    def even(self) -> bool:
        return FAIR[0] <= self.us <= FAIR[1]


class EvenedTable(msgspec.Struct, frozen=True):
    """The table: for each lead of who plays the US, in Elo points, rules and how often the US wins then."""

    step: int
    measured: str  # the day
    rows: dict[int, tuple[tuple[str, ...], int]]


@cache
def evened_table() -> EvenedTable:
    data = (files(__package__) / "evened.json").read_bytes()
    return msgspec.json.decode(data, type=EvenedTable)


def handicap(side: Side, points: float) -> Handicap:
    """For who plays this side and is `points` Elo the stronger; what is beyond the table has its ends."""
    table = evened_table()
    lead = points if side is Side.US else -points
    far = max(table.rows)
    words, us = table.rows[max(-far, min(far, table.step * round(lead / table.step)))]
    return Handicap(words, us)

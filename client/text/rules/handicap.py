"""Even for us: optional rules by which a stronger and a weaker player, or a player and a bot, win about as often.

The rules stand in evened.json, which was made from what each is worth between equals, as
`python -m ironbottom.client.launch.arena.balance.worths --even` measures it and writes it.  Twin of
client/web/start/terms/handicap.js, beside which that file lies, so that the page has it too.

Strengths are Elo points.  What a rule moves is taken as log-odds: there it adds to what one player is stronger than the
other, and rules add up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import exp, log
from typing import NamedTuple

import msgspec

from ironbottom.options import BY_WORD, SEPARATOR, rule_of
from ironbottom.words import Side

FAIR = (45, 55)  # per cent of the games
FILE = ("web", "start", "terms", "evened.json")
PER_ELO = log(10) / 400  # log-odds of one Elo point
LONE = 2  # a figure that was measured, and none: nothing is known of others


class Handicap(NamedTuple):
    """Rules by their words, and how often the US wins with them, in per cent."""

    words: tuple[str, ...]
    us: int

    @property
    def even(self) -> bool:
        return FAIR[0] <= self.us <= FAIR[1]


class EvenedTable(msgspec.Struct, frozen=True):
    """What rules are worth for certain, and for each lead of who plays the US rules and how often the US wins then."""

    step: int  # Elo points
    measured: str  # the day
    worths: dict[str, float]  # by how much more often the US wins between equals, a part of 1
    rows: dict[int, tuple[tuple[str, ...], int]]


@cache
def evened_table() -> EvenedTable:
    data = files("ironbottom.client").joinpath(*FILE).read_bytes()
    return msgspec.json.decode(data, type=EvenedTable)


def handicap(side: Side, points: float) -> Handicap:
    """For who plays this side and is `points` Elo the stronger; what is beyond the table has its ends."""
    table = evened_table()
    lead = points if side is Side.US else -points
    far = max(table.rows)
    words, us = table.rows[max(-far, min(far, table.step * round(lead / table.step)))]
    return Handicap(words, us)


def moved(worth: float) -> float:
    """The log-odds that a rule adds for the US."""
    return log((0.5 + worth) / (0.5 - worth))


def chance(odds: float) -> float:
    """Of log-odds."""
    return 1 / (1 + exp(-odds)) if odds >= 0 else 1 - 1 / (1 + exp(odds))


def filled(worths: Mapping[str, float]) -> dict[str, float]:
    """With the figures of a rule between those that were measured: log-odds along straight lines, from none at 0."""
    found, dials = dict(worths), dict[str, list[tuple[int, float]]]()
    for said, worth in worths.items():
        rule, colon, figure = said.partition(SEPARATOR)
        if colon:
            dials.setdefault(rule, [(0, 0.0)]).append((int(figure), moved(worth)))
    for rule, points in dials.items():
        for (n, low), (m, high) in pairwise(sorted(points)):
            if len(points) > LONE:
                between = {k: low + (high - low) * (k - n) / (m - n) for k in range(n + 1, m)}
                found |= {f"{rule}{SEPARATOR}{k}": chance(odds) - 0.5 for k, odds in between.items()}
    return found


def rule_worth(said: str) -> float:
    """By how much more often the US wins with a rule between equals, a part of 1; 0 where nothing is certain.

    A figure beyond those that were measured has what the last of them has.
    """
    known = _known()
    rule = BY_WORD.get(rule_of(said))
    if rule is None or not rule.most or said in known:
        return known.get(said, 0.0)
    figure = said.partition(SEPARATOR)[2]
    n = int(figure) if figure.isascii() and figure.isdigit() and len(figure) < 4 else rule.usual
    far = max([int(one.partition(SEPARATOR)[2]) for one in known if rule_of(one) == rule.word], default=0)
    return known.get(f"{rule.word}{SEPARATOR}{min(n, far)}", 0.0)


@cache
def _known() -> dict[str, float]:
    return filled(evened_table().worths)


def rules_lead(words: Iterable[str]) -> float:
    """What rules give the US, in Elo points."""
    return sum([moved(rule_worth(said)) for said in words]) / PER_ELO


def win_chance(side: Side, points: float, words: Iterable[str]) -> float:
    """How often who plays this side and is `points` Elo the stronger wins with these rules, a part of 1."""
    given = rules_lead(words)
    return chance((points + (given if side is Side.US else -given)) * PER_ELO)

"""Optional rules that make two unequal players even, by what the rules are worth (worths.py).

A rule moves how often the US wins between equals; as log-odds that adds to what one player is stronger than the other.
Several together are taken to add up, which a second measurement of the chosen ones can confirm.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from math import exp, log
from typing import NamedTuple

from ironbottom.options import SEPARATOR, OptionError, options, rule_of

PER_ELO = log(10) / 400  # log-odds of one Elo point
MOST = 2  # rules at a time
SIMPLER = 0.05  # log-odds that one rule less is worth: 1.2 % of the games
STEP, FAR = 50, 1200  # Elo: of the table, and its end
LONE = 2  # a figure that was measured, and none: nothing is known of others
UNSETTLED = ("bid", "open-table")  # they make nobody even: who plays which side, or what the game is


class Evened(NamedTuple):
    """Rules for two players, and how often the US wins with them."""

    words: tuple[str, ...]
    us: float


def evened(lead: float, worths: Mapping[str, float]) -> Evened:
    """The rules by which the US comes nearest to half of the games, where its player is `lead` Elo the stronger.

    `worths`: by how much more often the US wins between equals with each rule, a part of 1.
    """
    need = -lead * PER_ELO
    best: tuple[str, ...] = ()
    cost = abs(need)
    for words in _sets(sorted(worths)):
        gap = abs(need - sum([_moved(worths[word]) for word in words])) + SIMPLER * len(words)
        if gap < cost - 1e-12:
            best, cost = words, gap
    odds = sum([_moved(worths[word]) for word in best]) - need
    return Evened(best, 1 / (1 + exp(-odds)))


def _moved(worth: float) -> float:
    """The log-odds that a rule adds for the US."""
    return log((0.5 + worth) / (0.5 - worth))


def _sets(words: Sequence[str]) -> list[tuple[str, ...]]:
    """What may be agreed upon: at most so many rules, none twice, none against another."""
    found = []
    for n in range(1, MOST + 1):
        for chosen in combinations(words, n):
            if any(rule_of(word) in UNSETTLED for word in chosen):
                continue
            try:
                options(chosen)
            except OptionError:
                continue
            found.append(chosen)
    return found


def filled(worths: Mapping[str, float]) -> dict[str, float]:
    """With the figures of a rule between those that were measured: log-odds along straight lines, from none at 0."""
    found, dials = dict(worths), dict[str, list[tuple[int, float]]]()
    for word, worth in worths.items():
        rule, colon, figure = word.partition(SEPARATOR)
        if colon:
            dials.setdefault(rule, [(0, 0.0)]).append((int(figure), _moved(worth)))
    for rule, points in dials.items():
        for (n, low), (m, high) in pairwise(sorted(points)):
            if len(points) > LONE:
                between = {k: low + (high - low) * (k - n) / (m - n) for k in range(n + 1, m)}
                found |= {f"{rule}{SEPARATOR}{k}": 1 / (1 + exp(-odds)) - 0.5 for k, odds in between.items()}
    return found


def table(worths: Mapping[str, float], day: str) -> str:
    """The table of client/text/rules/evened.json, by the lead of who plays the US."""
    known = filled(worths)
    rows = {lead: evened(lead, known) for lead in range(-FAR, FAR + 1, STEP)}
    lines = [f'    "{lead}": {json.dumps([row.words, round(100 * row.us)])}' for lead, row in rows.items()]
    return "\n".join([f'{{"step": {STEP}, "measured": "{day}", "rows": {{', ",\n".join(lines), "}}", ""])
